package aig

// Bit-blasting a multiplier.

// Mul writes a * b modulo 2^len(dst) to dst, which is neither.
//
// A product by a constant is a sum of shifted operands, one for each digit of the constant's non-adjacent
// form (Booth recoding with digits -1, 0, 1), which has the fewest nonzero digits. Other products are rows of
// ripple adders: slower in hardware than a carry-save tree, but shorter to refute for CDCL, and two products
// that agree in their low bits share those gates.
func (g *Graph) Mul(dst, a, b []Lit, tmp *Scratch) {
	switch {
	case Constant(b):
		g.mulConst(dst, a, b)
		return
	case Constant(a):
		g.mulConst(dst, b, a)
		return
	}
	if countConst(a) > countConst(b) || (countConst(a) == countConst(b) && lessVec(b, a)) {
		a, b = b, a
	}
	w := len(dst)
	for i := range dst {
		dst[i] = g.And(a[i], b[0])
	}
	row := tmp.Get(w)
	for i := 1; i < w; i++ {
		if b[i] == False {
			continue
		}
		for j := i; j < w; j++ {
			row[j] = g.And(a[j-i], b[i])
		}
		g.Add(dst[i:], dst[i:], row[i:], False)
	}
}

func countConst(v []Lit) (n int) {
	for _, l := range v {
		if l.IsConst() {
			n++
		}
	}
	return n
}

// mulConst writes a times the constant c to dst.
func (g *Graph) mulConst(dst, a, c []Lit) {
	w := len(dst)
	clear(dst)
	first := true
	carry := false
	for i := range w {
		bit := c[i] == True
		if bit == carry { // digit 0, the carry stays
			continue
		}
		next := i+1 < w && c[i+1] == True
		carry = next
		switch {
		case next: // digit -1
			g.Sub(dst[i:], dst[i:], a[:w-i])
		case first:
			copy(dst[i:], a[:w-i])
		default:
			g.Add(dst[i:], dst[i:], a[:w-i], False)
		}
		first = false
	}
}

// MulOverflow returns whether the product of a and b leaves the unsigned range. If the highest set bits are p
// and q the product is at least 2^(p+q) and less than 2^(p+q+2): with p+q >= w it overflows, else bit w of
// the product modulo 2^(w+1) decides.
func (g *Graph) MulOverflow(a, b []Lit, tmp *Scratch) Lit {
	w := len(a)
	ea, eb, p := tmp.Get(w+1), tmp.Get(w+1), tmp.Get(w+1)
	copy(ea, a)
	copy(eb, b)
	ea[w], eb[w] = False, False
	g.Mul(p, ea, eb, tmp)
	return g.Or(p[w], g.highPair(a, b, w))
}

// highPair returns whether a[i] and b[j] hold for some i + j >= sum.
func (g *Graph) highPair(a, b []Lit, sum int) Lit {
	w := len(a)
	found, high := False, False // high: some b[j] with j >= sum-i
	for i := range w {
		j := sum - i
		if j >= w {
			continue
		}
		if j < 0 {
			break
		}
		high = g.Or(high, b[j])
		found = g.Or(found, g.And(a[i], high))
	}
	return found
}

// SignedMulOverflow returns whether the product of a and b leaves the signed range. Without the sign (x xor
// the sign bit) let the highest set bits be p and q: with p+q >= w-1 the product is out of range, else its
// lowest w+1 bits hold it, but for 2^w, and show it by their two highest bits.
func (g *Graph) SignedMulOverflow(a, b []Lit, tmp *Scratch) Lit {
	w := len(a)
	ea, eb, p := tmp.Get(w+1), tmp.Get(w+1), tmp.Get(w+1)
	copy(ea, a)
	copy(eb, b)
	ea[w], eb[w] = a[w-1], b[w-1]
	g.Mul(p, ea, eb, tmp)
	over := g.Xor(p[w], p[w-1])
	for i := range w {
		ea[i] = g.Xor(a[i], a[w-1])
		eb[i] = g.Xor(b[i], b[w-1])
	}
	return g.Or(over, g.highPair(ea[:w], eb[:w], w-1))
}
