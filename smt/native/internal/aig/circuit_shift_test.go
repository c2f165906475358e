package aig

import (
	"testing"
)

func TestShifters(t *testing.T) {
	forWidths(t, func(t *testing.T, n *numbers) {
		v := make([]Lit, n.w)
		n.Shift(v, n.a, n.b, true, False, make([]Lit, n.w))
		n.compare(t, "left shift", v, func(x, y uint64) uint64 { return x << y })
		n.Shift(v, n.a, n.b, false, False, make([]Lit, n.w))
		n.compare(t, "right shift", v, func(x, y uint64) uint64 { return x >> y })
		n.Shift(v, n.a, n.b, false, n.a[n.w-1], make([]Lit, n.w))
		n.compare(t, "arithmetic shift", v,
			func(x, y uint64) uint64 { return uint64(n.signed(x) >> min(y, 63)) })
	})
}
