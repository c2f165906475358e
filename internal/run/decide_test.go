package run

import (
	"reflect"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
)

// TestWithoutLayout: what was added to the program for its layout goes, contents of static objects stay, and
// the trace itself is as before.
func TestWithoutLayout(t *testing.T) {
	prog := &cfa.Program{NumEdges: 10}
	key := func(origin int) trace.Key { return trace.Key{Origin: cfa.EdgeID(origin)} }
	full := &trace.Trace{Schedule: []trace.Key{key(9), key(10), key(3), key(30)},
		Inputs: []trace.Input{{Key: key(4)}, {Key: key(10)}, {Key: trace.Static(25)}, {Key: key(9)}},
		Steps:  []trace.Step{{Key: key(9)}}}
	got := withoutLayout(full, prog)
	if want := []trace.Key{key(9), key(3)}; !reflect.DeepEqual(got.Schedule, want) {
		t.Errorf("schedule %v, want %v", got.Schedule, want)
	}
	if want := []trace.Input{{Key: key(4)}, {Key: trace.Static(25)}, {Key: key(9)}}; !reflect.DeepEqual(
		got.Inputs, want) {
		t.Errorf("inputs %v, want %v", got.Inputs, want)
	}
	if len(full.Schedule) != 4 || full.Schedule[1] != key(10) || len(full.Inputs) != 4 ||
		full.Inputs[1].Key != key(10) {
		t.Errorf("the trace has become %+v", full)
	}
}
