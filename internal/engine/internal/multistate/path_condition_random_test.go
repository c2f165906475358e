package multistate

import (
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/engine/internal/emptiness"
	"whittle.dev/internal/testing/randterm"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// TestEmptiness adds random conditions one after the other, with what spares questions on and off, and
// compares with all values of the symbols.
func TestEmptiness(t *testing.T) {
	var counts emptiness.Counts
	for seed := range testflag.Seeds(150) {
		rng := rand.New(rand.NewPCG(uint64(seed), 6))
		x, st := newTest(t)
		e := &x.conditions.emptiness
		e.NoCache, e.NoModels, e.NoIntervals = rng.IntN(2) == 0, rng.IntN(2) == 0, rng.IntN(2) == 0
		g := &randterm.Generator{Rand: rng, Store: x.s, Widths: []int{2}, Symbols: 2}
		var all []term.Term
		for range 6 {
			c := g.Bool(2)
			all = append(all, c)
			want := smt.Unsat
			syms := x.s.Symbols(all...)
			bits := 0
			for _, sym := range syms {
				bits += max(1, x.s.Sort(sym).Width())
			}
			if bits > 12 {
				break
			}
			for n := range uint64(1) << bits {
				m := term.Map{}
				for _, sym := range syms {
					w := x.s.Sort(sym).Width()
					if m[sym] = term.BoolValue(n&1 == 1); w > 0 {
						m[sym] = term.BVValue(w, n)
					}
					n >>= max(1, w)
				}
				if v, err := x.s.Eval(x.s.And(all...), m); err != nil {
					t.Fatal(err)
				} else if v.Bool() {
					want = smt.Sat
				}
			}
			if got := x.conditions.restrict(st, c); got != want {
				t.Fatalf("seed %d: %v with %s, want %v", seed, got, x.s.String(c), want)
			}
			if want == smt.Unsat {
				break
			}
		}
		counts.Add(x.Emptiness())
	}
	if counts.Syntactic == 0 || counts.Model == 0 || counts.Solver == 0 {
		t.Errorf("something was never tried: %+v", counts)
	}
}
