package native

// Adders ripple: their carry is one majority gate a bit, which unit propagation
// handles in both directions, and sums of equal operands share their gates
// whatever the width. Comparisons are the carry chain of a subtraction.

// add writes a + b + c to dst, which may be a or b, and returns the carry out.
func (g *graph) add(dst, a, b []lit, c lit) lit {
	for i := range dst {
		x, y := a[i], b[i]
		dst[i] = g.xor(g.xor(x, y), c)
		c = g.maj(x, y, c)
	}
	return c
}

// sub writes a - b to dst, which may be a or b, and returns the carry out: not borrow.
func (g *graph) sub(dst, a, b []lit) lit {
	c := trueLit
	for i := range dst {
		x, y := a[i], b[i]^1
		dst[i] = g.xor(g.xor(x, y), c)
		c = g.maj(x, y, c)
	}
	return c
}

// negate writes -a to dst, which may be a.
func (g *graph) negate(dst, a []lit) { g.negateIf(dst, a, trueLit) }

// negateIf writes c ? -a : a to dst, which may be a.
func (g *graph) negateIf(dst, a []lit, c lit) {
	carry := c
	for i, x := range a {
		x = g.xor(x, c)
		dst[i] = g.xor(x, carry)
		carry = g.and(x, carry)
	}
}

// ult returns a < b, unsigned.
func (g *graph) ult(a, b []lit) lit {
	lt := falseLit
	for i := range a {
		lt = g.maj(a[i]^1, b[i], lt)
	}
	return lt
}

// slt returns a < b, signed.
func (g *graph) slt(a, b []lit) lit {
	n := len(a) - 1
	lt := g.ult(a[:n], b[:n])
	return g.maj(a[n], b[n]^1, lt)
}

// equal returns a = b. tmp has room for the width.
func (g *graph) equal(a, b, tmp []lit) lit {
	n := 0
	for i := range a {
		l := g.xnor(a[i], b[i])
		if l == falseLit {
			return falseLit
		}
		if l != trueLit {
			tmp[n] = l
			n++
		}
	}
	return g.andAll(tmp[:n])
}

// choose writes c ? a : b to dst.
func (g *graph) choose(dst []lit, c lit, a, b []lit) {
	for i := range dst {
		dst[i] = g.ite(c, a[i], b[i])
	}
}

// isMin returns whether a is the smallest signed value: 10...0.
func (g *graph) isMin(a, tmp []lit) lit {
	n := len(a) - 1
	for i, l := range a[:n] {
		tmp[i] = l ^ 1
	}
	tmp[n] = a[n]
	return g.andAll(tmp[:n+1])
}

// signedAddOverflow returns whether a + b, or a - b if minus, leaves the signed range.
func (g *graph) signedAddOverflow(a, b []lit, minus bool, tmp []lit) lit {
	n := len(a) - 1
	sa, sb := a[n], b[n]
	if minus {
		g.sub(tmp, a, b)
		sb ^= 1
	} else {
		g.add(tmp, a, b, falseLit)
	}
	return g.and(g.xnor(sa, sb), g.xor(sa, tmp[n]))
}
