package exists

import (
	"math/big"

	"whittle.dev/term"
)

// maxPath bounds the operators between a symbol and the top of an equation: terms
// share parts, and substitution can double that number again and again.
const maxPath = 64

// inverse is the complete solution of an equation for a symbol y: the equation
// holds exactly if all of side hold and y is t for some values of fresh.
type inverse struct {
	t     term.Term
	side  []term.Term
	fresh []freedom
}

// freedom is a new symbol in a solution. Where the solution has the value of y,
// the symbol has the value of def, a term over y.
type freedom struct{ sym, def term.Term }

// bits returns the sum of the widths of the new symbols.
func (inv *inverse) bits(st *term.Store) int {
	n := 0
	for _, f := range inv.fresh {
		n += st.Sort(f.sym).Width()
	}
	return n
}

// solveFor solves a = b for y, where y occurs on one side only, below operators that can be inverted, and in
// no other operand of them. The cases are those in which the set of solutions has a closed form; the forms
// for and, or, concat and extract with their side conditions are the invertibility conditions of Niemetz et
// al., CAV 2018, made into solutions by new symbols.
func solveFor(st *term.Store, y, a, b term.Term) (inverse, bool) {
	o := term.NewFinder(st, func(t term.Term) bool { return t == y })
	switch inA, inB := o.In(a), o.In(b); {
	case inA == inB:
		return inverse{}, false
	case inB:
		a, b = b, a
	}
	inv := inverse{}
	for steps := 0; a != y; steps++ {
		if steps == maxPath {
			return inverse{}, false
		}
		next, r, ok := inv.step(st, o.In, a, b)
		if !ok {
			return inverse{}, false
		}
		a, b = next, r
	}
	inv.t = b
	return inv, true
}

// step peels the top operator of a off a = b; exactly one operand of a must be in.
func (inv *inverse) step(st *term.Store, in func(term.Term) bool, a, b term.Term) (next, r term.Term,
	ok bool) {
	var p, q term.Term // the operand with y, and the other one of two
	first := true
	switch st.NumArgs(a) {
	case 1:
		p = st.Arg(a, 0)
	case 2:
		p, q = st.Arg(a, 0), st.Arg(a, 1)
		if in(q) {
			if in(p) {
				return 0, 0, false
			}
			p, q, first = q, p, false
		}
	default:
		return 0, 0, false
	}
	w := st.Sort(a).Width()
	free := func(width int, def term.Term) term.Term {
		f := st.Fresh("free", term.BitVec(width))
		inv.fresh = append(inv.fresh, freedom{f, def})
		return f
	}
	switch st.Op(a) {
	case term.OpNot:
		return p, st.Not(b), true
	case term.OpEq:
		if st.Sort(p).IsBool() {
			return p, st.Eq(q, b), true
		}
	case term.OpBVNot:
		return p, st.BVNot(b), true
	case term.OpBVNeg:
		return p, st.BVNeg(b), true
	case term.OpBVAdd:
		return p, st.BVSub(b, q), true
	case term.OpBVSub:
		if first {
			return p, st.BVAdd(b, q), true
		}
		return p, st.BVSub(q, b), true
	case term.OpBVXor:
		return p, st.BVXor(b, q), true
	case term.OpBVAnd: // b within q; the bits outside of q are free
		inv.side = append(inv.side, st.Eq(st.BVAnd(b, st.BVNot(q)), st.BV(w, 0)))
		return p, st.BVOr(b, st.BVAnd(free(w, p), st.BVNot(q))), true
	case term.OpBVOr: // q within b; the bits inside of q are free
		inv.side = append(inv.side, st.Eq(st.BVAnd(q, st.BVNot(b)), st.BV(w, 0)))
		return p, st.BVOr(st.BVAnd(b, st.BVNot(q)), st.BVAnd(free(w, p), q)), true
	case term.OpBVMul:
		return inv.product(st, p, q, b, w, free)
	case term.OpConcat:
		k := st.Sort(st.Arg(a, 1)).Width() // bits of the low operand
		hi, lo := st.Extract(w-1, k, b), st.Extract(k-1, 0, b)
		if !first {
			hi, lo = lo, hi
		}
		inv.side = append(inv.side, st.Eq(lo, q))
		return p, hi, true
	case term.OpZeroExt:
		k := st.Sort(p).Width()
		if k < w {
			inv.side = append(inv.side, st.Eq(st.Extract(w-1, k, b), st.BV(w-k, 0)))
		}
		return p, st.Extract(k-1, 0, b), true
	case term.OpSignExt:
		k := st.Sort(p).Width()
		low := st.Extract(k-1, 0, b)
		inv.side = append(inv.side, st.Eq(st.SignExt(w-k, low), b))
		return p, low, true
	case term.OpExtract:
		hi, lo := st.Params(a)
		n := st.Sort(p).Width()
		r := b
		if hi < n-1 {
			r = st.Concat(free(n-1-hi, st.Extract(n-1, hi+1, p)), r)
		}
		if lo > 0 {
			r = st.Concat(r, free(lo, st.Extract(lo-1, 0, p)))
		}
		return p, r, true
	case term.OpBVUDiv:
		return inv.quotient(st, p, q, b, w, first, free)
	}
	return 0, 0, false
}

// product solves p * q = b for p if q is a literal 2^k*m, m odd: the low k bits of
// b must be zero, and the high k bits of p are free.
func (inv *inverse) product(st *term.Store, p, q, b term.Term, w int,
	free func(int, term.Term) term.Term) (next, r term.Term, ok bool) {
	if !st.IsConst(q) {
		return 0, 0, false
	}
	c := st.ConstValue(q).Big()
	if c.Sign() == 0 {
		return 0, 0, false
	}
	k := int(c.TrailingZeroBits())
	n := w - k
	m := new(big.Int).Rsh(c, uint(k))
	m.ModInverse(m, new(big.Int).Lsh(big.NewInt(1), uint(n)))
	r = b
	if k > 0 {
		inv.side = append(inv.side, st.Eq(st.Extract(k-1, 0, b), st.BV(k, 0)))
		r = st.Extract(w-1, k, b)
	}
	r = st.BVMul(r, st.BVBig(n, m))
	if k > 0 {
		r = st.Concat(free(k, st.Extract(w-1, n, p)), r)
	}
	return p, r, true
}

// quotient solves p / q = b for p if q is a literal c > 0: p is b*c + f with f < c,
// where neither the product nor the sum wraps around.
func (inv *inverse) quotient(st *term.Store, p, q, b term.Term, w int, first bool,
	free func(int, term.Term) term.Term) (next, r term.Term, ok bool) {
	if !first || !st.IsConst(q) || st.ConstValue(q).Big().Sign() == 0 {
		return 0, 0, false
	}
	c := st.ConstValue(q).Big()
	most := new(big.Int).Lsh(big.NewInt(1), uint(w))
	most.Sub(most, big.NewInt(1)).Div(most, c)
	f := free(w, st.BVURem(p, q))
	base := st.BVMul(b, q)
	r = st.BVAdd(base, f)
	inv.side = append(inv.side, st.BVUle(b, st.BVBig(w, most)), st.BVUlt(f, q), st.BVUge(r, base))
	return p, r, true
}
