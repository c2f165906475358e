package aig

// Adders ripple: their carry is one majority gate a bit, which unit propagation
// handles in both directions, and sums of equal operands share their gates
// whatever the width. Comparisons are the carry chain of a subtraction.

// Add writes a + b + c to dst, which may be a or b, and returns the carry out.
func (g *Graph) Add(dst, a, b []Lit, c Lit) Lit {
	for i := range dst {
		x, y := a[i], b[i]
		dst[i] = g.Xor(g.Xor(x, y), c)
		c = g.maj(x, y, c)
	}
	return c
}

// Sub writes a - b to dst, which may be a or b, and returns the carry out: not borrow.
func (g *Graph) Sub(dst, a, b []Lit) Lit {
	c := True
	for i := range dst {
		x, y := a[i], b[i]^1
		dst[i] = g.Xor(g.Xor(x, y), c)
		c = g.maj(x, y, c)
	}
	return c
}

// Negate writes -a to dst, which may be a.
func (g *Graph) Negate(dst, a []Lit) { g.NegateIf(dst, a, True) }

// NegateIf writes c ? -a : a to dst, which may be a.
func (g *Graph) NegateIf(dst, a []Lit, c Lit) {
	carry := c
	for i, x := range a {
		x = g.Xor(x, c)
		dst[i] = g.Xor(x, carry)
		carry = g.And(x, carry)
	}
}

// Ult returns a < b, unsigned.
func (g *Graph) Ult(a, b []Lit) Lit {
	lt := False
	for i := range a {
		lt = g.maj(a[i]^1, b[i], lt)
	}
	return lt
}

// Slt returns a < b, signed.
func (g *Graph) Slt(a, b []Lit) Lit {
	n := len(a) - 1
	lt := g.Ult(a[:n], b[:n])
	return g.maj(a[n], b[n]^1, lt)
}

// Equal returns a = b. tmp has room for the width.
func (g *Graph) Equal(a, b, tmp []Lit) Lit {
	n := 0
	for i := range a {
		l := g.Xnor(a[i], b[i])
		if l == False {
			return False
		}
		if l != True {
			tmp[n] = l
			n++
		}
	}
	return g.AndAll(tmp[:n])
}

// Choose writes c ? a : b to dst.
func (g *Graph) Choose(dst []Lit, c Lit, a, b []Lit) {
	for i := range dst {
		dst[i] = g.Ite(c, a[i], b[i])
	}
}

// IsMin returns whether a is the smallest signed value: 10...0.
func (g *Graph) IsMin(a, tmp []Lit) Lit {
	n := len(a) - 1
	for i, l := range a[:n] {
		tmp[i] = l ^ 1
	}
	tmp[n] = a[n]
	return g.AndAll(tmp[:n+1])
}

// SignedAddOverflow returns whether a + b, or a - b if minus, leaves the signed range.
func (g *Graph) SignedAddOverflow(a, b []Lit, minus bool, tmp []Lit) Lit {
	n := len(a) - 1
	sa, sb := a[n], b[n]
	if minus {
		g.Sub(tmp, a, b)
		sb ^= 1
	} else {
		g.Add(tmp, a, b, False)
	}
	return g.And(g.Xnor(sa, sb), g.Xor(sa, tmp[n]))
}
