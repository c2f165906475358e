package refine

import (
	"slices"
	"testing"

	"whittle.dev/term"
)

func TestAtoms(t *testing.T) {
	st := term.NewStore()
	b, c := st.Symbol("b", term.Bool), st.Symbol("c", term.Bool)
	word := term.BitVec(8)
	x, y := st.Symbol("x", word), st.Symbol("y", word)
	less := func(u, v term.Term) term.Term { return st.BVUlt(u, v) }
	many := x
	for i := range 9 {
		many = st.Ite(less(x, st.BV(8, uint64(i))), st.BVAdd(many, y), st.BVMul(many, y))
	}
	for name, x := range map[string]struct {
		in   term.Term
		want []term.Term
	}{
		"connectives": {st.And(b, st.Or(st.Not(c), less(x, y)), st.Eq(b, c)),
			[]term.Term{b, c, less(x, y)}},
		"branches": {less(st.Ite(b, x, st.BV(8, 7)), y),
			[]term.Term{b, less(x, y), less(st.BV(8, 7), y)}},
		"too many of them": {st.And(less(many, y), c), []term.Term{c}},
		"constants":        {st.True(), nil},
	} {
		got := atoms(st, x.in)
		slices.Sort(got)
		slices.Sort(x.want)
		if !slices.Equal(got, x.want) {
			t.Errorf("%s: %d atoms, want %d", name, len(got), len(x.want))
		}
	}
}

// TestSumOf: a word and its reading as a sum are the same.
func TestSumOf(t *testing.T) {
	st := term.NewStore()
	const w = 4
	x, y := st.Symbol("x", term.BitVec(w)), st.Symbol("y", term.BitVec(w))
	for _, u := range []term.Term{
		st.BVAdd(st.BVAdd(x, st.BVMul(st.BV(w, 3), y)), st.BV(w, 5)),
		st.BVSub(st.BVNeg(x), st.BVShl(y, st.BV(w, 2))),
		st.BVMul(st.BVAdd(x, st.BV(w, 1)), st.BV(w, 6)),
		st.BVSub(st.BVMul(x, y), st.BVAdd(x, x)),
	} {
		s, ok := sumOf(st, u)
		if !ok {
			t.Fatalf("%s is no sum", st.String(u))
		}
		for _, width := range []int{1, 2, w} {
			read := s.formula(st, 1, width)
			for v := range 1 << (2 * w) {
				m := term.Map{x: term.BVValue(w, uint64(v)), y: term.BVValue(w, uint64(v)>>w)}
				if !holds(t, st, st.Eq(read, st.Extract(width-1, 0, u)), m) {
					t.Fatalf("%s is not the low bits of %s", st.String(read), st.String(u))
				}
			}
		}
	}
	for c := uint64(1); c < 1000; c += 2 {
		if c*inverse(c) != 1 {
			t.Fatalf("inverse of %d", c)
		}
	}
}
