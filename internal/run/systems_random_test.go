package run_test

import (
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/liveness"
	"whittle.dev/internal/engine/pdr"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/randltl"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// TestRandomSystems compares what is said of random formulas over random finite systems with an explicit
// search.
func TestRandomSystems(t *testing.T) {
	eng := liveness.New(liveness.Config{Safety: pdr.New(pdr.Config{})})
	solver := func(st *term.Store) (smt.Solver, error) { return native.New(st, native.Config{}), nil }
	asked, hold := 0, 0
	for seed := range testflag.Seeds(40) {
		s := randltl.NewSystem(uint64(seed), 3)
		if s.Size() > 4*mostStates {
			continue
		}
		want, text := s.Holds(), s.Temporals[0].Formula.String()
		res, err := eng.Check(t.Context(), engine.Task{System: s.System, Property: property.LTL})
		if err != nil {
			t.Errorf("seed %d, %s: %v", seed, text, err)
			continue
		}
		asked++
		if got := res.Verdict.Kind == property.True; got != want || res.Verdict.Kind == property.Unknown {
			t.Errorf("seed %d, %s: %s (%s), want %v", seed, text, res.Verdict, res.Why, want)
		}
		if want {
			hold++
			if c, err := res.Proof.Check(t.Context(), solver); err != nil || !c.Checked {
				t.Errorf("seed %d, %s: the proof is not accepted: %v, %v", seed, text, c, err)
			}
		}
	}
	t.Logf("%d asked, %d hold", asked, hold)
}
