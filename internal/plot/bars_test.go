package plot

import (
	"math"
	"testing"
)

// TestBars draws bars of parts of very different sizes, and one that has none.
func TestBars(t *testing.T) {
	look(t, map[string]string{
		"bars": Bars{Title: "Questions", Parts: []Group{{Name: "syntactic"}, {Name: "cache"},
			{Name: "solver", Color: "warn"}}, Bars: []Bar{
			{Name: "emptiness", Values: []float64{12000, 400, 90}},
			{Name: "equality of slices", Values: []float64{0, 5200, 3100}},
			{Name: "none", Values: []float64{0, 0, math.NaN()}}}}.SVG(),
	})
}
