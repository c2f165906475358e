package run

import (
	"context"
	"errors"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/look"
	"whittle.dev/internal/run/plan"
)

// Memory that was never written is followed in a program of its own, which is larger. Mostly there is nothing
// to search for in it; else the search must not take most of the time of a run. So it comes last, when the
// others may have shown what it rests on, and does no more than they did, or some seconds of work.

// startUnset asks about them when all else has been asked.
func (s *agenda) startUnset() {
	share := max(plan.UnsetShare, plan.Work(s.all.done.Load()))
	if s.sharesRest() {
		share = plan.UnsetAfter
	}
	if s.opt.KeepGoing {
		share = 0
	}
	l := s.start(property.NoUninitialisedUse, 0, s.endUnset)
	if l.budget.cause = errUnsetShare; share > 0 {
		l.budget.limit(share)
	}
}

// endUnset says of what is open why it is.
func (s *agenda) endUnset(l *lane) {
	if s.opt.KeepGoing {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.done[property.NoUninitialisedUse]
	if open := s.done[property.ValidDeref].Result; o.Result.Why == look.OpenBeside &&
		open.Verdict.Kind == property.Unknown && open.Why != "" {
		o.Result = open // the cause of both
		s.done[property.NoUninitialisedUse] = o
	}
	if s.ctx.Err() == nil && errors.Is(context.Cause(l.ctx), errUnsetShare) &&
		o.Result.Reason == engine.Limit {
		o.Result.Helps = []engine.Help{{Kind: engine.GoOn}}
		s.done[property.NoUninitialisedUse] = o
	}
}

// hasInvalid reports whether an invalid access or free was found.
func (s *agenda) hasInvalid() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.done[property.ValidDeref].isViolation() || s.done[property.ValidFree].isViolation()
}

// errUnsetShare ends the search that startUnset begins.
var errUnsetShare = errors.New("the search takes longer than all others together")
