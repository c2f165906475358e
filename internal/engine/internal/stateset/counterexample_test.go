package stateset

import (
	"context"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/testflag"
	"whittle.dev/term"
)

// TestInvert evaluates random invertible terms for all values of their symbol: the value of the term gives it
// back, and a value that no symbol's value gives is known as such.
func TestInvert(t *testing.T) {
	const w = 3
	for seed := range testflag.Seeds(200) {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		st := term.NewStore()
		s := New(Config{}).View(context.Background(), st)
		x := st.Symbol("x", term.BitVec(w))
		f := x
		for range 1 + r.IntN(4) {
			n := st.Sort(f).Width()
			switch k := st.BV(n, r.Uint64()); r.IntN(6) {
			case 0:
				f = st.BVNot(f)
			case 1:
				f = st.BVNeg(f)
			case 2:
				f = st.BVAdd(f, k)
			case 3:
				f = st.BVXor(f, k)
			case 4:
				f = st.ZeroExt(1, f)
			default:
				f = st.SignExt(1, f)
			}
		}
		if sym, ok := s.invertible(f); !ok || sym != x {
			continue // the term was made into another one
		}
		from := map[uint64]uint64{}
		for v := range uint64(1) << w {
			y, err := st.Eval(f, term.Map{x: term.BVValue(w, v)})
			if err != nil {
				t.Fatal(err)
			}
			from[y.Uint64()] = v
		}
		n := st.Sort(f).Width()
		for y := range uint64(1) << n {
			got, ok := s.invert(f, st.BV(n, y))
			want, has := from[y]
			if ok != has || ok && got != st.BV(w, want) {
				t.Fatalf("seed %d: %s = %d: %v, want %d, %v", seed, st.String(f), y, ok, want, has)
			}
		}
	}
}
