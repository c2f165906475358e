package graphs_test

import (
	"slices"
	"testing"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/interp/graphs"
	"whittle.dev/internal/testing/randcfa"
	"whittle.dev/internal/testing/testflag"
)

// TestSequentialConsistency compares the violations that execution graphs of SC lead to with those of all
// interleavings, and checks that weaker models only add some.
func TestSequentialConsistency(t *testing.T) {
	decided, violated, more := 0, 0, 0
	for seed := range testflag.Seeds(60) {
		p := randcfa.New(seed)
		want, err := enumerate.Run(t.Context(), p, enumerate.Options{MaxStates: 20_000})
		if err != nil {
			t.Fatal(err)
		}
		got := map[axioms.Model][]cfa.EdgeID{}
		complete := want.Complete
		for _, m := range axioms.Models() {
			if !complete {
				break
			}
			res, err := graphs.Run(t.Context(), p, graphs.Options{Model: m, MaxGraphs: 500}, nil)
			if err != nil {
				t.Fatal(err)
			}
			complete = complete && res.Complete
			got[m] = edges(res.Violations, func(x *graphs.Execution) interp.Outcome { return x.Outcome })
		}
		if !complete {
			continue
		}
		decided++
		expected := edges(want.Violations, func(x enumerate.Found) interp.Outcome { return x.Outcome })
		if !slices.Equal(expected, got[axioms.SC]) {
			t.Errorf("seed %d: edges %v are violated in all interleavings, %v in graphs", seed, expected,
				got[axioms.SC])
		}
		if len(expected) > 0 {
			violated++
		}
		for _, m := range axioms.Models() {
			for _, e := range expected {
				if !slices.Contains(got[m], e) {
					t.Errorf("seed %d: edge %d is violated in sc and not in %s", seed, e, m)
				}
			}
			if len(got[m]) > len(expected) {
				more++
			}
		}
	}
	t.Logf("%d decided, %d violated, %d with more violations in a weaker model", decided, violated, more)
	if decided == 0 || violated == 0 {
		t.Error("the test compares nothing")
	}
}

// edges lists the edges at which executions end.
func edges[T any](list []T, outcome func(T) interp.Outcome) []cfa.EdgeID {
	var out []cfa.EdgeID
	for _, x := range list {
		out = append(out, outcome(x).Edge.ID)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
