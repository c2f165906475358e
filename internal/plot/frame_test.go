package plot

import (
	"strings"
	"testing"
)

// TestLegend: the entries of a row do not overlap, a row is as wide as the drawing at most unless it has one
// entry only, and the height is that of all rows.
func TestLegend(t *testing.T) {
	var entries []entry
	for i := range 12 {
		entries = append(entries, entry{name: strings.Repeat("name ", i*i%7)})
	}
	for width := 100.0; width < 900; width += 50 {
		right, row, n := 0.0, 0.0, 0
		rows := layLegend(width, entries, func(x, y float64, e entry) {
			if y != row {
				right, row, n = 0, y, 0
			}
			n++
			end := x + legendSample + textWidth(e.name, fontSize)
			if x < right || n > 1 && end > width {
				t.Errorf("width %g: %q is at %g, the one before ends at %g", width, e.name, x, right)
			}
			right = end
		})
		got := legendHeight(width, entries)
		if got != float64(rows)*legendRow || row > got || row < got-legendRow {
			t.Errorf("width %g: %d rows in %g, the last at %g", width, rows, got, row)
		}
	}
	if legendHeight(100, nil) != 0 {
		t.Error("a legend of nothing takes room")
	}
}
