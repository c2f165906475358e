package report

import (
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// TestTraceLeavesRoom: what is told of violations has at most 40 lines, however many there are beside the one
// whose trace is shown.
func TestTraceLeavesRoom(t *testing.T) {
	for _, more := range []int{0, 1, 3} {
		b := freed()
		b.t.Steps = nil
		for i := range 60 {
			b.step(i%2, 3+int32(i%8), trace.KindStore, access(fmt.Sprint("x", i), uint64(i), 0))
		}
		b.step(1, 4, trace.KindViolation, func(s *trace.Step) { s.Message = "read of n#1, freed" })
		b.t.Sliced, b.t.Sources = false, nil
		s := Summary{Property: "valid-memsafety", Files: b.files}
		for range 1 + more {
			s.Several = append(s.Several, Summary{Property: property.ValidMemsafety, Files: b.files,
				Result: engine.Violated(property.ValidDeref, &b.t)})
		}
		s.Result = s.Several[0].Result
		var out strings.Builder
		if err := Text(&out, s, Options{}); err != nil {
			t.Fatal(err)
		}
		told, _, _ := strings.Cut(out.String(), "\n  property ")
		if n := strings.Count(told, "\n"); n > maxTold || n < maxTold-5 {
			t.Errorf("%d lines beside %d more violations:\n%s", n, more, told)
		}
	}
}
