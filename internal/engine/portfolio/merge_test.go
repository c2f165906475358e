package portfolio_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/portfolio"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
)

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
			res.Why != "too hard" || len(res.Others) != 1 ||
			res.Others[0] != (engine.Opinion{Engine: "e", Why: "internal error: out of luck"}) {
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
	t.Run("fatal after its share", func(t *testing.T) {
		spent := fake{"e", func(ctx context.Context, task engine.Task) (engine.Result, error) {
			for ctx.Err() == nil {
				task.Did(1)
			}
			return engine.Result{}, fmt.Errorf("of the solver: %w", broken)
		}}
		for _, fatal := range []bool{true, false} {
			cfg := ordered
			cfg.Fatal = func(err error) bool { return fatal && errors.Is(err, broken) }
			_, err := portfolio.New(cfg, portfolio.Member{Engine: spent, Share: 100},
				says("u", engine.Unknown("too hard"))).Check(t.Context(), engine.Task{})
			if errors.Is(err, broken) != fatal {
				t.Errorf("fatal %t: got %v", fatal, err)
			}
		}
	})
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
		{"others", hard, engine.Unknown("too large"), "too hard", engine.Limit, nil},
		{"the program first", hard, construct, "not supported: setjmp", engine.NotSupported, nil},
		{"what one engine does not follow last", engine.Unfollowed(source.Pos{}, "recursion"), hard,
			"too hard", engine.Limit, nil},
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
