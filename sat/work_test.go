package sat

import (
	"context"
	"testing"
)

// TestWorkIsReproducible: what Config.Work receives depends on the clauses alone, and goes on over several
// solves.
func TestWorkIsReproducible(t *testing.T) {
	run := func() (sums []int64) {
		var sum int64
		s := New(Config{Work: func(ticks int64) {
			if ticks < 0 {
				t.Errorf("%d ticks", ticks)
			}
			sum += ticks
		}})
		load(s, pigeons(7))
		for range 2 {
			s.LimitConflicts(200)
			s.Solve(context.Background())
			sums = append(sums, sum)
		}
		return sums
	}
	a, b := run(), run()
	if a[0] != b[0] || a[1] != b[1] || a[0] <= 0 || a[1] <= a[0] {
		t.Errorf("ticks %v and %v", a, b)
	}
}
