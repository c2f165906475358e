package term

import "math/bits"

// Bit-vectors of at most 64 bits are computed on machine words.

// sext returns the w-bit value x as a signed number.
func sext(w int, x uint64) int64 { return int64(x<<(64-uint(w))) >> (64 - uint(w)) }

// bv64 computes a binary operator on w-bit values; the result is below 2^w.
func bv64(op Op, w int, x, y uint64) uint64 {
	m := ones(w)
	switch op {
	case OpBVAnd:
		return x & y
	case OpBVOr:
		return x | y
	case OpBVXor:
		return x ^ y
	case OpBVNand:
		return ^(x & y) & m
	case OpBVNor:
		return ^(x | y) & m
	case OpBVXnor:
		return ^(x ^ y) & m
	case OpBVAdd:
		return (x + y) & m
	case OpBVSub:
		return (x - y) & m
	case OpBVMul:
		return x * y & m
	case OpBVUDiv:
		if y == 0 {
			return m
		}
		return x / y
	case OpBVURem:
		if y == 0 {
			return x
		}
		return x % y
	case OpBVShl:
		if y >= uint64(w) {
			return 0
		}
		return x << y & m
	case OpBVLShr:
		if y >= uint64(w) {
			return 0
		}
		return x >> y
	case OpBVAShr:
		return uint64(sext(w, x)>>min(y, 63)) & m
	case OpBVComp:
		if x == y {
			return 1
		}
		return 0
	}
	return signedDiv64(op, w, x, y)
}

func signedDiv64(op Op, w int, x, y uint64) uint64 {
	m := ones(w)
	a, b := sext(w, x), sext(w, y)
	switch op {
	case OpBVSDiv:
		switch {
		case b == 0 && a >= 0:
			return m // -1
		case b == 0:
			return 1
		case b == -1:
			return -x & m // without the trap of MinInt64 / -1
		}
		return uint64(a/b) & m
	case OpBVSRem:
		switch b {
		case 0:
			return x
		case -1:
			return 0
		}
		return uint64(a%b) & m
	case OpBVSMod:
		switch b {
		case 0:
			return x
		case -1:
			return 0
		}
		r := a % b
		if r != 0 && (r < 0) != (b < 0) {
			r += b // the sign of the divisor
		}
		return uint64(r) & m
	}
	panic("term: no bit-vector operator " + op.String())
}

// cmp64 computes a binary predicate on w-bit values.
func cmp64(op Op, w int, x, y uint64) bool {
	a, b := sext(w, x), sext(w, y)
	switch op {
	case OpBVUlt:
		return x < y
	case OpBVUle:
		return x <= y
	case OpBVUgt:
		return x > y
	case OpBVUge:
		return x >= y
	case OpBVSlt:
		return a < b
	case OpBVSle:
		return a <= b
	case OpBVSgt:
		return a > b
	case OpBVSge:
		return a >= b
	case OpBVUAddO:
		sum, carry := bits.Add64(x, y, 0)
		return carry != 0 || sum > ones(w)
	case OpBVUSubO:
		return x < y
	case OpBVUMulO:
		hi, lo := bits.Mul64(x, y)
		return hi != 0 || lo > ones(w)
	case OpBVSAddO:
		sum := uint64(a) + uint64(b)
		return w == 64 && (^(uint64(a)^uint64(b))&(uint64(a)^sum))>>63 != 0 || w < 64 &&
			sext(w, sum) != int64(sum)
	case OpBVSSubO:
		diff := uint64(a) - uint64(b)
		return w == 64 && ((uint64(a)^uint64(b))&(uint64(a)^diff))>>63 != 0 || w < 64 &&
			sext(w, diff) != int64(diff)
	case OpBVSMulO:
		return signedMulOverflows(w, a, b)
	case OpBVSDivO:
		return b == -1 && x == 1<<uint(w-1)
	}
	panic("term: no bit-vector predicate " + op.String())
}

func signedMulOverflows(w int, a, b int64) bool {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if a < 0 {
		hi -= uint64(b)
	}
	if b < 0 {
		hi -= uint64(a)
	}
	// (hi, lo) is the signed product; it fits if it is the extension of w bits.
	return int64(hi) != int64(lo)>>63 || sext(w, lo) != int64(lo)
}
