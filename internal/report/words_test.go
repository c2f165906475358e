package report

import (
	"strings"
	"testing"

	"whittle.dev/internal/trace"
)

// TestNames: the thread is called after the function of the program it runs,
// and an address after the object that is there.
func TestNames(t *testing.T) {
	b := newBuilder()
	b.step(0, 9, trace.KindAlloc, func(s *trace.Step) {
		s.ThreadName, s.Object, s.Addr = "start", "node",
			1<<30
	})
	b.step(0, 10, trace.KindStore, func(s *trace.Step) {
		s.ThreadName, s.Proc, s.Depth, s.Object = "start", "worker", 1, "head"
		s.Value = &trace.Value{Bits: 1 << 30, Width: 64}
	})
	got := b.print(Options{})
	if !strings.Contains(got, "T0 is worker") || !strings.Contains(got, "head := &node") {
		t.Errorf("got:\n%s", got)
	}
}
