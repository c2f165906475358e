package layout

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/syntax"
)

// Suspects returns the places of a unit where the parser computed a constant that is part of a type (the
// length of an array, the width of a bit-field) or the value of an enumeration constant from a size, an
// alignment or an offset that it has wrong. The parser has evaluated these for good, so a program with such a
// place must be refused. Programs whose layout the parser has right, nearly all, are not searched.
func (l *Layout) Suspects(ast *cc.AST) []cc.Node {
	if !l.Disagrees(ast) {
		return nil
	}
	var out []cc.Node
	inside := func(n cc.Node) bool {
		if l.wrong(n) {
			out = append(out, n)
		}
		return true
	}
	syntax.WalkUnit(ast, func(n cc.Node) bool {
		var e cc.ExpressionNode
		switch x := n.(type) {
		case *cc.DirectDeclarator:
			e = x.AssignmentExpression
		case *cc.DirectAbstractDeclarator:
			e = x.AssignmentExpression
		case *cc.Enumerator:
			e = x.ConstantExpression
		case *cc.StructDeclarator:
			e = x.ConstantExpression
		case *cc.AlignmentSpecifier:
			e = x.ConstantExpression
		}
		if e != nil {
			syntax.Walk(e, inside)
		}
		return true
	})
	return out
}

// Disagrees reports whether the parser lays out any struct otherwise.
func (l *Layout) Disagrees(ast *cc.AST) bool {
	for t := range ast.Structs {
		if l.differs(t) {
			return true
		}
	}
	for t := range ast.Unions {
		if l.differs(t) {
			return true
		}
	}
	return false
}

func (l *Layout) differs(t recordType) bool {
	if t.IsIncomplete() {
		return false
	}
	r := l.record(t)
	if r.err != nil || int64(r.size) != t.Size() || int(r.align) != t.Align() {
		return true
	}
	for _, f := range r.fields {
		if !f.IsBitField && int64(f.Offset) != f.Member.Offset() {
			return true
		}
	}
	return false
}

// wrong reports whether the parser has the value of an expression wrong that depends on a layout.
func (l *Layout) wrong(n cc.Node) bool {
	switch x := n.(type) {
	case *cc.UnaryExpression:
		var t cc.Type
		switch x.Case {
		case cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofType:
			t = x.TypeName.Type()
		case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionAlignofExpr:
			if t = x.UnaryExpression.Type(); t != nil {
				t = t.Undecay()
			}
		}
		if t == nil {
			return false
		}
		switch x.Case {
		case cc.UnaryExpressionSizeofType, cc.UnaryExpressionSizeofExpr:
			size, err := l.Sizeof(t)
			return err != nil || int64(size) != t.Size()
		}
		a, err := l.Alignof(t)
		return err != nil || int(a) != t.Align()
	case *cc.PostfixExpression:
		t := cc.Type(nil)
		switch x.Case {
		case cc.PostfixExpressionSelect:
			t = x.PostfixExpression.Type()
		case cc.PostfixExpressionPSelect:
			if p, ok := x.PostfixExpression.Type().(*cc.PointerType); ok {
				t = p.Elem()
			}
		}
		if r, ok := t.(recordType); ok {
			return l.differs(r)
		}
	}
	return false
}
