package repr

import (
	"slices"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/syntax"
)

// The parser's types do not carry _Atomic. Whether an lvalue is atomic is told by the typedef that its type
// stems from (atomic_int), or by the declaration of what it is reached through.

// Order is SeqCst for types that a typedef makes atomic.
func (ts *Types) Order(t cc.Type) cfa.Order {
	for {
		if d := t.Typedef(); d != nil && (DeclOrder(d) != cfa.Plain || ts.renames[d]) {
			return cfa.SeqCst
		}
		a, ok := t.(*cc.ArrayType)
		if !ok {
			return cfa.Plain
		}
		t = a.Elem()
	}
}

// NoteTypedef remembers that d, a typedef, gives another name to a type that a
// typedef makes atomic: the type of d does not tell.
func (ts *Types) NoteTypedef(n *cc.DeclarationSpecifiers, d *cc.Declarator) {
	if n == nil || n.Type() == nil || n.Type().Typedef() == d {
		return
	}
	for _, v := range derivations(d) {
		if !v.array {
			return
		}
	}
	if ts.Order(n.Type()) != cfa.Plain {
		ts.renames[d] = true
	}
}

// derivation is one step from a declared name to the base type of its
// declaration: to what a pointer points to, to an element, to a result.
type derivation struct {
	array    bool
	atomic   bool // the pointer itself is _Atomic
	constant bool // the pointer itself is const
}

// derivations lists the steps of a declarator, from the name on.
func derivations(d *cc.Declarator) []derivation {
	if d == nil {
		return nil
	}
	out := directDerivations(d.DirectDeclarator)
	first := len(out)
	for p := d.Pointer; p != nil; p = p.Pointer {
		v := derivation{}
		for q := p.TypeQualifiers; q != nil; q = q.TypeQualifiers {
			if q.TypeQualifier != nil {
				v.atomic = v.atomic || q.TypeQualifier.Case == cc.TypeQualifierAtomic
				v.constant = v.constant || q.TypeQualifier.Case == cc.TypeQualifierConst
			}
		}
		out = append(out, v)
	}
	slices.Reverse(out[first:])
	return out
}

func directDerivations(n *cc.DirectDeclarator) []derivation {
	if n == nil {
		return nil
	}
	switch n.Case {
	case cc.DirectDeclaratorIdent:
		return nil
	case cc.DirectDeclaratorDecl:
		return derivations(n.Declarator)
	case cc.DirectDeclaratorFuncParam, cc.DirectDeclaratorFuncIdent:
		return append(directDerivations(n.DirectDeclarator), derivation{})
	}
	return append(directDerivations(n.DirectDeclarator), derivation{array: true})
}

// OrderAt is the order of accesses to what is reached from a declared name by
// a number of steps. When the declaration names a typedef, the steps go on there.
func OrderAt(d *cc.Declarator, steps int) cfa.Order {
	ds := derivations(d)
	atomic := false
	switch {
	case steps < len(ds):
		atomic = ds[steps].atomic
	case steps == len(ds):
		atomic = d.IsAtomic()
	case len(ds) == 0 && d.Type() != nil:
		if t := d.Type().Typedef(); t != nil && t != d {
			return OrderAt(t, steps)
		}
	}
	if atomic {
		return cfa.SeqCst
	}
	return cfa.Plain
}

// constPointer reports whether the declared object, or the elements of the declared array, are pointers that
// are const themselves, as the declaration or the typedefs that it names say.
func constPointer(d *cc.Declarator) bool {
	for d != nil {
		for _, v := range derivations(d) {
			if !v.array {
				return v.constant
			}
		}
		if d.IsConst() {
			return true
		}
		t := d.Type()
		for a, ok := t.(*cc.ArrayType); ok; a, ok = t.(*cc.ArrayType) {
			t = a.Elem()
		}
		if t == nil || t.Typedef() == d {
			return false
		}
		d = t.Typedef()
	}
	return false
}

// DeclOrder is the order of accesses to a declared object, or to the elements of a declared array.
func DeclOrder(d *cc.Declarator) cfa.Order {
	n := 0
	for _, v := range derivations(d) {
		if !v.array {
			break
		}
		n++
	}
	return OrderAt(d, n)
}

// DeclaredAs finds the declaration that an expression's type comes from, and
// the steps from the declared name to the expression; nil when there is none.
func DeclaredAs(n cc.ExpressionNode) (d *cc.Declarator, steps int) {
	switch x := syntax.Unparen(n).(type) {
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionIdent {
			switch r := x.ResolvedTo().(type) {
			case *cc.Declarator:
				return r, 0
			case *cc.Parameter:
				return r.Declarator, 0
			}
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			if fd := x.Field(); fd != nil {
				return fd.Declarator(), 0
			}
		case cc.PostfixExpressionIndex:
			base := x.PostfixExpression
			if !IsPointer(base.Type().Decay()) {
				base = x.ExpressionList
			}
			d, steps = DeclaredAs(base)
			return d, steps + 1
		case cc.PostfixExpressionCall:
			return syntax.Callee(x.PostfixExpression), 1
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return DeclaredAs(x.PostfixExpression)
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionDeref:
			d, steps = DeclaredAs(x.CastExpression)
			return d, steps + 1
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return DeclaredAs(x.UnaryExpression)
		}
	case *cc.AdditiveExpression:
		if IsPointer(x.AdditiveExpression.Type().Decay()) {
			return DeclaredAs(x.AdditiveExpression)
		}
		return DeclaredAs(x.MultiplicativeExpression)
	case *cc.AssignmentExpression:
		return DeclaredAs(x.UnaryExpression)
	case *cc.ConditionalExpression:
		if x.ExpressionList != nil {
			if d, steps = DeclaredAs(x.ExpressionList); d != nil {
				return d, steps
			}
		}
		return DeclaredAs(x.ConditionalExpression)
	case *cc.ExpressionList:
		for x.ExpressionList != nil {
			x = x.ExpressionList
		}
		return DeclaredAs(x.AssignmentExpression)
	}
	return nil, 0
}
