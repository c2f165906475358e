package liveness

import (
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/randltl"
	"whittle.dev/internal/testing/testflag"
)

// explored is the search for violations of a formula, or for threads that wait for ever if it is nil. It has
// all states, and has looked for nothing in them.
func explored(t *testing.T, p *randltl.Program, f *ltl.Formula) *search {
	t.Helper()
	task := taskOf(t, p, f)
	automaton, _, err := automatonOf(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	task.Temporal = &engine.Temporal{Formula: f}
	s, err := New(Config{}).newSearch(t.Context(), task, automaton)
	if err == nil {
		err = s.start()
	}
	for at := 0; err == nil && at < len(s.explorer.open); at++ {
		err = s.expand(s.explorer.open[at])
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, p.C())
	}
	return s
}

// TestProof: the check of a proof says of all states of random programs what an explicit search says, of
// those that violate a formula as well.
func TestProof(t *testing.T) {
	accepted, refused := 0, 0
	for seed := range testflag.Seeds(2) {
		p, f := aboutProgram(t, seed)
		if f == nil {
			continue
		}
		for _, f := range []*ltl.Formula{f, nil} {
			s := explored(t, p, f)
			for _, fair := range []property.Fairness{property.Unfair, property.Weak, property.Strong} {
				if f == nil && fair == property.Unfair {
					continue // waiting is about executions that are fair
				}
				want := f != nil && p.Holds(f, fair) || f == nil && !p.Starves(fair)
				s.task.Temporal.Fairness = fair
				c, err := s.proof().Check(t.Context(), nil)
				if err != nil {
					t.Fatal(err)
				}
				if c.Checked {
					accepted++
				} else {
					refused++
				}
				if c.Checked != want {
					t.Errorf("seed %d, %v, fairness %s: accepted: %t, want %t\n%s", seed, f, fair,
						c.Checked, want, p.C())
				}
			}
		}
	}
	t.Logf("%d proofs accepted, %d refused", accepted, refused)
}
