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

// TestOneCall: what a call is made of in the library stands on one line, also where some of it tells nothing.
func TestOneCall(t *testing.T) {
	b := newBuilder()
	b.t.Names.Own = []string{"__own_"}
	part := func(name, object string, v uint64) {
		b.step(0, 3, trace.KindCall, func(s *trace.Step) { s.Message = name })
		b.step(0, 3, trace.KindStore, func(s *trace.Step) {
			s.Model, s.Depth, s.Object, s.Addr = true, 1, object, 4096+uint64(len(b.t.Steps))/2
			s.Value = &trace.Value{Bits: v, Width: 8}
		})
	}
	part("__own_digits", "text[0]", '4')
	part("__own_digits", "text[1]", '2')
	part("__own_end", "text[2]", 0)
	if got := b.print(Options{}); strings.Count(got, "\n") != 3 || !strings.Contains(got, `text := "42"`) {
		t.Errorf("got:\n%s", got)
	}

	b = newBuilder()
	b.step(0, 3, trace.KindCall, func(s *trace.Step) { s.Message = "strlen" })
	b.step(0, 3, trace.KindReturn, func(s *trace.Step) { s.Model, s.Depth = true, 1 })
	b.step(0, 3, trace.KindCall, func(s *trace.Step) { s.Message = "memcpy" })
	b.step(0, 3, trace.KindStore, func(s *trace.Step) {
		s.Model, s.Depth, s.Object, s.Addr, s.Value = true, 1, "x", 4096, num(7)
	})
	if got := b.print(Options{}); strings.Count(got, "\n") != 3 || !strings.Contains(got, "x := 7") {
		t.Errorf("got:\n%s", got)
	}
}
