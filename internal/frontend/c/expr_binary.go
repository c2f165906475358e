package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
)

func (ex *expressions) binary(n cc.Node, op value.Operator, left, right cc.ExpressionNode) value.Value {
	a := ex.expr(left)
	if repr.IsVector(a.Type) && syntax.HasCall(right) {
		a = ex.vec.Detach(a)
	}
	b := ex.expr(right)
	ex.marks.at(n)
	return ex.arith.Operate(n, op, a, b)
}
