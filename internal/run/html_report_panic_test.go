package run

import (
	"io"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
)

// TestReportPanic: a page that cannot be made is an error, so that the answer is printed nevertheless.
func TestReportPanic(t *testing.T) {
	o := Outcome{prog: &cfa.Program{Procs: []*cfa.Proc{nil}}}
	if err := o.WriteReport(io.Discard, nil); err == nil || !strings.Contains(err.Error(), "nil pointer") {
		t.Errorf("got the error %v", err)
	}
}
