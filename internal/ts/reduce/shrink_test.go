package reduce

import (
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/randterm"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/term"
)

// TestLowBits compares the low bits of random terms with those of their values.
func TestLowBits(t *testing.T) {
	for seed := range testflag.Seeds(300) {
		rng := rand.New(rand.NewPCG(uint64(seed), 8))
		st := term.NewStore()
		g := &randterm.Generator{Rand: rng, Store: st, Widths: []int{2, 4, 8}, Symbols: 2}
		x := g.Arith(g.Width(), 2)
		if rng.IntN(2) == 0 {
			x = g.Vec(g.Width(), 3)
		}
		w := 1 + rng.IntN(10)
		low := LowBits(st, x, w)
		if st.Sort(low) != term.BitVec(w) {
			t.Fatalf("seed %d: %d bits of %s are %s", seed, w, st.String(x), st.String(low))
		}
		for range 20 {
			m := term.Map{}
			for _, sym := range st.Symbols(x) {
				m[sym] = st.ZeroValue(st.Sort(sym))
				if n := st.Sort(sym).Width(); n > 0 {
					m[sym] = term.BVValue(n, rng.Uint64N(1<<n))
				}
			}
			a, err1 := st.Eval(x, m)
			b, err2 := st.Eval(low, m)
			if err1 != nil || err2 != nil || b.Uint64() != a.Uint64()&(1<<w-1) {
				t.Fatalf("seed %d: %s is %d, its low %d bits %d (%v, %v)", seed, st.String(x), a.Uint64(), w,
					b.Uint64(), err1, err2)
			}
		}
	}
}
