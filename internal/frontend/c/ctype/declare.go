package ctype

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/syntax"
)

// Typer computes the types of one translation unit. It is not safe for concurrent use.
type Typer struct {
	ast   *cc.AST
	lay   *layout.Layout
	model layout.Model

	indexed bool
	specs   map[*cc.Declarator]specifiers
	autos   map[*cc.Declarator]*cc.Initializer // __auto_type

	declared map[*cc.Declarator]*Type
	busy     map[*cc.Declarator]bool
	values   map[cc.ExpressionNode]*Type

	definitions map[*cc.Enumerator]*cc.EnumSpecifier // nil until one is asked for
}

// New returns the Typer of a unit whose structs lay knows.
func New(ast *cc.AST, lay *layout.Layout, model layout.Model) *Typer {
	return &Typer{
		ast: ast, lay: lay, model: model,
		declared: map[*cc.Declarator]*Type{}, busy: map[*cc.Declarator]bool{},
		values: map[cc.ExpressionNode]*Type{},
	}
}

// specifiers are those of a declaration, in either form of the grammar.
type specifiers struct {
	decl *cc.DeclarationSpecifiers
	list *cc.SpecifierQualifierList
}

// each calls specifier or qualifier for each of them; either argument is nil.
func (s specifiers) each(f func(*cc.TypeSpecifier, *cc.TypeQualifier)) {
	for d := s.decl; d != nil; d = d.DeclarationSpecifiers {
		f(d.TypeSpecifier, d.TypeQualifier)
	}
	for l := s.list; l != nil; l = l.SpecifierQualifierList {
		f(l.TypeSpecifier, l.TypeQualifier)
	}
}

// index finds the specifiers of all declarators of the unit: the parser's
// trees do not lead from a declarator to its declaration.
func (t *Typer) index() {
	if t.indexed {
		return
	}
	t.indexed = true
	t.specs, t.autos = map[*cc.Declarator]specifiers{}, map[*cc.Declarator]*cc.Initializer{}
	syntax.WalkUnit(t.ast, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.Declaration:
			if x.Case == cc.DeclarationAuto {
				t.autos[x.Declarator] = x.Initializer
			}
			for l := x.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
				t.specs[l.InitDeclarator.Declarator] = specifiers{decl: x.DeclarationSpecifiers}
			}
		case *cc.ParameterDeclaration:
			if x.Declarator != nil {
				t.specs[x.Declarator] = specifiers{decl: x.DeclarationSpecifiers}
			}
		case *cc.FunctionDefinition:
			t.specs[x.Declarator] = specifiers{decl: x.DeclarationSpecifiers}
		case *cc.StructDeclaration:
			for l := x.StructDeclaratorList; l != nil; l = l.StructDeclaratorList {
				if d := l.StructDeclarator.Declarator; d != nil {
					t.specs[d] = specifiers{list: x.SpecifierQualifierList}
				}
			}
		}
		return true
	})
}

// Declared returns the type that a declarator gives to its name; nil if it is not known.
func (t *Typer) Declared(d *cc.Declarator) *Type {
	if d == nil {
		return nil
	}
	if ty, ok := t.declared[d]; ok {
		return ty
	}
	if t.busy[d] {
		return nil // a declaration that refers to itself
	}
	t.busy[d] = true
	ty := t.declaredType(d)
	delete(t.busy, d)
	t.declared[d] = ty
	return ty
}

func (t *Typer) declaredType(d *cc.Declarator) *Type {
	t.index()
	if init, ok := t.autos[d]; ok {
		if init == nil || init.AssignmentExpression == nil {
			return nil
		}
		return t.Value(init.AssignmentExpression)
	}
	s, ok := t.specs[d]
	if !ok || d.Type().VectorSize() > 0 {
		return nil
	}
	ty := t.declarator(d, t.base(s))
	if ty == nil {
		return nil
	}
	if d.IsParam() {
		return decay(ty)
	}
	return withParser(ty, d.Type())
}

// withParser notes the parser's types of the arrays and functions in t, and
// the length that an initialiser gives to an array.
func withParser(t *Type, p cc.Type) *Type {
	if t == nil || p == nil {
		return t
	}
	c := *t
	switch x := p.(type) {
	case *cc.PointerType:
		if t.Kind != Pointer {
			return t
		}
		c.Elem = withParser(t.Elem, x.Elem())
	case *cc.ArrayType:
		if t.Kind != Array {
			return t
		}
		if c.Len == Unknown && x.Len() >= 0 {
			c.Len = x.Len()
		}
		c.Elem = withParser(t.Elem, x.Elem())
		if c.Len == x.Len() || c.Len == Variable && syntax.IsVLA(x) {
			c.Parser = p
		}
	case *cc.FunctionType:
		if t.Kind != Func {
			return t
		}
		c.Parser = p
	default:
		if t.Kind != Basic || p.Kind() != t.Basic || p.Attributes() != nil {
			return t
		}
		c.Parser = p
	}
	return &c
}

// Named returns the type that a type name names; nil if it is not known.
func (t *Typer) Named(n *cc.TypeName) *Type {
	if n == nil || n.Type().VectorSize() > 0 {
		return nil
	}
	ty := t.abstract(n.AbstractDeclarator, t.base(specifiers{list: n.SpecifierQualifierList}))
	return withParser(ty, n.Type())
}

// declarator wraps base as a declarator says: its pointers first, then, from
// the outside in, arrays and functions.
func (t *Typer) declarator(d *cc.Declarator, base *Type) *Type {
	if d == nil {
		return base
	}
	base = pointers(d.Pointer, base)
	for n := d.DirectDeclarator; n != nil && base != nil; n = n.DirectDeclarator {
		switch n.Case {
		case cc.DirectDeclaratorIdent:
			return base
		case cc.DirectDeclaratorDecl:
			return t.declarator(n.Declarator, base)
		case cc.DirectDeclaratorFuncParam, cc.DirectDeclaratorFuncIdent:
			base = t.function(n.ParameterTypeList, base)
		default:
			base = t.array(n.AssignmentExpression, base, n.Case == cc.DirectDeclaratorStar)
		}
	}
	return base
}

func (t *Typer) abstract(d *cc.AbstractDeclarator, base *Type) *Type {
	if d == nil {
		return base
	}
	base = pointers(d.Pointer, base)
	for n := d.DirectAbstractDeclarator; n != nil && base != nil; n = n.DirectAbstractDeclarator {
		switch n.Case {
		case cc.DirectAbstractDeclaratorDecl:
			return t.abstract(n.AbstractDeclarator, base)
		case cc.DirectAbstractDeclaratorFunc:
			base = t.function(n.ParameterTypeList, base)
		default:
			base = t.array(n.AssignmentExpression, base, n.Case == cc.DirectAbstractDeclaratorArrStar)
		}
	}
	return base
}

func pointers(p *cc.Pointer, base *Type) *Type {
	for ; p != nil && base != nil; p = p.Pointer {
		base = PointerTo(base)
		for q := p.TypeQualifiers; q != nil; q = q.TypeQualifiers {
			base.Quals |= qualifier(q.TypeQualifier)
		}
	}
	return base
}

func qualifier(q *cc.TypeQualifier) Quals {
	if q != nil {
		switch q.Case {
		case cc.TypeQualifierConst:
			return Const
		case cc.TypeQualifierVolatile:
			return Volatile
		case cc.TypeQualifierRestrict:
			return Restrict
		case cc.TypeQualifierAtomic:
			return Atomic
		}
	}
	return 0
}

func (t *Typer) array(size cc.ExpressionNode, elem *Type, star bool) *Type {
	a := &Type{Kind: Array, Elem: elem, Len: Unknown}
	switch {
	case star:
		a.Len = Variable
	case !syntax.IsNil(size):
		a.Len = Variable
		if v, ok := t.Const(size); ok && !v.negative() {
			a.Len = int64(v.Bits)
		} else if n, ok := syntax.ParserValue(size); ok {
			a.Len = n // floating constants, offsets of members
		}
	}
	return a
}

func (t *Typer) function(params *cc.ParameterTypeList, result *Type) *Type {
	f := &Type{Kind: Func, Elem: result.Unqualified()}
	if params == nil {
		return f
	}
	f.Prototype, f.Variadic = true, params.Case == cc.ParameterTypeListVar
	for l := params.ParameterList; l != nil; l = l.ParameterList {
		p := l.ParameterDeclaration
		base := t.base(specifiers{decl: p.DeclarationSpecifiers})
		var ty *Type
		if p.Case == cc.ParameterDeclarationDecl {
			ty = t.declarator(p.Declarator, base)
		} else {
			ty = t.abstract(p.AbstractDeclarator, base)
		}
		if ty != nil && ty.Kind == Void {
			break // (void)
		}
		f.Params = append(f.Params, decay(ty).Unqualified())
	}
	return f
}

// decay turns array and function types into pointers (C11 6.3.2.1).
func decay(t *Type) *Type {
	if t != nil {
		switch t.Kind {
		case Array:
			return PointerTo(t.Elem)
		case Func:
			return PointerTo(t)
		}
	}
	return t
}
