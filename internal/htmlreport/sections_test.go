package htmlreport

import (
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/report"
)

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
