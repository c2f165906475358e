package eventfacts_test

import (
	"testing"

	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/testing/compiled"
)

// prepared unrolls a program, without claims about its writers.
func prepared(t *testing.T, src string) *eventfacts.Facts {
	t.Helper()
	plan, err := events.NewPlan(t.Context(), compiled.Passed(t, compiled.File("a.c", src)))
	if err != nil {
		t.Fatal(err)
	}
	known, err := eventfacts.Unroll(t.Context(), plan, events.Options{Bound: 2, MaxThreads: 8, Prints: true},
		eventfacts.Claims{}, false)
	if err != nil {
		t.Fatal(err)
	}
	known.Prepare(eventfacts.NewMeter(t.Context(), nil), true, true)
	return known
}
