package ctype

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/syntax"
)

// address evaluates a constant address: offsetof is &((T *)0)->m.
func (t *Typer) address(n cc.ExpressionNode) (uint64, bool) {
	n = syntax.Unparen(n)
	switch x := n.(type) {
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionAddrof {
			return t.place(x.CastExpression)
		}
	case *cc.CastExpression:
		if p := t.Named(x.TypeName); p == nil || p.Kind != Pointer {
			return 0, false
		}
		if v, ok := t.Const(x.CastExpression); ok {
			return v.Bits, true
		}
		return t.address(x.CastExpression)
	}
	if ty := t.Expr(n); ty != nil && ty.Kind == Array {
		return t.place(n)
	}
	return 0, false
}

// place is where an lvalue is, if that is constant.
func (t *Typer) place(n cc.ExpressionNode) (uint64, bool) {
	n = syntax.Unparen(n)
	switch x := n.(type) {
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			return t.address(x.CastExpression)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionPSelect:
			p := t.Value(x.PostfixExpression)
			at, ok := t.address(x.PostfixExpression)
			if !ok || p == nil || p.Kind != Pointer {
				return 0, false
			}
			off, ok := t.offset(t.Parser(p.Elem), x.Token2.SrcStr())
			return at + off, ok
		case cc.PostfixExpressionSelect:
			at, ok := t.place(x.PostfixExpression)
			if !ok {
				return 0, false
			}
			off, ok := t.offset(t.Parser(t.Expr(x.PostfixExpression)), x.Token2.SrcStr())
			return at + off, ok
		case cc.PostfixExpressionIndex:
			at, ok := t.address(x.PostfixExpression)
			i, ok2 := t.Const(x.ExpressionList)
			size, ok3 := t.Sizeof(t.Expr(x))
			return at + i.Bits*size, ok && ok2 && ok3
		}
	}
	return 0, false
}

// offset is that of a member, which may be in an unnamed struct or union.
func (t *Typer) offset(p cc.Type, name string) (uint64, bool) {
	if p == nil {
		return 0, false
	}
	fields, err := t.lay.Fields(p)
	if err != nil {
		return 0, false
	}
	for _, f := range fields {
		switch {
		case f.Name == name:
			return f.Offset, !f.IsBitField
		case f.Name == "" && !f.IsBitField:
			if off, ok := t.offset(f.Type, name); ok {
				return f.Offset + off, true
			}
		}
	}
	return 0, false
}
