package native

// mul writes a * b modulo 2^len(dst) to dst, which is neither.
//
// A product by a constant is a sum of shifted operands, one for each digit of the
// constant's non-adjacent form (Booth recoding with digits -1, 0, 1), which has
// the fewest nonzero digits. Other products are rows of ripple adders: slower in
// hardware than a carry-save tree, but shorter to refute for CDCL, and two
// products that agree in their low bits share those gates.
func (g *graph) mul(dst, a, b []lit, tmp *scratch) {
	switch {
	case constant(b):
		g.mulConst(dst, a, b, tmp)
		return
	case constant(a):
		g.mulConst(dst, b, a, tmp)
		return
	}
	if countConst(a) > countConst(b) || (countConst(a) == countConst(b) && lessVec(b, a)) {
		a, b = b, a
	}
	w := len(dst)
	for i := range dst {
		dst[i] = g.and(a[i], b[0])
	}
	row := tmp.get(w)
	for i := 1; i < w; i++ {
		if b[i] == falseLit {
			continue
		}
		for j := i; j < w; j++ {
			row[j] = g.and(a[j-i], b[i])
		}
		g.add(dst[i:], dst[i:], row[i:], falseLit)
	}
}

func countConst(v []lit) (n int) {
	for _, l := range v {
		if l.isConst() {
			n++
		}
	}
	return n
}

// mulConst writes a times the constant c to dst.
func (g *graph) mulConst(dst, a, c []lit, tmp *scratch) {
	w := len(dst)
	clear(dst)
	first := true
	carry := false
	for i := range w {
		bit := c[i] == trueLit
		if bit == carry { // digit 0, the carry stays
			continue
		}
		next := i+1 < w && c[i+1] == trueLit
		carry = next
		switch {
		case next: // digit -1
			g.sub(dst[i:], dst[i:], a[:w-i])
		case first:
			copy(dst[i:], a[:w-i])
		default:
			g.add(dst[i:], dst[i:], a[:w-i], falseLit)
		}
		first = false
	}
}

// mulOverflow returns whether the product of a and b leaves the unsigned range.
// If the highest set bits are p and q the product is at least 2^(p+q) and less
// than 2^(p+q+2): with p+q >= w it overflows, else bit w of the product modulo
// 2^(w+1) decides.
func (g *graph) mulOverflow(a, b []lit, tmp *scratch) lit {
	w := len(a)
	ea, eb, p := tmp.get(w+1), tmp.get(w+1), tmp.get(w+1)
	copy(ea, a)
	copy(eb, b)
	ea[w], eb[w] = falseLit, falseLit
	g.mul(p, ea, eb, tmp)
	return g.or(p[w], g.highPair(a, b, w))
}

// highPair returns whether a[i] and b[j] hold for some i + j >= sum.
func (g *graph) highPair(a, b []lit, sum int) lit {
	w := len(a)
	found, high := falseLit, falseLit // high: some b[j] with j >= sum-i
	for i := range w {
		j := sum - i
		if j >= w {
			continue
		}
		if j < 0 {
			break
		}
		high = g.or(high, b[j])
		found = g.or(found, g.and(a[i], high))
	}
	return found
}

// signedMulOverflow returns whether the product of a and b leaves the signed
// range. Without the sign (x xor the sign bit) let the highest set bits be p and q: with
// p+q >= w-1 the product is out of range, else its lowest w+1 bits hold it, but
// for 2^w, and show it by their two highest bits.
func (g *graph) signedMulOverflow(a, b []lit, tmp *scratch) lit {
	w := len(a)
	ea, eb, p := tmp.get(w+1), tmp.get(w+1), tmp.get(w+1)
	copy(ea, a)
	copy(eb, b)
	ea[w], eb[w] = a[w-1], b[w-1]
	g.mul(p, ea, eb, tmp)
	over := g.xor(p[w], p[w-1])
	for i := range w {
		ea[i] = g.xor(a[i], a[w-1])
		eb[i] = g.xor(b[i], b[w-1])
	}
	return g.or(over, g.highPair(ea[:w], eb[:w], w-1))
}
