package unset

import (
	"fmt"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// rule is a term over operands.
type rule struct {
	name  string
	bools []bool // which operands are truth values
	term  func(ts *term.Store, x []term.Term) term.Term
}

var (
	one, two = []bool{false}, []bool{false, false}
	truths   = []bool{true, true}
)

// rules are one of each kind that shadows.compute tells apart, and one of the others.
var rules = []rule{
	{"not", one, func(ts *term.Store, x []term.Term) term.Term { return ts.BVNot(x[0]) }},
	{"neg", one, func(ts *term.Store, x []term.Term) term.Term { return ts.BVNeg(x[0]) }},
	{"and", two, func(ts *term.Store, x []term.Term) term.Term { return ts.BVAnd(x[0], x[1]) }},
	{"or", two, func(ts *term.Store, x []term.Term) term.Term { return ts.BVOr(x[0], x[1]) }},
	{"xor", two, func(ts *term.Store, x []term.Term) term.Term { return ts.BVXor(x[0], x[1]) }},
	{"add", two, func(ts *term.Store, x []term.Term) term.Term { return ts.BVAdd(x[0], x[1]) }},
	{"sub", two, func(ts *term.Store, x []term.Term) term.Term { return ts.BVSub(x[0], x[1]) }},
	{"mul", two, func(ts *term.Store, x []term.Term) term.Term { return ts.BVMul(x[0], x[1]) }},
	{"udiv", two, func(ts *term.Store, x []term.Term) term.Term { return ts.BVUDiv(x[0], x[1]) }},
	{"srem", two, func(ts *term.Store, x []term.Term) term.Term { return ts.BVSRem(x[0], x[1]) }},
	{"concat", two, func(ts *term.Store, x []term.Term) term.Term { return ts.Concat(x[0], x[1]) }},
	{"extract", one, func(ts *term.Store, x []term.Term) term.Term { return ts.Extract(1, 1, x[0]) }},
	{"zero extension", one, func(ts *term.Store, x []term.Term) term.Term { return ts.ZeroExt(2, x[0]) }},
	{"sign extension", one, func(ts *term.Store, x []term.Term) term.Term { return ts.SignExt(2, x[0]) }},
	{"shl", two, func(ts *term.Store, x []term.Term) term.Term { return ts.BVShl(x[0], x[1]) }},
	{"lshr", two, func(ts *term.Store, x []term.Term) term.Term { return ts.BVLShr(x[0], x[1]) }},
	{"ashr", two, func(ts *term.Store, x []term.Term) term.Term { return ts.BVAShr(x[0], x[1]) }},
	{"ult", two, func(ts *term.Store, x []term.Term) term.Term { return ts.BVUlt(x[0], x[1]) }},
	{"slt", two, func(ts *term.Store, x []term.Term) term.Term { return ts.BVSlt(x[0], x[1]) }},
	{"equal", two, func(ts *term.Store, x []term.Term) term.Term { return ts.Eq(x[0], x[1]) }},
	{"truths equal", truths, func(ts *term.Store, x []term.Term) term.Term { return ts.Eq(x[0], x[1]) }},
	{"truths and", truths, func(ts *term.Store, x []term.Term) term.Term { return ts.And(x[0], x[1]) }},
	{"truths or", truths, func(ts *term.Store, x []term.Term) term.Term { return ts.Or(x[0], x[1]) }},
	{"truth not", []bool{true}, func(ts *term.Store, x []term.Term) term.Term { return ts.Not(x[0]) }},
	{"choice", []bool{true, false, false},
		func(ts *term.Store, x []term.Term) term.Term { return ts.Ite(x[0], x[1], x[2]) }},
}

// shadowed is a rule at a width, with registers as operands and shadows of them.
type shadowed struct {
	*rule
	ts         *term.Store
	t, shadow  term.Term
	syms, owns []term.Term
	widths     []int
}

func (r *rule) at(width int, numbered bool) *shadowed {
	p := cfa.NewProgram(64, &source.Files{})
	s := &shadowed{rule: r, ts: p.Terms}
	own := map[cfa.RegID]cfa.RegID{}
	for i, truth := range r.bools {
		w, sort := width, term.BitVec(width)
		if truth {
			w, sort = 1, term.Bool
		}
		x := p.NewReg(cfa.Reg{Name: fmt.Sprint("x", i), Sort: sort})
		own[x] = p.NewReg(cfa.Reg{Name: fmt.Sprint("x", i, "?"), Sort: sort})
		s.syms, s.owns = append(s.syms, p.Sym(x)), append(s.owns, p.Sym(own[x]))
		s.widths = append(s.widths, w)
	}
	h := &shadows{ts: p.Terms, regs: cfa.NewRegIndex(p), prog: p, own: own,
		numbered: func(term.Term) bool { return numbered }, memo: map[term.Term]term.Term{}}
	s.t = r.term(p.Terms, s.syms)
	s.shadow = h.of(s.t)
	return s
}

// value is what a term is for values of the operands and of their shadows.
func (s *shadowed) value(t *testing.T, of term.Term, vals, sh []uint64) uint64 {
	t.Helper()
	m := term.Map{}
	for i := range s.syms {
		m[s.syms[i]], m[s.owns[i]] = s.constant(i, vals[i]), s.constant(i, sh[i])
	}
	v, err := s.ts.Eval(of, m)
	if err != nil {
		t.Fatal(err)
	}
	return number(v)
}

func (s *shadowed) constant(i int, n uint64) term.Value {
	if s.bools[i] {
		return term.BoolValue(n != 0)
	}
	return term.BVValue(s.widths[i], n)
}

// tuples calls f with all values of the operands.
func (s *shadowed) tuples(f func([]uint64)) {
	var fill func([]uint64)
	fill = func(vals []uint64) {
		if len(vals) == len(s.widths) {
			f(append([]uint64(nil), vals...))
			return
		}
		for n := range uint64(1) << s.widths[len(vals)] {
			fill(append(vals, n))
		}
	}
	fill(nil)
}

// TestShadowsAgainstAllValues is the law of the shadows: where one says that a bit is defined, no value of
// the undefined bits of the operands changes that bit.
func TestShadowsAgainstAllValues(t *testing.T) {
	for i := range rules {
		for _, numbered := range []bool{false, true} {
			for width := 2; width <= 3; width++ {
				s := rules[i].at(width, numbered)
				table := map[string]uint64{}
				s.tuples(func(v []uint64) { table[fmt.Sprint(v)] = s.value(t, s.t, v, v) })
				s.tuples(func(sh []uint64) { s.law(t, table, sh) })
			}
		}
	}
}

// law checks one combination of undefined bits.
func (s *shadowed) law(t *testing.T, table map[string]uint64, sh []uint64) {
	t.Helper()
	// Operands that agree in the defined bits are of one class; what differs within it is undefined.
	type class struct{ all, any uint64 }
	classes := map[string]*class{}
	name := func(v []uint64) string {
		out := make([]uint64, len(v))
		for i := range v {
			out[i] = v[i] &^ sh[i]
		}
		return fmt.Sprint(out)
	}
	s.tuples(func(v []uint64) {
		got := table[fmt.Sprint(v)]
		c := classes[name(v)]
		if c == nil {
			c = &class{^uint64(0), 0}
			classes[name(v)] = c
		}
		c.all, c.any = c.all&got, c.any|got
	})
	s.tuples(func(v []uint64) {
		c := classes[name(v)]
		if said := s.value(t, s.shadow, v, sh); (c.any&^c.all)&^said != 0 {
			t.Errorf("%s of %b with undefined bits %b: the bits %b differ, the shadow is %b", s.name, v, sh,
				c.any&^c.all, said)
		}
	})
}

// TestShadowsOfDefined is that nothing is undefined that is made of defined bits: else there were violations
// where nothing is wrong.
func TestShadowsOfDefined(t *testing.T) {
	for i := range rules {
		s := rules[i].at(3, false)
		none := make([]uint64, len(s.widths))
		s.tuples(func(v []uint64) {
			if said := s.value(t, s.shadow, v, none); said != 0 {
				t.Errorf("%s of %b: the shadow of what is defined is %b", s.name, v, said)
			}
		})
	}
}

// number is a value as a number.
func number(v term.Value) uint64 {
	if v.Sort().IsBool() {
		if v.Bool() {
			return 1
		}
		return 0
	}
	return v.Uint64()
}
