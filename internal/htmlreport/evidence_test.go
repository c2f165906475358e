package htmlreport

import (
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/report"
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
	golden(t, "places.txt", b.String())
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

// TestSections: which parts the reports of the three verdicts have.
func TestSections(t *testing.T) {
	prog := compile(t, "s.c", "int main(void) { return 0; }\n", property.UnreachCall)
	of := func(res engine.Result) string {
		r := Report{Summary: report.Summary{Property: property.UnreachCall, Inputs: []string{"s.c"},
			Result: res, Files: prog.Files, Elapsed: 1}, Program: prog}
		list, err := r.sections(r.sources(nil))
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, s := range list {
			ids = append(ids, s.ID)
		}
		return strings.Join(ids, " ")
	}
	if got := of(engine.Holds(engine.ByStates, "so")); got != "proof cfa stats" {
		t.Errorf("holds: %s", got)
	}
	if got := of(engine.Unknown("timeout")); got != "proof cfa stats" {
		t.Errorf("unknown: %s", got)
	}
	v := violated(t, "lost.c", lostUpdate)
	list, err := v.sections(v.sources(v.replayed()))
	if err != nil || len(list) != 3 || list[0].ID != "trace" || list[1].ID != "cfa" {
		t.Errorf("violated: %d sections, %v", len(list), err)
	}
}

// TestOutcomes: the parts of the bars are what was not answered before.
func TestOutcomes(t *testing.T) {
	r := proved(t)
	charts := outcomes(r.statRows())
	if len(charts) != 1 {
		t.Fatalf("%d charts", len(charts))
	}
	svg := string(charts[0].SVG)
	for _, want := range []string{"satisfiability, on words: 4", "satisfiability, by simulation: 2",
		"satisfiability, by the solver: 3", "equality, by their form: 100"} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %q in the chart", want)
		}
	}
	if rows := r.statRows(); rows[0].Engine != "" || rows[len(rows)-1].Engine != "bmc" {
		t.Errorf("engines of the numbers: %+v", rows)
	}
}
