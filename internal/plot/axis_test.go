package plot

import (
	"math"
	"strings"
	"testing"
)

// labels joins the labels of an axis on 400 pixels.
func labels(a Axis, values ...float64) string {
	var out []string
	for _, t := range a.settle(values, 0, 400).ticks() {
		if t.label != "" {
			out = append(out, strings.ReplaceAll(t.label, "\u00a0", " "))
		}
	}
	return strings.Join(out, "|")
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		axis   Axis
		values []float64
		want   string
	}{
		{Axis{}, []float64{0, 97}, "0|20|40|60|80|100"},
		{Axis{}, []float64{3, 1.1e6}, "0|0.5 M|1.0 M"},
		{Axis{}, []float64{-4, 4}, "-4|-2|0|2|4"},
		{Axis{}, []float64{0.003}, "0|0.001|0.002|0.003"},
		{Axis{Whole: true}, []float64{1, 2}, "0|1|2"},
		{Axis{}, []float64{0, 0}, "0|0.2|0.4|0.6|0.8|1.0"},
		{Axis{Unit: Time}, []float64{0.0042}, "0|1 ms|2 ms|3 ms|4 ms"},
		{Axis{Unit: Time}, []float64{52}, "0|10 s|20 s|30 s|40 s|50 s"},
		{Axis{Unit: Time}, []float64{840}, "0|5 min|10 min|15 min"},
		{Axis{Unit: Time}, []float64{5 * 3600}, "0|1 h|2 h|3 h|4 h|5 h"},
		{Axis{Unit: Memory}, []float64{2.6e9}, "0|0.5 GB|1.0 GB|1.5 GB|2.0 GB|2.5 GB"},
		{Axis{Scale: Log, Unit: Time}, []float64{0.013, 870}, "10 ms|100 ms|1 s|10 s|100 s|1000 s"},
		{Axis{Scale: Log}, []float64{3, 40}, "2|5|10|20|50"},
		{Axis{Scale: Log}, []float64{1, 1e12}, "1|1000|1 M|1 G|1 T"},
		{Axis{Scale: Log}, []float64{0, -1}, "1|2"},
		{Axis{Min: 5, Max: 9}, nil, "5|6|7|8|9"},
	} {
		if got := labels(c.axis, c.values...); got != c.want {
			t.Errorf("%+v %v: %s, want %s", c.axis, c.values, got, c.want)
		}
	}
}

// TestWithin draws data of all magnitudes and looks for marks outside of the drawing.
func TestWithin(t *testing.T) {
	for e := -9.0; e < 15; e += 1.7 {
		for _, scale := range []Scale{Linear, Log} {
			s := Axis{Scale: scale}.settle([]float64{math.Pow(10, e), 3.3 * math.Pow(10, e+1)}, 50, 600)
			ticks := s.ticks()
			n := 0
			for _, k := range ticks {
				if k.label != "" {
					n++
				}
				if x := s.at(k.value); x < 50 || x > 600 {
					t.Errorf("10^%g: tick %g at %g", e, k.value, x)
				}
			}
			if n < 2 || n > 14 {
				t.Errorf("10^%g: %d labels", e, n)
			}
			if s.at(s.Min) != 50 || s.at(s.Max) != 600 || s.at(s.Max*10) != 600 {
				t.Errorf("10^%g: the ends are not at the ends", e)
			}
		}
	}
}
