package harness

import (
	"testing"
)

// TestTrials: the longer a trace is, the fewer times it is replayed to find out what matters.
func TestTrials(t *testing.T) {
	for steps, want := range map[int]int{1: maxTrials, 1000: maxTrials, 100_000: 13, 1_000_000: 1,
		50_000_000: 1} {
		if got := trials(steps); got != want {
			t.Errorf("%d steps: %d trials, want %d", steps, got, want)
		}
	}
}
