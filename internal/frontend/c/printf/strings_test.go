package printf

import (
	"slices"
	"testing"
)

func TestStrings(t *testing.T) {
	for _, c := range []struct {
		format string
		want   []int
	}{
		{"", nil},
		{"100%%", nil},
		{"%d %s %s", []int{1, 2}},
		{"%*d %-10.*s%c%ls", []int{3, 5}},
		{"%", nil},
		{"%5", nil},
		{"%%%s", []int{0}},
		{"%lld%hhx%zu%p%s", []int{4}},
	} {
		if got := (Formats{}).Strings(c.format); !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.format, got, c.want)
		}
	}
}
