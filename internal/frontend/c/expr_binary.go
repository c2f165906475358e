package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
)

func (f *fn) binary(n cc.Node, op value.Operator, left, right cc.ExpressionNode) value.Value {
	a := f.expr(left)
	if repr.IsVector(a.Type) && syntax.HasCall(right) {
		a = f.vec.Detach(a)
	}
	b := f.expr(right)
	f.at(n)
	return f.arith.Operate(n, op, a, b)
}
