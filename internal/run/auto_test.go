package run

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/engine/portfolio"
	"whittle.dev/internal/limits"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/panel"
	"whittle.dev/internal/run/plan"
	"whittle.dev/internal/trace"
)

// TestAutoIsTheDefault: what the first engine decides quickly it decides alone, with its own words.
func TestAutoIsTheDefault(t *testing.T) {
	if panel.Engines()[0] != panel.Auto {
		t.Errorf("engines %v", panel.Engines())
	}
	for _, c := range []struct{ text, why string }{
		{lostUpdate, "found with loop bound"},
		{messagePassing, "every execution ends"},
	} {
		o, err := Check(t.Context(), program(t, c.text), Options{})
		alone, err2 := Check(t.Context(), program(t, c.text), Options{Engine: "bmc"})
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		if o.Engine != "auto (bmc)" || o.Verdict != alone.Verdict || o.Result.Why != alone.Result.Why ||
			!strings.Contains(o.Result.Why, c.why) {
			t.Errorf("%s: %s because of %q, alone %s because of %q", o.Engine, o.Verdict, o.Result.Why,
				alone.Verdict, alone.Result.Why)
		}
	}
}

// TestAutoAsksTheOther: what has no bound is decided by an engine that needs none.
func TestAutoAsksTheOther(t *testing.T) {
	const spin = `
#include <pthread.h>
void reach_error(void);
int turn, inside;
void *other(void *a) { for (;;) { while (turn != 1); inside++; if (inside > 1) reach_error(); inside--; turn = 0; } return 0; }
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	for (;;) { while (turn != 0); inside++; if (inside > 1) reach_error(); inside--; turn = 1; }
}`
	o, err := Check(t.Context(), program(t, spin), Options{Timeout: time.Minute})
	if err != nil || o.Verdict != property.Holds() || o.Engine == "auto (bmc)" {
		t.Errorf("%s: %s because of %s, %v", o.Engine, o.Verdict, o.Result.Why, err)
	}
}

// TestAutoMakesUpForDefects: a trace that does not replay is reported, and the other engine's answer is used.
func TestAutoMakesUpForDefects(t *testing.T) {
	bogus := &trace.Trace{Version: trace.Version, Property: "unreach-call",
		Violation: trace.Key{Origin: 123456}}
	liar := fake(func(context.Context, engine.Task) (engine.Result, error) {
		return engine.Violated(property.UnreachCall, bogus), nil
	})
	dir := t.TempDir()
	o, err := Check(t.Context(), program(t, messagePassing),
		Options{BugDir: dir, with: portfolio.New(portfolio.Config{HeadStart: 1, Patience: time.Second}, liar,
			bmc.New(bmc.Config{}))})
	if err != nil || o.Verdict != property.Holds() || o.Engine != "auto (bmc)" {
		t.Fatalf("%s: %s because of %s, %v", o.Engine, o.Verdict, o.Result.Why, err)
	}
	checkBugReport(t, o, dir, "the trace does not replay")
	var text strings.Builder
	if err := o.WriteText(&text, ReportOptions{}); err != nil ||
		!strings.Contains(text.String(), o.BugReport) {
		t.Errorf("the report does not name the file: %s, %v", text.String(), err)
	}
	// Both wrong: as with one engine.
	o, err = Check(t.Context(), program(t, messagePassing),
		Options{BugDir: dir, with: portfolio.New(portfolio.Config{Patience: time.Second}, liar, liar)})
	if err != nil || o.Verdict.Kind != property.Unknown || !strings.Contains(o.Result.Why, "internal error") {
		t.Fatalf("%s because of %s, %v", o.Verdict, o.Result.Why, err)
	}
	checkBugReport(t, o, dir, "the trace does not replay")
	if n, _ := filepath.Glob(filepath.Join(dir, "*")); len(n) != 2 {
		t.Errorf("%d descriptions", len(n))
	}
}

// TestReplayedOnce: a violation that was confirmed is not replayed again.
func TestReplayedOnce(t *testing.T) {
	replays := 0
	o, err := Check(t.Context(), program(t, lostUpdate), Options{Events: func(e Event) {
		if e.Stage == "replay" {
			replays++
		}
	}})
	if err != nil || o.Verdict.Kind != property.False || replays != 1 || len(o.Result.Trace.Steps) == 0 {
		t.Errorf("%s, %d replays, %v", o.Verdict, replays, err)
	}
}

// TestAutoMemory: when the budget is nearly used up the engine that uses it is stopped, and the other goes
// on.
func TestAutoMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it uses some memory")
	}
	const budget = 800 << 20
	stopped := make(chan struct{})
	hungry := fake(func(ctx context.Context, _ engine.Task) (engine.Result, error) {
		var keep [][]byte
		for ctx.Err() == nil {
			b := make([]byte, 8<<20)
			for i := 0; i < len(b); i += 4096 {
				b[i] = 1
			}
			keep = append(keep, b)
			time.Sleep(2 * time.Millisecond)
		}
		defer close(stopped)
		return engine.Unknown("%s after %d pieces", engine.StopReason(ctx), len(keep)), nil
	})
	modest := fake(func(ctx context.Context, _ engine.Task) (engine.Result, error) {
		select {
		case <-stopped:
			return engine.Holds(engine.ByStates, "there was room"), nil
		case <-ctx.Done():
			return engine.Unknown("%s", engine.StopReason(ctx)), nil
		}
	})
	o, err := Check(t.Context(), program(t, harmless),
		Options{Memory: limits.InUse() + budget, Timeout: time.Minute,
			with: portfolio.New(portfolio.Config{Patience: 5 * time.Second}, modest, hungry)})
	if err != nil || o.Verdict != property.Holds() {
		t.Errorf("%s because of %s, %v", o.Verdict, o.Result.Why, err)
	}
}

// TestAutoAudit: a wrong answer of a solver is the error of the run, whatever others say.
func TestAutoAudit(t *testing.T) {
	o, err := Check(t.Context(), program(t, lostUpdate), Options{Audit: true, BugDir: t.TempDir()})
	if err != nil || o.Verdict.Kind != property.False || o.BugReport != "" {
		t.Errorf("%s, %v", o.Verdict, err)
	}
	if _, err := os.Stat(o.BugReport); o.BugReport != "" && err != nil {
		t.Error(err)
	}
}

// counting is an engine whose work is added up.
type counting struct {
	engine.Engine
	sum atomic.Int64
}

func (c *counting) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	t.Work = func(units int64) { c.sum.Add(units) }
	return c.Engine.Check(ctx, t)
}

// TestWorkIsReproducible: what engines tell of their work is the same in each run, so the head start ends at
// the same place. It is more than nothing and less than the head start on an example.
func TestWorkIsReproducible(t *testing.T) {
	for _, make := range []func() engine.Engine{
		func() engine.Engine { return bmc.New(bmc.Config{}) },
		func() engine.Engine {
			x, err := ceds.New(ceds.Config{})
			if err != nil {
				t.Fatal(err)
			}
			return x
		},
	} {
		var sums []int64
		for range 2 {
			c := &counting{Engine: make()}
			o, err := Check(t.Context(), Task{Files: []string{"examples/locks/ticket_lock.c"}},
				Options{Timeout: time.Minute, with: c})
			if err != nil || o.Verdict != property.Holds() {
				t.Fatalf("%s: %s because of %s, %v", c.Name(), o.Verdict, o.Result.Why, err)
			}
			sums = append(sums, c.sum.Load())
		}
		if sums[0] != sums[1] || sums[0] <= 0 || sums[0] >= int64(plan.HeadStart) {
			t.Errorf("%s did %v", make().Name(), sums)
		}
	}
}
