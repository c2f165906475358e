package c

import (
	"slices"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
)

// Whether an access through a volatile lvalue can race is a matter of Config.Volatile. The parser's types tell volatile badly: a cast
// loses it, and from the declaration of a structure together with a volatile variable it goes to the members, also
// of other variables. So it is read off the text of declarations and casts: of an expression we follow how it reaches
// what is declared, and count the steps from there, as for _Atomic.

// A qualification says of a type as it is written which parts are volatile: its base, which the specifiers name, and
// what the steps of a declarator lead through. An object that is reached has the type that is left behind the steps.
type qualification struct {
	base  specifiers
	steps []derivation
}

// specifiers are the parts of declaration specifiers that volatile can come from.
type specifiers struct {
	volatile bool
	named    *qualification    // what a typedef or a typeof names, or nil
	typeof   cc.ExpressionNode // the operand of a typeof, or nil
}

// isVolatile reports whether an lvalue is volatile, if that matters.
func (f *fn) isVolatile(n cc.ExpressionNode) bool {
	return f.specs != nil && !f.unit.model && f.volatileAt(n, 0)
}

// orderOf is the order of one access to a place. That accesses are atomic because they are volatile does not make an
// operation atomic that consists of two: v++ reads and writes.
func (f *fn) orderOf(p place) cfa.Order {
	if p.volatile && f.cfg.Volatile == VolatileAtomic {
		return stronger(p.order, cfa.Relaxed)
	}
	return p.order
}

// disputed reports whether accesses to a place race or not depending on what volatile means.
func (f *fn) disputed(p place) bool { return p.volatile && f.cfg.Volatile == VolatileDisputed }

// volatileAt reports whether what an expression leads to by a number of steps is volatile. A step follows a pointer,
// takes an element or calls a function; with no step it is the object that the expression designates.
func (f *fn) volatileAt(n cc.ExpressionNode, steps int) bool {
	switch x := unwrap(n).(type) {
	case *cc.PrimaryExpression:
		return f.primaryVolatileAt(x, steps)
	case *cc.PostfixExpression:
		return f.postfixVolatileAt(x, steps)
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionDeref:
			return f.volatileAt(x.CastExpression, steps+1)
		case cc.UnaryExpressionAddrof:
			return steps > 0 && f.volatileAt(x.CastExpression, steps-1)
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return f.volatileAt(x.UnaryExpression, steps)
		}
	case *cc.CastExpression:
		return f.namedType(x.TypeName).volatileAt(f, steps)
	case *cc.AdditiveExpression:
		if isPointer(x.AdditiveExpression.Type().Decay()) {
			return f.volatileAt(x.AdditiveExpression, steps)
		}
		return f.volatileAt(x.MultiplicativeExpression, steps)
	case *cc.AssignmentExpression:
		return f.volatileAt(x.UnaryExpression, steps)
	case *cc.ConditionalExpression:
		return x.ExpressionList != nil && f.volatileAt(x.ExpressionList, steps) || f.volatileAt(x.ConditionalExpression, steps)
	case *cc.ExpressionList:
		for x.ExpressionList != nil {
			x = x.ExpressionList
		}
		return f.volatileAt(x.AssignmentExpression, steps)
	}
	return false
}

func (f *fn) primaryVolatileAt(x *cc.PrimaryExpression, steps int) bool {
	switch x.Case {
	case cc.PrimaryExpressionExpr:
		return f.volatileAt(x.ExpressionList, steps)
	case cc.PrimaryExpressionStmt:
		l := x.CompoundStatement.BlockItemList
		for l != nil && l.BlockItemList != nil {
			l = l.BlockItemList
		}
		if l != nil && l.BlockItem.Case == cc.BlockItemStmt {
			if _, e := lastExpression(l.BlockItem.Statement); e != nil {
				return f.volatileAt(e, steps)
			}
		}
	case cc.PrimaryExpressionIdent:
		switch r := x.ResolvedTo().(type) {
		case *cc.Declarator:
			return f.qualified(r).volatileAt(f, steps)
		case *cc.Parameter:
			return f.qualified(r.Declarator).volatileAt(f, steps)
		}
	}
	return false
}

func (f *fn) postfixVolatileAt(x *cc.PostfixExpression, steps int) bool {
	switch x.Case {
	case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		field := x.Field()
		if field == nil || field.Declarator() == nil {
			return false
		}
		q := f.qualified(field.Declarator())
		above := 0 // steps to the structure
		if x.Case == cc.PostfixExpressionPSelect {
			above = 1
		}
		return q.volatileAt(f, steps) || q.inside(steps) && f.volatileAt(x.PostfixExpression, above)
	case cc.PostfixExpressionIndex:
		base := x.PostfixExpression
		if !isPointer(base.Type().Decay()) {
			base = x.ExpressionList
		}
		return f.volatileAt(base, steps+1)
	case cc.PostfixExpressionCall:
		if d := calledFunction(x.PostfixExpression); d != nil {
			return f.qualified(d).volatileAt(f, steps+1)
		}
		if u, ok := unwrap(x.PostfixExpression).(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionDeref {
			return f.volatileAt(u, steps+1)
		}
		return f.volatileAt(x.PostfixExpression, steps+2) // through a pointer to the function
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return f.volatileAt(x.PostfixExpression, steps)
	case cc.PostfixExpressionComplit:
		return f.namedType(x.TypeName).volatileAt(f, steps)
	}
	return false
}

// volatileAt reports whether what a number of steps lead to is volatile.
func (q qualification) volatileAt(f *fn, steps int) bool {
	for i := steps; i < len(q.steps); i++ {
		if !q.steps[i].array { // an array is as volatile as its elements
			return q.steps[i].volatile
		}
	}
	b, rest := q.base, max(steps-len(q.steps), 0)
	switch {
	case b.named != nil:
		return b.volatile && b.named.inside(rest) || b.named.volatileAt(f, rest)
	case b.typeof != nil:
		return b.volatile && rest == 0 || f.volatileAt(b.typeof, rest)
	}
	return b.volatile && rest == 0
}

// inside reports whether a number of steps stay within the object, since they take elements only.
func (q qualification) inside(steps int) bool {
	for i, s := range q.steps {
		if i < steps && !s.array {
			return false
		}
	}
	if rest := steps - len(q.steps); rest > 0 {
		return q.base.named != nil && q.base.named.inside(rest)
	}
	return true
}

// qualified is the type that a declaration gives to a name.
func (f *fn) qualified(d *cc.Declarator) qualification {
	if d == nil {
		return qualification{}
	}
	return qualification{f.specifiers(f.specs[d]), derivations(d)}
}

// namedType is the type that a cast or a typeof names.
func (f *fn) namedType(n *cc.TypeName) qualification {
	return qualification{f.specifiers(n.SpecifierQualifierList), abstractDerivations(n.AbstractDeclarator)}
}

// specifiers reads declaration specifiers, or the specifiers and qualifiers of a member or a type name.
func (f *fn) specifiers(list cc.Node) (out specifiers) {
	for {
		var spec *cc.TypeSpecifier
		var qual *cc.TypeQualifier
		switch n := list.(type) {
		case *cc.DeclarationSpecifiers:
			if n == nil {
				return out
			}
			spec, qual, list = n.TypeSpecifier, n.TypeQualifier, n.DeclarationSpecifiers
		case *cc.SpecifierQualifierList:
			if n == nil {
				return out
			}
			spec, qual, list = n.TypeSpecifier, n.TypeQualifier, n.SpecifierQualifierList
		default:
			return out
		}
		out.volatile = out.volatile || qual != nil && qual.Case == cc.TypeQualifierVolatile
		if spec == nil {
			continue
		}
		switch spec.Case {
		case cc.TypeSpecifierTypeName:
			q := f.qualified(typedefOf(spec))
			out.named = &q
		case cc.TypeSpecifierTypeofType:
			q := f.namedType(spec.TypeName)
			out.named = &q
		case cc.TypeSpecifierTypeofExpr:
			out.typeof = spec.ExpressionList
		}
	}
}

// typedefOf is the declaration of the name of a type.
func typedefOf(spec *cc.TypeSpecifier) *cc.Declarator {
	for s := spec.LexicalScope(); s != nil; s = s.Parent {
		for _, n := range s.Nodes[spec.Token.SrcStr()] {
			if d, ok := n.(*cc.Declarator); ok && d.IsTypename() {
				return d
			}
		}
	}
	return nil
}

// abstractDerivations lists the steps of a declarator without a name.
func abstractDerivations(d *cc.AbstractDeclarator) []derivation {
	if d == nil {
		return nil
	}
	var out []derivation
	for n := d.DirectAbstractDeclarator; n != nil; n = n.DirectAbstractDeclarator {
		if n.Case == cc.DirectAbstractDeclaratorDecl {
			out = append(out, abstractDerivations(n.AbstractDeclarator)...)
			break
		}
		out = append(out, derivation{array: n.Case != cc.DirectAbstractDeclaratorFunc})
	}
	slices.Reverse(out)
	return append(out, pointers(d.Pointer)...)
}

// tellsVolatile reports whether it matters which accesses are volatile.
func (c *Config) tellsVolatile() bool {
	return c.Volatile == VolatileAtomic || c.Volatile == VolatileDisputed && c.Property == "no-data-race"
}

// noteSpecifiers remembers for each declared name of a unit the specifiers of its declaration.
func (l *lowerer) noteSpecifiers(u *unit) {
	if l.specs == nil {
		l.specs = map[*cc.Declarator]cc.Node{}
	}
	walk(u.ast.TranslationUnit, func(n cc.Node) bool {
		switch n := n.(type) {
		case *cc.Declaration:
			for il := n.InitDeclaratorList; il != nil; il = il.InitDeclaratorList {
				l.specs[il.InitDeclarator.Declarator] = n.DeclarationSpecifiers
			}
		case *cc.StructDeclaration:
			for sl := n.StructDeclaratorList; sl != nil; sl = sl.StructDeclaratorList {
				if sl.StructDeclarator != nil {
					l.specs[sl.StructDeclarator.Declarator] = n.SpecifierQualifierList
				}
			}
		case *cc.ParameterDeclaration:
			l.specs[n.Declarator] = n.DeclarationSpecifiers
		case *cc.FunctionDefinition:
			l.specs[n.Declarator] = n.DeclarationSpecifiers
		}
		return true
	})
}
