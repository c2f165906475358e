package c

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
func (f *fn) assignment(x *cc.AssignmentExpression) value.Value {
	if x.Case == cc.AssignmentExpressionAssign {
		p := f.lvalue(x.UnaryExpression)
		v := f.expr(x.AssignmentExpression)
		f.at(x)
		if repr.IsVector(p.Type) {
			v = f.arith.Convert(v, p.Type)
		}
		if repr.IsAggregate(p.Type) {
			if v.Addr == 0 {
				return f.values.Unsupported(p.Type, "this assignment")
			}
			if p.Order != cfa.Plain {
				f.mem.CopyAtomically(p.Addr, v.Addr, p.Type)
				return v
			}
			outer := f.flow.Node
			f.flow.Node = nil
			if syntax.IsLvalue(x.AssignmentExpression) || isCall(syntax.Unparen(x.AssignmentExpression)) {
				f.flow.Node = x
			}
			f.mem.Copy(p.Addr, v.Addr, p.Type)
			f.flow.Node = outer
			return value.Value{Addr: p.Addr, Type: p.Type}
		}
		return f.mem.Store(p, f.arith.Convert(v, p.Type))
	}
	op := assignOps[x.Case]
	p := f.lvalue(x.UnaryExpression)
	if p.Order != cfa.Plain && p.Reg == cfa.NoReg {
		// On an _Atomic object the update is one step; the operand is computed before.
		v := f.expr(x.AssignmentExpression)
		f.at(x)
		f.flow.Emit(cfa.AtomicBegin{}).Node = x
		r := f.mem.Store(p, f.arith.Convert(f.arith.Operate(x, op, f.mem.Load(p), v), p.Type))
		f.flow.Emit(cfa.AtomicEnd{})
		return r
	}
	var old, v value.Value
	if syntax.HasCall(x.AssignmentExpression) {
		// The order of the read and a call is unspecified; compilers read last.
		v = f.expr(x.AssignmentExpression)
		old = f.mem.Load(p)
	} else {
		old = f.mem.Load(p)
		v = f.expr(x.AssignmentExpression)
	}
	f.at(x)
	return f.mem.Store(p, f.arith.Convert(f.arith.Operate(x, op, old, v), p.Type))
}
