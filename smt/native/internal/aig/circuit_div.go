package aig

import "math/bits"

// Divide writes the quotient and remainder of a by b, unsigned, to q and r, which
// are neither. The circuit is that of division on paper: w steps of compare and
// subtract. For b = 0 it gives all ones and a, as SMT-LIB wants.
func (g *Graph) Divide(q, r, a, b []Lit, tmp *Scratch) {
	w := len(a)
	k, isConst := constUint(b)
	if isConst && k != 0 && k&(k-1) == 0 {
		k := bits.TrailingZeros64(k)
		for i := range w {
			q[i], r[i] = False, False
			if i+k < w {
				q[i] = a[i+k]
			}
			if i < k {
				r[i] = a[i]
			}
		}
		return
	}
	diff := tmp.Get(w)
	clear(r)
	for i := w - 1; i >= 0; i-- {
		top := r[w-1] // the bit that the shift moves out: r is at least 2^w
		copy(r[1:], r[:w-1])
		r[0] = a[i]
		q[i] = g.Or(top, g.Sub(diff, r, b))
		g.Choose(r, q[i], diff, r)
	}
	if isConst && k > 0 {
		g.below(r, k)
	}
}
