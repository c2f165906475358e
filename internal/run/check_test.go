package run

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/limits"
	"whittle.dev/internal/property"
)

// fake is an engine that does what a test wants.
type fake func(ctx context.Context, t engine.Task) (engine.Result, error)

func (f fake) Name() string { return "fake" }
func (f fake) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	return f(ctx, t)
}

// program writes a C file and returns a task about it.
func program(t *testing.T, text string) Task {
	t.Helper()
	name := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return Task{Files: []string{name}, Property: "unreach-call"}
}

const harmless = "int main(void) { return 0; }\n"

func TestCheckPassesOn(t *testing.T) {
	var events []Event
	o, err := Check(t.Context(), program(t, harmless),
		Options{MaxUnwind: 7, Events: func(e Event) { events = append(events, e) },
			with: fake(func(_ context.Context, task engine.Task) (engine.Result, error) {
				if task.MaxUnwind != 7 || task.Program == nil || task.Property != property.UnreachCall {
					t.Errorf("the engine got %+v", task)
				}
				task.Emit(Event{Stage: "solve", Bound: 3})
				return engine.Holds(engine.ByStates, "all was seen"), nil
			})})
	if err != nil || o.Verdict != property.Holds() || o.Result.Why != "all was seen" || o.Engine != "fake" ||
		o.DataModel != "LP64" {
		t.Errorf("got %+v, %v", o, err)
	}
	if n := len(events); n == 0 || events[n-1].Stage != "solve" || events[n-1].Bound != 3 {
		t.Errorf("events %+v", events)
	}
}

func TestDefectsOfAnEngine(t *testing.T) {
	for name, f := range map[string]fake{
		"panics": func(context.Context, engine.Task) (engine.Result, error) { panic("out of luck") },
		"fails": func(context.Context, engine.Task) (engine.Result, error) {
			return engine.Result{}, errors.New("out of luck")
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			o, err := Check(t.Context(), program(t, harmless), Options{BugDir: dir, with: f})
			if err != nil || o.Verdict.Kind != property.Unknown ||
				!strings.Contains(o.Result.Why, "internal error") {
				t.Fatalf("got %s because of %q, %v", o.Verdict, o.Result.Why, err)
			}
			checkBugReport(t, o, dir, "out of luck")
		})
	}
}

// TestLimits: a limit brings the answer even if the engine never looks at its context: the deaf one ends
// only after all answers were taken.
func TestLimits(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	deaf := fake(func(_ context.Context, task engine.Task) (engine.Result, error) {
		task.Emit(Event{Fact: "no violation up to loop bound 4"})
		<-release
		return engine.Holds(engine.ByStates, "too late"), nil
	})
	obedient := fake(func(ctx context.Context, task engine.Task) (engine.Result, error) {
		<-ctx.Done()
		return engine.Unknown("%s", engine.StopReason(ctx)), nil
	})
	hungry := fake(func(ctx context.Context, task engine.Task) (engine.Result, error) {
		var keep [][]byte
		for ctx.Err() == nil {
			b := make([]byte, 8<<20)
			for i := 0; i < len(b); i += 4096 {
				b[i] = 1
			}
			keep = append(keep, b)
			time.Sleep(time.Millisecond)
		}
		return engine.Unknown("%d pieces", len(keep)), ctx.Err()
	})
	// Long enough for the front end, so that the engine is what is stopped.
	const after = 1500 * time.Millisecond
	interrupted := func() context.Context {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(after, func() { cancel(engine.ErrInterrupt) })
		return ctx
	}
	for _, c := range []struct {
		name string
		ctx  func() context.Context
		opt  Options
		why  string
	}{
		{"timeout, deaf", t.Context, Options{with: deaf, Timeout: after}, "timeout"},
		{"timeout, obedient", t.Context, Options{with: obedient, Timeout: after}, "timeout"},
		{"interrupt, deaf", interrupted, Options{with: deaf}, "interrupted"},
		{"memory", t.Context, Options{with: hungry, Memory: limits.InUse() + 200<<20},
			"out of memory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			task, ctx := program(t, harmless), c.ctx()
			o, err := Check(ctx, task, c.opt)
			if err != nil || o.Verdict.Kind != property.Unknown || o.Result.Why != c.why {
				t.Errorf("got %s because of %q, %v", o.Verdict, o.Result.Why, err)
			}
			if strings.Contains(c.name, "deaf") &&
				(len(o.Result.Facts) != 1 || o.Result.Facts[0] != "no violation up to loop bound 4") {
				t.Errorf("facts %q", o.Result.Facts)
			}
		})
	}
}

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
