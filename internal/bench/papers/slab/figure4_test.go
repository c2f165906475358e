package slab

import (
	"strings"
	"testing"
)

// TestFigure4: states grow with predicates, and far slower than their power set.
func TestFigure4(t *testing.T) {
	f, err := NewFigure4(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(f.curves) != 4 {
		t.Errorf("%d curves, want those of 4 variants", len(f.curves))
	}
	for _, c := range f.curves {
		if n := len(c.states) - 1; n < 8 || c.states[n] > 40*n || c.states[n] <= c.states[1] {
			t.Errorf("%s: states %v", c.name, c.states)
		}
	}
	var csv, svg strings.Builder
	if err := f.CSV(&csv); err != nil || !strings.HasPrefix(csv.String(), "predicates,Bakery 3 A,") {
		t.Errorf("%v\n%s", err, csv.String())
	}
	if err := f.SVG(&svg); err != nil || !strings.Contains(svg.String(), "Bakery 3 C") {
		t.Errorf("%v\n%s", err, svg.String())
	}
}
