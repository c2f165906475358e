package interp_test

import (
	"slices"
	"testing"

	"whittle.dev/internal/interp"
	"whittle.dev/internal/testing/randcfa"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/trace"
)

// saver is a watcher that chooses inputs by their number, and keeps the state before each of them.
type saver struct {
	interp.Zero
	watcher
	machine *interp.Machine
	inputs  int
	states  []savedState
	full    bool // no more states are kept
}

type savedState struct {
	saved        interp.Saved
	inputs, seen int
}

// Havoc implements interp.Decider.
func (s *saver) Havoc(trace.Key, int) (lo, hi uint64) {
	st := savedState{inputs: s.inputs, seen: len(s.seen)}
	if !s.full && s.machine.Save(&st.saved) {
		s.states = append(s.states, st)
	}
	s.inputs++
	return uint64(s.inputs * s.inputs), 0
}

// TestResume: executions that go on from a state that was kept are like the one that it is of.
func TestResume(t *testing.T) {
	resumed := 0
	for seed := range testflag.Seeds(500) {
		p := randcfa.New(seed)
		code, err := interp.NewCode(p)
		if err != nil {
			t.Fatal(err)
		}
		s := &saver{watcher: watcher{most: 1000}}
		s.machine = code.Start(interp.Config{Decider: s, Observer: s, MaxSteps: 2000})
		end := func() interp.Outcome {
			if _, err := s.machine.Observed(t.Context(), 0); err != nil {
				t.Fatal(err)
			}
			return s.machine.Outcome()
		}
		outcome, steps, want := end(), s.machine.Steps(), s.seen
		s.full = true
		for _, st := range slices.Backward(s.states) {
			s.inputs, s.seen = st.inputs, slices.Clone(want[:st.seen])
			s.machine.Resume(&st.saved)
			got := end()
			if !slices.Equal(s.seen, want) || s.machine.Steps() != steps || got.Kind != outcome.Kind ||
				got.Edge != outcome.Edge {
				t.Fatalf("seed %d, from edge %d: %v, not %v\n%v\n%v", seed, st.seen, got, outcome, s.seen,
					want)
			}
			resumed++
		}
	}
	if resumed < 50 {
		t.Errorf("%d states were kept", resumed)
	}
}
