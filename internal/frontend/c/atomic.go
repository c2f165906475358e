package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
)

// The parser's types do not carry _Atomic. Whether an lvalue is atomic is told
// by the typedef that its type stems from (atomic_int), or by the declaration
// of what it is reached through.

// typeOrder is SeqCst for types that a typedef makes atomic.
func typeOrder(t cc.Type) cfa.Order {
	for {
		if d := t.Typedef(); d != nil && d.IsAtomic() && !atomicTarget(d) {
			return cfa.SeqCst
		}
		a, ok := t.(*cc.ArrayType)
		if !ok {
			return cfa.Plain
		}
		t = a.Elem()
	}
}

// atomicTarget reports whether _Atomic in a declaration qualifies what the
// declared pointer points to, not the declared thing itself.
func atomicTarget(d *cc.Declarator) bool {
	return d.Type().Kind() == cc.Ptr && d.Pointer != nil && !atomicPointer(d)
}

// atomicPointer recognises T * _Atomic p.
func atomicPointer(d *cc.Declarator) bool {
	p := d.Pointer
	for p != nil && p.Pointer != nil {
		p = p.Pointer
	}
	if p == nil {
		return false
	}
	for q := p.TypeQualifiers; q != nil; q = q.TypeQualifiers {
		if q.TypeQualifier != nil && q.TypeQualifier.Case == cc.TypeQualifierAtomic {
			return true
		}
	}
	return false
}

// declOrder is the order of accesses to a declared object.
func declOrder(d *cc.Declarator) cfa.Order {
	if d.IsAtomic() && !atomicTarget(d) || d.Type() != nil && d.Type().Kind() == cc.Ptr && atomicPointer(d) {
		return cfa.SeqCst
	}
	return cfa.Plain
}

// atomicOrder is the order of accesses through a pointer expression: SeqCst
// when it was declared as a pointer to an _Atomic type.
func (f *fn) atomicOrder(n cc.ExpressionNode) cfa.Order {
	switch x := unwrap(n).(type) {
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionIdent {
			if d, ok := x.ResolvedTo().(*cc.Declarator); ok {
				return targetOrder(d)
			}
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			if fd := x.Field(); fd != nil && fd.Declarator() != nil {
				return targetOrder(fd.Declarator())
			}
		case cc.PostfixExpressionIndex:
			return f.atomicOrder(x.PostfixExpression)
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return f.atomicOrder(x.PostfixExpression)
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionAddrof {
			return f.lvalueOrder(x.CastExpression)
		}
	case *cc.AdditiveExpression:
		if isPointer(x.AdditiveExpression.Type()) {
			return f.atomicOrder(x.AdditiveExpression)
		}
	case *cc.CastExpression:
		for q := x.TypeName.SpecifierQualifierList; q != nil; q = q.SpecifierQualifierList {
			if q.TypeQualifier != nil && q.TypeQualifier.Case == cc.TypeQualifierAtomic || q.TypeSpecifier != nil && q.TypeSpecifier.Case == cc.TypeSpecifierAtomic {
				return cfa.SeqCst
			}
		}
	}
	return cfa.Plain
}

// targetOrder is the order of accesses through a declared pointer or to the
// elements of a declared array.
func targetOrder(d *cc.Declarator) cfa.Order {
	if d.IsAtomic() && (atomicTarget(d) || d.Type().Kind() == cc.Array) {
		return cfa.SeqCst
	}
	if t := d.Type().Typedef(); t != nil && t.IsAtomic() && atomicTarget(t) {
		return cfa.SeqCst
	}
	return cfa.Plain
}

// lvalueOrder is the order of accesses to a named object or member.
func (f *fn) lvalueOrder(n cc.ExpressionNode) cfa.Order {
	switch x := unwrap(n).(type) {
	case *cc.PrimaryExpression:
		if d, ok := x.ResolvedTo().(*cc.Declarator); ok && x.Case == cc.PrimaryExpressionIdent {
			return declOrder(d)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			if fd := x.Field(); fd != nil && fd.Declarator() != nil {
				return declOrder(fd.Declarator())
			}
		case cc.PostfixExpressionIndex:
			return f.atomicOrder(x.PostfixExpression)
		}
	}
	return cfa.Plain
}
