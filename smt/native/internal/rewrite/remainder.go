package rewrite

import (
	"math/bits"

	"whittle.dev/term"
)

// Remainders and quotients of sums with constants. A loop that counts n up and looks at n % 42 asks about n,
// n+1, n+2, ..., and with a divider for each a solver does not find out what they have to do with each other.
// By the rules below they are all small sums of n urem 42, so there is one divider. For a constant K that is
// no power of two, 2^w = Q*K + M with M < K, and q, r the quotient and remainder of x:
//
//	(x + c) urem K   the reduction of r + c mod K if x + c does not wrap around,
//	                 x + c if it does and c <= K, since it is below c then,
//	                 the reduction of r + (c - 2^w) mod K if it does
//	(x + c) udiv K   q + c div K, and one more if that reduction subtracts, etc.
//	x srem K         r if x is not negative, else minus the reduction of M - r, since |x| = 2^w - x
//	x sdiv K         q if x is not negative, else q - Q, and one more if M < r
//
// where a reduction adds or subtracts K once. It needs one bit more than K has.

// divisor is a constant K to divide by, with what follows from it and the width of the operands.
type divisor struct {
	w    int
	k    uint64
	m    int    // bits of K
	q, r uint64 // 2^w = q*k + r
}

// divisorOf returns the constant b as a divisor; false if it is not one that the rules are for.
func (rw *Rewriter) divisorOf(b term.Term) (d divisor, ok bool) {
	w := rw.st.Sort(b).Width()
	k, ok := rw.st.ConstUint64(b)
	if !ok || w > 64 || k >= 1<<63 || k&(k-1) == 0 {
		return divisor{}, false
	}
	d = divisor{w: w, k: k, m: bits.Len64(k)}
	if w == 64 {
		d.q, d.r = bits.Div64(1, 0, k) // k > 1
	} else {
		d.q, d.r = 1<<w/k, 1<<w%k
	}
	return d, true
}

// low returns the remainder r, of w bits, at the width of sums: one bit more than K.
func (rw *Rewriter) low(d divisor, r term.Term) term.Term {
	return rw.st.ZeroExt(1, rw.st.Extract(d.m-1, 0, r))
}

// reduced returns the remainder of t, which has one bit more than K and is less than 2*K, as w bits,
// and whether t is not it.
func (rw *Rewriter) reduced(d divisor, t term.Term) (r, over term.Term) {
	st := rw.st
	k := st.BV(d.m+1, d.k)
	over = st.Not(st.BVUlt(t, k))
	r = st.Extract(d.m-1, 0, st.Ite(over, st.BVSub(t, k), t))
	return st.ZeroExt(d.w-d.m, r), over
}

// summand takes the constant of a sum off: t = x + c modulo 2^w. ok is false if there is none,
// or nothing else.
func (rw *Rewriter) summand(t term.Term, w int) (x term.Term, c uint64, ok bool) {
	p := rw.sum(t)
	for i, m := range p {
		if len(m.atoms) > 0 {
			continue
		}
		if len(p) == 1 {
			return term.None, 0, false
		}
		rest := append(p[:i:i], p[i+1:]...)
		return rw.simplify(rw.build(rest, w)), m.c.lo, true
	}
	return term.None, 0, false
}

// division returns t, an unsigned quotient or remainder, by the rules for sums with constants.
func (rw *Rewriter) division(t term.Term) term.Term {
	st := rw.st
	d, ok := rw.divisorOf(st.Arg(t, 1))
	if !ok {
		return t
	}
	a, k := st.Arg(t, 0), st.Arg(t, 1)
	if st.Op(a) != term.OpBVAdd && st.Op(a) != term.OpBVSub && st.Op(a) != term.OpBVNot {
		return t
	}
	x, c, ok := rw.summand(a, d.w)
	if !ok || st.IsConst(x) {
		return t
	}
	wraps := st.BVUlt(st.BV(d.w, ^c&d.max()), x)
	r := rw.urem(x, k)
	if st.Op(t) == term.OpBVURem {
		plain, _ := rw.reduced(d, rw.plus(d, r, c%d.k))
		if c <= d.k { // the sum is below c, so its low bits will do
			sum := rw.add(st.Extract(d.m-1, 0, x), st.BV(d.m, c))
			return st.Ite(wraps, st.ZeroExt(d.w-d.m, sum), plain)
		}
		around, _ := rw.reduced(d, rw.plus(d, r, d.around(c)))
		return st.Ite(wraps, around, plain)
	}
	q := st.BVUDiv(x, k)
	_, over := rw.reduced(d, rw.plus(d, r, c%d.k))
	plain := rw.add(rw.add(q, st.BV(d.w, c/d.k)), rw.bit(over, d.w))
	if c <= d.k {
		return st.Ite(wraps, st.BV(d.w, 0), plain)
	}
	// x + c - 2^w = K*(q - n) + r - b, where 2^w - c = K*n + b.
	n, b := (-c&d.max())/d.k, (-c&d.max())%d.k
	borrow := st.BVUlt(rw.low(d, r), st.BV(d.m+1, b))
	around := rw.simplify(st.BVSub(rw.simplify(st.BVSub(q, st.BV(d.w, n))), rw.bit(borrow, d.w)))
	return st.Ite(wraps, around, plain)
}

// max is 2^w - 1.
func (d divisor) max() uint64 { return 1<<(d.w-1)<<1 - 1 }

// around is c - 2^w modulo K.
func (d divisor) around(c uint64) uint64 {
	return (c%d.k + d.k - d.r) % d.k
}

// plus returns the remainder r plus c < K, at the width of sums.
func (rw *Rewriter) plus(d divisor, r term.Term, c uint64) term.Term {
	return rw.st.BVAdd(rw.low(d, r), rw.st.BV(d.m+1, c))
}

func (rw *Rewriter) add(a, b term.Term) term.Term { return rw.simplify(rw.st.BVAdd(a, b)) }

// bit returns a condition as the number 0 or 1.
func (rw *Rewriter) bit(c term.Term, w int) term.Term {
	return rw.st.Ite(c, rw.st.BV(w, 1), rw.st.BV(w, 0))
}

func (rw *Rewriter) urem(x, k term.Term) term.Term {
	t := rw.st.BVURem(x, k)
	if rw.st.Op(t) == term.OpBVURem {
		return rw.division(t)
	}
	return t
}

// signedByConstant returns t, a signed quotient or remainder by a constant, by the unsigned ones of the same
// operand; ok is false if the rules are not for it.
func (rw *Rewriter) signedByConstant(t term.Term) (r term.Term, ok bool) {
	st := rw.st
	op := st.Op(t)
	a, b := st.Arg(t, 0), st.Arg(t, 1)
	minus := false
	if v, ok := st.ConstUint64(b); ok && v>>(st.Sort(b).Width()-1)&1 != 0 {
		minus = true
		b = st.BVNeg(b)
	}
	d, ok := rw.divisorOf(b)
	if !ok || op == term.OpBVSMod {
		return t, false
	}
	neg := rw.negative(a)
	r = rw.urem(a, b)
	low := rw.low(d, r)
	below := st.BVUlt(st.BV(d.m+1, d.r), low) // M < r
	if op == term.OpBVSRem {
		// (M - r) mod K, by an addition of K in the first case
		diff := st.BVSub(st.Ite(below, st.BV(d.m+1, d.r+d.k), st.BV(d.m+1, d.r)), low)
		size := st.ZeroExt(d.w-d.m, st.Extract(d.m-1, 0, diff))
		return st.Ite(neg, rw.negated(size), r), true
	}
	q := rw.udiv(a, b)
	q = st.Ite(neg, rw.add(rw.simplify(st.BVSub(q, st.BV(d.w, d.q))), rw.bit(below, d.w)), q)
	if minus {
		q = rw.negated(q)
	}
	return q, true
}

func (rw *Rewriter) udiv(x, k term.Term) term.Term {
	t := rw.st.BVUDiv(x, k)
	if rw.st.Op(t) == term.OpBVUDiv {
		return rw.division(t)
	}
	return t
}
