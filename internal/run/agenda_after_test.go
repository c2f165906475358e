package run

import (
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/plan"
)

// TestShareAfter: what the others get after a violation.
func TestShareAfter(t *testing.T) {
	const second = 1_000_000_000
	for done, want := range map[plan.Work]plan.Work{0: plan.AfterShare,
		5 * second: 10*second + plan.AfterShare} {
		if got := afterShare(done); got != want {
			t.Errorf("after %s: %s, want %s", done, got, want)
		}
	}
}

// TestAfterViolation: a violation begins the time after it once, unless everything is to be found; what a
// limit then keeps open says so, and nothing else does.
func TestAfterViolation(t *testing.T) {
	found := Outcome{Verdict: property.Violated(property.NoOverflow),
		Result: engine.Result{Verdict: property.Violated(property.NoOverflow)}}
	for _, c := range []struct {
		opt            Options
		counts, shares bool
	}{
		{Options{}, true, true},
		{Options{KeepGoing: true}, false, false},
		{Options{First: true}, true, false},
	} {
		s := &agenda{checkRun: &checkRun{opt: c.opt}, done: map[property.Property]Outcome{}}
		var stop func()
		s.all, s.ctx, stop = newBudget(t.Context(), 0, errAfterViolation)
		if s.sharesRest() || s.all.share.Load() != 0 {
			t.Errorf("%+v: the share after a violation begins without one", c.opt)
		}
		s.settle(found, property.NoOverflow)
		if got := s.all.share.Load() != 0; got != c.counts || s.sharesRest() != c.shares {
			t.Errorf("%+v: it begins: %t, the rest shares it: %t", c.opt, got, s.sharesRest())
		}
		share := s.all.share.Load()
		s.all.spend(10)
		s.settle(found, property.NoOverflow)
		if s.all.share.Load() != share {
			t.Errorf("%+v: a second violation begins it again", c.opt)
		}
		s.all.limit(1)
		if s.ctx.Err() == nil {
			t.Errorf("%+v: the search goes on", c.opt)
		}
		stop()
		open := s.leftOpen(engine.Unknown("timeout"))
		if open.Why != openAfterViolation || len(open.Helps) != 1 || open.Helps[0].Kind != engine.GoOn {
			t.Errorf("%+v: what is open says %q and %v", c.opt, open.Why, open.Helps)
		}
		other := engine.Unknown("the call").Because(engine.NotSupported)
		if got := s.leftOpen(other); got.Why != "the call" {
			t.Errorf("%+v: another reason has become %q", c.opt, got.Why)
		}
	}
}
