package harness

import (
	"strings"
	"testing"

	"whittle.dev/internal/trace"
)

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
