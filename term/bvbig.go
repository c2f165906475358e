package term

import "math/big"

// Bit-vectors of more than 64 bits are computed as numbers from 0 to 2^w-1.

var bigOne = big.NewInt(1)

// wrapBig returns v modulo 2^w as a new number.
func wrapBig(w int, v *big.Int) *big.Int {
	if v.Sign() >= 0 && v.BitLen() <= w {
		return new(big.Int).Set(v)
	}
	return new(big.Int).And(v, onesBig(w)) // And works on two's complement
}

func onesBig(w int) *big.Int {
	m := new(big.Int).Lsh(bigOne, uint(w))
	return m.Sub(m, bigOne)
}

// signedBig returns the w-bit value v as a signed number.
func signedBig(w int, v *big.Int) *big.Int {
	if v.Bit(w-1) == 0 {
		return new(big.Int).Set(v)
	}
	return new(big.Int).Sub(v, new(big.Int).Lsh(bigOne, uint(w)))
}

// bvBig computes a binary operator on w-bit values.
func bvBig(op Op, w int, x, y *big.Int) *big.Int {
	r := new(big.Int)
	switch op {
	case OpBVAnd:
		return r.And(x, y)
	case OpBVOr:
		return r.Or(x, y)
	case OpBVXor:
		return r.Xor(x, y)
	case OpBVNand:
		return wrapBig(w, r.Not(r.And(x, y)))
	case OpBVNor:
		return wrapBig(w, r.Not(r.Or(x, y)))
	case OpBVXnor:
		return wrapBig(w, r.Not(r.Xor(x, y)))
	case OpBVAdd:
		return wrapBig(w, r.Add(x, y))
	case OpBVSub:
		return wrapBig(w, r.Sub(x, y))
	case OpBVMul:
		return wrapBig(w, r.Mul(x, y))
	case OpBVUDiv:
		if y.Sign() == 0 {
			return onesBig(w)
		}
		return r.Quo(x, y)
	case OpBVURem:
		if y.Sign() == 0 {
			return r.Set(x)
		}
		return r.Rem(x, y)
	case OpBVShl:
		if n, ok := shiftBig(w, y); ok {
			return wrapBig(w, r.Lsh(x, n))
		}
		return r
	case OpBVLShr:
		if n, ok := shiftBig(w, y); ok {
			return r.Rsh(x, n)
		}
		return r
	case OpBVAShr:
		n, ok := shiftBig(w, y)
		if !ok {
			n = uint(w)
		}
		return wrapBig(w, r.Rsh(signedBig(w, x), n))
	}
	return signedDivBig(op, w, x, y)
}

// shiftBig returns a shift amount if it is below the width.
func shiftBig(w int, y *big.Int) (uint, bool) {
	if !y.IsUint64() || y.Uint64() >= uint64(w) {
		return 0, false
	}
	return uint(y.Uint64()), true
}

func signedDivBig(op Op, w int, x, y *big.Int) *big.Int {
	a, b := signedBig(w, x), signedBig(w, y)
	if b.Sign() == 0 {
		switch {
		case op != OpBVSDiv:
			return new(big.Int).Set(x)
		case a.Sign() < 0:
			return big.NewInt(1)
		}
		return onesBig(w)
	}
	q, r := new(big.Int).QuoRem(a, b, new(big.Int))
	switch op {
	case OpBVSDiv:
		return wrapBig(w, q)
	case OpBVSRem:
		return wrapBig(w, r)
	case OpBVSMod:
		if r.Sign() != 0 && r.Sign() != b.Sign() {
			r.Add(r, b)
		}
		return wrapBig(w, r)
	}
	panic("term: no bit-vector operator " + op.String())
}

// cmpBig computes a binary predicate on w-bit values.
func cmpBig(op Op, w int, x, y *big.Int) bool {
	switch op {
	case OpBVUlt, OpBVUSubO:
		return x.Cmp(y) < 0
	case OpBVUle:
		return x.Cmp(y) <= 0
	case OpBVUgt:
		return x.Cmp(y) > 0
	case OpBVUge:
		return x.Cmp(y) >= 0
	case OpBVUAddO:
		return new(big.Int).Add(x, y).BitLen() > w
	case OpBVUMulO:
		return new(big.Int).Mul(x, y).BitLen() > w
	}
	a, b := signedBig(w, x), signedBig(w, y)
	switch op {
	case OpBVSlt:
		return a.Cmp(b) < 0
	case OpBVSle:
		return a.Cmp(b) <= 0
	case OpBVSgt:
		return a.Cmp(b) > 0
	case OpBVSge:
		return a.Cmp(b) >= 0
	case OpBVSAddO:
		return !fitsSigned(w, a.Add(a, b))
	case OpBVSSubO:
		return !fitsSigned(w, a.Sub(a, b))
	case OpBVSMulO:
		return !fitsSigned(w, new(big.Int).Mul(a, b))
	case OpBVSDivO:
		return b.IsInt64() && b.Int64() == -1 && !fitsSigned(w, a.Neg(a))
	}
	panic("term: no bit-vector predicate " + op.String())
}

// fitsSigned reports whether -2^(w-1) <= v < 2^(w-1).
func fitsSigned(w int, v *big.Int) bool {
	if v.Sign() < 0 {
		v = new(big.Int).Not(v) // -v-1
	}
	return v.BitLen() < w
}
