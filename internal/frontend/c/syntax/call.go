package syntax

import (
	"strings"

	"modernc.org/cc/v4"
)

// Callee is the declarator of a function that is called by its name; nil if n is another expression.
func Callee(n cc.ExpressionNode) *cc.Declarator {
	switch x := Unparen(n).(type) {
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionIdent {
			if d, ok := x.ResolvedTo().(*cc.Declarator); ok && d.Type() != nil &&
				d.Type().Kind() == cc.Function && !d.IsParam() {
				return d
			}
		}
	case *cc.UnaryExpression:
		// (*f)() and (&f)() are f().
		if x.Case == cc.UnaryExpressionDeref || x.Case == cc.UnaryExpressionAddrof {
			return Callee(x.CastExpression)
		}
	}
	return nil
}

// IsCall reports whether a node is a call.
func IsCall(n cc.Node) bool {
	x, ok := n.(*cc.PostfixExpression)
	return ok && x.Case == cc.PostfixExpressionCall
}

// Called is the function that a node calls by its name; nil if the node is no such call.
func Called(n cc.Node) *cc.Declarator {
	if x, ok := n.(*cc.PostfixExpression); ok && x.Case == cc.PostfixExpressionCall {
		return Callee(x.PostfixExpression)
	}
	return nil
}

// Arguments lists the arguments of a call.
func Arguments(x *cc.PostfixExpression) []cc.ExpressionNode {
	var out []cc.ExpressionNode
	for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		out = append(out, l.AssignmentExpression)
	}
	return out
}

// HasCall reports whether there is a call in an expression.
func HasCall(n cc.ExpressionNode) bool {
	found := false
	Walk(n, func(n cc.Node) bool {
		if x, ok := n.(*cc.PostfixExpression); ok && x.Case == cc.PostfixExpressionCall {
			found = true
		}
		return !found
	})
	return found
}

// HasEffect reports whether an expression assigns, increments or decrements.
func HasEffect(n cc.ExpressionNode) bool {
	found := false
	Walk(n, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.AssignmentExpression:
			found = found || x.Case != cc.AssignmentExpressionCond
		case *cc.PostfixExpression:
			found = found || x.Case == cc.PostfixExpressionInc || x.Case == cc.PostfixExpressionDec
		case *cc.UnaryExpression:
			found = found || x.Case == cc.UnaryExpressionInc || x.Case == cc.UnaryExpressionDec
		}
		return !found
	})
	return found
}

// IsLvalue reports whether an expression designates an object.
func IsLvalue(n cc.ExpressionNode) bool {
	switch x := Unparen(n).(type) {
	case *cc.PrimaryExpression:
		return x.Case == cc.PrimaryExpressionIdent || x.Case == cc.PrimaryExpressionString ||
			x.Case == cc.PrimaryExpressionLString
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex, cc.PostfixExpressionPSelect, cc.PostfixExpressionComplit:
			return true
		case cc.PostfixExpressionSelect:
			return IsLvalue(x.PostfixExpression)
		}
	case *cc.UnaryExpression:
		return x.Case == cc.UnaryExpressionDeref
	}
	return false
}

// AddressedVariable is x in &x, with or without parentheses; nil if n is another expression.
func AddressedVariable(n cc.ExpressionNode) *cc.Declarator {
	u, ok := Unparen(n).(*cc.UnaryExpression)
	if !ok || u.Case != cc.UnaryExpressionAddrof {
		return nil
	}
	x, ok := Unparen(u.CastExpression).(*cc.PrimaryExpression)
	if !ok || x.Case != cc.PrimaryExpressionIdent {
		return nil
	}
	d, _ := x.ResolvedTo().(*cc.Declarator)
	return d
}

// AsmLabel is the name that a declaration gives what it declares in the object file; "" when there is none.
func AsmLabel(a *cc.Asm) string {
	if a == nil {
		return ""
	}
	return strings.ReplaceAll(a.Token3.SrcStr(), `"`, "")
}

// IsTypeof reports whether a specifier is __typeof__.
func IsTypeof(s *cc.TypeSpecifier) bool {
	return s != nil && (s.Case == cc.TypeSpecifierTypeofExpr || s.Case == cc.TypeSpecifierTypeofType)
}
