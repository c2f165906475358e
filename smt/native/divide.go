package native

import (
	"slices"

	"whittle.dev/smt/native/internal/aig"
)

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
func (bl *blaster) divided(a, b []aig.Lit) (q, r []aig.Lit) {
	w := len(a)
	h := aig.HashVec(aig.HashVec(uint64(w), a), b)
	for _, d := range bl.dividers[h] {
		if d.w == w && slices.Equal(a, bl.bits.slab[d.a:int(d.a)+w]) &&
			slices.Equal(b, bl.bits.slab[d.b:int(d.b)+w]) {
			return bl.bits.slab[d.q : int(d.q)+w], bl.bits.slab[d.r : int(d.r)+w]
		}
	}
	d := quotient{w: w}
	d.a = bl.bits.keep(a)
	d.b = bl.bits.keep(b)
	d.q = bl.bits.room(w)
	d.r = bl.bits.room(w)
	q, r = bl.bits.slab[d.q:int(d.q)+w], bl.bits.slab[d.r:int(d.r)+w]
	bl.bits.g.Divide(q, r, bl.bits.slab[d.a:int(d.a)+w], bl.bits.slab[d.b:int(d.b)+w], &bl.bits.tmp)
	if bl.dividers == nil {
		bl.dividers = dividers{}
	}
	bl.dividers[h] = append(bl.dividers[h], d)
	return q, r
}

// absolute writes |a|, read unsigned, to a new vector.
func (bl *blaster) absolute(a []aig.Lit) []aig.Lit {
	v := bl.bits.tmp.Get(len(a))
	bl.bits.g.NegateIf(v, a, a[len(a)-1])
	return v
}

// signedDiv writes the quotient of a by b, rounded towards zero, to dst.
func (bl *blaster) signedDiv(dst, a, b []aig.Lit) {
	n := len(a) - 1
	q, _ := bl.divided(bl.absolute(a), bl.absolute(b))
	bl.bits.g.NegateIf(dst, q, bl.bits.g.Xor(a[n], b[n]))
}

// signedRem writes the remainder of a by b with the sign of a to dst.
func (bl *blaster) signedRem(dst, a, b []aig.Lit) {
	_, r := bl.divided(bl.absolute(a), bl.absolute(b))
	bl.bits.g.NegateIf(dst, r, a[len(a)-1])
}

// signedMod writes the remainder of a by b with the sign of b to dst.
func (bl *blaster) signedMod(dst, a, b []aig.Lit) {
	n := len(a) - 1
	_, u := bl.divided(bl.absolute(a), bl.absolute(b))
	bl.bits.g.NegateIf(dst, u, a[n])
	// Move the remainder over by b if it is not zero and the signs differ.
	zero := bl.bits.tmp.Get(n + 1)
	copy(zero, u)
	move := bl.bits.g.And(bl.bits.g.Xor(a[n], b[n]), bl.bits.g.OrAll(zero))
	addend := bl.bits.tmp.Get(n + 1)
	for i, l := range b {
		addend[i] = bl.bits.g.And(l, move)
	}
	bl.bits.g.Add(dst, dst, addend, aig.False)
}
