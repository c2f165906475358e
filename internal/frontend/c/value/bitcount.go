package value

import (
	"whittle.dev/term"
)

// Popcount counts the bits that are set.
func (vs *Values) Popcount(t term.Term, w int) term.Term {
	sum := vs.Zero(w)
	for i := 0; i < w; i++ {
		sum = vs.ts.BVAdd(sum, vs.ts.ZeroExt(w-1, vs.ts.Extract(i, i, t)))
	}
	return sum
}

// Parity is 1 if the number of bits that are set is odd.
func (vs *Values) Parity(t term.Term, w int) term.Term {
	return vs.ts.BVAnd(vs.Popcount(t, w), vs.BV(w, 1))
}

// Clz counts leading zeros; of zero, which C leaves undefined, it is w.
func (vs *Values) Clz(t term.Term, w int) term.Term {
	r := vs.BV(w, uint64(w))
	for i := 0; i < w; i++ {
		r = vs.ts.Ite(vs.ts.Eq(vs.ts.Extract(i, i, t), vs.ts.BV(1, 1)), vs.BV(w, uint64(w-1-i)), r)
	}
	return r
}

// Ctz counts trailing zeros; of zero, which C leaves undefined, it is w.
func (vs *Values) Ctz(t term.Term, w int) term.Term {
	r := vs.BV(w, uint64(w))
	for i := w - 1; i >= 0; i-- {
		r = vs.ts.Ite(vs.ts.Eq(vs.ts.Extract(i, i, t), vs.ts.BV(1, 1)), vs.BV(w, uint64(i)), r)
	}
	return r
}

// Ffs is the number of the lowest bit that is set, counted from 1, or 0.
func (vs *Values) Ffs(t term.Term, w int) term.Term {
	return vs.ts.Ite(vs.ts.Eq(t, vs.Zero(w)), vs.Zero(w), vs.ts.BVAdd(vs.Ctz(t, w), vs.BV(w, 1)))
}

// Clrsb counts the leading bits that repeat the sign.
func (vs *Values) Clrsb(t term.Term, w int) term.Term {
	x := vs.ts.BVXor(t, vs.ts.BVAShr(t, vs.BV(w, uint64(w-1))))
	return vs.ts.BVSub(vs.Clz(x, w), vs.BV(w, 1))
}
