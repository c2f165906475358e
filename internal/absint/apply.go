package absint

import (
	"math/bits"

	"whittle.dev/term"
)

// Apply is the value of an operator of bit-vectors and Bools on sets of values: it has all values that the
// operator has for values of the arguments. The result has width bits; low is the lowest bit that an
// extraction takes. Of an operator that is not known it is everything.
func Apply(op term.Op, width, low int, args ...Strided) Strided {
	all := Everything(width)
	a := args[0]
	var b Strided
	if len(args) > 1 {
		b = args[1]
	}
	k, isConst := b.Const()
	isConst = isConst && len(args) > 1
	switch op {
	case term.OpNot:
		return a.Not()
	case term.OpAnd, term.OpOr:
		return connective(op, args)
	case term.OpBVAdd:
		return a.Add(b)
	case term.OpBVSub:
		return a.Add(b.Neg())
	case term.OpBVNeg:
		return a.Neg()
	case term.OpBVNot:
		return a.Not()
	case term.OpBVMul:
		return product(a, b)
	case term.OpBVAnd, term.OpBVOr, term.OpBVXor:
		out := a
		for _, b := range args[1:] {
			out = bitwiseOf(op, out, b)
		}
		return out
	case term.OpBVURem:
		_, hi := a.Unsigned()
		switch {
		case isConst && k > 0 && hi < k:
			return a
		case isConst && k > 0:
			return Plain(Span(width, 0, k-1))
		}
		_, most := b.Unsigned()
		if b.Has(0) || most == 0 {
			return Plain(Span(width, 0, hi)) // x % 0 is x
		}
		return Plain(Span(width, 0, min(hi, most-1)))
	case term.OpBVSRem:
		return signedRem(a, b)
	case term.OpBVUDiv:
		lo, hi := a.Unsigned()
		least, most := b.Unsigned()
		if least > 0 {
			return Plain(Span(width, lo/most, hi/least))
		}
	case term.OpBVSDiv:
		lo, hi := a.Signed()
		if d, ok := b.Const(); ok {
			if d := SignExtend(d, width); d > 0 {
				return Plain(Span(width, uint64(lo/d), uint64(hi/d)))
			}
		}
	case term.OpBVLShr:
		if isConst && k < uint64(width) {
			lo, hi := a.Unsigned()
			return Plain(Span(width, lo>>k, hi>>k))
		}
		_, hi := a.Unsigned()
		return Plain(Span(width, 0, hi))
	case term.OpBVAShr:
		lo, hi := a.Signed()
		if isConst && k < uint64(width) {
			return Plain(Span(width, uint64(lo>>k), uint64(hi>>k)))
		}
		return Plain(Span(width, uint64(min(lo, 0)), uint64(max(hi, 0))))
	case term.OpBVShl:
		if isConst && k < uint64(width) {
			return a.MulConst(1 << k)
		}
		_, hi := a.Unsigned()
		_, most := b.Unsigned()
		if lo, _ := a.Unsigned(); most < uint64(width) && bits.Len64(hi)+int(most) <= width {
			return Plain(Span(width, lo, hi<<most))
		}
	case term.OpZeroExt:
		return a.ZeroExt(width - a.Width)
	case term.OpSignExt:
		return a.SignExt(width - a.Width)
	case term.OpExtract:
		if low > 0 {
			l, h := a.Unsigned()
			return Plain(Span(a.Width, l>>low, h>>low)).Low(width)
		}
		return a.Low(width)
	case term.OpConcat:
		l, h := a.Unsigned()
		ll, lh := b.Unsigned()
		step := uint64(1)
		if v, ok := b.Const(); ok && b.Width < 64 {
			if a.Lo > a.Hi { // round the circle: l is not on the steps
				a.Step = 1
			}
			return Stepped(Span(width, l<<b.Width|v, h<<b.Width|v), max(a.Step, 1)<<b.Width)
		}
		if l == h && b.Lo <= b.Hi {
			step = b.Step
		}
		return Stepped(Span(width, l<<b.Width|ll, h<<b.Width|lh), step)
	case term.OpEq, term.OpBVUlt, term.OpBVSlt:
		if op == term.OpEq {
			if _, ok := a.Within(b.Interval); !ok {
				return Single(1, 0)
			}
			if _, ok := b.Within(a.Interval); !ok {
				return Single(1, 0)
			}
		}
		return Plain(Compare(op, a.Interval, b.Interval))
	case term.OpBVSAddO, term.OpBVSSubO, term.OpBVSMulO, term.OpBVUAddO, term.OpBVUMulO:
		return Plain(overflows(op, a.Interval, b.Interval))
	}
	return all
}

// connective is a conjunction or disjunction of Bools.
func connective(op term.Op, args []Strided) Strided {
	decides := Bit(op == term.OpOr)
	open := false
	for _, a := range args {
		c, ok := a.Const()
		if ok && c == decides {
			return a
		}
		open = open || !ok
	}
	if open {
		return Everything(1)
	}
	return Single(1, 1-decides)
}

func product(a, b Strided) Strided {
	if k, ok := a.Const(); ok {
		return b.MulConst(k)
	}
	if k, ok := b.Const(); ok {
		return a.MulConst(k)
	}
	w := a.Width
	la, ha := a.Unsigned()
	lb, hb := b.Unsigned()
	if hi, lo := bits.Mul64(ha, hb); hi == 0 && lo <= Mask(w) {
		return Plain(Span(w, la*lb, lo))
	}
	sa, ta := a.Signed()
	sb, tb := b.Signed()
	var least, most int64
	for i, p := range [][2]int64{{sa, sb}, {sa, tb}, {ta, sb}, {ta, tb}} {
		v, ok := mulInt64(p[0], p[1])
		if !ok || w < 64 && (v < -1<<(w-1) || v >= 1<<(w-1)) {
			return Everything(w)
		}
		if i == 0 || v < least {
			least = v
		}
		if i == 0 || v > most {
			most = v
		}
	}
	return Plain(Span(w, uint64(least), uint64(most)))
}

func bitwiseOf(op term.Op, a, b Strided) Strided {
	w := a.Width
	la, ha := a.Unsigned()
	lb, hb := b.Unsigned()
	x, okA := a.Const()
	y, okB := b.Const()
	ones := uint64(1)<<min(63, bits.Len64(ha|hb)) - 1
	if bits.Len64(ha|hb) > 63 {
		ones = ^uint64(0)
	}
	switch {
	case op == term.OpBVAnd:
		switch {
		case okA && okB:
			return Single(w, x&y)
		case okB && b.Lo != 0 && b.Lo&(b.Lo+1)&Mask(w) == 0 && a.Lo&^b.Lo == a.Hi&^b.Lo && a.Lo <= a.Hi:
			return Stepped(Span(w, a.Lo&b.Lo, a.Hi&b.Lo), a.Step) // low bits, the others being constant
		}
		return Plain(Span(w, 0, min(ha, hb)))
	case op == term.OpBVOr:
		if okA && okB {
			return Single(w, x|y)
		}
		return Plain(Span(w, max(la, lb), ones))
	}
	if okA && okB {
		return Single(w, x^y)
	}
	return Plain(Span(w, 0, ones))
}

// signedRem is the remainder with the sign of a; a where b is 0.
func signedRem(a, b Strided) Strided {
	w := a.Width
	lo, hi := a.Signed()
	l, h := b.Signed()
	if b.Has(0) || l == -1<<63 {
		return Plain(Span(w, uint64(min(lo, 0)), uint64(max(hi, 0))))
	}
	if l < 0 {
		l = -l
	}
	if h < 0 {
		h = -h
	}
	most := max(l, h) - 1
	if lo >= 0 && hi <= most && l == h {
		return a
	}
	least := int64(0)
	if lo < 0 {
		least = max(lo, -most)
	}
	return Plain(Span(w, uint64(least), uint64(max(0, min(hi, most)))))
}
