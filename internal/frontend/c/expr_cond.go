package c

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// cond lowers an expression to the condition that it is not zero.
func (f *fn) cond(n cc.ExpressionNode) term.Term {
	n = syntax.Unparen(n)
	switch x := n.(type) {
	case *cc.LogicalAndExpression:
		return f.shortCircuit(x, x.LogicalAndExpression, x.InclusiveOrExpression, true)
	case *cc.LogicalOrExpression:
		return f.shortCircuit(x, x.LogicalOrExpression, x.LogicalAndExpression, false)
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionNot {
			return f.ts.Not(f.cond(x.CastExpression))
		}
	}
	v := f.expr(n)
	f.at(n)
	return f.values.Truth(v)
}

// shortCircuit is && (and true) or ||. The right operand is evaluated under a
// branch only if its evaluation takes steps.
func (f *fn) shortCircuit(n cc.Node, left, right cc.ExpressionNode, and bool) term.Term {
	a := f.cond(left)
	if and && f.ts.IsFalse(a) || !and && f.ts.IsTrue(a) {
		return a
	}
	var b term.Term
	from, to, steps := f.flow.Aside(func() { b = f.cond(right) })
	if !steps {
		if and {
			return f.ts.And(a, b)
		}
		return f.ts.Or(a, b)
	}
	f.at(n)
	r := f.flow.NewReg("cond", term.Bool, "", false)
	join, short := f.flow.NewLoc(), f.flow.NewLoc()
	if and {
		f.branchOn(left, a, from, short)
	} else {
		f.branchOn(left, a, short, from)
	}
	f.flow.Cur = to
	f.flow.Emit(cfa.Assign{Dst: r, Value: b})
	f.flow.Jump(join)
	f.flow.Cur = short
	f.flow.Emit(cfa.Assign{Dst: r, Value: f.ts.Bool(!and)})
	f.flow.Jump(join)
	f.flow.Cur = join
	return f.flow.Sym(r)
}

// condJump goes to yes or no depending on a condition, with && and || as
// control flow where an operand takes steps.
func (f *fn) condJump(n cc.ExpressionNode, yes, no flow.Loc) {
	n = syntax.Unparen(n)
	switch x := n.(type) {
	case *cc.LogicalAndExpression:
		f.condJump2(x, x.LogicalAndExpression, x.InclusiveOrExpression, yes, no, true)
		return
	case *cc.LogicalOrExpression:
		f.condJump2(x, x.LogicalOrExpression, x.LogicalAndExpression, yes, no, false)
		return
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionNot {
			f.condJump(x.CastExpression, no, yes)
			return
		}
	}
	c := f.cond(n)
	f.branchOn(n, c, yes, no)
}

func (f *fn) condJump2(n, left, right cc.ExpressionNode, yes, no flow.Loc, and bool) {
	// A right operand without steps joins the left one in one condition, if
	// that has a condition without control flow itself.
	var b term.Term
	var from, to flow.Loc
	var steps bool
	if isSimple(right) {
		from, to, steps = f.flow.Aside(func() { b = f.cond(right) })
		if !steps && isSimple(left) {
			a := f.cond(left)
			if and {
				f.branchOn(n, f.ts.And(a, b), yes, no)
			} else {
				f.branchOn(n, f.ts.Or(a, b), yes, no)
			}
			return
		}
	} else {
		saved := f.flow.Cur
		from = f.flow.NewLoc()
		f.flow.Cur = from
		f.condJump(right, yes, no)
		f.flow.Cur = saved
		if and {
			f.condJump(left, from, no)
		} else {
			f.condJump(left, yes, from)
		}
		return
	}
	saved := f.flow.Cur
	f.flow.Cur = to
	f.branchOn(right, b, yes, no)
	f.flow.Cur = saved
	if and {
		f.condJump(left, from, no)
	} else {
		f.condJump(left, yes, from)
	}
}

// isSimple reports whether a condition is no && or || itself.
func isSimple(n cc.ExpressionNode) bool {
	switch x := syntax.Unparen(n).(type) {
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		return false
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionNot {
			return isSimple(x.CastExpression)
		}
	}
	return true
}

// conditional is the operator ?:. Operands that take no steps become an ite.
func (f *fn) conditional(x *cc.ConditionalExpression) value.Value {
	if x.ExpressionList == nil {
		return f.elvis(x)
	}
	c := f.cond(x.LogicalOrExpression)
	f.at(x)
	if n, ok := f.branchSite(x.Token); ok {
		c = f.watchValue(n, c)
	}
	ty, bits := f.operandType(x.ExpressionList, x.ConditionalExpression)
	switch {
	case f.ts.IsTrue(c):
		return f.convertOperand(f.expr(x.ExpressionList), ty, bits)
	case f.ts.IsFalse(c):
		return f.convertOperand(f.expr(x.ConditionalExpression), ty, bits)
	}
	var a, b value.Value
	from1, to1, steps1 := f.flow.Aside(func() { a = f.convertOperand(f.expr(x.ExpressionList), ty, bits) })
	from2, to2, steps2 := f.flow.Aside(func() {
		b = f.convertOperand(f.expr(x.ConditionalExpression), ty,
			bits)
	})
	f.at(x)
	r := f.choose(x.LogicalOrExpression, c, ty, a, b, from1, to1, from2, to2, steps1 || steps2)
	r.Bits = bits
	return r
}

// choose is the operator ?: with the condition n, whose value is c.
func (f *fn) choose(n cc.ExpressionNode, c term.Term, ty cc.Type, a, b value.Value, from1, to1, from2,
	to2 flow.Loc,
	steps bool) value.Value {
	aggregate := repr.IsAggregate(ty)
	if !steps {
		if repr.IsVoid(ty) {
			return value.Value{Type: ty}
		}
		if aggregate {
			return value.Value{Addr: f.ts.Ite(c, a.Addr, b.Addr), Type: ty}
		}
		r := value.Value{Term: f.ts.Ite(c, a.Term, b.Term), Type: ty}
		if a.Cond != term.None && b.Cond != term.None {
			r.Cond = f.ts.Ite(c, a.Cond, b.Cond)
		}
		return r
	}
	join := f.flow.NewLoc()
	f.branchOn(n, c, from1, from2)
	var r cfa.RegID = cfa.NoReg
	switch {
	case repr.IsVoid(ty):
	case aggregate:
		r = f.flow.NewPtr("choice")
	default:
		r = f.values.Temp(ty, "choice")
	}
	arm := func(at flow.Loc, v value.Value) {
		f.flow.Cur = at
		if r != cfa.NoReg {
			t := v.Term
			if aggregate {
				t = v.Addr
			}
			f.flow.Emit(cfa.Assign{Dst: r, Value: t})
		}
		f.flow.Jump(join)
	}
	arm(to1, a)
	arm(to2, b)
	f.flow.Cur = join
	switch {
	case r == cfa.NoReg:
		return value.Value{Type: f.types.Void}
	case aggregate:
		return value.Value{Addr: f.flow.Sym(r), Type: ty}
	}
	return value.Value{Term: f.flow.Sym(r), Type: ty}
}

// elvis is the GNU operator a ?: b.
func (f *fn) elvis(x *cc.ConditionalExpression) value.Value {
	a := f.values.Hold(f.expr(x.LogicalOrExpression))
	c := f.values.Truth(a)
	ty, bits := f.operandType(x.LogicalOrExpression, x.ConditionalExpression)
	var b value.Value
	from1, to1, _ := f.flow.Aside(func() {})
	from2, to2, steps := f.flow.Aside(func() {
		b = f.convertOperand(f.expr(x.ConditionalExpression), ty,
			bits)
	})
	f.at(x)
	r := f.choose(x.LogicalOrExpression, c, ty, f.convertOperand(a, ty, bits), b, from1, to1, from2, to2,
		steps)
	r.Bits = bits
	return r
}

func (f *fn) convertOperand(v value.Value, ty cc.Type, bits int) value.Value {
	if repr.IsVoid(ty) {
		return value.Value{Type: ty}
	}
	return f.arith.ConvertBits(v, ty, bits)
}

// operandType is the type of ?: with two operands, and the width of its own
// that it has, or 0. Where it is that of an operand, the parser's type of that
// is taken, which knows typedefs of atomic types.
func (f *fn) operandType(second, third cc.ExpressionNode) (cc.Type, int) {
	a, b := f.types.Of(second).Decay(), f.types.Of(third).Decay()
	types := f.unit.types
	ty := types.Chosen(second, third)
	switch {
	case ty == nil:
		return f.parserOperandType(a, b, second, third), 0
	case ty.Kind == ctype.Void:
		return f.types.Void, 0
	case ty.Kind == ctype.Record:
		return a, 0
	case ty.Kind != ctype.Pointer:
	case repr.IsPointer(a) && ctype.Compatible(ty, types.Value(second)):
		return a, 0
	case repr.IsPointer(b) && ctype.Compatible(ty, types.Value(third)):
		return b, 0
	}
	if p, bits := f.parserBits(ty); p != nil {
		return p, bits
	}
	return f.parserOperandType(a, b, second, third), 0
}

// parserOperandType is that for types that package ctype does not know.
func (f *fn) parserOperandType(a, b cc.Type, second, third cc.ExpressionNode) cc.Type {
	sa, sb := f.types.Scalar(a), f.types.Scalar(b)
	switch {
	case repr.IsVoid(a) || repr.IsVoid(b):
		return f.types.Void
	case sa.Class == repr.Pointer && sb.Class == repr.Pointer:
		// A null pointer constant takes the other type; void * wins else.
		if f.unit.types.IsNull(second) || !f.unit.types.IsNull(third) && repr.IsVoid(repr.Elem(b)) {
			return b
		}
		return a
	case sa.Class == repr.Pointer:
		return a
	case sb.Class == repr.Pointer:
		return b
	case sa.Class != repr.None && sb.Class != repr.None:
		return f.types.Common(f.types.Promoted(a), f.types.Promoted(b))
	}
	return a
}

// branchOn is branch for a condition that is an expression of the program: it is the text of both ways, and
// not the statement or the larger condition that it is a part of.
func (f *fn) branchOn(n cc.ExpressionNode, cond term.Term, yes, no flow.Loc) {
	n = syntax.Unparen(n)
	negated := "!(" + syntax.Excerpt(n) + ")"
	switch x := n.(type) {
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionNot {
			f.branchOn(x.CastExpression, f.ts.Not(cond), no, yes)
			return
		}
		negated = "!" + syntax.Excerpt(n)
	case *cc.PrimaryExpression, *cc.PostfixExpression:
		negated = "!" + syntax.Excerpt(n)
	}
	f.flow.BranchAs(cond, syntax.Excerpt(n), negated, yes, no)
}
