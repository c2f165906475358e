package plot

import (
	"encoding/xml"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/testing/testflag"
)

// charts are the drawings of the golden files.
func charts() map[string]string {
	quantile := func(n int, f float64) (out []Point) {
		for i := range n {
			out = append(out, Point{X: float64(i + 1), Y: 0.02 * math.Exp(f*float64(i))})
		}
		return out
	}
	var cloud []Mark
	for i := range 60 {
		v := float64(i*i%67) / 8
		cloud = append(cloud, Mark{Name: "task<" + string(rune('a'+i%26)) + ">", X: 0.02 * math.Exp(v),
			Y:     0.02 * math.Exp(float64(i*7%61)/8),
			Group: i % 3, XOut: i%13 == 0, YOut: i%11 == 0})
	}
	return map[string]string{
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
		"scatter": Scatter{Title: "Time of each task", X: Axis{Label: "bmc", Unit: Time, Scale: Log},
			Y:       Axis{Label: "ceds", Unit: Time, Scale: Log},
			Factors: []float64{2, 10}, Groups: []Group{{Name: "true", Color: "good"},
				{Name: "false", Color: "bad"}, {Name: "unknown", Color: "muted"}}, Marks: cloud}.SVG(),
		"bars": Bars{Title: "Questions", Parts: []Group{{Name: "syntactic"}, {Name: "cache"},
			{Name: "solver", Color: "warn"}}, Bars: []Bar{
			{Name: "emptiness", Values: []float64{12000, 400, 90}},
			{Name: "equality of slices", Values: []float64{0, 5200, 3100}},
			{Name: "none", Values: []float64{0, 0, math.NaN()}}}}.SVG(),
		"memory": Lines{Title: "Memory", X: Axis{Label: "time", Unit: Time},
			Y: Axis{Label: "heap", Unit: Memory}, Series: []Series{
				{Points: []Point{{X: 0, Y: 4e6}, {X: 300, Y: 1.2e9}, {X: 840, Y: 2.6e9}}}}}.SVG(),
		"empty": Lines{Title: "Nothing", Series: []Series{{Name: "x",
			Points: []Point{{X: math.NaN(), Y: 1}}}}}.SVG(),
	}
}

// TestGolden compares every chart with its file, and reads it as XML. What is compared was looked at in a
// browser.
func TestGolden(t *testing.T) {
	for name, got := range charts() {
		for d := xml.NewDecoder(strings.NewReader(got)); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if !strings.Contains(got, `role="img" aria-label="`) {
			t.Errorf("%s has no accessible name", name)
		}
		if strings.Contains(got, "NaN") || strings.Contains(got, "Inf") {
			t.Errorf("%s has numbers that are not finite", name)
		}
		file := filepath.Join("testdata", name+".svg")
		if testflag.Update() {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s differs from %s; look at it, then run with -update", name, file)
		}
	}
}

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

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		unit Unit
		v    float64
		want string
	}{
		{Number, 0, "0"}, {Number, 9999, "9999"}, {Number, 12345, "12.3 k"}, {Number, 999999, "1 M"},
		{Number, 0.25, "0.25"},
		{Time, 0, "0 s"}, {Time, 0.0123, "12.3 ms"}, {Time, 0.99999, "1 s"}, {Time, 2.5e-5, "25 µs"},
		{Time, 872.6, "873 s"},
		{Memory, 0, "0 B"}, {Memory, 1536, "1.54 kB"}, {Memory, 2.5e9, "2.5 GB"},
	} {
		if got := strings.ReplaceAll(c.unit.Format(c.v), "\u00a0", " "); got != c.want {
			t.Errorf("%v of unit %d: %q, want %q", c.v, c.unit, got, c.want)
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
