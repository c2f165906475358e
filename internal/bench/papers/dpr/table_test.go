package dpr

import (
	"strings"
	"testing"

	programs "whittle.dev/internal/bench/gen/dpr"
)

func TestRows(t *testing.T) {
	rows := Table1([]programs.Form{programs.Stop, programs.Count}, 10, 2)
	if len(rows) != 8 || rows[2].Paper != 264 || rows[7].Name != "C 10" {
		t.Errorf("table 1: %d rows, %+v", len(rows), rows[2].Name)
	}
	if rows := Table2(); len(rows) != 11 || !rows[0].Violated || rows[8].Paper != 28 || rows[9].Paper != 0 {
		t.Errorf("table 2: %d rows", len(rows))
	}
}

func TestWriteText(t *testing.T) {
	row := Row{Name: "E 9", Choices: 9, Paper: 44}
	var b strings.Builder
	err := WriteText(&b, []Result{
		{Row: row, Variant: "deletion", Decided: true, Paths: 22, Seconds: 0.1},
		{Row: row, Variant: "bmc", Wrong: true, Decided: true, Seconds: 2},
		{Row: row, Variant: "deletion", Paths: 26, Seconds: 0.3},
	})
	const want = `Program  all paths  paper  deletion: paths  time   bmc: paths  time
E 9      512        44     22-26            >0.20  - WRONG     2.00
`
	if err != nil || b.String() != want {
		t.Errorf("%v\n%s", err, b.String())
	}
}
