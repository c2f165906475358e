package bench

import (
	"strings"
	"testing"
)

func TestPBMCTable(t *testing.T) {
	row := PBMCRow{Family: "Indexer", N: 2, Depth: 10}
	results := []PBMCResult{
		{Row: row, Variant: "published BMC", Decided: true, Solve: 3, Total: 4, Clauses: 10},
		{Row: row, Variant: "published PBMC", Decided: true, Solve: 1, Total: 2, Clauses: 20},
		{Row: PBMCRow{Family: "Litmus", N: 4, Depth: 20, Reachable: true}, Variant: "published BMC", Total: 9,
			Wrong: true},
		{Row: PBMCRow{Family: "Litmus", N: 4, Depth: 20, Reachable: true}, Variant: "published PBMC",
			Total: 0.5, Decided: true},
	}
	var text, page, rows strings.Builder
	if err := WritePBMCTable(&text, results); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Indexer 2", "at least 6.00 times as fast", ">9.00 (0/1) WRONG"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in:\n%s", want, text.String())
		}
	}
	if err := WritePBMCHTML(&page, results); err != nil ||
		!strings.Contains(page.String(), "<td>Indexer 2<td>10<td>UNSAT<td>3.00") {
		t.Errorf("%v\n%s", err, page.String())
	}
	if err := WritePBMCCSV(&rows, results); err != nil || strings.Count(rows.String(), "\n") != 5 {
		t.Errorf("%v\n%s", err, rows.String())
	}
}

func TestPBMCRows(t *testing.T) {
	if n := len(PBMCTable1(10)); n != 17 {
		t.Errorf("table 1 has %d rows, want 17", n)
	}
}
