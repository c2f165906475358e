package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

type operator uint8

const (
	opAdd operator = iota
	opSub
	opMul
	opDiv
	opRem
	opShl
	opShr
	opAnd
	opXor
	opOr
	opLt
	opGt
	opLe
	opGe
	opEq
	opNe
)

func (o operator) String() string {
	return [...]string{"+", "-", "*", "/", "%", "<<", ">>", "&", "^", "|", "<", ">", "<=", ">=", "==",
		"!="}[o]
}

func (o operator) isComparison() bool { return o >= opLt }

func (f *fn) binary(n cc.Node, op operator, left, right cc.ExpressionNode) value {
	a := f.expr(left)
	if repr.IsVector(a.ty) && syntax.HasCall(right) {
		a = f.detach(a)
	}
	b := f.expr(right)
	f.at(n)
	return f.operate(n, op, a, b)
}

// operate applies a binary operator to values that are not yet converted.
func (f *fn) operate(n cc.Node, op operator, a, b value) value {
	f.opNode = n
	if repr.IsVector(a.ty) || repr.IsVector(b.ty) {
		return f.vectorOp(op, a, b)
	}
	sa, sb := f.types.Scalar(a.ty), f.types.Scalar(b.ty)
	if sa.Class == repr.None || sb.Class == repr.None {
		return f.unsupportedValue(f.types.Int, "the operator "+op.String()+" on "+a.ty.String()+" and "+
			b.ty.String())
	}
	if sa.Class == repr.Pointer || sb.Class == repr.Pointer {
		return f.pointerOp(op, a, b, sa, sb)
	}
	if op == opShl || op == opShr {
		return f.shift(op, f.promote(a), f.promote(b))
	}
	a, b = f.promote(a), f.promote(b)
	ty, bits := f.commonBits(a, b)
	a, b = f.convertBits(a, ty, bits), f.convertBits(b, ty, bits)
	s := f.types.Scalar(ty)
	if s.Class == repr.Floating {
		return f.floatOp(op, a, b)
	}
	if op.isComparison() {
		if a.cond != term.None && b.cond != term.None && (op == opEq || op == opNe) {
			c := f.ts.Eq(a.cond, b.cond)
			if op == opNe {
				c = f.ts.Not(c)
			}
			return f.boolValue(c)
		}
		return f.boolValue(f.compare(op, a.t, b.t, s.Signed))
	}
	return value{t: f.wrapChecked(f.arith(op, a.t, b.t, s), ty, bits, operationName(op)), ty: ty, bits: bits}
}

// operationName names an operation for a message about overflow.
func operationName(op operator) string {
	switch op {
	case opAdd:
		return "addition"
	case opSub:
		return "subtraction"
	case opMul:
		return "multiplication"
	}
	return "division"
}

func (f *fn) compare(op operator, a, b term.Term, signed bool) term.Term {
	switch op {
	case opEq:
		return f.ts.Eq(a, b)
	case opNe:
		return f.ts.Not(f.ts.Eq(a, b))
	case opGt:
		a, b, op = b, a, opLt
	case opGe:
		a, b, op = b, a, opLe
	}
	switch {
	case op == opLt && signed:
		return f.ts.BVSlt(a, b)
	case op == opLt:
		return f.ts.BVUlt(a, b)
	case signed:
		return f.ts.BVSle(a, b)
	}
	return f.ts.BVUle(a, b)
}

// arith applies an arithmetic operator to operands of one type.
func (f *fn) arith(op operator, a, b term.Term, s repr.Scalar) term.Term {
	ts := f.ts
	check := f.overflow && s.Signed
	switch op {
	case opAdd:
		if check {
			f.checkOverflow(ts.BVSAddO(a, b), operationName(op))
		}
		return ts.BVAdd(a, b)
	case opSub:
		if check {
			f.checkOverflow(ts.BVSSubO(a, b), operationName(op))
		}
		return ts.BVSub(a, b)
	case opMul:
		if check {
			f.checkOverflow(ts.BVSMulO(a, b), operationName(op))
		}
		return ts.BVMul(a, b)
	case opDiv, opRem:
		f.divisor(b, s.Width)
		if s.Signed {
			overflow := ts.BVSDivO(a, b)
			if check {
				f.checkOverflow(overflow, operationName(op))
			}
			if op == opDiv {
				return ts.BVSDiv(a, b)
			}
			return ts.BVSRem(a, b)
		}
		if op == opDiv {
			return ts.BVUDiv(a, b)
		}
		return ts.BVURem(a, b)
	case opAnd:
		return ts.BVAnd(a, b)
	case opOr:
		return ts.BVOr(a, b)
	}
	return ts.BVXor(a, b)
}

// divisor ends the path where a divisor is zero.
func (f *fn) divisor(b term.Term, width int) {
	zero := f.ts.Eq(b, f.zero(width))
	if f.ts.IsFalse(zero) {
		return
	}
	if f.flow.Constant {
		f.flow.Refused = "a division"
		return
	}
	f.flow.Guard(f.ts.Not(zero), cfa.UB{What: "division by zero"})
}

// checkOverflow reaches the violation of no-overflow where cond holds.
func (f *fn) checkOverflow(cond term.Term, what string) {
	if f.flow.Constant || f.unit.model || f.monitor != nil && f.monitor.busy {
		return
	}
	outer := f.flow.Node
	f.flow.Node = f.opNode
	f.flow.Guard(f.ts.Not(cond), cfa.Violation{Property: property.NoOverflow, Message: "signed overflow in " +
		what})
	f.flow.Node = outer
}

// shift shifts by an amount that is taken modulo the width of the promoted
// left operand.
func (f *fn) shift(op operator, a, b value) value {
	sa, sb := f.types.Scalar(a.ty), f.types.Scalar(b.ty)
	if sa.Class != repr.Integer || sb.Class != repr.Integer {
		return f.unsupportedValue(a.ty, "a shift of "+a.ty.String())
	}
	amount := f.resize(b.t, sb.Width, sa.Width, false)
	if u, ok := f.ts.ConstUint64(amount); !ok || u >= uint64(sa.Width) {
		if sa.Width&(sa.Width-1) == 0 {
			amount = f.ts.BVAnd(amount, f.bv(sa.Width, uint64(sa.Width-1)))
		} else {
			amount = f.ts.BVURem(amount, f.bv(sa.Width, uint64(sa.Width)))
		}
	}
	switch {
	case op == opShl:
		r := f.wrap(f.ts.BVShl(a.t, amount), a.ty, a.bits)
		if f.overflow && sa.Signed {
			f.shiftOverflow(a.t, amount, r)
		}
		return value{t: r, ty: a.ty, bits: a.bits}
	case sa.Signed:
		return value{t: f.ts.BVAShr(a.t, amount), ty: a.ty, bits: a.bits}
	}
	return value{t: f.ts.BVLShr(a.t, amount), ty: a.ty, bits: a.bits}
}

// shiftOverflow checks that the result of a left shift of a signed value is
// a*2^b: the value that its type cannot hold is the overflow. Amounts out of
// range follow the fixed rule.
func (f *fn) shiftOverflow(a, amount, shifted term.Term) {
	f.checkOverflow(f.ts.Not(f.ts.Eq(f.ts.BVAShr(shifted, amount), a)), "shift")
}

// pointerOp is pointer arithmetic or comparison.
func (f *fn) pointerOp(op operator, a, b value, sa, sb repr.Scalar) value {
	w := f.prog.PtrWidth
	switch {
	case op.isComparison():
		x := f.resize(a.t, sa.Width, w, sa.Signed)
		y := f.resize(b.t, sb.Width, w, sb.Signed)
		if sa.Width > w || sb.Width > w {
			// A wide integer against a pointer: as integers.
			u := f.types.Ullong
			x, y = f.convert(a, u).t, f.convert(b, u).t
		}
		if op != opEq && op != opNe {
			x, y = f.opaque(x), f.opaque(y)
		} else if f.isNumbered(y) {
			x = f.opaque(x)
		} else if f.isNumbered(x) {
			y = f.opaque(y)
		}
		return f.boolValue(f.compare(op, x, y, false))
	case op == opAdd && sa.Class == repr.Pointer && sb.Class != repr.Pointer:
		return f.movePointer(a, b, false)
	case op == opAdd && sb.Class == repr.Pointer && sa.Class != repr.Pointer:
		return f.movePointer(b, a, false)
	case op == opSub && sa.Class == repr.Pointer && sb.Class != repr.Pointer:
		return f.movePointer(a, b, true)
	case op == opSub && sa.Class == repr.Pointer && sb.Class == repr.Pointer:
		d := f.prog.PtrDiff(f.opaque(a.t), f.opaque(b.t))
		stride := f.stride(repr.Elem(a.ty))
		if n, ok := f.ts.ConstUint64(stride); !ok || n != 1 {
			if ok && n == 0 {
				return f.unsupportedValue(f.types.Long, "difference of pointers to objects of no size")
			}
			d = f.exactDiv(d, stride)
		}
		ty := f.types.Long
		if w == 32 {
			ty = f.types.Int
		}
		return value{t: d, ty: ty}
	}
	return f.unsupportedValue(a.ty, "the operator "+op.String()+" on pointers")
}

// exactDiv divides a distance by an element size; a shift when that is a
// power of two, which an element distance always divides evenly.
func (f *fn) exactDiv(d, stride term.Term) term.Term {
	if n, ok := f.ts.ConstUint64(stride); ok && n&(n-1) == 0 {
		k := uint64(0)
		for n>>k != 1 {
			k++
		}
		return f.ts.BVAShr(d, f.prog.Ptr(k))
	}
	return f.ts.BVSDiv(d, stride)
}

func (f *fn) movePointer(p, i value, back bool) value {
	i = f.promote(i)
	stride := f.stride(repr.Elem(p.ty))
	if back {
		s := f.types.Scalar(i.ty)
		w := f.resize(i.t, s.Width, f.prog.PtrWidth, s.Signed)
		return value{t: f.prog.PtrAdd(p.t, f.ts.BVNeg(f.ts.BVMul(w, stride))), ty: p.ty}
	}
	return value{t: f.offset(p.t, i, stride), ty: p.ty}
}

// floatOp computes with constants; anything else is not supported.
func (f *fn) floatOp(op operator, a, b value) value {
	x, ok1 := f.floatOf(a)
	y, ok2 := f.floatOf(b)
	if ok1 && ok2 && f.types.Scalar(a.ty).Width == 64 {
		switch op {
		case opAdd:
			return f.floatBits(a.ty, x+y)
		case opSub:
			return f.floatBits(a.ty, x-y)
		case opMul:
			return f.floatBits(a.ty, x*y)
		case opDiv:
			return f.floatBits(a.ty, x/y)
		}
	}
	if ok1 && ok2 && op.isComparison() {
		r := map[operator]bool{opLt: x < y, opGt: x > y, opLe: x <= y, opGe: x >= y, opEq: x == y,
			opNe: x != y}[op]
		return f.boolValue(f.ts.Bool(r))
	}
	ty := a.ty
	if op.isComparison() {
		ty = f.types.Int
	}
	return f.unsupportedValue(ty, "floating-point arithmetic")
}
