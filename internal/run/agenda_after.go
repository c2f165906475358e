package run

import (
	"context"
	"errors"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/plan"
)

// After a violation people want to read it: about as much is done for the other properties as was done to
// find that one, and not all that the time limit allows. It is counted in work, so that the properties which
// are decided within that are the same in each run.

// openAfterViolation is why a property is open that was not looked at for longer.
const openAfterViolation = "not decided in the time that is given to the others after a violation"

// errAfterViolation ends the search for further violations.
var errAfterViolation = errors.New(openAfterViolation)

// found begins to count what is done after the first violation.
func (s *agenda) found() {
	if s.all != nil && s.all.share.Load() == 0 {
		s.all.limit(afterShare(plan.Work(s.all.done.Load())))
	}
}

// afterShare is where the search ends, by what was done until the first violation.
func afterShare(done plan.Work) plan.Work { return 2*done + plan.AfterShare }

// sharesRest reports whether what is not decided yet shares what is done after a violation, side by side: in
// turn the first of them would use it up.
func (s *agenda) sharesRest() bool { return !s.opt.KeepGoing && !s.opt.First && s.violated() }

// leftOpen is an answer that a limit keeps open, as it reads after a violation.
func (s *agenda) leftOpen(r engine.Result) engine.Result {
	if r.Verdict.Kind != property.Unknown || r.Reason != engine.Limit || s.ctx == nil ||
		!errors.Is(context.Cause(s.ctx), errAfterViolation) {
		return r
	}
	out := r.Unfinished(openAfterViolation).Because(engine.Limit)
	out.Helps = []engine.Help{{Kind: engine.GoOn}}
	return out
}
