package trace_test

import (
	"slices"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
)

// TestThreadNames: a thread has the name of what it was started with, also where objects are constructed
// before that.
func TestThreadNames(t *testing.T) {
	step := func(proc string, depth int) trace.Step {
		return trace.Step{ThreadName: "start", Proc: proc, Depth: depth}
	}
	for _, c := range []struct {
		want  string
		steps []trace.Step
	}{
		{"main", []trace.Step{step("main", 1), step("f", 2)}},
		{"main", []trace.Step{step("start", 0), step("_GLOBAL__sub_I_a.cpp", 1), step("Config", 3),
			step("main", 1), step("g", 1)}},
		{"Config", []trace.Step{step("_GLOBAL__sub_I_a.cpp", 1), step("Config", 3)}},
		{"start", []trace.Step{step("start", 0)}},
	} {
		tr := trace.Trace{Steps: c.steps,
			Names: &cfa.Names{Made: map[string]bool{"start": true}, MadeBegin: []string{"_GLOBAL__"}}}
		if got := tr.ThreadNames(); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%v, want %s", got, c.want)
		}
	}
}
