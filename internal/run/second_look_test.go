package run_test

import (
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
)

// TestSecondLookMerged checks which answers count where allocations fail in a second look: violations of the
// second one, and all others of the first.
func TestSecondLookMerged(t *testing.T) {
	answer := func(p property.Property, v property.Verdict, engine string) run.Outcome {
		return run.Outcome{Property: p, Verdict: v, Engine: engine}
	}
	taken := []engine.Premise{{Kind: engine.AllocationSucceeds}}
	first := answer("unreach-call,no-overflow", property.Holds(), "first")
	first.Premises = taken
	for _, p := range []property.Property{"unreach-call", "no-overflow"} {
		o := answer(p, property.Holds(), "first")
		o.Premises = taken
		first.Several = append(first.Several, o)
	}
	violated := property.Violated("no-overflow")
	for _, tc := range []struct {
		name   string
		second run.Outcome
		want   property.Verdict
		by     string // the engine of the answer about no-overflow
	}{
		{"open", answer("no-overflow", property.Verdict{}, "second"), property.Holds(), "first"},
		{"violated", answer("no-overflow", violated, "second"), violated, "second"},
		{"one of several", run.Outcome{Verdict: violated, Several: []run.Outcome{
			answer("unreach-call", property.Verdict{}, "second"),
			answer("no-overflow", violated, "second")}}, violated, "second"},
	} {
		got := first.WithViolations(tc.second)
		if got.Verdict != tc.want || len(got.Several) != 2 || got.Several[0].Engine != "first" ||
			got.Several[1].Engine != tc.by || got.Property != first.Property || len(got.Premises) != 1 {
			t.Errorf("%s: %+v", tc.name, got)
		}
	}
	if first.Several[1].Engine != "first" {
		t.Error("the first answer was changed")
	}
}
