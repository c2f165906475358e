package portfolio_test

import (
	"context"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/portfolio"
	"whittle.dev/internal/property"
)

func TestFirstDefiniteAnswerWins(t *testing.T) {
	holds := engine.Holds(engine.ByStates, "it does")
	for _, c := range []struct {
		name    string
		engines []engine.Engine
		want    engine.Result
	}{
		{"the first", []engine.Engine{says("a", holds), forever("b")}, holds},
		{"the second", []engine.Engine{forever("a"), says("b", holds)}, holds},
		{"the third, violated", []engine.Engine{forever("a"), forever("b"), says("c", violated())},
			violated()},
		{"behind an unknown", []engine.Engine{says("a", engine.Unknown("too hard")), says("b", holds)},
			holds},
		{"before an unknown", []engine.Engine{says("a", holds), says("b", engine.Unknown("too hard"))},
			holds},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := run(t, patient, c.engines...)
			if res.Verdict != c.want.Verdict || res.Why != c.want.Why || len(res.Failures) > 0 {
				t.Errorf("got %+v", res)
			}
		})
	}
}

// TestNobodyIsLeftBehind: when there is an answer the other engines have ended.
func TestNobodyIsLeftBehind(t *testing.T) {
	ended := false
	other := fake{"a", func(ctx context.Context, _ engine.Task) (engine.Result, error) {
		<-ctx.Done()
		time.Sleep(20 * time.Millisecond)
		ended = true
		return engine.Unknown("%s", engine.StopReason(ctx)), ctx.Err()
	}}
	if res := run(t, patient, other, says("b", engine.Holds(engine.ByStates, "so"))); res.Engine != "b" ||
		len(res.Failures) > 0 {
		t.Errorf("got %+v", res)
	}
	if !ended {
		t.Error("the other engine still ran")
	}
}

// TestDeafEngine: an engine that never looks at its context does not keep the answer back: it ends only
// after the answer was taken. It reports nothing afterwards.
func TestDeafEngine(t *testing.T) {
	release, gone := make(chan struct{}), make(chan struct{})
	var mu sync.Mutex
	over, late := false, false
	deaf := fake{"a", func(_ context.Context, task engine.Task) (engine.Result, error) {
		defer close(gone)
		<-release
		task.Emit(engine.Event{Stage: "late"})
		return engine.Holds(engine.ByStates, "too late"), nil
	}}
	task := engine.Task{Events: func(engine.Event) {
		mu.Lock()
		late = late || over
		mu.Unlock()
	}}
	res, err := portfolio.New(portfolio.Config{Patience: 50 * time.Millisecond}, deaf,
		says("b", violated())).Check(t.Context(), task)
	if err != nil || res.Engine != "b" {
		t.Errorf("got %+v, %v", res, err)
	}
	mu.Lock()
	over = true
	mu.Unlock()
	close(release)
	<-gone
	if late {
		t.Error("an event after the end")
	}
}

// TestDeafAtTheEnd: when the context has ended an engine that never looks at it is left behind.
func TestDeafAtTheEnd(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	deaf := after("a", release, engine.Result{})
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(engine.ErrTimeout)
	never := fake{"a", func(context.Context, engine.Task) (engine.Result, error) {
		return deaf.check(t.Context(), engine.Task{})
	}}
	res, err := portfolio.New(portfolio.Config{Patience: 20 * time.Millisecond}, never).Check(ctx,
		engine.Task{})
	if err != nil || res.Verdict.Kind != property.Unknown || res.Why != "timeout" {
		t.Errorf("got %+v, %v", res, err)
	}
}

// TestHeadStart: within its head start the first engine's answer counts, whoever is first on the clock.
func TestHeadStart(t *testing.T) {
	for _, c := range []struct {
		name string
		work int64
		want string
	}{
		{"within", 999, "first"},
		{"past", 1000, "second"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for range 20 {
				answered := make(chan struct{})
				first := fake{"first", func(ctx context.Context, task engine.Task) (engine.Result, error) {
					<-answered
					for range c.work {
						task.Did(1)
					}
					if c.work < 1000 {
						time.Sleep(5 * time.Millisecond)
						return engine.Holds(engine.ByStates, "slowly"), nil
					}
					<-ctx.Done()
					return engine.Unknown("%s", engine.StopReason(ctx)), nil
				}}
				second := fake{"second", func(context.Context, engine.Task) (engine.Result, error) {
					defer close(answered)
					return engine.Holds(engine.ByStates, "quickly"), nil
				}}
				cfg := patient
				cfg.HeadStart = 1000
				if res := run(t, cfg, first, second); res.Engine != c.want {
					t.Fatalf("%s answered", res.Engine)
				}
			}
		})
	}
}

// TestHeldAnswer: an answer is held back no longer than is said, whatever the first engine tells.
func TestHeldAnswer(t *testing.T) {
	cfg := ordered
	cfg.Held = 10 * time.Millisecond
	res := run(t, cfg, forever("first"), says("second", violated()))
	if res.Engine != "second" || res.Verdict.Kind != property.False {
		t.Errorf("%s by %q", res.Verdict, res.Engine)
	}
}

// TestLateStart: others do not start before their time unless the first engine has ended.
func TestLateStart(t *testing.T) {
	cfg := ordered
	cfg.Start, cfg.Latest = 500, time.Hour
	var started atomic.Int64 // work of the first engine when the second started
	var done atomic.Int64
	second := fake{"b", func(context.Context, engine.Task) (engine.Result, error) {
		started.Store(done.Load())
		return engine.Holds(engine.ByStates, "so"), nil
	}}
	started.Store(-1)
	if res := run(t, cfg, says("a", engine.Holds(engine.ByStates, "at once")), second); res.Engine != "a" ||
		started.Load() >= 0 {
		t.Errorf("%s answered, started: %d", res.Engine, started.Load())
	}
	if res := run(t, cfg, says("a", engine.Unknown("at once")), second); res.Engine != "b" {
		t.Errorf("got %+v", res)
	}
	busy := fake{"a", func(ctx context.Context, task engine.Task) (engine.Result, error) {
		for ctx.Err() == nil {
			done.Add(1)
			task.Did(1)
		}
		return engine.Unknown("%s", engine.StopReason(ctx)), nil
	}}
	if res := run(t, cfg, busy, second); res.Engine != "b" || started.Load() < 500 {
		t.Errorf("%s answered, started at %d", res.Engine, started.Load())
	}
	// An engine that does not tell of its work does not keep the others from starting.
	cfg.Latest = time.Millisecond
	gone := make(chan struct{})
	last := fake{"b", func(context.Context, engine.Task) (engine.Result, error) {
		close(gone)
		return engine.Unknown("too hard"), nil
	}}
	if res := run(t, cfg, after("a", gone, engine.Holds(engine.ByStates, "so")), last); res.Engine != "a" {
		t.Errorf("got %+v", res)
	}
}

// TestLateAnswer: an engine that was stopped and answers nevertheless counts, also if the others have ended
// meanwhile.
func TestLateAnswer(t *testing.T) {
	started, told, over := make(chan struct{}), make(chan struct{}), make(chan struct{})
	scarce := make(chan struct{}, 1)
	const patience = 300 * time.Millisecond
	light := fake{"light", func(context.Context, engine.Task) (engine.Result, error) {
		<-started
		scarce <- struct{}{}
		<-told
		time.Sleep(patience + 100*time.Millisecond)
		defer close(over)
		return engine.Unknown("hard"), nil
	}}
	heavy := fake{"heavy", func(ctx context.Context, _ engine.Task) (engine.Result, error) {
		close(started)
		<-ctx.Done()
		close(told)
		<-over
		time.Sleep(50 * time.Millisecond)
		return engine.Holds(engine.ByStates, "so"), nil
	}}
	res, err := portfolio.New(portfolio.Config{Patience: patience}, light, heavy).Check(t.Context(),
		engine.Task{Scarce: scarce})
	if err != nil || res.Verdict != property.Holds() || res.Engine != "heavy" || res.Why != "so" {
		t.Errorf("got %+v, %v", res, err)
	}
}

// TestGrace: when the first engine has found a reason in the program, the others have their share of work.
func TestGrace(t *testing.T) {
	first := says("a", engine.Unknown("not supported: setjmp").Because(engine.NotSupported))
	busy := func(until int64, res engine.Result) fake {
		return fake{"b", func(ctx context.Context, task engine.Task) (engine.Result, error) {
			for n := int64(0); n < until || until == 0; n++ {
				if ctx.Err() != nil {
					return engine.Unknown("%s", engine.StopReason(ctx)), nil
				}
				task.Did(1)
			}
			return res, nil
		}}
	}
	cfg := ordered
	cfg.Grace = 1000
	if res := run(t, cfg, first, busy(500, engine.Holds(engine.ByStates,
		"so"))); res.Verdict != property.Holds() {
		t.Errorf("got %+v", res)
	}
	res := run(t, cfg, first, busy(0, engine.Result{}))
	if res.Verdict.Kind != property.Unknown ||
		res.Why != "not supported: setjmp" || len(res.Others) != 2 ||
		res.Others[1].Why != "stopped after its share of the work" {
		t.Errorf("got %+v", res)
	}
}

func TestContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(20*time.Millisecond, func() { cancel(engine.ErrTimeout) })
	res, err := portfolio.New(patient, forever("a"), forever("b")).Check(ctx, engine.Task{})
	if err != nil || res.Why != "timeout" ||
		!reflect.DeepEqual(res.Facts, []string{"a: a fact of a", "b: a fact of b"}) {
		t.Errorf("got %+v, %v", res, err)
	}
	// An answer that was held back is better than none.
	ctx, cancel = context.WithCancelCause(t.Context())
	time.AfterFunc(20*time.Millisecond, func() { cancel(engine.ErrTimeout) })
	cfg := patient
	cfg.HeadStart = 1000
	res, err = portfolio.New(cfg, forever("a"), says("b", engine.Holds(engine.ByStates, "so"))).Check(ctx,
		engine.Task{})
	if err != nil || res.Verdict != property.Holds() || res.Engine != "b" {
		t.Errorf("got %+v, %v", res, err)
	}
}

// TestScarceMemory: the last engine is stopped, and the others go on.
func TestScarceMemory(t *testing.T) {
	scarce, stopped := make(chan struct{}, 1), make(chan struct{})
	heavy := fake{"heavy", func(ctx context.Context, _ engine.Task) (engine.Result, error) {
		scarce <- struct{}{}
		<-ctx.Done()
		close(stopped)
		return engine.Unknown("%s", engine.StopReason(ctx)), nil
	}}
	cfg := patient
	res, err := portfolio.New(cfg, after("light", stopped, engine.Holds(engine.ByStates, "so")),
		heavy).Check(t.Context(), engine.Task{Scarce: scarce})
	if err != nil || res.Engine != "light" {
		t.Errorf("got %+v, %v", res, err)
	}
	// An engine that is alone goes on: the context ends it when there is no more.
	scarce <- struct{}{}
	res, err = portfolio.New(cfg, after("only", closedLater(t),
		engine.Holds(engine.ByStates, "so"))).Check(t.Context(), engine.Task{Scarce: scarce})
	if err != nil || res.Verdict != property.Holds() {
		t.Errorf("got %+v, %v", res, err)
	}
	// An answer that was held back is given.
	scarce = make(chan struct{}, 1)
	cfg.HeadStart = 1000
	res, err = portfolio.New(cfg, fake{"heavy", heavy.check},
		says("light", engine.Holds(engine.ByStates, "so"))).Check(t.Context(),
		engine.Task{Scarce: delayed(scarce, &stopped)})
	if err != nil || res.Engine != "light" {
		t.Errorf("got %+v, %v", res, err)
	}
}

// TestScarceMemoryAlone: where an engine needs all memory before another one was started, that one takes its
// turn.
func TestScarceMemoryAlone(t *testing.T) {
	scarce := make(chan struct{}, 1)
	heavy := fake{"heavy", func(ctx context.Context, _ engine.Task) (engine.Result, error) {
		scarce <- struct{}{}
		<-ctx.Done()
		return engine.Unknown("%s", engine.StopReason(ctx)), nil
	}}
	cfg := patient
	cfg.Start, cfg.HeadStart, cfg.Latest = 1<<40, 1<<40, time.Hour
	res, err := portfolio.New(cfg, heavy, says("light", engine.Holds(engine.ByStates, "so"))).Check(
		t.Context(), engine.Task{Scarce: scarce})
	if err != nil || res.Engine != "light" || res.Verdict != property.Holds() {
		t.Errorf("got %+v, %v", res, err)
	}
}

// TestOneProcessor: on one processor no engine starves.
func TestOneProcessor(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	spin := fake{"a", func(ctx context.Context, task engine.Task) (engine.Result, error) {
		for ctx.Err() == nil {
			task.Did(1)
		}
		return engine.Unknown("%s", engine.StopReason(ctx)), nil
	}}
	cfg := patient
	cfg.HeadStart = 100_000
	if res := run(t, cfg, spin, says("b", engine.Holds(engine.ByStates, "so"))); res.Engine != "b" {
		t.Errorf("got %+v", res)
	}
}
