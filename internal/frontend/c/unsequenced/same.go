package unsequenced

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/syntax"
)

// objectType is the type of what an expression designates, before an array becomes a pointer.
func objectType(n cc.ExpressionNode) cc.Type {
	t := syntax.Unparen(n).Type()
	if t == nil {
		return nil
	}
	return t.Undecay()
}

func isScalar(t cc.Type) bool { return t != nil && cc.IsScalarType(t) }

// isConstant reports whether a name is that of an enumeration constant or a function.
func isConstant(n cc.ExpressionNode) bool {
	x, ok := n.(*cc.PrimaryExpression)
	return ok && x.Case == cc.PrimaryExpressionIdent && declared(x) == nil
}

// declared is the variable that a name stands for.
func declared(x *cc.PrimaryExpression) *cc.Declarator {
	d, ok := x.ResolvedTo().(*cc.Declarator)
	if p, isParam := x.ResolvedTo().(*cc.Parameter); isParam {
		d, ok = p.Declarator, p.Declarator != nil
	}
	if !ok || d.Type() == nil || d.Type().Kind() == cc.Function {
		return nil
	}
	return d
}

// step leads from an object to a part of it.
type step struct {
	member string
	index  int64 // of an element
	known  bool  // the member, or the index, is
	union  bool  // the part shares its bytes with others
}

// place is how an expression says where an object is.
type place struct {
	variable *cc.Declarator // nil: a pointer leads there
	steps    []step         // from the variable
	inside   cc.Type        // the structure or union that it is a member of
	member   string         // its name there
	bits     bool           // it is a bit-field
	typ      cc.Type
}

// placeOf reads how an expression says where an object is.
func placeOf(n cc.ExpressionNode) place {
	n = syntax.Unparen(n)
	p := place{typ: objectType(n)}
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionIdent {
			p.variable = declared(x)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			f := x.Field()
			if f == nil {
				return p
			}
			p.inside, p.member, p.bits = f.ParentType(), f.Name(), f.IsBitfield()
			if x.Case == cc.PostfixExpressionSelect {
				base := placeOf(x.PostfixExpression)
				union := base.typ != nil && base.typ.Kind() == cc.Union
				p.variable = base.variable
				p.steps = append(base.steps, step{member: p.member, known: true, union: union})
			}
		case cc.PostfixExpressionIndex:
			if t := objectType(x.PostfixExpression); t == nil || t.Kind() != cc.Array {
				return p
			}
			base := placeOf(x.PostfixExpression)
			i, known := syntax.ParserValue(x.ExpressionList)
			p.variable, p.steps = base.variable, append(base.steps, step{index: i, known: known})
		}
	}
	return p
}

// compare reports whether two expressions designate the same object, and whether they may.
func compare(a, b cc.ExpressionNode) (same, may bool) {
	p, q := placeOf(a), placeOf(b)
	if p.typ == nil || q.typ == nil || !alike(p.typ, q.typ) {
		return false, false
	}
	if p.variable != nil && q.variable != nil {
		if p.variable != q.variable || len(p.steps) != len(q.steps) {
			return false, false
		}
		same = true
		for i, s := range p.steps {
			t := q.steps[i]
			switch {
			case s.known && t.known && s != t:
				return false, false
			case !s.known || !t.known:
				same = false
			}
		}
		return same, true
	}
	if p.bits || q.bits || !p.reachable() || !q.reachable() {
		return false, false
	}
	if p.inside != nil && q.inside != nil {
		return false, p.member == q.member && p.inside.String() == q.inside.String()
	}
	// What a pointer to a structure leads to is no part of a variable that is none.
	return false, !(p.variable != nil && len(p.steps) == 0 && q.inside != nil ||
		q.variable != nil && len(q.steps) == 0 && p.inside != nil)
}

// reachable reports whether a pointer may lead to the object.
func (p place) reachable() bool {
	d := p.variable
	return d == nil || d.AddressTaken() || d.StorageDuration() != cc.Automatic ||
		!isScalar(d.Type().Undecay())
}

// alike reports whether two objects of these types may be one.
func alike(a, b cc.Type) bool {
	if !isScalar(a) || !isScalar(b) || a.Kind() != b.Kind() || a.Size() != b.Size() {
		return false
	}
	p, ok := a.(*cc.PointerType)
	q, also := b.(*cc.PointerType)
	return !ok || !also || p.Elem().Kind() == q.Elem().Kind()
}
