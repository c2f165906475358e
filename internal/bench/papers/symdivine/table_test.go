package symdivine

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"testing"
)

func TestTables(t *testing.T) {
	configs, recs := records()
	tab := NewTable(configs, recs, Options{MinStates: 10})
	var text, scatter, drawing, rows, js bytes.Buffer
	for _, common := range []bool{false, true} {
		if err := tab.Text(&text, common); err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "symdivine.txt", text.Bytes())
	if err := tab.ScatterCSV(&scatter); err != nil {
		t.Fatal(err)
	}
	golden(t, "symdivine_scatter.csv", scatter.Bytes())
	if err := tab.ScatterSVG(&drawing); err != nil {
		t.Fatal(err)
	}
	golden(t, "symdivine_scatter.svg", drawing.Bytes())
	if err := tab.CSV(&rows); err != nil {
		t.Fatal(err)
	}
	if lines, err := csv.NewReader(&rows).ReadAll(); err != nil || len(lines) != 17 ||
		lines[1][10] != "200" || lines[5][10] != "" {
		t.Errorf("CSV: %v, %v", lines, err)
	}
	if err := tab.JSON(&js); err != nil {
		t.Fatal(err)
	}
	var back Table
	if err := json.Unmarshal(js.Bytes(), &back); err != nil || len(back.Cells) != 12 ||
		back.Cells[11].CommonCounts.Equality.Cached != 60 {
		t.Errorf("JSON: %v, %+v", err, back.Cells)
	}
}
