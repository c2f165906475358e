package slab

import (
	"slices"
	"strings"
	"testing"

	families "whittle.dev/internal/bench/gen/slab"
)

// TestFigure4: states grow with predicates, and far slower than their power set.
func TestFigure4(t *testing.T) {
	rows := slices.DeleteFunc(families.Table2(), func(r families.Row) bool {
		return r.Family == "Bakery" && strings.Contains(r.Name, " C") // it takes longest
	})
	f, err := NewFigure4(t.Context(), rows)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.curves) != 3 {
		t.Errorf("%d curves, want those of 3 variants", len(f.curves))
	}
	for _, c := range f.curves {
		if n := len(c.states) - 1; n < 20 || c.states[n] > 10*n || c.states[n] <= 2*c.states[4] {
			t.Errorf("%s: states %v", c.name, c.states)
		}
	}
	var csv, svg strings.Builder
	if err := f.CSV(&csv); err != nil || !strings.HasPrefix(csv.String(), "predicates,Bakery 3 A,") {
		t.Errorf("%v\n%s", err, csv.String())
	}
	if err := f.SVG(&svg); err != nil || !strings.Contains(svg.String(), "Bakery 3 D") {
		t.Errorf("%v\n%s", err, svg.String())
	}
}

// TestNoFigure4: rows without Bakery have no such figure.
func TestNoFigure4(t *testing.T) {
	if f, err := NewFigure4(t.Context(), families.Elevators()); f != nil || err != nil {
		t.Errorf("%v, %v", f, err)
	}
}
