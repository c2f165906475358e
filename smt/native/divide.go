package native

import "slices"

import "whittle.dev/smt/native/internal/aig"

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
func (s *Solver) divided(a, b []aig.Lit) (q, r []aig.Lit) {
	w := len(a)
	h := aig.HashVec(aig.HashVec(uint64(w), a), b)
	for _, d := range s.dividers[h] {
		if d.w == w && slices.Equal(a, s.slab[d.a:int(d.a)+w]) && slices.Equal(b, s.slab[d.b:int(d.b)+w]) {
			return s.slab[d.q : int(d.q)+w], s.slab[d.r : int(d.r)+w]
		}
	}
	d := quotient{w: w}
	d.a = s.keep(a)
	d.b = s.keep(b)
	d.q = s.room(w)
	d.r = s.room(w)
	q, r = s.slab[d.q:int(d.q)+w], s.slab[d.r:int(d.r)+w]
	s.g.Divide(q, r, s.slab[d.a:int(d.a)+w], s.slab[d.b:int(d.b)+w], &s.tmp)
	if s.dividers == nil {
		s.dividers = dividers{}
	}
	s.dividers[h] = append(s.dividers[h], d)
	return q, r
}

// absolute writes |a|, read unsigned, to a new vector.
func (s *Solver) absolute(a []aig.Lit) []aig.Lit {
	v := s.tmp.Get(len(a))
	s.g.NegateIf(v, a, a[len(a)-1])
	return v
}

// signedDiv writes the quotient of a by b, rounded towards zero, to dst.
func (s *Solver) signedDiv(dst, a, b []aig.Lit) {
	n := len(a) - 1
	q, _ := s.divided(s.absolute(a), s.absolute(b))
	s.g.NegateIf(dst, q, s.g.Xor(a[n], b[n]))
}

// signedRem writes the remainder of a by b with the sign of a to dst.
func (s *Solver) signedRem(dst, a, b []aig.Lit) {
	_, r := s.divided(s.absolute(a), s.absolute(b))
	s.g.NegateIf(dst, r, a[len(a)-1])
}

// signedMod writes the remainder of a by b with the sign of b to dst.
func (s *Solver) signedMod(dst, a, b []aig.Lit) {
	n := len(a) - 1
	_, u := s.divided(s.absolute(a), s.absolute(b))
	s.g.NegateIf(dst, u, a[n])
	// Move the remainder over by b if it is not zero and the signs differ.
	zero := s.tmp.Get(n + 1)
	copy(zero, u)
	move := s.g.And(s.g.Xor(a[n], b[n]), s.g.OrAll(zero))
	addend := s.tmp.Get(n + 1)
	for i, l := range b {
		addend[i] = s.g.And(l, move)
	}
	s.g.Add(dst, dst, addend, aig.False)
}
