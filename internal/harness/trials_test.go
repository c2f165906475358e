package harness

import (
	"strings"
	"testing"

	"whittle.dev/internal/trace"
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

// TestExpectedWords: the head promises words only where the runtime says them.
func TestExpectedWords(t *testing.T) {
	for end, want := range map[ending]bool{endsFailing: false, endsUndefined: true, endsInDeadlock: true} {
		p := &plan{tr: &trace.Trace{Steps: []trace.Step{{Kind: trace.KindViolation, Where: "a.c:1:2",
			Message: "assertion failed: x"}}}, end: end, last: -1}
		var b strings.Builder
		p.head(&b, Head{Output: "out.c"})
		if got := strings.Contains(b.String(), "with this on standard error:"); got != want {
			t.Errorf("ending %d: %v\n%s", end, got, &b)
		}
	}
}
