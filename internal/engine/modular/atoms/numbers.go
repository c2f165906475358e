package atoms

import (
	"math/bits"
	"slices"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/term"
)

// family is a set of variables whose values go from one to another by copying and by adding constants.
type family struct {
	vars []term.Term // by template, each once
	// step divides all that is added; 0: nothing is.
	step uint64
	// constants are the values that come from elsewhere.
	constants []uint64
	// added are the constants other than 0 that are added, as signed numbers.
	added []int64
}

// maxResidues bounds the remainders of a family that are candidates, maxMembers its size.
const (
	maxResidues = 4
	maxMembers  = 12
)

// numbers adds what remainders and first values suggest.
type numbers struct {
	p      *Pool
	parent map[term.Term]term.Term
	of     map[term.Term]*family // by representative
}

// numbers adds candidates about remainders, and that variables which something is added to stay at or above
// the constants that they begin with; and what is a candidate for one variable of a family is one for all.
func (p *Pool) numbers(drift bool) {
	n := &numbers{p: p, parent: map[term.Term]term.Term{}, of: map[term.Term]*family{}}
	n.each(func(_ int, sym, value term.Term) {
		if from, _, ok := n.shifted(value); ok && p.st.Sort(from) == p.st.Sort(sym) {
			n.parent[n.root(from)] = n.root(sym)
		}
	})
	n.alike()
	n.each(func(_ int, sym, value term.Term) { n.note(sym, value) })
	n.each(func(i int, sym, _ term.Term) { n.suggest(i, sym) })
	n.share()
	if drift {
		n.drift()
	}
}

// alike puts variables that get the same input in one step into one family.
func (n *numbers) alike() {
	for i := range n.p.sys.Templates {
		for _, e := range n.p.sys.Templates[i].Edges {
			first := map[term.Term]term.Term{}
			for _, sym := range sorted(e.Updates) {
				value := e.Updates[sym]
				if other, again := first[value]; again && slices.Contains(e.Inputs, value) {
					n.parent[n.root(sym)] = n.root(other)
				}
				first[value] = sym
			}
		}
	}
}

// share makes candidates about one variable candidates about all of its family.
func (n *numbers) share() {
	for i := range n.p.list {
		for k := 0; k < len(n.p.list[i]); k += 2 {
			t := n.p.list[i][k]
			syms := n.p.st.Symbols(t)
			if len(syms) != 1 {
				continue
			}
			f := n.family(syms[0])
			if len(f.vars) > maxMembers {
				continue
			}
			for _, y := range f.vars {
				n.p.add(i, n.p.st.Substitute(t, map[term.Term]term.Term{syms[0]: y}))
			}
		}
	}
}

// each yields all assignments, with the first values of shared cells.
func (n *numbers) each(yield func(template int, sym, value term.Term)) {
	for _, v := range n.p.sys.Globals {
		if v.Init != term.None {
			yield(0, v.Sym, v.Init)
		}
	}
	for i := range n.p.sys.Templates {
		for _, e := range n.p.sys.Templates[i].Edges {
			if e.Kind == model.Step {
				for _, sym := range sorted(e.Updates) {
					yield(i, sym, e.Updates[sym])
				}
			}
		}
	}
}

// shifted splits a term into a variable and what is added to it.
func (n *numbers) shifted(t term.Term) (from term.Term, by uint64, ok bool) {
	st := n.p.st
	switch {
	case st.Op(t) == term.OpSymbol && st.Sort(t).IsBitVec() && n.variable(t):
		return t, 0, true
	case st.Op(t) == term.OpBVAdd && st.NumArgs(t) == 2:
		a, b := st.Arg(t, 0), st.Arg(t, 1)
		if st.IsConst(a) {
			a, b = b, a
		}
		c, isConst := st.ConstUint64(b)
		return a, c, isConst && st.Op(a) == term.OpSymbol && n.variable(a)
	}
	return term.None, 0, false
}

// variable reports whether a symbol is no input.
func (n *numbers) variable(sym term.Term) bool {
	if n.p.global[sym] {
		return true
	}
	for _, local := range n.p.local {
		if local[sym] {
			return true
		}
	}
	return false
}

func (n *numbers) root(t term.Term) term.Term {
	for n.parent[t] != term.None && n.parent[t] != t {
		t = n.parent[t]
	}
	return t
}

func (n *numbers) family(sym term.Term) *family {
	r := n.root(sym)
	if n.of[r] == nil {
		n.of[r] = &family{}
	}
	return n.of[r]
}

// note takes a value that a variable gets.
func (n *numbers) note(sym, value term.Term) {
	f := n.family(sym)
	if !slices.Contains(f.vars, sym) {
		f.vars = append(f.vars, sym)
	}
	if c, ok := n.p.st.ConstUint64(value); ok && !slices.Contains(f.constants, c) {
		f.constants = append(f.constants, c)
	}
	if _, by, ok := n.shifted(value); ok {
		f.step = gcd(f.step, by)
		w := n.p.st.Sort(sym).Width()
		if w > 64 {
			return
		}
		if d := int64(by<<(64-w)) >> (64 - w); d != 0 && !slices.Contains(f.added, d) {
			f.added = append(f.added, d)
		}
	}
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// suggest adds candidates about a variable.
func (n *numbers) suggest(template int, sym term.Term) {
	st, f := n.p.st, n.family(sym)
	if !st.Sort(sym).IsBitVec() || st.Sort(sym).Width() > 64 || f.step == 0 ||
		len(f.constants) > maxResidues {
		return
	}
	width := st.Sort(sym).Width()
	for _, c := range f.constants {
		base := st.BV(width, c)
		if k := min(bits.TrailingZeros64(f.step), width-1); k > 0 {
			n.p.add(template, st.Eq(st.Extract(k-1, 0, sym), st.Extract(k-1, 0, base)))
		}
		n.p.add(template, st.BVSle(base, sym))
		n.p.add(template, st.BVUle(base, sym))
	}
}
