package symdivine

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"testing"

	"whittle.dev/internal/testing/golden"
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
	golden.File(t, "testdata/symdivine.txt", text.String())
	if err := tab.ScatterCSV(&scatter); err != nil {
		t.Fatal(err)
	}
	golden.File(t, "testdata/symdivine_scatter.csv", scatter.String())
	if err := tab.ScatterSVG(&drawing); err != nil {
		t.Fatal(err)
	}
	golden.File(t, "testdata/symdivine_scatter.svg", drawing.String())
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
