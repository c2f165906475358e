package lower

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
)

var assignOps = map[cc.AssignmentExpressionCase]value.Operator{
	cc.AssignmentExpressionMul: value.OpMul, cc.AssignmentExpressionDiv: value.OpDiv,
	cc.AssignmentExpressionMod: value.OpRem,
	cc.AssignmentExpressionAdd: value.OpAdd, cc.AssignmentExpressionSub: value.OpSub,
	cc.AssignmentExpressionLsh: value.OpShl,
	cc.AssignmentExpressionRsh: value.OpShr, cc.AssignmentExpressionAnd: value.OpAnd,
	cc.AssignmentExpressionXor: value.OpXor,
	cc.AssignmentExpressionOr:  value.OpOr,
}

// assignment lowers = and the compound assignments.
func (ex *expressions) assignment(x *cc.AssignmentExpression) value.Value {
	if x.Case == cc.AssignmentExpressionAssign {
		p := ex.lvalues.Lvalue(x.UnaryExpression)
		v := ex.Expr(x.AssignmentExpression)
		ex.marks.At(x)
		if repr.IsVector(p.Type) {
			v = ex.arith.Convert(v, p.Type)
		}
		if repr.IsAggregate(p.Type) {
			if v.Addr == 0 {
				return ex.values.Unsupported(p.Type, "this assignment")
			}
			if p.Order != cfa.Plain {
				ex.mem.CopyAtomically(p.Addr, v.Addr, p.Type)
				return v
			}
			ex.calls.checkAssigned(x, p.Addr, v.Addr, p.Type)
			outer := ex.flow.Node
			ex.flow.Node = nil
			if syntax.IsLvalue(x.AssignmentExpression) ||
				syntax.IsCall(syntax.Unparen(x.AssignmentExpression)) {
				ex.flow.Node = x
			}
			ex.mem.Copy(p.Addr, v.Addr, p.Type)
			ex.flow.Node = outer
			return value.Value{Addr: p.Addr, Type: p.Type}
		}
		return ex.mem.Store(p, ex.arith.Convert(v, p.Type))
	}
	op := assignOps[x.Case]
	p := ex.lvalues.Lvalue(x.UnaryExpression)
	if p.Order != cfa.Plain && p.Reg == cfa.NoReg {
		// On an _Atomic object the update is one step; the operand is computed before.
		v := ex.Expr(x.AssignmentExpression)
		ex.marks.At(x)
		ex.flow.Emit(cfa.AtomicBegin{}).Node = x
		r := ex.mem.Store(p, ex.arith.Convert(ex.arith.Operate(x, op, ex.mem.Load(p), v), p.Type))
		ex.flow.Emit(cfa.AtomicEnd{})
		return r
	}
	var old, v value.Value
	if syntax.HasCall(x.AssignmentExpression) {
		// The order of the read and a call is unspecified; compilers read last.
		v = ex.Expr(x.AssignmentExpression)
		old = ex.mem.Load(p)
	} else {
		old = ex.mem.Load(p)
		v = ex.Expr(x.AssignmentExpression)
	}
	ex.marks.At(x)
	return ex.mem.Store(p, ex.arith.Convert(ex.arith.Operate(x, op, old, v), p.Type))
}
