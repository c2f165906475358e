package aig

import (
	"testing"
)

func TestAdders(t *testing.T) {
	forWidths(t, func(t *testing.T, n *numbers) {
		a, b, v := n.a, n.b, make([]Lit, n.w)
		carry := n.Add(v, a, b, False)
		n.compare(t, "sum", v, func(x, y uint64) uint64 { return x + y })
		n.compare(t, "carry", []Lit{carry}, func(x, y uint64) uint64 { return (x + y) >> n.w })
		n.Sub(v, a, b)
		n.compare(t, "difference", v, func(x, y uint64) uint64 { return x - y })
		n.Negate(v, a)
		n.compare(t, "negation", v, func(x, _ uint64) uint64 { return -x })
		n.compare(t, "less", []Lit{n.Ult(a, b)}, func(x, y uint64) uint64 { return truth(x < y) })
		n.compare(t, "signed less", []Lit{n.Slt(a, b)}, func(x, y uint64) uint64 {
			return truth(n.signed(x) < n.signed(y))
		})
		n.compare(t, "equation", []Lit{n.Equal(a, b, make([]Lit, n.w))}, func(x, y uint64) uint64 {
			return truth(x == y)
		})
		for _, minus := range []bool{false, true} {
			over := n.SignedAddOverflow(a, b, minus, make([]Lit, n.w))
			n.compare(t, "signed overflow", []Lit{over}, func(x, y uint64) uint64 {
				s := n.signed(x) + n.signed(y)
				if minus {
					s = n.signed(x) - n.signed(y)
				}
				return truth(s != n.signed(uint64(s)))
			})
		}
	})
}
