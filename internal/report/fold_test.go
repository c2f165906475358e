package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// foldLines are lines with distances: -1 for one that is broken, 0 for a local one that the violation does
// not depend on.
func foldLines(distances ...int) []line {
	var out []line
	for i, d := range distances {
		out = append(out, line{number: i, distance: max(d, 0), broken: d < 0, local: d == 0,
			key: lineKey{line: int32(i)}, text: fmt.Sprint(i)})
	}
	return out
}

// folded are the lines that are shown, "+3" for three that are not.
func folded(ls []line) string {
	var out []string
	for _, l := range ls {
		if l.folded > 0 {
			out = append(out, fmt.Sprintf("+%d", l.folded))
		} else {
			out = append(out, l.text)
		}
	}
	return strings.Join(out, " ")
}

// TestFold: which lines of a long trace are shown.
func TestFold(t *testing.T) {
	short := []int{0, 0, 3, 0, 2, -1}
	long := slices.Concat([]int{4, 0, 0, 3, 0, 2}, make([]int, 10), []int{1, -1})
	for _, tt := range []struct {
		name   string
		in     []int
		sliced bool
		most   int
		want   string
	}{
		{"a short one as it is", short, true, 36, "0 1 2 3 4 5"},
		{"what matters, and single lines between", long, true, 36, "0 +2 3 4 5 +10 16 17"},
		{"the nearest, if there are too many", long, true, 3, "+5 5 +10 16 17"},
		{"the violation, however few", long, true, 1, "+17 17"},
		{"without a slice, the last line of a run of local ones", long, false, 36,
			"0 1 2 3 4 5 +9 15 16 17"},
		{"nothing", nil, true, 36, ""},
	} {
		in := foldLines(tt.in...)
		if got := folded(choose(in, tt.sliced, tt.most)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		if len(in) != len(tt.in) {
			t.Errorf("%s: the lines have been changed", tt.name)
		}
	}
}
