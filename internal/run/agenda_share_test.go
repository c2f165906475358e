package run

import (
	"testing"
	"time"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run/plan"
)

// TestShares: a lane ends when its share of the work is done, whichever engine has done it, and no other lane
// does; what is done in all lanes is added up.
func TestShares(t *testing.T) {
	s := newAgenda(&checkRun{work: &budget{}})
	s.all, s.ctx, s.stop = newBudget(t.Context(), 0, errAfterViolation)
	defer s.stop()
	one := s.start(property.NoOverflow, plan.MemberShare, nil)
	other := s.start(property.NoDataRace, plan.MemberShare, nil)
	for _, l := range []*lane{one, other} {
		q := s.ask(l)
		for _, b := range q.budgets {
			b.spend(int64(plan.MemberShare))
		}
		if l.ctx.Err() != nil {
			t.Error("the lane ends with its share")
		}
	}
	one.budget.spend(1)
	if one.ctx.Err() == nil || other.ctx.Err() != nil || s.ctx.Err() != nil {
		t.Errorf("beyond the share: %v, the other: %v, all: %v", one.ctx.Err(), other.ctx.Err(), s.ctx.Err())
	}
	if done := plan.Work(s.all.done.Load()); done != 2*plan.MemberShare {
		t.Errorf("all lanes did %s", done)
	}
	one.stop()
	other.stop()
}

// TestSharesOfTimeout: of a timeout the first stages have a part, so that what comes first does not take all.
func TestSharesOfTimeout(t *testing.T) {
	for _, c := range []struct {
		timeout time.Duration
		share   plan.Work
		most    time.Duration
	}{
		{12 * time.Second, plan.GroupShare, 3 * time.Second},
		{time.Hour, plan.GroupShare, 15 * time.Minute},
		{time.Hour, 0, 0},
		{0, plan.GroupShare, 0},
	} {
		s := newAgenda(&checkRun{opt: Options{Timeout: c.timeout}})
		ctx, cancel := s.ofTimeout(t.Context(), c.share)
		end, ok := ctx.Deadline()
		if left := time.Until(end); ok != (c.most > 0) || ok && (left > c.most || left < c.most/2) {
			t.Errorf("of %s a share of %s is %s, want %s", c.timeout, c.share, left, c.most)
		}
		cancel()
	}
}
