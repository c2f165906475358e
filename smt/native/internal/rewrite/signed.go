package rewrite

import "whittle.dev/term"

// Signed division in terms of unsigned division and signs, as SMT-LIB defines it. Programs and
// compilers write it out in the same way, and then both share one divider.

// signedDivision returns t, a signed division or remainder, by unsigned ones.
func (rw *Rewriter) signedDivision(t term.Term) term.Term {
	st := rw.st
	op := st.Op(t)
	if r, ok := rw.signedByConstant(t); ok {
		return r
	}
	a, b := st.Arg(t, 0), st.Arg(t, 1)
	sa, sb := rw.negative(a), rw.negative(b)
	x, y := st.Ite(sa, rw.negated(a), a), st.Ite(sb, rw.negated(b), b)
	if op == term.OpBVSDiv {
		q := st.BVUDiv(x, y)
		return st.Ite(st.Eq(sa, sb), q, rw.negated(q))
	}
	r := st.BVURem(x, y)
	signed := st.Ite(sa, rw.negated(r), r)
	if op == term.OpBVSRem {
		return signed
	}
	// The result has the sign of b: add b if the signs differ, unless it is zero.
	zero := st.Eq(r, st.BV(st.Sort(r).Width(), 0))
	return st.Ite(st.Or(zero, st.Eq(sa, sb)), signed, rw.simplify(st.BVAdd(signed, b)))
}

// negative returns whether the bit-vector t is below zero, as an equation of its top bit.
func (rw *Rewriter) negative(t term.Term) term.Term {
	w := rw.st.Sort(t).Width()
	return rw.st.Eq(rw.st.Extract(w-1, w-1, t), rw.st.BV(1, 1))
}

func (rw *Rewriter) negated(t term.Term) term.Term { return rw.simplify(rw.st.BVNeg(t)) }

// comparison expresses tests of the sign by the top bit, as conditions on bits are.
func (rw *Rewriter) comparison(t term.Term) term.Term {
	st := rw.st
	a, b := st.Arg(t, 0), st.Arg(t, 1)
	w := st.Sort(a).Width()
	switch {
	case b == st.BV(w, 0):
		return rw.negative(a)
	case a == st.BVNot(st.BV(w, 0)):
		return st.Not(rw.negative(b))
	}
	return t
}
