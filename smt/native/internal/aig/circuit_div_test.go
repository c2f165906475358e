package aig

import "testing"

func TestDividers(t *testing.T) {
	forWidths(t, func(t *testing.T, n *numbers) {
		q, r := make([]Lit, n.w), make([]Lit, n.w)
		n.Divide(q, r, n.a, n.b, &n.tmp)
		n.compare(t, "quotient", q, func(x, y uint64) uint64 {
			if y == 0 {
				return 1<<n.w - 1
			}
			return x / y
		})
		n.compare(t, "remainder", r, func(x, y uint64) uint64 {
			if y == 0 {
				return x
			}
			return x % y
		})
	})
}
