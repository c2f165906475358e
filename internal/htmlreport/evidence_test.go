package htmlreport

import (
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/report"
	"whittle.dev/internal/testing/golden"
)

// TestPlaceNotes compares what is told of the lines of a program with a file that was looked at.
func TestPlaceNotes(t *testing.T) {
	r := proved(t)
	notes, ok := r.placeNotes(r.sources(nil))
	if !ok {
		t.Error("there is no interval invariant")
	}
	var b strings.Builder
	for _, n := range notes {
		fmt.Fprintf(&b, "%s %s: %s: %s\n", n.Place, n.Function, n.Word(), n.Text)
	}
	golden.File(t, "testdata/places.txt", b.String())
}

// TestUnsound: where an access may be invalid nothing is said of values.
func TestUnsound(t *testing.T) {
	prog := compile(t, "u.c", `extern int __VERIFIER_nondet_int(void);
int a[2], x;
int main(void) { x = 1; a[__VERIFIER_nondet_int()] = 3; if (x == 1) x = 2; }
`, property.UnreachCall)
	res := engine.Unknown("undefined behaviour can occur")
	res.Evidence = []engine.Evidence{{Kind: engine.EvidenceReached, Pos: prog.Procs[prog.Entry].Pos,
		Text: "looked at up to 2 iterations"}}
	r := Report{Summary: report.Summary{Property: property.UnreachCall, Inputs: []string{"u.c"}, Result: res,
		Files: prog.Files}, Program: prog}
	notes, ok := r.placeNotes(r.sources(nil))
	if ok || len(notes) != 1 {
		t.Errorf("%v, %v", notes, ok)
	}
	text := html(t, r)
	if !strings.Contains(text, "What is known") || !strings.Contains(text, "where a bound was reached") {
		t.Error("the page does not tell how to read what is known")
	}
}
