package interp

import (
	"math"
	"testing"

	"whittle.dev/internal/cfa"
)

func TestFloating(t *testing.T) {
	for _, c := range []struct {
		typ  string
		bits uint64
		want string
	}{
		{"double", math.Float64bits(2.5), "2.5"}, {"const double", math.Float64bits(5), "5.0"},
		{"float", uint64(math.Float32bits(0.1)), "0.1"}, {"int", 5, ""},
		{"double", math.Float64bits(math.Inf(-1)), "-INFINITY"},
		{"double", math.Float64bits(math.NaN()), "NAN"},
	} {
		if got := floating(c.typ, c.bits); got != c.want {
			t.Errorf("%s %#x is %q, want %q", c.typ, c.bits, got, c.want)
		}
	}
}

func TestOutside(t *testing.T) {
	char := &cfa.Layout{Size: 1}
	row := &cfa.Layout{Size: 16, Elem: char}
	for _, c := range []struct {
		elem     *cfa.Layout
		off, end int64
		want     string
	}{
		{char, 8, 8, "index 8 of a[8]"}, {char, -1, 8, "index -1 of a[8]"},
		{row, 48, 48, "index 3 of a[3][16]"}, {row, -1, 48, "index -1 of a[3][16]"}, {row, 8, 8, ""},
	} {
		if got := outside("a", c.elem, c.off, c.end); got != c.want {
			t.Errorf("%d of %d bytes is %q, want %q", c.off, c.end, got, c.want)
		}
	}
}
