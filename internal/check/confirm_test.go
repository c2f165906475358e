package check

import (
	"context"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

const lostUpdate = `#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int counter;
void *add(void *arg) {
    int old = counter;
    counter = old + 1;
    return arg;
}
int main(void) {
    pthread_t a;
    int n = __VERIFIER_nondet_int();
    pthread_create(&a, 0, add, 0);
    if (n == 42) {
        int old = counter;
        counter = old + 1;
        pthread_join(a, 0);
        assert(counter == 2);
    }
    return 0;
}
`

// TestBrokenTraces takes the trace of a real violation and breaks it: the
// answer must be unknown, with a description of the internal error.
func TestBrokenTraces(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(*trace.Trace)
	}{
		{"not at all", nil},
		{"another place", func(tr *trace.Trace) { tr.Violation.Origin = tr.Schedule[0].Origin }},
		{"a place that is not", func(tr *trace.Trace) { tr.Violation.Origin = 1 << 20 }},
		{"a later occurrence", func(tr *trace.Trace) { tr.Violation.Occurrence += 3 }},
		{"another thread", func(tr *trace.Trace) { tr.Violation.Thread = 1 }},
		{"backwards", func(tr *trace.Trace) { slices.Reverse(tr.Schedule) }},
		{"a thread that is not", func(tr *trace.Trace) { tr.Schedule[len(tr.Schedule)-1].Thread = 7 }},
		{"one thread after the other", func(tr *trace.Trace) {
			slices.SortStableFunc(tr.Schedule, func(a, b trace.Key) int { return a.Thread - b.Thread })
		}},
		{"no inputs", func(tr *trace.Trace) { tr.Inputs = nil }},
		{"another property", func(tr *trace.Trace) { tr.Property = "no-overflow" }},
		{"another version", func(tr *trace.Trace) { tr.Version++ }},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			o, err := Check(t.Context(), program(t, lostUpdate),
				Options{BugDir: dir, with: fake(func(ctx context.Context, task engine.Task) (engine.Result,
					error) {
					res, err := bmc.New(bmc.Config{}).Check(ctx, task)
					if err == nil && res.Trace == nil {
						t.Fatalf("the engine found nothing: %s", res.Why)
					}
					if c.spoil != nil {
						c.spoil(res.Trace)
					}
					return res, err
				})})
			if err != nil {
				t.Fatal(err)
			}
			if c.spoil == nil {
				if o.Verdict != property.Violated(property.UnreachCall) || len(o.Result.Trace.Steps) == 0 {
					t.Errorf("the intact trace: %s, %s", o.Verdict, o.Result.Why)
				}
				return
			}
			if o.Verdict.Kind != property.Unknown || !strings.HasPrefix(o.Result.Why, "internal error: ") {
				t.Fatalf("got %s because of %q", o.Verdict, o.Result.Why)
			}
			checkBugReport(t, o, dir, "")
		})
	}
}
