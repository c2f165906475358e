package run

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// TestNothingFalseWithoutReplay: whatever an engine claims, "false" needs a
// trace that replays to a violation of what was asked.
func TestNothingFalseWithoutReplay(t *testing.T) {
	bogus := &trace.Trace{Version: trace.Version, Property: "unreach-call",
		Violation: trace.Key{Origin: 123456}}
	for _, c := range []struct {
		name string
		res  engine.Result
		why  string
	}{
		{"no trace", engine.Violated(property.UnreachCall, nil), "gave no trace"},
		{"a trace that leads nowhere", engine.Violated(property.UnreachCall, bogus),
			"the trace does not replay"},
		{"another property", engine.Violated(property.NoOverflow, bogus), "but unreach-call was asked"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			o, err := Check(t.Context(), program(t, harmless), Options{BugDir: dir,
				with: fake(func(context.Context, engine.Task) (engine.Result, error) { return c.res, nil })})
			if err != nil || o.Verdict.Kind != property.Unknown || !strings.Contains(o.Result.Why, c.why) {
				t.Fatalf("got %s because of %q, %v", o.Verdict, o.Result.Why, err)
			}
			checkBugReport(t, o, dir, c.why)
		})
	}
}

func checkBugReport(t *testing.T, o Outcome, dir, why string) {
	t.Helper()
	if filepath.Dir(o.BugReport) != dir {
		t.Fatalf("the bug report is %q", o.BugReport)
	}
	text, err := os.ReadFile(o.BugReport)
	if err != nil {
		t.Fatal(err)
	}
	b := bugreport.Report{Task: &Task{}}
	if err := json.Unmarshal(text, &b); err != nil || !strings.Contains(b.Error, why) || b.Version == "" ||
		len(b.Task.(*Task).Files) == 0 {
		t.Errorf("bug report %+v, %v", b, err)
	}
}

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
