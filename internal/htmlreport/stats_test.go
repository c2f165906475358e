package htmlreport

import (
	"strings"
	"testing"
)

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
