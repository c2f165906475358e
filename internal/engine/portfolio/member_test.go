package portfolio_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/portfolio"
	"whittle.dev/internal/property"
)

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

// TestProofIsConfirmed: a proof whose invariant is none counts as a failure, and the others go on.
func TestProofIsConfirmed(t *testing.T) {
	wrong := engine.Holds(engine.ByInvariant, "wrongly")
	wrong.Invariant = &engine.Invariant{}
	confirm := func(_ context.Context, res engine.Result) (engine.Result, error) {
		if res.Invariant != nil {
			return res, errors.New("the invariant is none")
		}
		return res, nil
	}
	res, err := portfolio.New(ordered, says("a", wrong), says("b", violated())).Check(t.Context(),
		engine.Task{Confirm: confirm})
	if err != nil || res.Verdict.Kind != property.False || res.Engine != "b" || len(res.Failures) != 1 {
		t.Errorf("got %+v, %v", res, err)
	}
}
