package ctype

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/syntax"
)

// Value returns the type of the value of an expression: of lvalues what they hold, of arrays and functions a
// pointer (C11 6.3.2.1); nil if it is not known.
func (t *Typer) Value(n cc.ExpressionNode) *Type { return rvalue(t.Expr(n)) }

// Expr returns the type of an expression, for lvalues that of the object with
// its qualifiers; nil if it is not known.
func (t *Typer) Expr(n cc.ExpressionNode) *Type {
	if syntax.IsNil(n) {
		return nil
	}
	n = syntax.Unwrap(n)
	if ty, ok := t.values[n]; ok {
		return ty
	}
	ty := t.expr(n)
	t.values[n] = ty
	return ty
}

func (t *Typer) expr(n cc.ExpressionNode) *Type {
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		return t.primary(x)
	case *cc.PostfixExpression:
		return t.postfix(x)
	case *cc.UnaryExpression:
		return t.unary(x)
	case *cc.CastExpression:
		return t.Named(x.TypeName).Unqualified()
	case *cc.MultiplicativeExpression:
		return t.common(t.Value(x.MultiplicativeExpression), t.Value(x.CastExpression))
	case *cc.AdditiveExpression:
		return t.additive(x)
	case *cc.ShiftExpression:
		return t.promoted(t.Value(x.ShiftExpression))
	case *cc.RelationalExpression:
		return t.comparison(x.RelationalExpression, x.ShiftExpression)
	case *cc.EqualityExpression:
		return t.comparison(x.EqualityExpression, x.RelationalExpression)
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		return basic(cc.Int)
	case *cc.AndExpression:
		return t.common(t.Value(x.AndExpression), t.Value(x.EqualityExpression))
	case *cc.ExclusiveOrExpression:
		return t.common(t.Value(x.ExclusiveOrExpression), t.Value(x.AndExpression))
	case *cc.InclusiveOrExpression:
		return t.common(t.Value(x.InclusiveOrExpression), t.Value(x.ExclusiveOrExpression))
	case *cc.ConditionalExpression:
		return t.conditional(x)
	case *cc.AssignmentExpression:
		return t.Value(x.UnaryExpression)
	case *cc.ExpressionList:
		for x.ExpressionList != nil {
			x = x.ExpressionList
		}
		return t.Value(x.AssignmentExpression)
	}
	return nil
}

// comparison is the type of a comparison, which vectors may be operands of.
func (t *Typer) comparison(a, b cc.ExpressionNode) *Type {
	if t.Value(a) == nil || t.Value(b) == nil {
		return nil
	}
	return basic(cc.Int)
}

func (t *Typer) primary(x *cc.PrimaryExpression) *Type {
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		switch d := x.ResolvedTo().(type) {
		case *cc.Declarator:
			return t.Declared(d)
		case *cc.Enumerator:
			return t.enumerator(x, d)
		}
	case cc.PrimaryExpressionInt, cc.PrimaryExpressionFloat, cc.PrimaryExpressionLChar:
		return t.plain(x.Type())
	case cc.PrimaryExpressionChar:
		return basic(cc.Int)
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		return t.stringType(x)
	case cc.PrimaryExpressionExpr:
		return t.Expr(x.ExpressionList)
	case cc.PrimaryExpressionStmt:
		return t.lastStatement(x.CompoundStatement)
	case cc.PrimaryExpressionGeneric:
		if a := t.Selected(x.GenericSelection); a != nil {
			return t.Expr(a.AssignmentExpression)
		}
	}
	return nil
}

// plain is the type of a constant, as the parser has it.
func (t *Typer) plain(p cc.Type) *Type {
	if _, ok := p.(*cc.PredefinedType); !ok || p.Kind() == cc.InvalidKind || cc.IsComplexType(p) {
		return nil
	}
	return basic(p.Kind())
}

func (t *Typer) stringType(x *cc.PrimaryExpression) *Type {
	elem, n := basic(cc.Char), 0
	switch v := x.Value().(type) {
	case cc.StringValue:
		n = len(v)
	case cc.UTF16StringValue:
		elem, n = basic(cc.UShort), len(v)
	case cc.UTF32StringValue:
		elem, n = basic(cc.Int), len(v)
	default:
		return nil
	}
	p := x.Type()
	if q, ok := p.(*cc.PointerType); ok {
		p = q.Undecay()
	}
	return withParser(&Type{Kind: Array, Elem: elem, Len: int64(n)}, p)
}

// lastStatement is the type of a statement expression.
func (t *Typer) lastStatement(b *cc.CompoundStatement) *Type {
	var last *cc.Statement
	for l := b.BlockItemList; l != nil; l = l.BlockItemList {
		last = nil
		if l.BlockItem.Case == cc.BlockItemStmt {
			last = l.BlockItem.Statement
		}
	}
	for last != nil && last.Case == cc.StatementLabeled {
		last = last.LabeledStatement.Statement
	}
	if last == nil || last.Case != cc.StatementExpr || syntax.IsNil(last.ExpressionStatement.ExpressionList) {
		return &Type{Kind: Void}
	}
	return t.Value(last.ExpressionStatement.ExpressionList)
}

func (t *Typer) postfix(x *cc.PostfixExpression) *Type {
	switch x.Case {
	case cc.PostfixExpressionIndex:
		p := t.Value(x.PostfixExpression)
		if p == nil || p.Kind != Pointer {
			p = t.Value(x.ExpressionList)
		}
		if p == nil || p.Kind != Pointer {
			return nil
		}
		return p.Elem
	case cc.PostfixExpressionCall:
		return t.call(x)
	case cc.PostfixExpressionSelect:
		return t.member(x, t.Expr(x.PostfixExpression))
	case cc.PostfixExpressionPSelect:
		if p := t.Value(x.PostfixExpression); p != nil && p.Kind == Pointer {
			return t.member(x, p.Elem)
		}
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return t.Value(x.PostfixExpression)
	case cc.PostfixExpressionComplit:
		return t.literal(x)
	}
	return nil
}

// member is the type of a member of an object of type base, whose qualifiers it has too.
func (t *Typer) member(x *cc.PostfixExpression, base *Type) *Type {
	f := x.Field()
	if f == nil || base == nil || base.Kind != Record {
		return nil
	}
	m := t.Declared(f.Declarator())
	if m != nil && f.IsBitfield() {
		m = t.bitField(m, int(f.ValueBits()))
	}
	return m.Qualified(base.Quals &^ (Atomic | Restrict))
}

// literal is the type of a compound literal. The initialiser gives an array
// without a length one; the parser takes that of one string in braces for 1.
func (t *Typer) literal(x *cc.PostfixExpression) *Type {
	ty := t.Named(x.TypeName)
	if ty == nil || ty.Kind != Array || ty.Elem.Kind != Basic {
		return ty
	}
	// The length is that of the declarator or of the typedef. Where neither has one the parser counts
	// initialisers in braces, and the one string gives a typedef the length 1.
	given := t.abstract(x.TypeName.AbstractDeclarator, basic(cc.Char))
	known := ty.Len > 1
	if given != nil && given.Kind == Array {
		known = given.Len >= 0
	}
	l := x.InitializerList
	if known || l == nil || l.InitializerList != nil || l.Designation != nil ||
		l.Initializer.Case != cc.InitializerExpr {
		return ty
	}
	p, ok := syntax.Unparen(l.Initializer.AssignmentExpression).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionString && p.Case != cc.PrimaryExpressionLString {
		return ty
	}
	s := t.stringType(p)
	if s == nil {
		return nil
	}
	c := *ty
	c.Len, c.Parser = s.Len, nil
	if c.Elem.Basic == s.Elem.Basic {
		c.Parser = s.Parser
	}
	return &c
}

func (t *Typer) unary(x *cc.UnaryExpression) *Type {
	switch x.Case {
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return t.Value(x.UnaryExpression)
	case cc.UnaryExpressionAddrof:
		return PointerTo(t.Expr(x.CastExpression))
	case cc.UnaryExpressionDeref:
		if p := t.Value(x.CastExpression); p != nil && p.Kind == Pointer {
			return p.Elem
		}
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		return t.promoted(t.Value(x.CastExpression))
	case cc.UnaryExpressionNot:
		return basic(cc.Int)
	case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofExpr,
		cc.UnaryExpressionAlignofType:
		return t.sizeType()
	case cc.UnaryExpressionLabelAddr:
		return PointerTo(&Type{Kind: Void})
	}
	return nil
}

func (t *Typer) sizeType() *Type {
	if t.model.PtrSize() == 8 {
		return basic(cc.ULong)
	}
	return basic(cc.UInt)
}

func (t *Typer) additive(x *cc.AdditiveExpression) *Type {
	a, b := t.Value(x.AdditiveExpression), t.Value(x.MultiplicativeExpression)
	if a == nil || b == nil {
		return nil
	}
	switch {
	case a.Kind == Pointer && b.Kind == Pointer:
		if t.model.PtrSize() == 8 {
			return basic(cc.Long)
		}
		return basic(cc.Int)
	case a.Kind == Pointer:
		return a
	case b.Kind == Pointer:
		return b
	}
	return t.common(a, b)
}

// conditional is the type of ?: (C11 6.5.15), where gcc takes some more operands than C does.
func (t *Typer) conditional(x *cc.ConditionalExpression) *Type {
	var second cc.ExpressionNode = x.LogicalOrExpression // a ?: b
	if !syntax.IsNil(x.ExpressionList) {
		second = x.ExpressionList
	}
	return t.Chosen(second, x.ConditionalExpression)
}

// Chosen is the type of ?: with two operands.
func (t *Typer) Chosen(second, third cc.ExpressionNode) *Type {
	a, b := t.Value(second), t.Value(third)
	switch {
	case a == nil || b == nil:
		return nil
	case a.Kind == Void || b.Kind == Void:
		return &Type{Kind: Void}
	case a.Kind == Pointer && b.Kind == Pointer:
		q := a.Elem.Quals | b.Elem.Quals
		switch ea, eb := a.Elem.Unqualified(), b.Elem.Unqualified(); {
		case Compatible(ea, eb):
			return PointerTo(composite(a.Elem, b.Elem).Qualified(q))
		case t.IsNull(second):
			return b
		case t.IsNull(third):
			return a
		case ea.Kind == Void || eb.Kind == Void:
			return PointerTo((&Type{Kind: Void}).Qualified(q &^ Atomic))
		}
		return PointerTo(&Type{Kind: Void}) // with a warning of gcc's
	case a.Kind == Pointer:
		return a
	case b.Kind == Pointer:
		return b
	case a.Kind == Record:
		return a
	}
	return t.common(a, b)
}
