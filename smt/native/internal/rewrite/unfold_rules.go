package rewrite

import (
	"slices"

	"whittle.dev/term"
)

// The operators that the unfolder looks through:
//
//	a ite c b  =  c*(a - b) + b             ~a     =  -a - 1
//	a | b      =  a + b - (a & b)           a ^ b  =  a + b - 2*(a & b)
//	a urem b   =  a - b*(a udiv b)          a srem b likewise
//	concat     =  2^k*high + low            sign_extend  =  zero_extend - 2^k*sign
//
// All of them hold modulo 2^w, those of the remainders for b = 0 too, as SMT-LIB defines it.

// expand returns the polynomial of t if its operator is one of those above.
func (x *unfolder) expand(t term.Term) (polynomial, bool) {
	st := x.st
	op, sort := st.Op(t), st.Sort(t)
	if sort.IsBool() {
		return x.expandBool(t)
	}
	switch op {
	case term.OpConst:
		return constPoly(st, t, x.w), true
	case term.OpZeroExt:
		return x.of(st.Arg(t, 0)), true
	case term.OpConcat:
		p := polynomial(nil)
		for i, a := range st.Args(t) {
			if i == 0 && sort.Width() == x.w && st.Op(a) == term.OpExtract {
				// What the slice leaves out above would be shifted out.
				if _, lo := st.Params(a); lo == 0 && st.Sort(st.Arg(a, 0)).Width() <= x.w {
					a = st.Arg(a, 0)
				}
			}
			p = x.add(x.scale(p, coefOf(1).shl(st.Sort(st.Arg(t, i)).Width())), x.of(a))
		}
		return p, true
	case term.OpIte:
		return x.choice(x.of(st.Arg(t, 0)), x.of(st.Arg(t, 1)), x.of(st.Arg(t, 2))), true
	case term.OpBVAnd, term.OpBVOr, term.OpBVXor:
		return x.bitwise(t, op)
	case term.OpBVNot: // 2^v - 1 - a, without a borrow
		return x.sub(x.scale(x.one(), coefOf(1).shl(sort.Width()).add(coefOf(1).neg())), x.of(st.Arg(t, 0))),
			true
	}
	if sort.Width() != x.w && !x.fits(t, op) {
		return nil, false // it may wrap around
	}
	switch op {
	case term.OpBVAdd, term.OpBVMul:
		p := x.of(st.Arg(t, 0))
		for _, a := range st.Args(t)[1:] {
			if op == term.OpBVAdd {
				p = x.add(p, x.of(a))
			} else {
				p = x.mul(p, x.of(a))
			}
		}
		return p, true
	case term.OpBVSub:
		return x.sub(x.of(st.Arg(t, 0)), x.of(st.Arg(t, 1))), true
	case term.OpBVNeg:
		return x.scale(x.of(st.Arg(t, 0)), coefOf(1).neg()), true
	case term.OpBVURem, term.OpBVSRem:
		a, b := st.Arg(t, 0), st.Arg(t, 1)
		q := term.None
		if op == term.OpBVURem {
			q = st.BVUDiv(a, b)
		} else {
			q = st.BVSDiv(a, b)
		}
		return x.sub(x.of(a), x.mul(x.of(b), x.of(q))), true
	case term.OpBVShl: // by a variable amount: a times the power
		a, b := st.Arg(t, 0), st.Arg(t, 1)
		if st.IsConst(a) {
			return nil, false
		}
		return x.mul(x.of(a), x.of(st.BVShl(st.BV(x.w, 1), b))), true
	case term.OpSignExt:
		a := st.Arg(t, 0)
		v := st.Sort(a).Width()
		return x.sub(x.of(a), x.scale(x.of(st.Extract(v-1, v-1, a)), coefOf(1).shl(v))), true
	case term.OpExtract:
		if a := st.Arg(t, 0); sort.Width() != x.w || st.Sort(a).Width() <= x.w && x.bits(a) <= sort.Width() {
			return x.of(a), true
		}
		return x.truncated(t)
	}
	return nil, false
}

func (x *unfolder) expandBool(t term.Term) (polynomial, bool) {
	st := x.st
	switch st.Op(t) {
	case term.OpConst:
		if st.IsTrue(t) {
			return x.one(), true
		}
		return nil, true
	case term.OpNot:
		return x.sub(x.one(), x.of(st.Arg(t, 0))), true
	case term.OpAnd, term.OpOr:
		if st.NumArgs(t) > 4 {
			return nil, false
		}
		p := x.of(st.Arg(t, 0))
		for _, a := range st.Args(t)[1:] {
			q := x.of(a)
			if r := x.mul(p, q); st.Op(t) == term.OpAnd {
				p = r
			} else {
				p = x.sub(x.add(p, q), r)
			}
		}
		return p, true
	case term.OpEq:
		a, b := st.Arg(t, 0), st.Arg(t, 1)
		if st.Sort(a).Width() > 1 || st.Sort(a).IsArray() || !st.Sort(a).IsBool() && !st.Sort(a).IsBitVec() {
			return nil, false
		}
		if v, ok := st.ConstUint64(b); ok && !st.Sort(b).IsBool() {
			if v == 1 {
				return x.of(a), true
			}
			return x.sub(x.one(), x.of(a)), true
		}
		p, q := x.of(a), x.of(b) // 1 - p - q + 2pq
		return x.add(x.sub(x.sub(x.one(), p), q), x.scale(x.mul(p, q), coefOf(2))), true
	case term.OpIte:
		return x.choice(x.of(st.Arg(t, 0)), x.of(st.Arg(t, 1)), x.of(st.Arg(t, 2))), true
	}
	return nil, false
}

func (x *unfolder) choice(c, a, b polynomial) polynomial {
	return x.add(x.mul(c, x.sub(a, b)), b)
}

// bitwise expresses or and xor by and. Of one bit, and is the product.
func (x *unfolder) bitwise(t term.Term, op term.Op) (polynomial, bool) {
	st := x.st
	if st.NumArgs(t) != 2 {
		return nil, false
	}
	a, b := st.Arg(t, 0), st.Arg(t, 1)
	var and polynomial
	switch {
	case st.Sort(t).Width() == 1:
		and = x.mul(x.of(a), x.of(b))
	case op != term.OpBVAnd:
		and = x.of(st.BVAnd(a, b))
	case st.Op(b) == term.OpBVNot: // a & ~b = a - (a & b)
		return x.sub(x.of(a), x.of(st.BVAnd(a, st.Arg(b, 0)))), true
	case st.Op(a) == term.OpBVNot:
		return x.sub(x.of(b), x.of(st.BVAnd(b, st.Arg(a, 0)))), true
	default:
		return nil, false
	}
	switch op {
	case term.OpBVOr:
		return x.sub(x.add(x.of(a), x.of(b)), and), true
	case term.OpBVXor:
		return x.sub(x.add(x.of(a), x.of(b)), x.scale(and, coefOf(2))), true
	}
	return and, true
}

// truncated takes the low w bits of a sum or product of wider terms from the low bits of the operands.
func (x *unfolder) truncated(t term.Term) (polynomial, bool) {
	st := x.st
	a := st.Arg(t, 0)
	if _, lo := st.Params(t); lo != 0 {
		return nil, false
	}
	op := st.Op(a)
	switch op {
	case term.OpBVAdd, term.OpBVMul, term.OpBVSub, term.OpBVNeg, term.OpBVNot, term.OpBVAnd, term.OpBVOr,
		term.OpBVXor, term.OpIte:
	default:
		return nil, false
	}
	args := slices.Clone(st.Args(a))
	for i, b := range args {
		if st.Sort(b).IsBitVec() {
			args[i] = st.Extract(x.w-1, 0, b)
		}
	}
	r := st.Mk(op, nil, args...)
	if r == t {
		return nil, false
	}
	return x.of(r), true
}

// fits reports whether the operator of t, of fewer than x.w bits, gives the same
// value on integers, or t leaves out only zeros.
func (x *unfolder) fits(t term.Term, op term.Op) bool {
	w := x.st.Sort(t).Width()
	switch op {
	case term.OpBVAdd, term.OpBVMul:
		return x.bits(t) < w || x.bits(t) == w && op == term.OpBVMul &&
			x.bits(x.st.Arg(t, 0))+x.bits(x.st.Arg(t, 1)) <= w
	case term.OpBVURem:
		return true
	case term.OpExtract:
		a := x.st.Arg(t, 0)
		_, lo := x.st.Params(t)
		return lo == 0 && x.st.Sort(a).Width() <= x.w && x.bits(a) <= w
	}
	return false
}

// bits returns a number of bits that the value of t does not exceed.
func (x *unfolder) bits(t term.Term) int {
	st := x.st
	if x.depth++; x.depth > expandDepth {
		x.depth--
		return st.Sort(t).Width()
	}
	defer func() { x.depth-- }()
	n, ok := x.sizes[t]
	if ok {
		return n
	}
	n = st.Sort(t).Width()
	switch st.Op(t) {
	case term.OpConst:
		n = st.ConstBig(t).BitLen()
	case term.OpZeroExt:
		n = x.bits(st.Arg(t, 0))
	case term.OpConcat:
		if st.NumArgs(t) == 2 {
			n = st.Sort(st.Arg(t, 1)).Width() + x.bits(st.Arg(t, 0))
		}
	case term.OpBVAdd:
		if st.NumArgs(t) == 2 {
			n = min(n, 1+max(x.bits(st.Arg(t, 0)), x.bits(st.Arg(t, 1))))
		}
	case term.OpBVMul:
		if st.NumArgs(t) == 2 {
			n = min(n, x.bits(st.Arg(t, 0))+x.bits(st.Arg(t, 1)))
		}
	case term.OpBVAnd:
		n = min(x.bits(st.Arg(t, 0)), x.bits(st.Arg(t, 1)))
	case term.OpBVOr, term.OpBVXor:
		n = max(x.bits(st.Arg(t, 0)), x.bits(st.Arg(t, 1)))
	case term.OpIte:
		n = max(x.bits(st.Arg(t, 1)), x.bits(st.Arg(t, 2)))
	case term.OpExtract:
		if _, lo := st.Params(t); lo == 0 {
			n = min(n, x.bits(st.Arg(t, 0)))
		}
	case term.OpBVURem, term.OpBVUDiv, term.OpBVLShr:
		n = x.bits(st.Arg(t, 0))
		if st.Op(t) == term.OpBVUDiv { // by zero: all ones
			n = st.Sort(t).Width()
		}
	}
	x.sizes[t] = n
	return n
}
