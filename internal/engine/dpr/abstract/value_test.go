package abstract

import (
	"testing"

	"whittle.dev/internal/absint"
)

// TestHull checks the smallest interval around numbers, which may go round the end.
func TestHull(t *testing.T) {
	for _, x := range []struct {
		width   int
		numbers []uint64
		lo, hi  uint64
	}{
		{8, []uint64{3, 5, 9}, 3, 9},
		{8, []uint64{0, 1, 254, 255}, 254, 1},
		{8, []uint64{10, 100, 200}, 200, 100},
		{32, []uint64{0, 1<<32 - 1}, 1<<32 - 1, 0},
		{64, []uint64{0, 7, 1<<64 - 1}, 1<<64 - 1, 7},
	} {
		if got := hull(x.width, x.numbers); got.Lo != x.lo || got.Hi != x.hi {
			t.Errorf("%d bits, %v: from %d to %d, want from %d to %d", x.width, x.numbers, got.Lo, got.Hi,
				x.lo, x.hi)
		}
		for _, n := range x.numbers {
			if got := hull(x.width, x.numbers); !got.Has(n) {
				t.Errorf("%d bits, %v: %d is missing", x.width, x.numbers, n)
			}
		}
	}
}

// TestKept: intervals of an execution are made where those of the one before were, and what is kept stays.
func TestKept(t *testing.T) {
	var r ranges
	first := absint.Plain(absint.Span(8, 1, 3))
	v := r.ranged(first)
	kept := v.kept()
	r.again()
	if w := r.ranged(absint.Plain(absint.Span(8, 4, 9))); w != v || kept.span != first {
		t.Errorf("the memory is not used again, or %v is not kept: %v", first, kept.span)
	}
	for range 2 * blockValues * mostBlocks {
		r.ranged(first)
	}
	if r.used != blockValues*mostBlocks {
		t.Errorf("%d values are made to be used again", r.used)
	}
}
