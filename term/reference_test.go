package term

import "testing"

// The reference: the operators on truth values and bit-vectors of at most 31 bits,
// written from the definitions of SMT-LIB and sharing nothing with the package.
// Values are plain numbers; a truth value is 0 or 1.

func refNeg(w int, x uint64) uint64 { return (1<<w - x) % (1 << w) }

func refMSB(w int, x uint64) bool { return x >= 1<<(w-1) }

func refSigned(w int, x uint64) int64 {
	if refMSB(w, x) {
		return int64(x) - 1<<w
	}
	return int64(x)
}

func refAbs(w int, x uint64) uint64 {
	if refMSB(w, x) {
		return refNeg(w, x)
	}
	return x
}

func refUDiv(w int, x, y uint64) uint64 {
	if y == 0 {
		return 1<<w - 1
	}
	return x / y
}

func refURem(x, y uint64) uint64 {
	if y == 0 {
		return x
	}
	return x % y
}

func refOutside(w int, v int64) bool { return v < -(1<<(w-1)) || v >= 1<<(w-1) }

func refBool(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// refBits makes a number of bits, lowest first.
func refBits(n int, bit func(i int) bool) uint64 {
	var v uint64
	for i := range n {
		if bit(i) {
			v += 1 << i
		}
	}
	return v
}

func refBit(x uint64, i int) bool { return x/(1<<i)%2 == 1 }

// refOp applies op; w is the width of the first operand, w2 of the second.
func refOp(op Op, p, q, w, w2 int, v []uint64) uint64 {
	x := v[0]
	var y uint64
	if len(v) > 1 {
		y = v[1]
	}
	both := func(f func(a, b bool) bool) uint64 {
		return refBits(w, func(i int) bool { return f(refBit(x, i), refBit(y, i)) })
	}
	switch op {
	case OpNot:
		return 1 - x
	case OpAnd, OpOr:
		n := uint64(0)
		for _, a := range v {
			n += a
		}
		return refBool(op == OpAnd && n == uint64(len(v)) || op == OpOr && n > 0)
	case OpXor:
		return (x + y) % 2
	case OpImplies:
		return refBool(x == 0 || y == 1)
	case OpEq:
		return refBool(x == y)
	case OpDistinct:
		seen := map[uint64]bool{}
		for _, a := range v {
			seen[a] = true
		}
		return refBool(len(seen) == len(v))
	case OpIte:
		if x == 1 {
			return y
		}
		return v[2]
	case OpBVNot:
		return refBits(w, func(i int) bool { return !refBit(x, i) })
	case OpBVAnd:
		return both(func(a, b bool) bool { return a && b })
	case OpBVOr:
		return both(func(a, b bool) bool { return a || b })
	case OpBVXor:
		return both(func(a, b bool) bool { return a != b })
	case OpBVNand:
		return both(func(a, b bool) bool { return !(a && b) })
	case OpBVNor:
		return both(func(a, b bool) bool { return !(a || b) })
	case OpBVXnor, OpBVComp:
		r := both(func(a, b bool) bool { return a == b })
		if op == OpBVComp {
			return refBool(r == 1<<w-1)
		}
		return r
	case OpBVNeg:
		return refNeg(w, x)
	case OpBVAdd:
		return (x + y) % (1 << w)
	case OpBVSub:
		return (x + refNeg(w, y)) % (1 << w)
	case OpBVMul:
		return x * y % (1 << w)
	case OpBVUDiv:
		return refUDiv(w, x, y)
	case OpBVURem:
		return refURem(x, y)
	case OpBVSDiv:
		r := refUDiv(w, refAbs(w, x), refAbs(w, y))
		if refMSB(w, x) != refMSB(w, y) {
			return refNeg(w, r)
		}
		return r
	case OpBVSRem:
		r := refURem(refAbs(w, x), refAbs(w, y))
		if refMSB(w, x) {
			return refNeg(w, r)
		}
		return r
	case OpBVSMod:
		u := refURem(refAbs(w, x), refAbs(w, y))
		switch {
		case u == 0:
			return u
		case !refMSB(w, x) && !refMSB(w, y):
			return u
		case refMSB(w, x) && !refMSB(w, y):
			return (refNeg(w, u) + y) % (1 << w)
		case !refMSB(w, x) && refMSB(w, y):
			return (u + y) % (1 << w)
		}
		return refNeg(w, u)
	case OpBVShl:
		for i := uint64(0); i < y && x != 0; i++ {
			x = x * 2 % (1 << w)
		}
		return x
	case OpBVLShr:
		for i := uint64(0); i < y && x != 0; i++ {
			x /= 2
		}
		return x
	case OpBVAShr:
		sign := uint64(0)
		if refMSB(w, x) {
			sign = 1 << (w - 1)
		}
		for i := uint64(0); i < y && i < 64; i++ {
			x = x/2 + sign
		}
		return x
	case OpBVUlt, OpBVUSubO:
		return refBool(x < y)
	case OpBVUle:
		return refBool(x <= y)
	case OpBVUgt:
		return refBool(x > y)
	case OpBVUge:
		return refBool(x >= y)
	case OpBVSlt:
		return refBool(refSigned(w, x) < refSigned(w, y))
	case OpBVSle:
		return refBool(refSigned(w, x) <= refSigned(w, y))
	case OpBVSgt:
		return refBool(refSigned(w, x) > refSigned(w, y))
	case OpBVSge:
		return refBool(refSigned(w, x) >= refSigned(w, y))
	case OpConcat:
		return x*(1<<w2) + y
	case OpExtract:
		return refBits(p-q+1, func(i int) bool { return refBit(x, q+i) })
	case OpZeroExt:
		return x
	case OpSignExt:
		return refBits(w+p, func(i int) bool { return refBit(x, min(i, w-1)) })
	case OpRotateLeft:
		return refBits(w, func(i int) bool { return refBit(x, ((i-p)%w+w)%w) })
	case OpRotateRight:
		return refBits(w, func(i int) bool { return refBit(x, (i+p)%w) })
	case OpRepeat:
		return refBits(w*p, func(i int) bool { return refBit(x, i%w) })
	case OpBVNegO:
		return refBool(refOutside(w, -refSigned(w, x)))
	case OpBVUAddO:
		return refBool(x+y >= 1<<w)
	case OpBVUMulO:
		return refBool(x*y >= 1<<w)
	case OpBVSAddO:
		return refBool(refOutside(w, refSigned(w, x)+refSigned(w, y)))
	case OpBVSSubO:
		return refBool(refOutside(w, refSigned(w, x)-refSigned(w, y)))
	case OpBVSMulO:
		return refBool(refOutside(w, refSigned(w, x)*refSigned(w, y)))
	case OpBVSDivO:
		return refBool(refSigned(w, y) == -1 && refOutside(w, -refSigned(w, x)))
	}
	panic("no reference for " + op.String())
}

var (
	bvBinary = []Op{OpBVAnd, OpBVOr, OpBVXor, OpBVNand, OpBVNor, OpBVXnor, OpBVAdd, OpBVSub, OpBVMul,
		OpBVUDiv, OpBVURem, OpBVSDiv, OpBVSRem, OpBVSMod, OpBVShl, OpBVLShr, OpBVAShr}
	bvPredicate = []Op{OpEq, OpDistinct, OpBVUlt, OpBVUle, OpBVUgt, OpBVUge, OpBVSlt, OpBVSle, OpBVSgt,
		OpBVSge,
		OpBVUAddO, OpBVSAddO, OpBVUSubO, OpBVSSubO, OpBVUMulO, OpBVSMulO, OpBVSDivO}
)

func TestReferenceAgainstEval(t *testing.T) {
	// Eval, the folding on words and the computation on big numbers agree with the
	// reference on every operator.
	for w := 1; w <= 4; w++ {
		s := NewStore()
		x, y := s.Symbol("x", BitVec(w)), s.Symbol("y", BitVec(w))
		u := exhaust(s, x, y)
		check := func(app Term) {
			col := u.column(app)
			for i := range col {
				a := Map{x: BVValue(w, u.columns[x][i]), y: BVValue(w, u.columns[y][i])}
				v, err := s.Eval(app, a)
				if err != nil || v.Uint64() != col[i] || v.Sort() != s.Sort(app) {
					t.Fatalf("%s with x=%d y=%d: %v, %v; want %d", s.String(app), u.columns[x][i],
						u.columns[y][i], v, err, col[i])
				}
				folded := s.Substitute(app, map[Term]Term{x: s.FromValue(a[x]), y: s.FromValue(a[y])})
				if folded != s.FromValue(v) {
					t.Fatalf("%s with x=%d y=%d folds to %s, want %v", s.String(app), u.columns[x][i],
						u.columns[y][i], s.String(folded), v)
				}
			}
		}
		for _, op := range append([]Op{OpBVComp, OpConcat}, append(bvBinary, bvPredicate...)...) {
			check(s.MkRaw(op, nil, x, y))
		}
		for _, op := range []Op{OpBVNot, OpBVNeg, OpBVNegO} {
			check(s.MkRaw(op, nil, x))
		}
		for p := range 2*w + 1 {
			for _, op := range []Op{OpZeroExt, OpSignExt, OpRotateLeft, OpRotateRight} {
				check(s.MkRaw(op, []int{p}, x))
			}
			check(s.MkRaw(OpRepeat, []int{p + 1}, x))
		}
		for hi := range w {
			for lo := range hi + 1 {
				check(s.MkRaw(OpExtract, []int{hi, lo}, x))
			}
		}
		for i := range u.rows {
			a, b := u.columns[x][i], u.columns[y][i]
			for _, op := range bvBinary {
				want := refOp(op, 0, 0, w, w, []uint64{a, b})
				if got := bvBig(op, w, BVValue(w, a).Big(), BVValue(w, b).Big()).Uint64(); got != want {
					t.Fatalf("bvBig %v %d %d = %d, want %d", op, a, b, got, want)
				}
			}
			for _, op := range bvPredicate[2:] {
				want := refOp(op, 0, 0, w, w, []uint64{a, b}) == 1
				if got := cmpBig(op, w, BVValue(w, a).Big(), BVValue(w, b).Big()); got != want {
					t.Fatalf("cmpBig %v %d %d = %v", op, a, b, got)
				}
			}
		}
	}
}
