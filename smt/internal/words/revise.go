package words

import "math/bits"

// Revision of a node makes the domains of the node and of its operands agree: values of one that no values of
// the others fit to are removed, as far as the three views show it. All of these are inclusions of sets, so
// that an empty set proves that no assignment has the values that were asked for.

// narrow intersects the domain of node i. It returns false if that is empty.
func (p *propagator) narrow(i int32, e *domain) bool {
	d := &p.doms[i]
	if e.one&^d.one|d.may&^e.may == 0 && e.lo <= d.lo && d.hi <= e.hi && e.slo <= d.slo && d.shi <= e.shi {
		return true
	}
	n := d.meet(e)
	if !n.tighten(p.nodes[i].w) {
		return false
	}
	*d = n
	p.clock++
	p.changed[i] = p.clock
	return true
}

// narrowBits keeps values that have the bits of one and none outside of may.
func (p *propagator) narrowBits(i int32, one, may uint64) bool {
	m := ones(p.nodes[i].w)
	return p.narrow(i, &domain{one & m, may & m, 0, m, 0, m})
}

// narrowRange keeps values from lo to hi; lo > hi is the empty set.
func (p *propagator) narrowRange(i int32, lo, hi uint64) bool {
	if lo > hi {
		return false
	}
	m := ones(p.nodes[i].w)
	return p.narrow(i, &domain{0, m, lo, hi, 0, m})
}

// narrowSigned is narrowRange in the order of signed numbers, moved to 0.
func (p *propagator) narrowSigned(i int32, lo, hi uint64) bool {
	if lo > hi {
		return false
	}
	m := ones(p.nodes[i].w)
	return p.narrow(i, &domain{0, m, 0, m, lo, hi})
}

// revise treats the node i.
func (p *propagator) revise(i int32) bool {
	n := &p.nodes[i]
	d := &p.doms[i]
	switch n.op {
	case OpInput, OpConst:
		return true
	case OpNot:
		x := complement(n.w, &p.doms[n.a])
		if !p.narrow(i, &x) {
			return false
		}
		x = complement(n.w, d)
		return p.narrow(n.a, &x)
	case OpNeg:
		zero := single(n.w, 0)
		x := difference(n.w, &zero, &p.doms[n.a])
		if !p.narrow(i, &x) {
			return false
		}
		x = difference(n.w, &zero, d)
		return p.narrow(n.a, &x)
	case OpAnd, OpOr, OpXor:
		return p.reviseBitwise(i, n)
	case OpAdd:
		x := sum(n.w, &p.doms[n.a], &p.doms[n.b])
		if !p.narrow(i, &x) {
			return false
		}
		x = difference(n.w, d, &p.doms[n.b])
		if !p.narrow(n.a, &x) {
			return false
		}
		x = difference(n.w, d, &p.doms[n.a])
		return p.narrow(n.b, &x)
	case OpSub:
		x := difference(n.w, &p.doms[n.a], &p.doms[n.b])
		if !p.narrow(i, &x) {
			return false
		}
		x = sum(n.w, d, &p.doms[n.b])
		if !p.narrow(n.a, &x) {
			return false
		}
		x = difference(n.w, &p.doms[n.a], d)
		return p.narrow(n.b, &x)
	case OpMul:
		return p.reviseMul(i, n)
	case OpUDiv, OpURem:
		return p.reviseDiv(i, n)
	case OpShl, OpLShr, OpAShr:
		return p.reviseShift(i, n)
	case OpEq:
		return p.reviseEq(i, n)
	case OpUlt, OpSlt:
		return p.reviseLess(i, n)
	case OpIte:
		return p.reviseIte(i, n)
	}
	return p.reviseStructure(i, n)
}

func complement(w uint8, a *domain) domain {
	m := ones(w)
	return domain{m &^ a.may, m &^ a.one, m ^ a.hi, m ^ a.lo, m ^ a.shi, m ^ a.slo}
}

// wrap reduces an interval modulo 2^w; all values if it does not stay one.
func wrap(w uint8, lo, hi int64) (uint64, uint64) {
	m := ones(w)
	if lo>>w != hi>>w {
		return 0, m
	}
	return uint64(lo) & m, uint64(hi) & m
}

// sum is the set of a + b. A bit of the sum is known if the bits of a and b
// and the carry are: the carries that are certain are those in the sum of the smallest
// values, the possible ones those in the sum of the greatest.
func sum(w uint8, a, b *domain) domain {
	m := ones(w)
	d := domain{may: m, hi: m, shi: m}
	least, most := a.one+b.one, a.may+b.may
	known := ^(a.one ^ a.may) & ^(b.one ^ b.may) & ^((least ^ a.one ^ b.one) ^ (most ^ a.may ^ b.may))
	d.one = least & known & m
	d.may = (most | ^known) & m
	if w <= 62 {
		d.lo, d.hi = wrap(w, int64(a.lo+b.lo), int64(a.hi+b.hi))
		s := int64(signBit(w))
		d.slo, d.shi = wrap(w, int64(a.slo+b.slo)-s, int64(a.shi+b.shi)-s)
	}
	return d
}

// difference is the set of a - b, which is a + not b + 1.
func difference(w uint8, a, b *domain) domain {
	m := ones(w)
	d := domain{may: m, hi: m, shi: m}
	bOne, bMay := ^b.may, ^b.one
	least, most := a.one+bOne+1, a.may+bMay+1
	known := ^(a.one ^ a.may) & ^(b.one ^ b.may) & ^((least ^ a.one ^ bOne) ^ (most ^ a.may ^ bMay))
	d.one = least & known & m
	d.may = (most | ^known) & m
	if w <= 62 {
		d.lo, d.hi = wrap(w, int64(a.lo)-int64(b.hi), int64(a.hi)-int64(b.lo))
		s := int64(signBit(w))
		d.slo, d.shi = wrap(w, int64(a.slo)-int64(b.shi)+s, int64(a.shi)-int64(b.slo)+s)
	}
	return d
}

func (p *propagator) reviseBitwise(i int32, n *node) bool {
	d, a, b := &p.doms[i], &p.doms[n.a], &p.doms[n.b]
	switch n.op {
	case OpAnd:
		m := ones(n.w)
		return p.narrow(i, &domain{a.one & b.one, a.may & b.may, 0, min(a.hi, b.hi), 0, m}) &&
			p.narrow(n.a, &domain{d.one, m &^ (b.one &^ d.may), d.lo, m, 0, m}) &&
			p.narrow(n.b, &domain{d.one, m &^ (a.one &^ d.may), d.lo, m, 0, m})
	case OpOr:
		m := ones(n.w)
		return p.narrow(i, &domain{a.one | b.one, a.may | b.may, max(a.lo, b.lo), m, 0, m}) &&
			p.narrow(n.a, &domain{d.one &^ b.may, d.may, 0, d.hi, 0, m}) &&
			p.narrow(n.b, &domain{d.one &^ a.may, d.may, 0, d.hi, 0, m})
	}
	return p.narrowXor(i, a, b) && p.narrowXor(n.a, d, b) && p.narrowXor(n.b, d, a)
}

// narrowXor makes i the exclusive or of two sets.
func (p *propagator) narrowXor(i int32, a, b *domain) bool {
	open := (a.one ^ a.may) | (b.one ^ b.may)
	x := a.one ^ b.one
	return p.narrowBits(i, x&^open, x|open)
}

// reviseMul looks at the low bits that are known and at products that do not overflow.
func (p *propagator) reviseMul(i int32, n *node) bool {
	d, a, b := &p.doms[i], &p.doms[n.a], &p.doms[n.b]
	m := ones(n.w)
	za, zb := bits.TrailingZeros64(a.may|^m), bits.TrailingZeros64(b.may|^m)
	ka, kb := bits.TrailingZeros64(a.one^a.may|^m), bits.TrailingZeros64(b.one^b.may|^m)
	// a = 2^za a' and b = 2^zb b': the product is known as far as a' b' is.
	known := min(max(ka, za)-za, max(kb, zb)-zb) + za + zb
	e := full(n.w)
	low := uint64(1)<<min(known, int(n.w)) - 1
	if known >= 64 {
		low = m
	}
	x := a.one * b.one
	e.one, e.may = x&low&m, (x|^low)&m
	if over, hi := bits.Mul64(a.hi, b.hi); over == 0 && hi <= m {
		e.lo, e.hi = a.lo*b.lo, hi
	}
	if !p.narrow(i, &e) {
		return false
	}
	return p.narrowFactor(n.a, n.b, d, n.w) && p.narrowFactor(n.b, n.a, d, n.w)
}

// narrowFactor narrows a factor of d when the other is known: its low bits follow from those of the product.
func (p *propagator) narrowFactor(i, other int32, d *domain, w uint8) bool {
	b := &p.doms[other]
	if !b.isSingle() || b.one == 0 {
		return true
	}
	z := bits.TrailingZeros64(b.one)
	known := bits.TrailingZeros64(d.one^d.may|^ones(w)) - z // of the product over 2^z
	if known <= 0 {
		return true
	}
	low := uint64(1)<<known - 1
	x := d.one >> z * inverse(b.one>>z)
	return p.narrowBits(i, x&low, x&low|^low)
}

// inverse is that of an odd number modulo 2^64, by Newton's iteration.
func inverse(x uint64) uint64 {
	y := x // right in the three lowest bits
	for range 5 {
		y *= 2 - x*y
	}
	return y
}

func (p *propagator) reviseDiv(i int32, n *node) bool {
	a, b := &p.doms[n.a], &p.doms[n.b]
	if a.isSingle() && b.isSingle() {
		x := single(n.w, apply(n, a.lo, b.lo))
		return p.narrow(i, &x)
	}
	if b.lo == 0 {
		return true
	}
	if n.op == OpUDiv {
		return p.narrowRange(i, a.lo/b.hi, a.hi/b.lo)
	}
	return p.narrowRange(i, 0, min(a.hi, b.hi-1))
}

func (p *propagator) reviseEq(i int32, n *node) bool {
	d, a, b := &p.doms[i], &p.doms[n.a], &p.doms[n.b]
	if !d.isSingle() {
		switch {
		case n.a == n.b || a.isSingle() && b.isSingle() && a.one == b.one:
			return p.narrowBits(i, 1, 1)
		case a.disjoint(b):
			return p.narrowBits(i, 0, 0)
		}
		return true
	}
	if d.one == 1 {
		return p.narrow(n.a, b) && p.narrow(n.b, a)
	}
	if n.a == n.b {
		return false
	}
	return p.exclude(n.a, b, n.aw) && p.exclude(n.b, a, n.aw)
}

// exclude removes the only value of b from the ends of the node's intervals.
func (p *propagator) exclude(i int32, b *domain, w uint8) bool {
	if !b.isSingle() {
		return true
	}
	x, y := b.one, b.one^signBit(w)
	d := p.doms[i]
	if d.isSingle() {
		return d.one != x
	}
	// d has two values or more, so that its ends can move.
	if open := d.one ^ d.may; open&(open-1) == 0 && x&^open == d.one {
		d.one ^= open &^ x // one open bit: it is the other
		d.may ^= open & x
		return p.narrowBits(i, d.one, d.may)
	}
	return p.narrowRange(i, d.lo+b2u(d.lo == x), d.hi-b2u(d.hi == x)) &&
		p.narrowSigned(i, d.slo+b2u(d.slo == y), d.shi-b2u(d.shi == y))
}

func (p *propagator) reviseLess(i int32, n *node) bool {
	d, a, b := &p.doms[i], &p.doms[n.a], &p.doms[n.b]
	narrow := (*propagator).narrowRange
	alo, ahi, blo, bhi := a.lo, a.hi, b.lo, b.hi
	if n.op == OpSlt {
		narrow = (*propagator).narrowSigned
		alo, ahi, blo, bhi = a.slo, a.shi, b.slo, b.shi
	}
	if !d.isSingle() {
		switch {
		case ahi < blo:
			return p.narrowBits(i, 1, 1)
		case alo >= bhi || n.a == n.b:
			return p.narrowBits(i, 0, 0)
		}
		return true
	}
	m := ones(n.aw)
	if d.one == 1 {
		if bhi == 0 || alo == m || n.a == n.b {
			return false
		}
		return narrow(p, n.a, 0, bhi-1) && narrow(p, n.b, alo+1, m)
	}
	return narrow(p, n.a, blo, m) && narrow(p, n.b, 0, ahi)
}

// reviseIte treats a choice: the condition is operand a.
func (p *propagator) reviseIte(i int32, n *node) bool {
	d, c := &p.doms[i], &p.doms[n.a]
	t, e := &p.doms[n.b], &p.doms[n.c]
	if !c.isSingle() {
		switch {
		case d.disjoint(t):
			if !p.narrowBits(n.a, 0, 0) {
				return false
			}
		case d.disjoint(e):
			if !p.narrowBits(n.a, 1, 1) {
				return false
			}
		}
	}
	switch {
	case !c.isSingle():
		x := t.join(e)
		return p.narrow(i, &x)
	case c.one == 1:
		return p.narrow(i, t) && p.narrow(n.b, d)
	}
	return p.narrow(i, e) && p.narrow(n.c, d)
}

// reviseStructure treats the operators that move bits.
func (p *propagator) reviseStructure(i int32, n *node) bool {
	d, a := &p.doms[i], &p.doms[n.a]
	m := ones(n.w)
	switch n.op {
	case OpConcat:
		b := &p.doms[n.b]
		k := n.w - n.aw
		low := ones(k)
		return p.narrow(i, &domain{a.one<<k | b.one, a.may<<k | b.may, a.lo<<k | b.lo, a.hi<<k | b.hi,
			a.slo<<k | b.lo, a.shi<<k | b.hi}) &&
			p.narrow(n.a, &domain{d.one >> k, d.may >> k, d.lo >> k, d.hi >> k, d.slo >> k, d.shi >> k}) &&
			p.narrowBits(n.b, d.one&low, d.may&low)
	case OpExtract:
		return p.narrowBits(i, a.one>>n.k, a.may>>n.k) &&
			p.narrowBits(n.a, d.one<<n.k, d.may<<n.k|^(m<<n.k))
	case OpZeroExt:
		return p.narrow(i, &domain{a.one, a.may, a.lo, a.hi, 0, m}) &&
			p.narrow(n.a, &domain{d.one, d.may, d.lo, d.hi, 0, ones(n.aw)})
	case OpSignExt:
		// In the signed order, extension adds a constant to the moved value.
		by := signBit(n.w) - signBit(n.aw)
		if !p.narrow(i, &domain{uint64(sext(n.aw, a.one)) & m, uint64(sext(n.aw, a.may)) & m, 0, m,
			a.slo + by, a.shi + by}) {
			return false
		}
		am := ones(n.aw)
		lo, hi := max(d.slo, by), min(d.shi, by+am)
		if lo > hi {
			return false
		}
		return p.narrow(n.a, &domain{d.one & am, d.may & am, 0, am, lo - by, hi - by})
	}
	return true
}
