package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
)

var assignOps = map[cc.AssignmentExpressionCase]operator{
	cc.AssignmentExpressionMul: opMul, cc.AssignmentExpressionDiv: opDiv, cc.AssignmentExpressionMod: opRem,
	cc.AssignmentExpressionAdd: opAdd, cc.AssignmentExpressionSub: opSub, cc.AssignmentExpressionLsh: opShl,
	cc.AssignmentExpressionRsh: opShr, cc.AssignmentExpressionAnd: opAnd, cc.AssignmentExpressionXor: opXor,
	cc.AssignmentExpressionOr: opOr,
}

// assignment lowers = and the compound assignments.
func (f *fn) assignment(x *cc.AssignmentExpression) value {
	if x.Case == cc.AssignmentExpressionAssign {
		p := f.lvalue(x.UnaryExpression)
		v := f.expr(x.AssignmentExpression)
		f.at(x)
		if repr.IsVector(p.ty) {
			v = f.convert(v, p.ty)
		}
		if repr.IsAggregate(p.ty) {
			if v.addr == 0 {
				return f.unsupportedValue(p.ty, "this assignment")
			}
			if p.order != cfa.Plain {
				f.copyAtomically(p.addr, v.addr, p.ty)
				return v
			}
			outer := f.flow.Node
			f.flow.Node = nil
			if syntax.IsLvalue(x.AssignmentExpression) || isCall(syntax.Unparen(x.AssignmentExpression)) {
				f.flow.Node = x
			}
			f.copyObject(p.addr, v.addr, p.ty)
			f.flow.Node = outer
			return value{addr: p.addr, ty: p.ty}
		}
		return f.storeTo(p, f.convert(v, p.ty))
	}
	op := assignOps[x.Case]
	p := f.lvalue(x.UnaryExpression)
	if p.order != cfa.Plain && p.reg == cfa.NoReg {
		// On an _Atomic object the update is one step; the operand is computed before.
		v := f.expr(x.AssignmentExpression)
		f.at(x)
		f.flow.Emit(cfa.AtomicBegin{}).Node = x
		r := f.storeTo(p, f.convert(f.operate(x, op, f.load(p), v), p.ty))
		f.flow.Emit(cfa.AtomicEnd{})
		return r
	}
	var old, v value
	if syntax.HasCall(x.AssignmentExpression) {
		// The order of the read and a call is unspecified; compilers read last.
		v = f.expr(x.AssignmentExpression)
		old = f.load(p)
	} else {
		old = f.load(p)
		v = f.expr(x.AssignmentExpression)
	}
	f.at(x)
	return f.storeTo(p, f.convert(f.operate(x, op, old, v), p.ty))
}
