package plot

import (
	"math"
	"testing"
)

// TestScatter draws marks in groups, some of them at the borders for what is out of range.
func TestScatter(t *testing.T) {
	var cloud []Mark
	for i := range 60 {
		v := float64(i*i%67) / 8
		cloud = append(cloud, Mark{Name: "task<" + string(rune('a'+i%26)) + ">", X: 0.02 * math.Exp(v),
			Y:     0.02 * math.Exp(float64(i*7%61)/8),
			Group: i % 3, XOut: i%13 == 0, YOut: i%11 == 0})
	}
	look(t, map[string]string{
		"scatter": Scatter{Title: "Time of each task", X: Axis{Label: "bmc", Unit: Time, Scale: Log},
			Y:       Axis{Label: "ceds", Unit: Time, Scale: Log},
			Factors: []float64{2, 10}, Groups: []Group{{Name: "true", Color: "good"},
				{Name: "false", Color: "bad"}, {Name: "unknown", Color: "muted"}}, Marks: cloud}.SVG(),
	})
}
