package value

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// What C leaves undefined about arithmetic has a meaning here all the same, so that an execution goes on
// where it is not the property: signed arithmetic wraps, the amount of a shift is taken modulo the width.
// Only a division by zero ends the path.

// CheckOverflow reaches the violation of no-overflow where cond holds.
func (ar *Arith) CheckOverflow(cond term.Term, what string) {
	ar.check(cond, property.NoOverflow, "signed overflow in "+what)
}

// CheckUndefined reaches the violation of no-undefined-arithmetic where cond holds, if that is looked for.
func (ar *Arith) CheckUndefined(cond term.Term, what string) {
	if ar.Undefined {
		ar.check(cond, property.NoUndefinedArithmetic, what)
	}
}

// CheckBehaviour reaches the violation of no-undefined-behaviour of some kind where cond holds, if that is
// looked for.
func (ar *Arith) CheckBehaviour(cond term.Term, b property.Behaviour, what string) {
	if ar.Behaviour {
		ar.violated(cond, cfa.Violation{Property: property.NoUndefinedBehaviour, Behaviour: b, Message: what})
	}
}

// check reaches a violation where cond holds; by then the path goes on as then says, see flow.Builder.Guard.
func (ar *Arith) check(cond term.Term, p property.Property, what string, then ...cfa.Op) {
	ar.violated(cond, cfa.Violation{Property: p, Message: what}, then...)
}

func (ar *Arith) violated(cond term.Term, op cfa.Violation, then ...cfa.Op) {
	if ar.flow.Constant || ar.unchecked() {
		return
	}
	outer := ar.flow.Node
	ar.flow.Node = ar.Node
	ar.flow.Guard(ar.ts.Not(cond), op, then...)
	ar.flow.Node = outer
}

// divisor ends the path where a divisor is zero.
func (ar *Arith) divisor(b term.Term, width int) {
	const what = "division by zero"
	zero := ar.ts.Eq(b, ar.values.Zero(width))
	switch {
	case ar.ts.IsFalse(zero):
	case ar.flow.Constant:
		ar.flow.Refused = "a division"
	case ar.Undefined && !ar.unchecked():
		ar.check(zero, property.NoUndefinedArithmetic, what, cfa.UB{What: what})
	default:
		ar.flow.Guard(ar.ts.Not(zero), cfa.UB{What: what})
	}
}

// shiftUndefined checks that the amount of a shift is below the width of the promoted left operand, and that
// no negative value is shifted to the left (C11, 6.5.7). What a left shift loses of a value that is not
// negative is an overflow, see shiftOverflow.
func (ar *Arith) shiftUndefined(op Operator, a, b Value, sa, sb repr.Scalar) {
	if !ar.Undefined {
		return
	}
	width := sa.Width
	if a.Bits > 0 {
		width = a.Bits
	}
	if sb.Signed {
		ar.CheckUndefined(ar.ts.BVSlt(b.Term, ar.values.Zero(sb.Width)),
			"the amount of the shift is negative")
	}
	ar.CheckUndefined(ar.ts.Not(ar.ts.BVUlt(b.Term, ar.values.BV(sb.Width, uint64(width)))),
		"the amount of the shift is not below the width of the operand")
	if op == OpShl && sa.Signed {
		ar.CheckUndefined(ar.ts.BVSlt(a.Term, ar.values.Zero(sa.Width)),
			"a negative value is shifted to the left")
	}
}

// CheckLength checks that the length of an array of variable length is positive.
func (ar *Arith) CheckLength(v Value) {
	s := ar.types.Scalar(v.Type)
	if !ar.Undefined || s.Class != repr.Integer {
		return
	}
	bad := ar.ts.Eq(v.Term, ar.values.Zero(s.Width))
	if s.Signed {
		bad = ar.ts.BVSle(v.Term, ar.values.Zero(s.Width))
	}
	ar.CheckUndefined(bad, "the length of the array is not positive")
}
