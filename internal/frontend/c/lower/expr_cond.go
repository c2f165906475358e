package lower

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

// Cond lowers an expression to the condition that it is not zero.
func (ex *expressions) Cond(n cc.ExpressionNode) term.Term {
	n = syntax.Unparen(n)
	switch x := n.(type) {
	case *cc.LogicalAndExpression:
		return ex.shortCircuit(x, x.LogicalAndExpression, x.InclusiveOrExpression, true)
	case *cc.LogicalOrExpression:
		return ex.shortCircuit(x, x.LogicalOrExpression, x.LogicalAndExpression, false)
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionNot {
			return ex.ts.Not(ex.Cond(x.CastExpression))
		}
	}
	v := ex.Expr(n)
	ex.marks.At(n)
	return ex.values.Truth(v)
}

// shortCircuit is && (and true) or ||. The right operand is evaluated under a
// branch only if its evaluation takes steps.
func (ex *expressions) shortCircuit(n cc.ExpressionNode, left, right cc.ExpressionNode, and bool) term.Term {
	if ex.separates() {
		return ex.decided(n)
	}
	a := ex.operand(left)
	if and && ex.ts.IsFalse(a) || !and && ex.ts.IsTrue(a) {
		return a
	}
	var b term.Term
	from, to, steps := ex.flow.Aside(func() { b = ex.operand(right) })
	if !steps {
		if and {
			return ex.ts.And(a, b)
		}
		return ex.ts.Or(a, b)
	}
	ex.marks.At(n)
	r := ex.flow.NewReg("cond", term.Bool, "", false)
	join, short := ex.flow.NewLoc(), ex.flow.NewLoc()
	if and {
		ex.branchOn(left, a, from, short)
	} else {
		ex.branchOn(left, a, short, from)
	}
	ex.flow.Cur = to
	ex.flow.Emit(cfa.Assign{Dst: r, Value: b})
	ex.flow.Jump(join)
	ex.flow.Cur = short
	ex.flow.Emit(cfa.Assign{Dst: r, Value: ex.ts.Bool(!and)})
	ex.flow.Jump(join)
	ex.flow.Cur = join
	return ex.flow.Sym(r)
}

// condJump goes to yes or no depending on a condition, with && and || as
// control flow where an operand takes steps.
func (ex *expressions) condJump(n cc.ExpressionNode, yes, no flow.Loc) {
	n = syntax.Unparen(n)
	if ex.separates() {
		ex.decide(n, yes, no)
		return
	}
	switch x := n.(type) {
	case *cc.LogicalAndExpression:
		ex.condJump2(x, x.LogicalAndExpression, x.InclusiveOrExpression, yes, no, true)
		return
	case *cc.LogicalOrExpression:
		ex.condJump2(x, x.LogicalOrExpression, x.LogicalAndExpression, yes, no, false)
		return
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionNot {
			ex.condJump(x.CastExpression, no, yes)
			return
		}
	}
	c := ex.Cond(n)
	ex.branchOn(n, c, yes, no)
}

func (ex *expressions) condJump2(n, left, right cc.ExpressionNode, yes, no flow.Loc, and bool) {
	defer func(saved bool) { ex.part = saved }(ex.part)
	// A right operand without steps joins the left one in one condition, if
	// that has a condition without control flow itself.
	var b term.Term
	var from, to flow.Loc
	var steps bool
	if isSimple(right) {
		from, to, steps = ex.flow.Aside(func() { b = ex.operand(right) })
		if !steps && isSimple(left) {
			a := ex.operand(left)
			if and {
				ex.branchOn(n, ex.ts.And(a, b), yes, no)
			} else {
				ex.branchOn(n, ex.ts.Or(a, b), yes, no)
			}
			return
		}
	} else {
		ex.part = true
		saved := ex.flow.Cur
		from = ex.flow.NewLoc()
		ex.flow.Cur = from
		ex.condJump(right, yes, no)
		ex.flow.Cur = saved
		if and {
			ex.condJump(left, from, no)
		} else {
			ex.condJump(left, yes, from)
		}
		return
	}
	ex.part = true
	saved := ex.flow.Cur
	ex.flow.Cur = to
	ex.branchOn(right, b, yes, no)
	ex.flow.Cur = saved
	if and {
		ex.condJump(left, from, no)
	} else {
		ex.condJump(left, yes, from)
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
func (ex *expressions) conditional(x *cc.ConditionalExpression) value.Value {
	if x.ExpressionList == nil {
		return ex.elvis(x)
	}
	if ex.separates() {
		return ex.separateConditional(x)
	}
	c := ex.Cond(x.LogicalOrExpression)
	ex.marks.At(x)
	if n, ok := ex.watch.BranchSite(x.Token); ok {
		c = ex.watch.WatchValue(n, c)
	}
	ty, bits := ex.operandType(x.ExpressionList, x.ConditionalExpression)
	switch {
	case ex.ts.IsTrue(c):
		return ex.convertOperand(ex.Expr(x.ExpressionList), ty, bits)
	case ex.ts.IsFalse(c):
		return ex.convertOperand(ex.Expr(x.ConditionalExpression), ty, bits)
	}
	var a, b value.Value
	from1, to1, steps1 := ex.flow.Aside(func() { a = ex.convertOperand(ex.Expr(x.ExpressionList), ty, bits) })
	from2, to2, steps2 := ex.flow.Aside(func() {
		b = ex.convertOperand(ex.Expr(x.ConditionalExpression), ty,
			bits)
	})
	ex.marks.At(x)
	r := ex.choose(x.LogicalOrExpression, c, ty, a, b, from1, to1, from2, to2, steps1 || steps2)
	r.Bits = bits
	return r
}

// choose is the operator ?: with the condition n, whose value is c.
func (ex *expressions) choose(n cc.ExpressionNode, c term.Term, ty cc.Type, a, b value.Value, from1, to1,
	from2,
	to2 flow.Loc,
	steps bool) value.Value {
	aggregate := repr.IsAggregate(ty)
	if !steps {
		if repr.IsVoid(ty) {
			return value.Value{Type: ty}
		}
		if aggregate {
			return value.Value{Addr: ex.ts.Ite(c, a.Addr, b.Addr), Type: ty}
		}
		r := value.Value{Term: ex.ts.Ite(c, a.Term, b.Term), Type: ty}
		if a.Cond != term.None && b.Cond != term.None {
			r.Cond = ex.ts.Ite(c, a.Cond, b.Cond)
		}
		return r
	}
	ex.branchOn(n, c, from1, from2)
	return ex.joined(ty, a, b, to1, to2)
}

// joined is the value of ?: whose operands are evaluated up to two places.
func (ex *expressions) joined(ty cc.Type, a, b value.Value, to1, to2 flow.Loc) value.Value {
	aggregate := repr.IsAggregate(ty)
	join := ex.flow.NewLoc()
	var r cfa.RegID = cfa.NoReg
	switch {
	case repr.IsVoid(ty):
	case aggregate:
		r = ex.flow.NewPtr("choice")
	default:
		r = ex.values.Temp(ty, "choice")
	}
	arm := func(at flow.Loc, v value.Value) {
		ex.flow.Cur = at
		if r != cfa.NoReg {
			t := v.Term
			if aggregate {
				t = v.Addr
			}
			ex.flow.Emit(cfa.Assign{Dst: r, Value: t})
		}
		ex.flow.Jump(join)
	}
	arm(to1, a)
	arm(to2, b)
	ex.flow.Cur = join
	switch {
	case r == cfa.NoReg:
		return value.Value{Type: ex.types.Void}
	case aggregate:
		return value.Value{Addr: ex.flow.Sym(r), Type: ty}
	}
	return value.Value{Term: ex.flow.Sym(r), Type: ty}
}

// elvis is the GNU operator a ?: b.
func (ex *expressions) elvis(x *cc.ConditionalExpression) value.Value {
	a := ex.values.Hold(ex.Expr(x.LogicalOrExpression))
	c := ex.values.Truth(a)
	ty, bits := ex.operandType(x.LogicalOrExpression, x.ConditionalExpression)
	var b value.Value
	from1, to1, _ := ex.flow.Aside(func() {})
	from2, to2, steps := ex.flow.Aside(func() {
		b = ex.convertOperand(ex.Expr(x.ConditionalExpression), ty,
			bits)
	})
	ex.marks.At(x)
	if ex.separates() {
		d := ex.newDecision(x.LogicalOrExpression)
		d.jump(x.LogicalOrExpression, c, from1, from2, testHolds, testFails)
		r := ex.joined(ty, ex.convertOperand(a, ty, bits), b, to1, to2)
		r.Bits = bits
		return r
	}
	r := ex.choose(x.LogicalOrExpression, c, ty, ex.convertOperand(a, ty, bits), b, from1, to1, from2, to2,
		steps)
	r.Bits = bits
	return r
}

func (ex *expressions) convertOperand(v value.Value, ty cc.Type, bits int) value.Value {
	if repr.IsVoid(ty) {
		return value.Value{Type: ty}
	}
	return ex.arith.ConvertBits(v, ty, bits)
}

// operandType is the type of ?: with two operands, and the width of its own that it has, or 0. Where it is
// that of an operand, the parser's type of that is taken, which knows typedefs of atomic types.
func (ex *expressions) operandType(second, third cc.ExpressionNode) (cc.Type, int) {
	a, b := ex.types.Of(second).Decay(), ex.types.Of(third).Decay()
	types := ex.unit.Types
	ty := types.Chosen(second, third)
	switch {
	case ty == nil:
		return ex.parserOperandType(a, b, second, third), 0
	case ty.Kind == ctype.Void:
		return ex.types.Void, 0
	case ty.Kind == ctype.Record:
		return a, 0
	case ty.Kind != ctype.Pointer:
	case repr.IsPointer(a) && ctype.Compatible(ty, types.Value(second)):
		return a, 0
	case repr.IsPointer(b) && ctype.Compatible(ty, types.Value(third)):
		return b, 0
	}
	if p, bits := ex.parserBits(ty); p != nil {
		return p, bits
	}
	return ex.parserOperandType(a, b, second, third), 0
}

// parserOperandType is that for types that package ctype does not know.
func (ex *expressions) parserOperandType(a, b cc.Type, second, third cc.ExpressionNode) cc.Type {
	sa, sb := ex.types.Scalar(a), ex.types.Scalar(b)
	switch {
	case repr.IsVoid(a) || repr.IsVoid(b):
		return ex.types.Void
	case sa.Class == repr.Pointer && sb.Class == repr.Pointer:
		// A null pointer constant takes the other type; void * wins else.
		if ex.unit.Types.IsNull(second) || !ex.unit.Types.IsNull(third) && repr.IsVoid(repr.Elem(b)) {
			return b
		}
		return a
	case sa.Class == repr.Pointer:
		return a
	case sb.Class == repr.Pointer:
		return b
	case sa.Class != repr.None && sb.Class != repr.None:
		return ex.types.Common(ex.types.Promoted(a), ex.types.Promoted(b))
	}
	return a
}

// branchOn is branch for a condition that is an expression of the program: it is the text of both ways, and
// not the statement or the larger condition that it is a part of.
func (ex *expressions) branchOn(n cc.ExpressionNode, cond term.Term, yes, no flow.Loc) {
	ex.branchTested(n, cond, yes, no, nil, nil)
}

func (ex *expressions) branchTested(n cc.ExpressionNode, cond term.Term, yes, no flow.Loc, holds,
	fails *cfa.Test) {
	n = syntax.Unparen(n)
	if x, ok := n.(*cc.UnaryExpression); ok && x.Case == cc.UnaryExpressionNot {
		ex.branchTested(x.CastExpression, ex.ts.Not(cond), no, yes, fails, holds)
		return
	}
	text := ex.unit.Excerpt(n)
	negated := "!(" + text + ")"
	switch n.(type) {
	case *cc.UnaryExpression, *cc.PrimaryExpression, *cc.PostfixExpression:
		negated = "!" + text
	}
	h, f := flow.Side{Text: text, Test: holds}, flow.Side{Text: negated, Test: fails}
	switch list, and := ex.operands(n); {
	case len(list) > 0 && and:
		f.Operands = list
	case len(list) > 0:
		h.Operands = list
	case ex.part:
		h.Operands = []cfa.Operand{{Text: text, Cond: cond, Value: true}}
		f.Operands = []cfa.Operand{{Text: text, Cond: cond}}
	}
	ex.flow.BranchTo(cond, yes, no, h, f)
}

// operand is cond of an operand of && or ||, which is noted for branches on the whole.
func (ex *expressions) operand(n cc.ExpressionNode) term.Term {
	t := ex.Cond(n)
	if ex.conds == nil {
		ex.conds = map[cc.ExpressionNode]term.Term{}
	}
	ex.conds[syntax.Unparen(n)] = t
	return t
}

// operands are those of && or || in a condition, with the values by which they decide it; none if it is no &&
// and no ||.
func (ex *expressions) operands(n cc.ExpressionNode) (list []cfa.Operand, and bool) {
	_, and = n.(*cc.LogicalAndExpression)
	var split func(n cc.ExpressionNode)
	split = func(n cc.ExpressionNode) {
		n = syntax.Unparen(n)
		if x, ok := n.(*cc.LogicalAndExpression); ok && and {
			split(x.LogicalAndExpression)
			split(x.InclusiveOrExpression)
			return
		}
		if x, ok := n.(*cc.LogicalOrExpression); ok && !and {
			split(x.LogicalOrExpression)
			split(x.LogicalAndExpression)
			return
		}
		if t, ok := ex.conds[n]; ok {
			list = append(list, cfa.Operand{Text: ex.unit.Excerpt(n), Cond: t, Value: !and})
		}
	}
	split(n)
	if len(list) < 2 {
		return nil, and
	}
	return list, and
}
