package check

import (
	"testing"
	"time"
)

// TestShares: a share is bounded by a part of the time, so that what comes first does not take all of it.
func TestShares(t *testing.T) {
	for _, c := range []struct{ timeout, share, most time.Duration }{
		{0, memberShare, memberShare},
		{12 * time.Second, memberShare, 2 * time.Second},
		{12 * time.Second, groupShare, 3 * time.Second},
		{time.Hour, groupShare, groupShare},
	} {
		s := &agenda{checkRun: &checkRun{opt: Options{Timeout: c.timeout}}}
		ctx, cancel := s.within(t.Context(), c.share)
		end, ok := ctx.Deadline()
		if left := time.Until(end); !ok || left > c.most || left < c.most/2 {
			t.Errorf("of %s a share of %s is %s, want %s", c.timeout, c.share, left, c.most)
		}
		cancel()
	}
}
