package ltl

import (
	"math/rand/v2"
	"testing"
	"time"

	"whittle.dev/internal/testing/testflag"
)

// randomFormula has at most this depth, with n propositions called a, b, ...
func randomFormula(r *rand.Rand, depth, n int) *Formula {
	if depth == 0 || r.IntN(100) < 15 {
		if r.IntN(12) == 0 {
			return &Formula{Op: Op(r.IntN(2))}
		}
		return &Formula{Op: Proposition, Atom: Atom{Text: string(rune('a' + r.IntN(n)))}}
	}
	op := Not + Op(r.IntN(int(StrongRelease-Not)+1))
	f := &Formula{Op: op, Left: randomFormula(r, depth-1, n)}
	if op >= And {
		f.Right = randomFormula(r, depth-1, n)
	}
	return f
}

// TestTranslateRandom compares the automata of random formulas with the value of the formula in lassos.
func TestTranslateRandom(t *testing.T) {
	var states, edges, lassos int
	var slowest, all time.Duration
	for seed := range testflag.Seeds(200) {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		n := 2 + r.IntN(2)
		f := randomFormula(r, 4+r.IntN(2), n)
		start := time.Now()
		a, err := Translate(t.Context(), f)
		if err != nil {
			t.Errorf("seed %d: %s: %v", seed, f, err)
			continue
		}
		took := time.Since(start)
		all += took
		if took > slowest {
			slowest = took
			t.Logf("%v: seed %d %s", took, seed, f)
		}
		s, e := a.Size()
		states, edges = states+s, edges+e
		atoms := map[Atom]int{}
		for i, a := range a.Atoms {
			atoms[a] = i
		}
		for range 100 {
			w := randomLasso(r, len(atoms))
			lassos++
			if want := holds(f, atoms, w); accepts(a, w) != want {
				t.Errorf("seed %d: %s is %v of %b (%b)^w; its automaton says the contrary", seed, f, want,
					w.stem, w.loop)
				break
			}
		}
	}
	t.Logf("%d states, %d edges, %d lassos, %v, slowest %v", states, edges, lassos, all, slowest)
}
