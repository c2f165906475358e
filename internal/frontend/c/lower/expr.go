package lower

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/monitor"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// expressions lowers expressions to values and to conditions.
type expressions struct {
	low     *lowerer
	unit    *unit
	types   *repr.Types
	ts      *term.Store
	prog    *cfa.Program
	flow    *flow.Builder
	frame   *flow.Frame
	values  *value.Values
	mem     *value.Memory
	arith   *value.Arith
	vec     *value.Vectors
	marks   *marker
	watch   *monitor.Watch
	stmts   *statements
	lvalues *lvalues
	vars    *locals
	calls   *calls

	Unused cc.Node                         // the expression whose value is not used
	passed map[cc.ExpressionNode]string    // arguments of functions that use them, by name
	conds  map[cc.ExpressionNode]term.Term // of operands of && and ||
	part   bool                            // a branch is on an operand of && or ||
	seq    *sequencing                     // nil: nothing is in no order
}

// Expr lowers an expression and returns its value, arrays and functions as
// addresses. Operands are evaluated from left to right.
func (ex *expressions) Expr(n cc.ExpressionNode) value.Value {
	n = syntax.Unparen(n)
	if callee, ok := ex.passed[n]; ok {
		return ex.argument(n, callee)
	}
	ex.marks.At(n)
	if !syntax.IsLvalue(n) {
		ex.seq.begin(n)
	}
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		return ex.primary(x)
	case *cc.PostfixExpression:
		return ex.postfix(x)
	case *cc.UnaryExpression:
		return ex.unary(x)
	case *cc.CastExpression:
		return ex.cast(x)
	case *cc.MultiplicativeExpression:
		op := value.OpMul
		switch x.Case {
		case cc.MultiplicativeExpressionDiv:
			op = value.OpDiv
		case cc.MultiplicativeExpressionMod:
			op = value.OpRem
		}
		return ex.binary(x, op, x.MultiplicativeExpression, x.CastExpression)
	case *cc.AdditiveExpression:
		op := value.OpAdd
		if x.Case == cc.AdditiveExpressionSub {
			op = value.OpSub
		}
		return ex.binary(x, op, x.AdditiveExpression, x.MultiplicativeExpression)
	case *cc.ShiftExpression:
		op := value.OpShl
		if x.Case == cc.ShiftExpressionRsh {
			op = value.OpShr
		}
		return ex.binary(x, op, x.ShiftExpression, x.AdditiveExpression)
	case *cc.AndExpression:
		return ex.binary(x, value.OpAnd, x.AndExpression, x.EqualityExpression)
	case *cc.ExclusiveOrExpression:
		return ex.binary(x, value.OpXor, x.ExclusiveOrExpression, x.AndExpression)
	case *cc.InclusiveOrExpression:
		return ex.binary(x, value.OpOr, x.InclusiveOrExpression, x.ExclusiveOrExpression)
	case *cc.RelationalExpression:
		op := map[cc.RelationalExpressionCase]value.Operator{
			cc.RelationalExpressionLt: value.OpLt, cc.RelationalExpressionGt: value.OpGt,
			cc.RelationalExpressionLeq: value.OpLe, cc.RelationalExpressionGeq: value.OpGe,
		}[x.Case]
		return ex.binary(x, op, x.RelationalExpression, x.ShiftExpression)
	case *cc.EqualityExpression:
		op := value.OpEq
		if x.Case == cc.EqualityExpressionNeq {
			op = value.OpNe
		}
		return ex.binary(x, op, x.EqualityExpression, x.RelationalExpression)
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		return ex.values.Bool(ex.Cond(n))
	case *cc.ConditionalExpression:
		return ex.conditional(x)
	case *cc.AssignmentExpression:
		return ex.assignment(x)
	case *cc.ExpressionList:
		for l := x; l != nil; l = l.ExpressionList {
			if l.ExpressionList == nil {
				return ex.Expr(l.AssignmentExpression)
			}
			ex.Effect(l.AssignmentExpression)
		}
	case nil:
		return value.Value{Type: ex.types.Void}
	}
	return ex.values.Unsupported(n.Type(), "this kind of expression")
}

// Effect evaluates an expression whose value is not used.
func (ex *expressions) Effect(n cc.ExpressionNode) {
	n = syntax.Unparen(n)
	switch x := n.(type) {
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionInc:
			ex.incDec(x, x.PostfixExpression, value.OpAdd, false)
			return
		case cc.PostfixExpressionDec:
			ex.incDec(x, x.PostfixExpression, value.OpSub, false)
			return
		}
	case *cc.ExpressionList:
		for l := x; l != nil; l = l.ExpressionList {
			ex.Effect(l.AssignmentExpression)
		}
		return
	case *cc.CastExpression:
		if repr.IsVoid(ex.typeNamed(x.TypeName)) {
			ex.Effect(x.CastExpression)
			return
		}
	}
	ex.Unused = n
	if v := ex.Expr(n); v.Addr != term.None && ex.low.Cfg.Property.Memory() && designatedByPointer(n) {
		ex.touch(n, v)
	}
}

// touch reads the first and the last byte of a structure whose value is not used: it has to be there.
func (ex *expressions) touch(n cc.Node, v value.Value) {
	size, ok := ex.types.Size(v.Type)
	if !ok || size == 0 || !repr.IsAggregate(v.Type) {
		return
	}
	ex.marks.At(n)
	ends := []uint64{0, size - 1}
	if size == 1 {
		ends = ends[:1]
	}
	for _, off := range ends {
		r := ex.flow.NewReg("unused", term.BitVec(8), "", false)
		ex.flow.Emit(cfa.Load{Dst: r, Addr: ex.prog.PtrAdd(v.Addr, ex.prog.Ptr(off))})
	}
}

// designatedByPointer reports whether an expression designates an object by the value of a pointer.
func designatedByPointer(n cc.ExpressionNode) bool {
	switch x := syntax.Unparen(n).(type) {
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionPSelect, cc.PostfixExpressionIndex:
			return true
		case cc.PostfixExpressionSelect:
			return designatedByPointer(x.PostfixExpression)
		}
	case *cc.UnaryExpression:
		return x.Case == cc.UnaryExpressionDeref
	}
	return false
}

func (ex *expressions) primary(x *cc.PrimaryExpression) value.Value {
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		if e, ok := x.ResolvedTo().(*cc.Enumerator); ok {
			return ex.enumConstant(x, e)
		}
		if v, ok := ex.watch.ResultOf(x); ok {
			return v
		}
		return ex.mem.Load(ex.lvalues.Lvalue(x))
	case cc.PrimaryExpressionInt:
		return ex.intConstant(x)
	case cc.PrimaryExpressionChar:
		if v, ok := x.Value().(cc.Int64Value); ok {
			return ex.values.Const(ex.types.Int, uint64(v))
		}
	case cc.PrimaryExpressionLChar:
		if v, ok := x.Value().(cc.Int64Value); ok {
			return ex.values.Const(x.Type(), uint64(v))
		}
	case cc.PrimaryExpressionFloat:
		return ex.values.FloatConstant(x.Type(), x.Value())
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		return ex.mem.Load(ex.lvalues.stringPlace(x))
	case cc.PrimaryExpressionStmt:
		return ex.stmts.statementExpr(x.CompoundStatement)
	case cc.PrimaryExpressionExpr:
		return ex.Expr(x.ExpressionList)
	case cc.PrimaryExpressionGeneric:
		if a := x.GenericSelection.Associated(); a != nil {
			return ex.Expr(a.AssignmentExpression)
		}
	}
	return ex.values.Unsupported(x.Type(), "the expression "+x.Token.SrcStr())
}

func (ex *expressions) postfix(x *cc.PostfixExpression) value.Value {
	switch x.Case {
	case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect,
		cc.PostfixExpressionComplit:
		return ex.mem.Load(ex.lvalues.Lvalue(x))
	case cc.PostfixExpressionCall:
		return ex.calls.call(x)
	case cc.PostfixExpressionInc:
		return ex.incDec(x, x.PostfixExpression, value.OpAdd, true)
	case cc.PostfixExpressionDec:
		return ex.incDec(x, x.PostfixExpression, value.OpSub, true)
	}
	return ex.values.Unsupported(x.Type(), "this expression")
}

// incDec lowers ++ and --; old asks for the value before.
func (ex *expressions) incDec(n cc.Node, operand cc.ExpressionNode, op value.Operator, old bool) value.Value {
	p := ex.lvalues.Lvalue(operand)
	ex.marks.At(n)
	section := ex.beginAtomicUpdate(p, n)
	v := ex.mem.Load(p)
	if old && p.Reg != cfa.NoReg {
		v = ex.values.Hold(v)
	}
	if old && repr.IsVector(p.Type) {
		v = ex.vec.Detach(v)
	}
	one := ex.values.Int(1)
	next := ex.arith.Convert(ex.arith.Operate(n, op, v, one), p.Type)
	result := ex.mem.Store(p, next)
	ex.endAtomicUpdate(section)
	if old {
		return v
	}
	return result
}

// beginAtomicUpdate opens the section that makes an update of an _Atomic object one step.
func (ex *expressions) beginAtomicUpdate(p value.Place, n cc.Node) bool {
	if p.Order == cfa.Plain || p.Reg != cfa.NoReg {
		return false
	}
	ex.flow.Emit(cfa.AtomicBegin{}).Node = n
	return true
}

func (ex *expressions) endAtomicUpdate(open bool) {
	if open {
		ex.flow.Emit(cfa.AtomicEnd{})
	}
}

// enumConstant is an enumeration constant; see package ctype for its type.
func (ex *expressions) enumConstant(x *cc.PrimaryExpression, e *cc.Enumerator) value.Value {
	if ty := ex.unit.Types.Parser(ex.unit.Types.Expr(x)); ty != nil {
		switch v := e.Value().(type) {
		case cc.Int64Value:
			return ex.values.Const(ty, uint64(v))
		case cc.UInt64Value:
			return ex.values.Const(ty, uint64(v))
		}
	}
	return ex.values.Unsupported(ex.types.Int, "the enumeration constant "+e.Token.SrcStr())
}

func (ex *expressions) intConstant(x *cc.PrimaryExpression) value.Value {
	switch v := x.Value().(type) {
	case cc.Int64Value:
		return ex.values.Const(x.Type(), uint64(v))
	case cc.UInt64Value:
		return ex.values.Const(x.Type(), uint64(v))
	}
	return ex.values.Unsupported(x.Type(), "the constant "+x.Token.SrcStr())
}

func (ex *expressions) binary(n cc.Node, op value.Operator, left, right cc.ExpressionNode) value.Value {
	a := ex.Expr(left)
	if repr.IsVector(a.Type) && syntax.HasCall(right) {
		a = ex.vec.Detach(a)
	}
	b := ex.Expr(right)
	ex.marks.At(n)
	return ex.arith.Operate(n, op, a, b)
}
