package ranking

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"whittle.dev/internal/proof/measures"
	"whittle.dev/term"
)

// maxFeatures bounds those of a component.
const maxFeatures = 48

// features are those of a component: the variables that matter in it, and the differences of the words that
// its guards compare, which do not wrap as long as these approach each other.
func (s *search) features(c measures.Component) []measures.Feature {
	st := s.st
	var out []measures.Feature
	made := s.makes(c)
	add := func(t term.Term, signed bool) {
		f := measures.Feature{Term: t, Signed: signed}
		if len(out) == maxFeatures || st.IsConst(t) || slices.Contains(out, f) || made && !s.ofData(t) ||
			!slices.ContainsFunc(c.Locs, func(l int) bool { return s.over(t, l) }) {
			return
		}
		out = append(out, f)
	}
	both := func(t term.Term) { add(t, true); add(t, false) }
	var guards []term.Term
	for _, e := range c.Edges {
		guards = append(guards, s.g.Edges[e].Guard)
	}
	compared := comparisons(st, guards...)
	changes := func(v int) bool {
		return slices.ContainsFunc(c.Edges, func(e int) bool {
			return s.g.Edges[e].Next[v] != s.sys.Vars[v].Sym
		})
	}
	for _, guarded := range []bool{true, false} { // what guards read comes first
		read := st.Symbols(st.And(guards...))
		for v := range s.sys.Vars {
			x := s.sys.Vars[v].Sym
			if s.sys.Vars[v].Counter || slices.Contains(read, x) != guarded || !changes(v) {
				continue
			}
			switch sort := st.Sort(x); {
			case sort.IsBitVec():
				both(x)
			case sort.IsBool():
				add(st.Ite(x, st.BV(1, 1), st.BV(1, 0)), false)
			}
		}
	}
	for v := range s.sys.Vars {
		x := s.sys.Vars[v].Sym
		if !s.sys.Vars[v].Counter && st.Sort(x).IsBitVec() && changes(v) {
			for _, k := range s.strides(c, v) {
				add(k, false)
			}
			one := st.BV(st.Sort(x).Width(), 1)
			add(st.BVSub(st.BVAnd(x, st.BVNeg(x)), one), false) // the lowest bit that is set
			add(st.Ite(st.BVSlt(x, st.BV(st.Sort(x).Width(), 0)), st.BVNeg(x), x), false)
		}
	}
	for _, cmp := range compared {
		if st.Op(cmp) == term.OpSymbol {
			continue
		}
		a, b := st.Arg(cmp, 0), st.Arg(cmp, 1)
		add(st.BVSub(a, b), false)
		add(st.BVSub(b, a), false)
		for _, t := range []term.Term{a, b} {
			if st.Op(t) != term.OpSymbol {
				both(t)
			}
		}
	}
	return out
}

// strides are words by which a variable that a loop steps through with a stride goes step by step, round all
// its values: with x = x + k for an odd k, and n for which k * n is 1, n * x goes up by one; if k is even its
// low bits are shifted out first.
func (s *search) strides(c measures.Component, v int) []term.Term {
	st, x := s.st, s.sys.Vars[v].Sym
	var out []term.Term
	for _, e := range c.Edges {
		step := st.BVSub(s.g.Edges[e].Next[v], x)
		k, ok := st.ConstUint64(step)
		w := st.Sort(x).Width()
		if !ok || k == 0 || k == 1 || w > 64 {
			continue
		}
		low := bits.TrailingZeros64(k)
		n := k >> low // its inverse, by Newton's method
		for range 6 {
			n *= 2 - (k>>low)*n
		}
		t := st.BVMul(st.BVLShr(x, st.BV(w, uint64(low))), st.BV(w, n&(1<<(w-1)<<1-1)))
		if low > 0 { // what is left has fewer bits
			t = st.Extract(w-low-1, 0, t)
		}
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// text is a feature for people, in the names of the program.
func (s *search) featureText(f measures.Feature) string {
	text := s.words(f.Term)
	if w := s.st.Sort(f.Term).Width(); !f.Signed && w > 1 {
		if strings.Contains(text, " ") && !strings.HasSuffix(text, ")") {
			text = "(" + text + ")"
		}
		return fmt.Sprintf("%s mod 2^%d", text, w)
	}
	return text
}

// words is a term in the names of the program.
func (s *search) words(t term.Term) string {
	st := s.st
	if st.IsConst(t) {
		n := new(big.Int).Set(st.ConstBig(t))
		if w := st.Sort(t).Width(); n.Bit(w-1) == 1 {
			n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(w)))
		}
		return n.String()
	}
	binary := map[term.Op]string{term.OpBVSub: " - ", term.OpBVAdd: " + ", term.OpBVMul: " * ",
		term.OpBVAnd: " & ", term.OpBVOr: " | ", term.OpBVXor: " ^ "}
	switch op := st.Op(t); {
	case op == term.OpSymbol:
		name := st.Name(t)
		return name[strings.LastIndexByte(name, '.')+1:]
	case binary[op] != "":
		var parts []string
		for _, a := range st.Args(t) {
			p := s.words(a)
			if strings.Contains(p, " ") {
				p = "(" + p + ")"
			}
			parts = append(parts, p)
		}
		return strings.Join(parts, binary[op])
	case op == term.OpIte && st.Arg(t, 1) == st.BVNeg(st.Arg(t, 2)):
		return "|" + s.words(st.Arg(t, 2)) + "|"
	case op == term.OpIte && st.IsConst(st.Arg(t, 1)):
		return s.words(st.Arg(t, 0))
	case op == term.OpBVNeg:
		return "-" + s.words(st.Arg(t, 0))
	}
	return fmt.Sprintf("(%s)", st.String(t))
}
