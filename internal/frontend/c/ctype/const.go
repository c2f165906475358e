package ctype

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/syntax"
)

// Int is the value of an integer constant expression.
type Int struct {
	Bits uint64 // extended to 64 bits by the sign of the type
	Type *Type
}

func (v Int) negative() bool { return signed(v.Type) && int64(v.Bits) < 0 }

// Const evaluates an integer constant expression (C11 6.6); ok is false if n
// is none, or needs types that are not known.
func (t *Typer) Const(n cc.ExpressionNode) (v Int, ok bool) {
	if syntax.IsNil(n) {
		return Int{}, false
	}
	n = syntax.Unwrap(n)
	ty := t.Value(n)
	if !ty.IsInteger() || t.width(ty) > 64 {
		return Int{}, false
	}
	bits, ok := t.constant(n, ty)
	if !ok {
		return Int{}, false
	}
	return Int{t.fit(bits, ty), ty}, true
}

// fit cuts a number to a type and extends it again.
func (t *Typer) fit(v uint64, ty *Type) uint64 {
	if ty.Kind == Basic && ty.Basic == cc.Bool {
		if v != 0 {
			return 1
		}
		return 0
	}
	if w := t.width(ty); w < 64 {
		v <<= 64 - w
		if signed(ty) {
			return uint64(int64(v) >> (64 - w))
		}
		return v >> (64 - w)
	}
	return v
}

func (t *Typer) constant(n cc.ExpressionNode, ty *Type) (uint64, bool) {
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		return t.constantPrimary(x)
	case *cc.PostfixExpression:
		if x.Case != cc.PostfixExpressionCall {
			return 0, false
		}
		switch Called(x) {
		case Compatibles:
			same, ok := t.compatibles(syntax.Arguments(x))
			return truth(same), ok
		case Choose:
			if c := t.chosen(syntax.Arguments(x)); c != nil {
				v, ok := t.Const(c)
				return v.Bits, ok
			}
		case "__builtin_constant_p":
			if a := syntax.Arguments(x); len(a) == 1 {
				if _, ok := t.Const(a[0]); ok {
					return 1, true
				}
			}
		}
		return 0, false
	case *cc.UnaryExpression:
		return t.constantUnary(x)
	case *cc.CastExpression:
		if v, ok := t.Const(x.CastExpression); ok {
			return v.Bits, true
		}
		return t.address(x.CastExpression)
	case *cc.LogicalAndExpression:
		a, ok := t.Const(x.LogicalAndExpression)
		if ok && a.Bits == 0 {
			return 0, true
		}
		b, ok2 := t.Const(x.InclusiveOrExpression)
		return truth(b.Bits != 0), ok && ok2
	case *cc.LogicalOrExpression:
		a, ok := t.Const(x.LogicalOrExpression)
		if ok && a.Bits != 0 {
			return 1, true
		}
		b, ok2 := t.Const(x.LogicalAndExpression)
		return truth(b.Bits != 0), ok && ok2
	case *cc.ConditionalExpression:
		c, ok := t.Const(x.LogicalOrExpression)
		switch {
		case !ok:
			return 0, false
		case c.Bits != 0 && syntax.IsNil(x.ExpressionList):
			return c.Bits, true
		case c.Bits != 0:
			v, ok := t.Const(x.ExpressionList)
			return v.Bits, ok
		}
		v, ok := t.Const(x.ConditionalExpression)
		return v.Bits, ok
	}
	return t.constantBinary(n, ty)
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func (t *Typer) constantPrimary(x *cc.PrimaryExpression) (uint64, bool) {
	switch x.Case {
	case cc.PrimaryExpressionInt, cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		v, ok := syntax.ParserValue(x)
		return uint64(v), ok
	case cc.PrimaryExpressionIdent:
		if e, ok := x.ResolvedTo().(*cc.Enumerator); ok {
			switch v := e.Value().(type) {
			case cc.Int64Value:
				return uint64(v), true
			case cc.UInt64Value:
				return uint64(v), true
			}
		}
	case cc.PrimaryExpressionExpr:
		if l, ok := x.ExpressionList.(*cc.ExpressionList); ok && l.ExpressionList != nil {
			return 0, false // the comma operator
		}
		v, ok := t.Const(x.ExpressionList)
		return v.Bits, ok
	case cc.PrimaryExpressionGeneric:
		if a := t.Selected(x.GenericSelection); a != nil {
			v, ok := t.Const(a.AssignmentExpression)
			return v.Bits, ok
		}
	}
	return 0, false
}

func (t *Typer) constantUnary(x *cc.UnaryExpression) (uint64, bool) {
	switch x.Case {
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl, cc.UnaryExpressionNot:
		v, ok := t.Const(x.CastExpression)
		switch x.Case {
		case cc.UnaryExpressionMinus:
			v.Bits = -v.Bits
		case cc.UnaryExpressionCpl:
			v.Bits = ^v.Bits
		case cc.UnaryExpressionNot:
			v.Bits = truth(v.Bits == 0)
		}
		return v.Bits, ok
	case cc.UnaryExpressionSizeofExpr:
		return t.Sizeof(t.Expr(x.UnaryExpression))
	case cc.UnaryExpressionSizeofType:
		return t.Sizeof(t.Named(x.TypeName))
	case cc.UnaryExpressionAlignofType:
		return t.alignof(t.Named(x.TypeName))
	}
	return 0, false
}

// alignof is _Alignof of a type.
func (t *Typer) alignof(ty *Type) (uint64, bool) {
	for ty != nil && ty.Kind == Array {
		ty = ty.Elem
	}
	p := t.Parser(ty)
	if p == nil {
		return 0, false
	}
	n, err := t.lay.Alignof(p)
	return n, err == nil
}

// constantBinary evaluates the operators that convert both operands.
func (t *Typer) constantBinary(n cc.ExpressionNode, ty *Type) (uint64, bool) {
	left, right, op := operands(n)
	if op == "" {
		return 0, false
	}
	a, ok := t.Const(left)
	b, ok2 := t.Const(right)
	if !ok || !ok2 {
		return 0, false
	}
	if op == "<<" || op == ">>" {
		w := t.width(ty)
		switch {
		case b.Bits >= uint64(w):
			return 0, false
		case op == "<<":
			return a.Bits << b.Bits, true
		case signed(ty):
			return uint64(int64(t.fit(a.Bits, ty)) >> b.Bits), true
		}
		return t.fit(a.Bits, ty) >> b.Bits, true
	}
	c := t.common(a.Type, b.Type)
	x, y, s := t.fit(a.Bits, c), t.fit(b.Bits, c), signed(c)
	less := func(x, y uint64) bool { return s && int64(x) < int64(y) || !s && x < y }
	switch op {
	case "+":
		return x + y, true
	case "-":
		return x - y, true
	case "*":
		return x * y, true
	case "/", "%":
		return divide(x, y, s, op == "%")
	case "&":
		return x & y, true
	case "|":
		return x | y, true
	case "^":
		return x ^ y, true
	case "<":
		return truth(less(x, y)), true
	case ">":
		return truth(less(y, x)), true
	case "<=":
		return truth(!less(y, x)), true
	case ">=":
		return truth(!less(x, y)), true
	case "==":
		return truth(x == y), true
	}
	return truth(x != y), true
}

func divide(x, y uint64, signed, rest bool) (uint64, bool) {
	switch {
	case y == 0:
		return 0, false
	case signed && int64(y) == -1:
		if rest {
			return 0, true
		}
		return -x, true
	case signed && rest:
		return uint64(int64(x) % int64(y)), true
	case signed:
		return uint64(int64(x) / int64(y)), true
	case rest:
		return x % y, true
	}
	return x / y, true
}

// operands are those of a binary operator, and the operator.
func operands(n cc.ExpressionNode) (left, right cc.ExpressionNode, op string) {
	switch x := n.(type) {
	case *cc.MultiplicativeExpression:
		return x.MultiplicativeExpression, x.CastExpression, x.Token.SrcStr()
	case *cc.AdditiveExpression:
		return x.AdditiveExpression, x.MultiplicativeExpression, x.Token.SrcStr()
	case *cc.ShiftExpression:
		return x.ShiftExpression, x.AdditiveExpression, x.Token.SrcStr()
	case *cc.RelationalExpression:
		return x.RelationalExpression, x.ShiftExpression, x.Token.SrcStr()
	case *cc.EqualityExpression:
		return x.EqualityExpression, x.RelationalExpression, x.Token.SrcStr()
	case *cc.AndExpression:
		return x.AndExpression, x.EqualityExpression, x.Token.SrcStr()
	case *cc.ExclusiveOrExpression:
		return x.ExclusiveOrExpression, x.AndExpression, x.Token.SrcStr()
	case *cc.InclusiveOrExpression:
		return x.InclusiveOrExpression, x.ExclusiveOrExpression, x.Token.SrcStr()
	}
	return nil, nil, ""
}

// IsNull reports whether n is a null pointer constant (C11 6.3.2.3): an integer
// constant expression of value 0, or that converted to void *.
func (t *Typer) IsNull(n cc.ExpressionNode) bool {
	n = syntax.Unparen(n)
	if v, ok := t.Const(n); ok {
		return v.Bits == 0
	}
	x, ok := n.(*cc.CastExpression)
	if !ok {
		return false
	}
	if p := t.Named(x.TypeName); p == nil || p.Kind != Pointer || p.Elem.Kind != Void || p.Elem.Quals != 0 {
		return false
	}
	v, ok := t.Const(x.CastExpression)
	return ok && v.Bits == 0
}
