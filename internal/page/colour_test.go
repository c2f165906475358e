package page

import (
	"math"
	"regexp"
	"strconv"
	"testing"
)

// TestContrast: every colour of text can be read on every ground, in either scheme (WCAG AA asks for 4.5).
func TestContrast(t *testing.T) {
	for scheme, css := range map[string]string{"light": lightCSS, "dark": darkCSS} {
		colours := map[string]float64{}
		for _, m := range regexp.MustCompile(`--([a-z0-9]+):#([0-9a-f]{6});`).FindAllStringSubmatch(css, -1) {
			colours[m[1]] = luminance(t, m[2])
		}
		pair := func(text, ground string) {
			a, ok := colours[text]
			b, ok2 := colours[ground]
			if !ok || !ok2 {
				t.Errorf("%s: no colour %s or %s", scheme, text, ground)
				return
			}
			if ratio := (max(a, b) + .05) / (min(a, b) + .05); ratio < 4.5 {
				t.Errorf("%s: %s on %s has a contrast of %.2f", scheme, text, ground, ratio)
			}
		}
		for _, text := range []string{"fg", "muted", "accent", "good", "bad", "warn", "c0", "c1", "c2", "c3",
			"c4", "c5", "c6", "c7"} {
			for _, ground := range []string{"bg", "panel", "sunk"} {
				pair(text, ground)
			}
		}
		pair("fg", "mark")
		for _, ground := range []string{"c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"} {
			pair("on", ground)
		}
	}
}

// luminance is that of a colour as WCAG defines it.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for i, weight := range []float64{.0722, .7152, .2126} {
		v := float64(n>>(8*i)&255) / 255
		if v <= .03928 {
			v /= 12.92
		} else {
			v = math.Pow((v+.055)/1.055, 2.4)
		}
		sum += v * weight
	}
	return sum
}
