package check

import (
	"context"
	"errors"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
)

// After a violation people want to read it: the other properties are looked at for about as long as it took
// to find that one, and not for the rest of the time limit. Properties that are decided within that are the
// same in most runs, since nearly all are decided in a fraction of it or not in minutes.

// openAfterViolation is why a property is open that was not looked at for longer.
const openAfterViolation = "not decided in the time that is given to the others after a violation"

// errAfterViolation ends the search for further violations.
var errAfterViolation = errors.New(openAfterViolation)

// timeAfter is how long the other properties are looked at after the first violation, which took a time.
func timeAfter(took time.Duration) time.Duration { return took + time.Second }

// aftermath ends a run about several properties some time after its first violation.
type aftermath struct {
	begin  time.Time
	cancel context.CancelCauseFunc
	timer  *time.Timer // nil before the first violation
	over   bool        // the time after it ended the search for further ones
}

// limited returns a context that ends some time after the first violation; stop is called last.
func (s *agenda) limited(ctx context.Context) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.after = aftermath{begin: time.Now(), cancel: cancel}
	return ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.after.over = errors.Is(context.Cause(ctx), errAfterViolation)
		if s.after.timer != nil {
			s.after.timer.Stop()
		}
		cancel(nil)
	}
}

// found begins to count the time after the first violation.
func (a *aftermath) found() {
	if a.timer == nil && a.cancel != nil {
		a.timer = time.AfterFunc(timeAfter(time.Since(a.begin)), func() { a.cancel(errAfterViolation) })
	}
}

// sharesRest reports whether what is not decided yet shares the time after a violation, side by side: in turn
// the first of them would use it up.
func (s *agenda) sharesRest() bool { return !s.opt.KeepGoing && !s.opt.First && s.violated() }

// leftOpen is an answer that a limit keeps open, as it reads after a violation.
func (s *agenda) leftOpen(r engine.Result) engine.Result {
	if r.Verdict.Kind != property.Unknown || r.Reason != engine.Limit || !s.after.over {
		return r
	}
	out := r.Unfinished(openAfterViolation).Because(engine.Limit)
	out.Helps = []engine.Help{{Kind: engine.GoOn}}
	return out
}
