package aig

import "testing"

func TestMultipliers(t *testing.T) {
	forWidths(t, func(t *testing.T, n *numbers) {
		v := make([]Lit, n.w)
		n.Mul(v, n.a, n.b, &n.tmp)
		n.compare(t, "product", v, func(x, y uint64) uint64 { return x * y })
		n.compare(t, "overflow", []Lit{n.MulOverflow(n.a, n.b, &n.tmp)}, func(x, y uint64) uint64 {
			return truth(x*y>>n.w != 0)
		})
		n.compare(t, "signed overflow", []Lit{n.SignedMulOverflow(n.a, n.b, &n.tmp)},
			func(x, y uint64) uint64 {
				p := n.signed(x) * n.signed(y)
				return truth(p != n.signed(uint64(p)))
			})
		for _, k := range []uint64{0, 1, 3, 5, 1<<n.w - 1, 0x2cd} {
			c := make([]Lit, n.w)
			for i := range c {
				c[i] = Lit(k >> i & 1)
			}
			n.Mul(v, n.a, c, &n.tmp)
			n.compare(t, "product with a constant", v, func(x, _ uint64) uint64 { return x * k })
		}
	})
}
