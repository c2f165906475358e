package table

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/property"
)

func TestTable(t *testing.T) {
	var recs []tasks.Record
	for _, config := range []string{"a", "b"} {
		for _, verdict := range []string{"true", "false(unreach-call)"} {
			r := rec(config, verdict, tasks.Right, verdict, 1)
			r.Property, r.Expected = property.UnreachCall, "true"
			if verdict != "true" {
				r.Score = tasks.Wrong
			}
			recs = append(recs, r)
		}
	}
	tab := New(recs)
	if len(tab.Totals) != 2 || tab.Totals[1].Config != "b" || tab.Totals[1].Right != 1 || tab.Wrong() != 2 {
		t.Errorf("totals %+v", tab.Totals)
	}
	if len(tab.Groups) != 0 {
		t.Errorf("groups of one set: %+v", tab.Groups)
	}
	other := recs[0]
	other.Set = "more"
	if g := New(append(recs, other)).Groups; len(g) != 3 || g[2].Group != "more unreach-call" ||
		g[2].Tasks != 1 {
		t.Errorf("groups %+v", g)
	}
	var text, table, js bytes.Buffer
	if err := tab.Text(&text); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), "a: 2 tasks: 1 right (1 of 2 true, 0 of 0 false), 1 wrong, 0 "+
		"unknown; score -14 of 4; CPU") {
		t.Errorf("text:\n%s", text.String())
	}
	if err := tab.CSV(&table); err != nil {
		t.Fatal(err)
	}
	if rows, err := csv.NewReader(&table).ReadAll(); err != nil || len(rows) != 5 || rows[1][7] != "right" {
		t.Errorf("CSV: %v, %v", rows, err)
	}
	if err := tab.JSON(&js); err != nil || !json.Valid(js.Bytes()) {
		t.Errorf("JSON: %v", err)
	}
}
