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

// TestFoldedPredicates: many predicates of one line are a number, and unfold in the table.
func TestFoldedPredicates(t *testing.T) {
	prog := compile(t, "p.c", "int main(void) { return 0; }\n", property.UnreachCall)
	res := engine.Holds(engine.ByInvariant, "an abstraction")
	long := strings.Repeat("(bvslt x y), ", 20)
	pos := prog.Procs[prog.Entry].Pos
	res.Evidence = []engine.Evidence{{Kind: engine.EvidencePredicates, Pos: pos, Count: 21, Text: long},
		{Kind: engine.EvidencePredicates, Pos: pos, Count: 1, Text: "x = 1"}}
	r := Report{Summary: report.Summary{Property: property.UnreachCall, Inputs: []string{"p.c"}, Result: res,
		Files: prog.Files}, Program: prog}
	notes, _ := r.placeNotes(r.sources(nil))
	if len(notes) != 2 || notes[0].Text != "21 predicates" || notes[0].Full != long || notes[1].Full != "" {
		t.Errorf("%+v", notes)
	}
	if !strings.Contains(html(t, r), "<details><summary>21 predicates</summary>") {
		t.Error("the table has nothing to unfold")
	}
}
