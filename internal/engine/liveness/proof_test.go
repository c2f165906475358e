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

// TestAbout: a proof is about the program, the formula and the fairness that it is of, and no others.
func TestAbout(t *testing.T) {
	about := 0
	for seed := range testflag.Seeds(10) {
		p, f := aboutProgram(t, seed)
		if f == nil || !p.Holds(f, property.Weak) {
			continue
		}
		task := taskOf(t, p, f)
		asks := func(f *ltl.Formula, fairness property.Fairness) engine.Task {
			task := task
			task.Temporal = &engine.Temporal{Formula: f, Fairness: fairness}
			return task
		}
		res, err := New(Config{}).Check(t.Context(), asks(f, property.Weak))
		if err != nil {
			t.Fatal(err)
		}
		proof, ok := res.Proof.(engine.About)
		if !ok {
			t.Fatalf("seed %d: %s", seed, res.Verdict)
		}
		about++
		if err := proof.About(t.Context(), asks(f, property.Weak)); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		elsewhere := taskOf(t, p, f)
		elsewhere.Temporal = &engine.Temporal{Formula: f, Fairness: property.Weak}
		for _, other := range []engine.Task{asks(f, property.Strong), asks(nil, property.Weak), task,
			elsewhere, asks(ltl.Negation(f), property.Weak)} {
			if proof.About(t.Context(), other) == nil {
				t.Errorf("seed %d, %s: the proof is taken for one of something else", seed, f)
			}
		}
	}
	if about == 0 {
		t.Error("no proof was looked at")
	}
}
