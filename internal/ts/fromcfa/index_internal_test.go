package fromcfa

import (
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/randterm"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/term"
)

// TestDivide multiplies the quotients of random sums back, for all kinds of divisors.
func TestDivide(t *testing.T) {
	const w = 8
	divided := 0
	for seed := range testflag.Seeds(400) {
		rng := rand.New(rand.NewPCG(uint64(seed), 4))
		st := term.NewStore()
		x, y := st.Symbol("x", term.BitVec(w)), st.Symbol("y", term.BitVec(w))
		by := 1 + rng.Uint64N(12)
		part := func() term.Term {
			switch rng.IntN(5) {
			case 0:
				return st.BV(w, by*rng.Uint64N(20))
			case 1:
				return st.BVNeg(st.BVMul(st.BV(w, by), y))
			case 2:
				return st.Ite(st.BVUlt(x, y), st.BV(w, by), st.BVMul(x, st.BV(w, 2*by)))
			case 3:
				return st.Concat(st.Extract(5, 0, x), st.BV(2, 0))
			}
			return st.BVMul(st.BV(w, by), x)
		}
		sum := st.BVAdd(part(), part())
		q, ok := divide(st, sum, by)
		if !ok {
			continue
		}
		divided++
		for range 30 {
			m := term.Map{x: term.BVValue(w, rng.Uint64()), y: term.BVValue(w, rng.Uint64())}
			a, err1 := st.Eval(sum, m)
			b, err2 := st.Eval(q, m)
			if err1 != nil || err2 != nil || a.Uint64() != b.Uint64()*by&0xff {
				t.Fatalf("seed %d: %s / %d is %s, but %d and %d", seed, st.String(sum), by, st.String(q),
					a.Uint64(), b.Uint64())
			}
		}
	}
	if divided == 0 {
		t.Error("nothing was divided")
	}
}

// TestBelow compares the condition with the values of random terms that were extended.
func TestBelow(t *testing.T) {
	for seed := range testflag.Seeds(300) {
		rng := rand.New(rand.NewPCG(uint64(seed), 5))
		st := term.NewStore()
		g := &randterm.Generator{Rand: rng, Store: st, Widths: []int{1, 3, 5}, Symbols: 2}
		x := g.Symbol(term.BitVec(g.Width()))
		wide := st.SignExt(rng.IntN(4), st.ZeroExt(rng.IntN(3), st.SignExt(rng.IntN(3), x)))
		n := 1 + rng.Uint64N(min(40, uint64(1)<<st.Sort(wide).Width()))
		c := below(st, wide, n)
		for v := range uint64(1) << st.Sort(x).Width() {
			m := term.Map{x: term.BVValue(st.Sort(x).Width(), v)}
			a, err1 := st.Eval(wide, m)
			b, err2 := st.Eval(c, m)
			if err1 != nil || err2 != nil || b.Bool() != (a.Uint64() < n) {
				t.Fatalf("seed %d: %s < %d is %s, %v for %d", seed, st.String(wide), n, st.String(c),
					b.Bool(), a.Uint64())
			}
		}
	}
}
