package lower

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/config"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
)

// atomicOrder is the order of accesses through a pointer expression: SeqCst
// when it was declared as a pointer to an _Atomic type.
func (lv *lvalues) atomicOrder(n cc.ExpressionNode) cfa.Order {
	n = syntax.Unparen(n)
	switch x := n.(type) {
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionAddrof {
			return lv.lvalueOrder(x.CastExpression)
		}
	case *cc.CastExpression:
		for q := x.TypeName.SpecifierQualifierList; q != nil; q = q.SpecifierQualifierList {
			if q.TypeQualifier != nil && q.TypeQualifier.Case == cc.TypeQualifierAtomic ||
				q.TypeSpecifier != nil && q.TypeSpecifier.Case == cc.TypeSpecifierAtomic {
				return cfa.SeqCst
			}
		}
		return cfa.Plain
	}
	if d, steps := repr.DeclaredAs(n); d != nil {
		return repr.OrderAt(d, steps+1)
	}
	return cfa.Plain
}

// lvalueOrder is the order of accesses to a named object or member.
func (lv *lvalues) lvalueOrder(n cc.ExpressionNode) cfa.Order {
	switch x := syntax.Unparen(n).(type) {
	case *cc.PrimaryExpression:
		if d, ok := x.ResolvedTo().(*cc.Declarator); ok && x.Case == cc.PrimaryExpressionIdent {
			return repr.DeclOrder(d)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			if fd := x.Field(); fd != nil && fd.Declarator() != nil {
				return repr.DeclOrder(fd.Declarator())
			}
		case cc.PostfixExpressionIndex:
			return lv.atomicOrder(x.PostfixExpression)
		}
	}
	return cfa.Plain
}

// Whether an access through a volatile lvalue can race is a matter of Config.Volatile.

// volatility reports what it means for accesses that an lvalue of the program is volatile, if it is; see
// value.Place.
func (lv *lvalues) volatility(n cc.ExpressionNode) (relaxed, disputed bool) {
	if lv.unit.Model || !lv.low.TellsVolatile {
		return false, false
	}
	t := lv.unit.Types.Expr(n)
	if t == nil || t.Quals&ctype.Volatile == 0 {
		return false, false
	}
	return lv.low.Cfg.Volatile == config.VolatileAtomic, lv.low.Cfg.Volatile == config.VolatileDisputed
}
