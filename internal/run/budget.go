package run

import (
	"context"
	"sync/atomic"
	"time"

	"whittle.dev/internal/run/plan"
)

// guard is the wall time after which a budget ends in any case, by its share: not all that engines do is
// reported. They report 0.4 to 1.3 seconds of work in a second of processor time, so that a share decides
// unless a run has less than a processor in four, or reports less than that.
const guard = 4

// budget ends a context when a share of work was done in it.
type budget struct {
	share, done atomic.Int64 // 0: there is no share
	end         context.CancelCauseFunc
	cause       error
	timer       *time.Timer // of the guard, if there is a share
}

// newBudget returns a budget and its context, which ends with a cause. stop releases what they need.
func newBudget(ctx context.Context, share plan.Work, cause error) (b *budget, _ context.Context,
	stop func()) {
	b = &budget{cause: cause}
	ctx, b.end = context.WithCancelCause(ctx)
	if share > 0 {
		b.limit(share)
	}
	return b, ctx, func() {
		if b.timer != nil {
			b.timer.Stop()
		}
		b.end(nil)
	}
}

// limit sets the share.
func (b *budget) limit(share plan.Work) {
	b.share.Store(int64(share))
	left := int64(share) - b.done.Load()
	b.timer = time.AfterFunc(guard*time.Duration(left), func() { b.end(b.cause) })
	b.spend(0)
}

// spend notes work.
func (b *budget) spend(units int64) {
	if done, share := b.done.Add(units), b.share.Load(); share > 0 && done > share {
		b.end(b.cause)
	}
}
