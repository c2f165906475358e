package native

import "math/bits"

// divide writes the quotient and remainder of a by b, unsigned, to q and r, which
// are neither. The circuit is that of division on paper: w steps of compare and
// subtract. For b = 0 it gives all ones and a, as SMT-LIB wants.
func (g *graph) divide(q, r, a, b []lit, tmp *scratch) {
	w := len(a)
	k, isConst := constUint(b)
	if isConst && k != 0 && k&(k-1) == 0 {
		k := bits.TrailingZeros64(k)
		for i := range w {
			q[i], r[i] = falseLit, falseLit
			if i+k < w {
				q[i] = a[i+k]
			}
			if i < k {
				r[i] = a[i]
			}
		}
		return
	}
	diff := tmp.get(w)
	clear(r)
	for i := w - 1; i >= 0; i-- {
		top := r[w-1] // the bit that the shift moves out: r is at least 2^w
		copy(r[1:], r[:w-1])
		r[0] = a[i]
		q[i] = g.or(top, g.sub(diff, r, b))
		g.choose(r, q[i], diff, r)
	}
	if isConst && k > 0 {
		g.below(r, k)
	}
}

// quotient is a remembered pair of quotient and remainder: bvudiv and bvurem, and
// the signed operators by way of absolute values, share one divider.
type quotient struct {
	a, b, q, r uint32 // offsets into the slab of bits
	w          int
}

// dividers finds dividers by the literals of their operands.
type dividers map[uint64][]quotient

// divided returns the quotient and remainder of a by b; the slices are stable
// until the next divider is built.
func (s *Solver) divided(a, b []lit) (q, r []lit) {
	w := len(a)
	h := hashVec(hashVec(uint64(w), a), b)
	for _, d := range s.dividers[h] {
		if d.w == w && equalVec(a, s.slab[d.a:int(d.a)+w]) && equalVec(b, s.slab[d.b:int(d.b)+w]) {
			return s.slab[d.q : int(d.q)+w], s.slab[d.r : int(d.r)+w]
		}
	}
	d := quotient{w: w}
	d.a = s.keep(a)
	d.b = s.keep(b)
	d.q = s.room(w)
	d.r = s.room(w)
	q, r = s.slab[d.q:int(d.q)+w], s.slab[d.r:int(d.r)+w]
	s.g.divide(q, r, s.slab[d.a:int(d.a)+w], s.slab[d.b:int(d.b)+w], &s.tmp)
	if s.dividers == nil {
		s.dividers = dividers{}
	}
	s.dividers[h] = append(s.dividers[h], d)
	return q, r
}

// absolute writes |a|, read unsigned, to a new vector.
func (s *Solver) absolute(a []lit) []lit {
	v := s.tmp.get(len(a))
	s.g.negateIf(v, a, a[len(a)-1])
	return v
}

// signedDiv writes the quotient of a by b, rounded towards zero, to dst.
func (s *Solver) signedDiv(dst, a, b []lit) {
	n := len(a) - 1
	q, _ := s.divided(s.absolute(a), s.absolute(b))
	s.g.negateIf(dst, q, s.g.xor(a[n], b[n]))
}

// signedRem writes the remainder of a by b with the sign of a to dst.
func (s *Solver) signedRem(dst, a, b []lit) {
	_, r := s.divided(s.absolute(a), s.absolute(b))
	s.g.negateIf(dst, r, a[len(a)-1])
}

// signedMod writes the remainder of a by b with the sign of b to dst.
func (s *Solver) signedMod(dst, a, b []lit) {
	n := len(a) - 1
	_, u := s.divided(s.absolute(a), s.absolute(b))
	s.g.negateIf(dst, u, a[n])
	// Move the remainder over by b if it is not zero and the signs differ.
	zero := s.tmp.get(n + 1)
	copy(zero, u)
	move := s.g.and(s.g.xor(a[n], b[n]), s.g.orAll(zero))
	addend := s.tmp.get(n + 1)
	for i, l := range b {
		addend[i] = s.g.and(l, move)
	}
	s.g.add(dst, dst, addend, falseLit)
}
