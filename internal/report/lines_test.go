package report

import (
	"strings"
	"testing"

	"whittle.dev/internal/trace"
)

// TestTails: what a thread still does on the source line it was on before
// others ran stands there, as there is no telling the difference.
func TestTails(t *testing.T) {
	b := newBuilder()
	b.step(0, 10, trace.KindLoad, access("counter", 0, 0))
	b.step(1, 3, trace.KindLoad, access("counter", 0, 0))
	b.step(0, 10, trace.KindAssign, assign("main::mine", 0))
	b.step(0, 11, trace.KindStore, access("counter", 1, 0))
	b.step(1, 3, trace.KindStore, access("counter", 1, 0)) // not local: stays
	got := b.print(Options{})
	if !strings.Contains(got, "counter is 0; mine := 0\n> T1") || strings.Count(got, "\n> T") != 3 {
		t.Errorf("got:\n%s", got)
	}
}

func TestTraceVerboseFoldsNothing(t *testing.T) {
	b := newBuilder()
	b.lost()
	if got := b.print(Options{Verbose: true}); strings.Contains(got, "lines that only") ||
		strings.Count(got, "i++") != 4 {
		t.Errorf("verbose output:\n%s", got)
	}
}
