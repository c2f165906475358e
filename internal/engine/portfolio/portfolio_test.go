package portfolio_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/portfolio"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// fake is an engine that does what a test wants.
type fake struct {
	name  string
	check func(context.Context, engine.Task) (engine.Result, error)
}

func (f fake) Name() string { return f.name }
func (f fake) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	return f.check(ctx, t)
}

// says answers at once.
func says(name string, res engine.Result) fake {
	return fake{name, func(context.Context, engine.Task) (engine.Result, error) { return res, nil }}
}

// after answers when a channel is closed, or its context ends.
func after(name string, ready <-chan struct{}, res engine.Result) fake {
	return fake{name, func(ctx context.Context, _ engine.Task) (engine.Result, error) {
		select {
		case <-ready:
			return res, nil
		case <-ctx.Done():
			r := engine.Unknown("%s", engine.StopReason(ctx))
			r.Facts = []string{"a fact of " + name}
			return r, nil
		}
	}}
}

// forever works until its context ends.
func forever(name string) fake { return after(name, nil, engine.Result{}) }

func fails(name string, err error) fake {
	return fake{name, func(context.Context, engine.Task) (engine.Result, error) {
		return engine.Result{},
			err
	}}
}

var patient = portfolio.Config{Patience: 10 * time.Second}

// ordered has later engines wait for the end of the first.
var ordered = portfolio.Config{Patience: 10 * time.Second, HeadStart: 1000}

func run(t *testing.T, cfg portfolio.Config, engines ...engine.Engine) engine.Result {
	t.Helper()
	res, err := portfolio.New(cfg, engines...).Check(t.Context(), engine.Task{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func violated() engine.Result {
	return engine.Violated(property.UnreachCall, &trace.Trace{Property: "unreach-call"})
}

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

// TestDeafEngine: an engine that never looks at its context delays the answer by the patience only, and
// reports nothing afterwards.
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
	begin := time.Now()
	res, err := portfolio.New(portfolio.Config{Patience: 50 * time.Millisecond}, deaf,
		says("b", violated())).Check(t.Context(), task)
	if err != nil || res.Engine != "b" {
		t.Errorf("got %+v, %v", res, err)
	}
	if d := time.Since(begin); d > 5*time.Second {
		t.Errorf("it took %s", d)
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

func TestDefects(t *testing.T) {
	broken := errors.New("out of luck")
	panics := fake{"p", func(context.Context, engine.Task) (engine.Result, error) { panic("out of luck") }}
	holds := says("h", engine.Holds(engine.ByStates, "so"))
	for _, c := range []struct {
		name    string
		engines []engine.Engine
		failed  string
	}{
		{"an error", []engine.Engine{fails("e", broken), holds}, "e"},
		{"a panic", []engine.Engine{panics, holds}, "p"},
		{"of a later one", []engine.Engine{after("slow", closedLater(t), engine.Holds(engine.ByStates, "so")),
			panics}, "p"},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := run(t, ordered, c.engines...)
			if res.Verdict != property.Holds() || len(res.Failures) != 1 ||
				res.Failures[0].Engine != c.failed ||
				!strings.Contains(res.Failures[0].Err.Error(), "out of luck") {
				t.Errorf("got %+v", res)
			}
			if c.failed == "p" && !strings.Contains(res.Failures[0].Stack, "portfolio") {
				t.Errorf("stack %q", res.Failures[0].Stack)
			}
		})
	}
	t.Run("of all", func(t *testing.T) {
		_, err := portfolio.New(ordered, fails("e", broken), panics).Check(t.Context(), engine.Task{})
		if !errors.Is(err, broken) || !strings.Contains(err.Error(), "engine e:") ||
			!strings.Contains(err.Error(), "engine p:") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("beside an unknown", func(t *testing.T) {
		res := run(t, ordered, fails("e", broken), says("u", engine.Unknown("too hard")))
		if res.Verdict.Kind != property.Unknown || len(res.Failures) != 1 ||
			res.Why != "too hard; e: internal error: out of luck" {
			t.Errorf("got %+v", res)
		}
	})
	t.Run("fatal", func(t *testing.T) {
		cfg := ordered
		cfg.Fatal = func(err error) bool { return errors.Is(err, broken) }
		if _, err := portfolio.New(cfg, fails("e", broken), holds).Check(t.Context(),
			engine.Task{}); !errors.Is(err, broken) {
			t.Errorf("got %v", err)
		}
	})
}

// closedLater returns a channel that is closed in a moment.
func closedLater(t *testing.T) <-chan struct{} {
	t.Helper()
	ch := make(chan struct{})
	time.AfterFunc(50*time.Millisecond, func() { close(ch) })
	return ch
}

// TestConfirm: a violation counts when it is confirmed, and what is given is what the confirmation made of
// it.
func TestConfirm(t *testing.T) {
	good, bad := violated(), violated()
	confirm := func(_ context.Context, res engine.Result) (engine.Result, error) {
		if res.Trace == bad.Trace {
			return res, errors.New("it does not replay")
		}
		res.Why = "replayed"
		return res, nil
	}
	for _, c := range []struct {
		name     string
		engines  []engine.Engine
		kind     property.Kind
		failures int
	}{
		{"good", []engine.Engine{says("a", good), forever("b")}, property.False, 0},
		{"bad, then good", []engine.Engine{says("a", bad), says("b", good)}, property.False, 1},
		{"bad, then holds", []engine.Engine{says("a", bad), says("b", engine.Holds(engine.ByStates, "so"))},
			property.True, 1},
		{"bad, then unknown", []engine.Engine{says("a", bad), says("b", engine.Unknown("hard"))},
			property.Unknown, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, err := portfolio.New(ordered, c.engines...).Check(t.Context(), engine.Task{Confirm: confirm})
			if err != nil || res.Verdict.Kind != c.kind || len(res.Failures) != c.failures {
				t.Fatalf("got %+v, %v", res, err)
			}
			if c.kind == property.False && res.Why != "replayed" {
				t.Errorf("the result is not the confirmed one: %+v", res)
			}
			if c.failures > 0 && res.Failures[0].Trace != bad.Trace {
				t.Error("the failure has not the trace that was wrong")
			}
		})
	}
	_, err := portfolio.New(ordered, says("a", bad)).Check(t.Context(), engine.Task{Confirm: confirm})
	if err == nil || !strings.Contains(err.Error(), "it does not replay") {
		t.Errorf("got %v", err)
	}
}

// TestContradiction: a violation that was confirmed refutes an engine that says that the property holds.
func TestContradiction(t *testing.T) {
	both := make(chan struct{})
	first := fake{"first", func(_ context.Context, task engine.Task) (engine.Result, error) {
		<-both
		time.Sleep(20 * time.Millisecond) // so that the other's answer is there
		return engine.Holds(engine.ByStates, "wrongly"), nil
	}}
	second := fake{"second", func(context.Context, engine.Task) (engine.Result, error) {
		close(both)
		return violated(), nil
	}}
	cfg := patient
	cfg.HeadStart = 1000
	res := run(t, cfg, first, second)
	if res.Verdict.Kind != property.False || res.Engine != "second" || len(res.Failures) != 1 ||
		res.Failures[0].Engine != "first" {
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

// TestConfirmationGoesOn: a violation that is still being confirmed refutes an engine that says that the
// property holds, but does not hold up another violation.
func TestConfirmationGoesOn(t *testing.T) {
	for _, c := range []struct {
		first engine.Result
		want  string
	}{{engine.Holds(engine.ByStates, "wrongly"), "second"}, {violated(), "first"}} {
		confirming := make(chan struct{})
		first := after("first", confirming, c.first)
		slow := violated()
		confirm := func(ctx context.Context, res engine.Result) (engine.Result, error) {
			if res.Trace != slow.Trace {
				return res, nil
			}
			close(confirming)
			wait := 50 * time.Millisecond
			if c.want == "first" {
				wait = time.Minute
			}
			select {
			case <-ctx.Done():
				return res, ctx.Err()
			case <-time.After(wait):
				return res, nil
			}
		}
		cfg := patient
		cfg.HeadStart = 1000
		res, err := portfolio.New(cfg, first, says("second", slow)).Check(t.Context(),
			engine.Task{Confirm: confirm})
		if err != nil || res.Verdict.Kind != property.False || res.Engine != c.want ||
			(len(res.Failures) == 1) != (c.want == "second") {
			t.Errorf("first %s: got %+v, %v", c.first.Verdict, res, err)
		}
	}
}

func TestUnknownsAreMerged(t *testing.T) {
	with := func(res engine.Result, facts ...string) engine.Result {
		res.Facts = facts
		return res
	}
	hard := engine.Unknown("too hard")
	construct := engine.Unknown("not supported: setjmp").Because(engine.NotSupported)
	foreign := engine.Unknown("other properties only").Because(engine.OtherTask)
	for _, c := range []struct {
		name  string
		a, b  engine.Result
		why   string
		cause engine.Reason
		facts []string
	}{
		{"the same", hard, hard, "too hard", engine.Limit, nil},
		{"others", hard, engine.Unknown("too large"), "a: too hard; b: too large", engine.Limit, nil},
		{"the program first", hard, construct, "b: not supported: setjmp; a: too hard", engine.NotSupported,
			nil},
		{"no part", foreign, hard, "too hard", engine.Limit, nil},
		{"no part, facts", with(hard, "x"), foreign, "too hard", engine.Limit, []string{"x"}},
		{"nobody", foreign, foreign, "other properties only; other properties only", engine.OtherTask, nil},
		{"facts", with(hard, "x"), with(hard, "y"), "too hard", engine.Limit, []string{"a: x", "b: y"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := run(t, patient, says("a", c.a), says("b", c.b))
			if res.Verdict.Kind != property.Unknown || res.Why != c.why || res.Reason != c.cause ||
				!reflect.DeepEqual(res.Facts, c.facts) {
				t.Errorf("got %+v", res)
			}
		})
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
		res.Why != "a: not supported: setjmp; b: stopped after its share of the work" {
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

// delayed hands on what a channel yields after a moment.
func delayed(in <-chan struct{}, fresh *chan struct{}) <-chan struct{} {
	*fresh = make(chan struct{})
	out := make(chan struct{}, 1)
	go func() {
		<-in
		time.Sleep(20 * time.Millisecond)
		out <- struct{}{}
	}()
	return out
}

// TestStatsAndEvents: the numbers of the one that answered have their names, those of the others are told by
// a prefix; events say whose they are.
func TestStatsAndEvents(t *testing.T) {
	with := func(res engine.Result, n int) engine.Result {
		res.Stats = []engine.Stat{engine.Count("states", n)}
		return res
	}
	loud := func(f fake) fake {
		return fake{f.name, func(ctx context.Context, task engine.Task) (engine.Result, error) {
			task.Emit(engine.Event{Stage: "work"})
			return f.check(ctx, task)
		}}
	}
	seen := map[string]int{}
	res, err := portfolio.New(patient, loud(says("a", with(engine.Unknown("hard"), 1))),
		loud(says("b", with(engine.Holds(engine.ByStates, "so"), 2)))).
		Check(t.Context(), engine.Task{Events: func(e engine.Event) { seen[e.Engine]++ }})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(res.Stats); got != "[{states 2 } {a: states 1 }]" {
		t.Errorf("stats %s", got)
	}
	if seen["a"] != 1 || seen["b"] != 1 {
		t.Errorf("events %v", seen)
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
