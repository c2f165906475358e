package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
)

// An index that leads out of an array, but not out of the object that the array is a part of, is no invalid
// access for SV-COMP, nor for the sanitizers: the memory is there. C calls it undefined all the same, so it
// is told where uses of memory are checked and the index is a constant.

// checkInner warns of a constant index that leads out of an array that is a member or an element. What is
// behind the end may be designated for its address. A structure may go on with its last member, if that is an
// array.
func (lv *lvalues) checkInner(x *cc.PostfixExpression, base cc.ExpressionNode, index value.Value) {
	if !lv.low.cfg.Property.Memory() || lv.flow.IsDead() {
		return
	}
	b, ok := syntax.Unparen(base).(*cc.PostfixExpression)
	if !ok || isLastMember(b, lv) {
		return
	}
	array, ok := lv.types.Of(b).Undecay().(*cc.ArrayType)
	if !ok || array.IsVLA() || array.Len() <= 0 {
		return
	}
	bits, ok := lv.low.ts.ConstUint64(index.Term)
	n := int64(bits)
	if s := lv.types.Scalar(index.Type); s.Signed && s.Width < 64 {
		n = n << (64 - s.Width) >> (64 - s.Width)
	}
	if !ok || n >= 0 && n < array.Len() || n == array.Len() && lv.addressed == cc.ExpressionNode(x) {
		return
	}
	lv.marks.warn("index %d is out of the bounds of an array of %d inside of a larger object; that is no "+
		"violation here", n, array.Len())
}

// isLastMember reports whether an expression designates the last member of a structure, or of a union.
func isLastMember(b *cc.PostfixExpression, lv *lvalues) bool {
	var t cc.Type
	switch b.Case {
	case cc.PostfixExpressionIndex:
		return false
	case cc.PostfixExpressionSelect:
		t = lv.types.Of(b.PostfixExpression)
	case cc.PostfixExpressionPSelect:
		t = repr.Elem(lv.types.Of(b.PostfixExpression).Decay())
	default:
		return true
	}
	fields, ok := t.(interface {
		NumFields() int
		FieldByIndex(int) *cc.Field
	})
	if !ok || t.Kind() == cc.Union {
		return true
	}
	last := fields.FieldByIndex(fields.NumFields() - 1)
	return last == nil || last.Name() == b.Token2.SrcStr()
}
