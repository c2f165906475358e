package value

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/term"
)

// ArithWrap computes without overflow checks: atomic arithmetic wraps.
func (ar *Arith) ArithWrap(op Operator, a, b term.Term, s repr.Scalar) term.Term {
	s.Signed = false
	return ar.arith(op, a, b, s)
}

// Operator is a binary operator of C.
type Operator uint8

// The operators.
const (
	OpAdd Operator = iota
	OpSub
	OpMul
	OpDiv
	OpRem
	OpShl
	OpShr
	OpAnd
	OpXor
	OpOr
	OpLt
	OpGt
	OpLe
	OpGe
	OpEq
	OpNe
)

// String is the operator as C writes it.
func (o Operator) String() string {
	return [...]string{"+", "-", "*", "/", "%", "<<", ">>", "&", "^", "|", "<", ">", "<=", ">=", "==",
		"!="}[o]
}

func (o Operator) isComparison() bool { return o >= OpLt }

// Operate applies a binary operator to values that are not yet converted.
func (ar *Arith) Operate(n cc.Node, op Operator, a, b Value) Value {
	ar.Node = n
	if repr.IsVector(a.Type) || repr.IsVector(b.Type) {
		return ar.vec.operate(op, a, b)
	}
	sa, sb := ar.types.Scalar(a.Type), ar.types.Scalar(b.Type)
	if sa.Class == repr.None || sb.Class == repr.None {
		return ar.values.Unsupported(ar.types.Int, "the operator "+op.String()+" on "+a.Type.String()+" and "+
			b.Type.String())
	}
	if sa.Class == repr.Pointer || sb.Class == repr.Pointer {
		return ar.pointerOp(op, a, b, sa, sb)
	}
	if op == OpShl || op == OpShr {
		return ar.shift(op, ar.Promote(a), ar.Promote(b))
	}
	a, b = ar.Promote(a), ar.Promote(b)
	ty, bits := ar.commonBits(a, b)
	a, b = ar.ConvertBits(a, ty, bits), ar.ConvertBits(b, ty, bits)
	s := ar.types.Scalar(ty)
	if s.Class == repr.Floating {
		return ar.floatOp(op, a, b)
	}
	if op.isComparison() {
		if a.Cond != term.None && b.Cond != term.None && (op == OpEq || op == OpNe) {
			c := ar.ts.Eq(a.Cond, b.Cond)
			if op == OpNe {
				c = ar.ts.Not(c)
			}
			return ar.values.Bool(c)
		}
		return ar.values.Bool(ar.Compare(op, a.Term, b.Term, s.Signed))
	}
	return Value{Term: ar.WrapChecked(ar.arith(op, a.Term, b.Term, s), ty, bits, operationName(op)), Type: ty,
		Bits: bits}
}

// operationName names an operation for a message about overflow.
func operationName(op Operator) string {
	switch op {
	case OpAdd:
		return "addition"
	case OpSub:
		return "subtraction"
	case OpMul:
		return "multiplication"
	}
	return "division"
}

// Compare compares terms of one width.
func (ar *Arith) Compare(op Operator, a, b term.Term, signed bool) term.Term {
	switch op {
	case OpEq:
		return ar.ts.Eq(a, b)
	case OpNe:
		return ar.ts.Not(ar.ts.Eq(a, b))
	case OpGt:
		a, b, op = b, a, OpLt
	case OpGe:
		a, b, op = b, a, OpLe
	}
	switch {
	case op == OpLt && signed:
		return ar.ts.BVSlt(a, b)
	case op == OpLt:
		return ar.ts.BVUlt(a, b)
	case signed:
		return ar.ts.BVSle(a, b)
	}
	return ar.ts.BVUle(a, b)
}

// arith applies an arithmetic operator to operands of one type.
func (ar *Arith) arith(op Operator, a, b term.Term, s repr.Scalar) term.Term {
	ts := ar.ts
	check := ar.Overflow && s.Signed
	switch op {
	case OpAdd:
		if check {
			ar.CheckOverflow(ts.BVSAddO(a, b), operationName(op))
		}
		return ts.BVAdd(a, b)
	case OpSub:
		if check {
			ar.CheckOverflow(ts.BVSSubO(a, b), operationName(op))
		}
		return ts.BVSub(a, b)
	case OpMul:
		if check {
			ar.CheckOverflow(ts.BVSMulO(a, b), operationName(op))
		}
		return ts.BVMul(a, b)
	case OpDiv, OpRem:
		ar.divisor(b, s.Width)
		if s.Signed {
			overflow := ts.BVSDivO(a, b)
			if check {
				ar.CheckOverflow(overflow, operationName(op))
			}
			ar.CheckUndefined(overflow, "the quotient does not fit its type")
			if op == OpDiv {
				return ts.BVSDiv(a, b)
			}
			return ts.BVSRem(a, b)
		}
		if op == OpDiv {
			return ts.BVUDiv(a, b)
		}
		return ts.BVURem(a, b)
	case OpAnd:
		return ts.BVAnd(a, b)
	case OpOr:
		return ts.BVOr(a, b)
	}
	return ts.BVXor(a, b)
}

// shift shifts by an amount that is taken modulo the width of the promoted left operand.
func (ar *Arith) shift(op Operator, a, b Value) Value {
	sa, sb := ar.types.Scalar(a.Type), ar.types.Scalar(b.Type)
	if sa.Class != repr.Integer || sb.Class != repr.Integer {
		return ar.values.Unsupported(a.Type, "a shift of "+a.Type.String())
	}
	ar.shiftUndefined(op, a, b, sa, sb)
	amount := ar.values.Resize(b.Term, sb.Width, sa.Width, false)
	if u, ok := ar.ts.ConstUint64(amount); !ok || u >= uint64(sa.Width) {
		if sa.Width&(sa.Width-1) == 0 {
			amount = ar.ts.BVAnd(amount, ar.values.BV(sa.Width, uint64(sa.Width-1)))
		} else {
			amount = ar.ts.BVURem(amount, ar.values.BV(sa.Width, uint64(sa.Width)))
		}
	}
	switch {
	case op == OpShl:
		r := ar.Wrap(ar.ts.BVShl(a.Term, amount), a.Type, a.Bits)
		if ar.Overflow && sa.Signed {
			ar.shiftOverflow(a.Term, amount, r)
		}
		return Value{Term: r, Type: a.Type, Bits: a.Bits}
	case sa.Signed:
		return Value{Term: ar.ts.BVAShr(a.Term, amount), Type: a.Type, Bits: a.Bits}
	}
	return Value{Term: ar.ts.BVLShr(a.Term, amount), Type: a.Type, Bits: a.Bits}
}

// shiftOverflow checks that the result of a left shift of a signed value is a*2^b: the value that its type
// cannot hold is the overflow. Amounts out of range follow the fixed rule.
func (ar *Arith) shiftOverflow(a, amount, shifted term.Term) {
	ar.CheckOverflow(ar.ts.Not(ar.ts.Eq(ar.ts.BVAShr(shifted, amount), a)), "shift")
}
