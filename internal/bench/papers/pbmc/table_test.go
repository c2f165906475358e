package pbmc

import (
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	row := Row{Family: "Indexer", N: 2, Depth: 10}
	results := []Result{
		{Row: row, Variant: "published BMC", Decided: true, Solve: 3, Total: 4, Clauses: 10},
		{Row: row, Variant: "published PBMC", Decided: true, Solve: 1, Total: 2, Clauses: 20},
		{Row: Row{Family: "Litmus", N: 4, Depth: 20, Reachable: true}, Variant: "published BMC", Total: 9,
			Wrong: true},
		{Row: Row{Family: "Litmus", N: 4, Depth: 20, Reachable: true}, Variant: "published PBMC",
			Total: 0.5, Decided: true},
	}
	var text, page, rows strings.Builder
	if err := WriteText(&text, results); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Indexer 2", "at least 6.00 times as fast", ">9.00 (0/1) WRONG"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in:\n%s", want, text.String())
		}
	}
	if err := WriteHTML(&page, results); err != nil ||
		!strings.Contains(page.String(), "<td>Indexer 2<td>10<td>UNSAT<td>3.00") {
		t.Errorf("%v\n%s", err, page.String())
	}
	if err := WriteCSV(&rows, results); err != nil || strings.Count(rows.String(), "\n") != 5 {
		t.Errorf("%v\n%s", err, rows.String())
	}
}
