package events_test

import (
	"slices"
	"testing"

	"whittle.dev/internal/engine/internal/events"
)

// TestUnion compares all pairs of subsets of a few numbers with their definition.
func TestUnion(t *testing.T) {
	set := func(bits int) (out []int) {
		for i := range 4 {
			if bits>>i&1 == 1 {
				out = append(out, i)
			}
		}
		return out
	}
	for x := range 16 {
		for y := range 16 {
			if got := events.Union(set(x), set(y)); !slices.Equal(got, set(x|y)) {
				t.Errorf("the union of %v and %v is %v", set(x), set(y), got)
			}
		}
	}
}
