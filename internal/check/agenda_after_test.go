package check

import (
	"testing"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
)

// TestTimeAfter: what the others get after a violation.
func TestTimeAfter(t *testing.T) {
	for took, want := range map[time.Duration]time.Duration{
		0: time.Second, 20 * time.Millisecond: 1020 * time.Millisecond, 5 * time.Second: 6 * time.Second} {
		if got := timeAfter(took); got != want {
			t.Errorf("after %s: %s, want %s", took, got, want)
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
		ctx, stop := s.limited(t.Context())
		if s.sharesRest() || s.after.timer != nil {
			t.Errorf("%+v: the time after a violation begins without one", c.opt)
		}
		s.settle(found, property.NoOverflow)
		if got := s.after.timer != nil; got != c.counts || s.sharesRest() != c.shares {
			t.Errorf("%+v: it begins: %t, the rest shares it: %t", c.opt, got, s.sharesRest())
		}
		timer := s.after.timer
		s.settle(found, property.NoOverflow)
		if s.after.timer != timer {
			t.Errorf("%+v: a second violation begins it again", c.opt)
		}
		s.after.cancel(errAfterViolation)
		<-ctx.Done()
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
