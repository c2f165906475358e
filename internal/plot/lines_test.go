package plot

import (
	"math"
	"testing"
)

// TestLines draws curves over time, steps, one curve without a legend, and no point at all.
func TestLines(t *testing.T) {
	quantile := func(n int, f float64) (out []Point) {
		for i := range n {
			out = append(out, Point{X: float64(i + 1), Y: 0.02 * math.Exp(f*float64(i))})
		}
		return out
	}
	look(t, map[string]string{
		"time": Lines{Title: "Sizes over time", X: Axis{Label: "time", Unit: Time}, Y: Axis{Label: "clauses"},
			Series: []Series{
				{Name: "clauses", Points: []Point{{X: 0, Y: 0}, {X: 0.4, Y: 12000}, {X: 0.9, Y: 31000},
					{X: 2.3, Y: 1.1e6}}},
				{Name: "terms \"&\"", Marks: true, Points: []Point{{X: 0, Y: 100},
					{X: 0.5, Y: 250000, Title: "at <bound> 2"}, {X: 2.3, Y: 480000}}},
			}}.SVG(),
		"quantile": Lines{Title: "Quantiles", Steps: true, X: Axis{Label: "tasks solved", Whole: true},
			Y: Axis{Label: "time", Unit: Time, Scale: Log, Min: 0.01, Max: 900}, Series: []Series{
				{Name: "whittle", Points: quantile(80, 0.1)}, {Name: "cbmc", Points: quantile(62, 0.14)},
				{Name: "deagle", Points: quantile(70, 0.13)},
			}}.SVG(),
		"memory": Lines{Title: "Memory", X: Axis{Label: "time", Unit: Time},
			Y: Axis{Label: "heap", Unit: Memory}, Series: []Series{
				{Points: []Point{{X: 0, Y: 4e6}, {X: 300, Y: 1.2e9}, {X: 840, Y: 2.6e9}}}}}.SVG(),
		"empty": Lines{Title: "Nothing", Series: []Series{{Name: "x",
			Points: []Point{{X: math.NaN(), Y: 1}}}}}.SVG(),
	})
}
