package rewrite

import (
	"math/rand/v2"
	"testing"
	"whittle.dev/internal/testing/randterm"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/term"
)

// TestRewriter compares terms with their images on many assignments.
func TestRewriter(t *testing.T) {
	n := testflag.Times(3000)
	if testing.Short() {
		n = 500
	}
	for i := range n {
		r := rand.New(rand.NewPCG(12, uint64(i)))
		st := term.NewStore()
		g := &randterm.Generator{Rand: r, Store: st, Widths: []int{1, 2, 3, 4}, Symbols: 2, Raw: i%2 == 0}
		rw := New(st)
		for range 4 { // what one term leaves behind serves the next
			a := g.Bool(1 + r.IntN(4))
			if r.IntN(2) == 0 {
				w := g.Width()
				a = st.Eq(g.Arith(w, 3), g.Arith(w, 3))
			}
			b := rw.Apply(a)
			for m := range assignments(r, st, 32, a, b) {
				if evalUint(t, st, a, m) != evalUint(t, st, b, m) {
					t.Fatalf("case %d: %s becomes %s, which differs under %v", i, st.String(a), st.String(b),
						m)
				}
			}
		}
	}
}

func evalUint(t *testing.T, st *term.Store, x term.Term, a term.Assignment) uint64 {
	t.Helper()
	v, err := st.Eval(x, a)
	if err != nil {
		t.Fatal(err)
	}
	if st.Sort(x).IsBool() {
		if v.Bool() {
			return 1
		}
		return 0
	}
	return v.Uint64()
}

// assignments gives all symbols of the terms random values, n times.
func assignments(r *rand.Rand, st *term.Store, n int, ts ...term.Term) func(yield func(term.Map) bool) {
	return func(yield func(term.Map) bool) {
		syms := st.Symbols(ts...)
		for range n {
			m := term.Map{}
			for _, x := range syms {
				if st.Sort(x).IsBool() {
					m[x] = term.BoolValue(r.IntN(2) == 0)
				} else {
					w := st.Sort(x).Width()
					m[x] = term.BVValue(w, r.Uint64()&(1<<w-1))
				}
			}
			if !yield(m) {
				return
			}
		}
	}
}
