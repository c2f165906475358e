package parse

import (
	"math"
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/source"
)

// What depends on the types of expressions is settled right after parsing, with types of our own (package
// ctype): the trees then have the selected operands of _Generic and __builtin_choose_expr alone, static
// assertions hold, and a constant that the parser computed as a part of a type is the right one or the
// program is refused.

// settle does that for a unit without errors.
func (u *Unit) settle(model layout.Model, diags *source.Diagnostics) {
	lay := layout.New(model)
	lay.AddUnit(u.AST, u.Pack)
	u.Types = ctype.New(u.AST, lay, model)
	if u.Model {
		return
	}
	s := &settler{u: u, lay: lay, diags: diags}
	syntax.WalkUnit(u.AST, func(n cc.Node) bool {
		s.visit(n)
		return true
	})
	for _, n := range s.later {
		s.check(n)
	}
}

type settler struct {
	u     *Unit
	lay   *layout.Layout
	diags *source.Diagnostics
	// later are the parts of declarations that hold constants, and static assertions.
	later []cc.Node
}

func (s *settler) errorf(n cc.Node, format string, args ...any) {
	s.diags.Add(source.Error, s.u.Pos(n.Position()), format, args...)
}

// visit sees outer expressions first, and the walk goes on with what it leaves of them.
func (s *settler) visit(n cc.Node) {
	switch x := n.(type) {
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionCall {
			s.call(x)
		}
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionGeneric {
			s.generic(x)
		}
	case *cc.StaticAssertDeclaration:
		// See respeller for its form.
		if p, ok := syntax.Unwrap(x.ConstantExpression).(*cc.PostfixExpression); ok &&
			p.Case == cc.PostfixExpressionCall && ctype.Called(p) == ctype.Choose {
			x.ConstantExpression = syntax.Arguments(p)[2]
		}
		s.later = append(s.later, n)
	case *cc.EnumSpecifier:
		s.enumeration(x)
	case *cc.DirectDeclarator, *cc.DirectAbstractDeclarator, *cc.Enumerator, *cc.StructDeclarator,
		*cc.AlignmentSpecifier,
		*cc.Designator, *cc.ExternalDeclaration, *cc.ParameterDeclaration, *cc.StructDeclaration:
		s.later = append(s.later, n)
	}
}

// call puts the selected operand in the place of __builtin_choose_expr.
func (s *settler) call(x *cc.PostfixExpression) {
	if ctype.Called(x) != ctype.Choose {
		return
	}
	var chosen cc.ExpressionNode
	args := syntax.Arguments(x)
	if len(args) == 3 {
		if g, ok := syntax.Unwrap(args[2]).(*cc.PostfixExpression); ok &&
			g.Case == cc.PostfixExpressionCall &&
			ctype.Called(g) == ctype.Generic {
			var err error
			if chosen, err = s.u.Types.SelectedOf(syntax.Arguments(g)); err != nil {
				s.errorf(g, "%v", err)
				return
			}
		}
	}
	if chosen == nil {
		if chosen = s.u.Types.ChosenOf(x); chosen == nil {
			return // decided where it is used, or not supported there
		}
	}
	x.PrimaryExpression = &cc.PrimaryExpression{Case: cc.PrimaryExpressionExpr, ExpressionList: chosen,
		Token: x.Token, Token2: x.Token2}
	x.Case, x.PostfixExpression, x.ArgumentExpressionList = cc.PostfixExpressionPrimary, nil, nil
	x.Token, x.Token2 = cc.Token{}, cc.Token{}
}

// generic does the same for a generic selection that was not respelled. The
// parser knows the operand of one association only.
func (s *settler) generic(x *cc.PrimaryExpression) {
	g := x.GenericSelection
	own, parsers := s.u.Types.Selected(g), g.Associated()
	if own == nil || parsers == nil || own != parsers &&
		syntax.Source(own.AssignmentExpression) != syntax.Source(parsers.AssignmentExpression) {
		s.errorf(g, "this form of _Generic is not supported")
		return
	}
	x.Case, x.GenericSelection, x.ExpressionList = cc.PrimaryExpressionExpr, nil, parsers.AssignmentExpression
	x.Token, x.Token2 = g.Token2, g.Token4
}

// enumeration refuses constants that the parser counts past what its own numbers hold.
func (s *settler) enumeration(x *cc.EnumSpecifier) {
	large := false
	for l := x.EnumeratorList; l != nil; l = l.EnumeratorList {
		v, unsigned := l.Enumerator.Value().(cc.UInt64Value)
		if large && l.Enumerator.Case == cc.EnumeratorIdent {
			s.errorf(l.Enumerator, "an enumeration constant without a value after one of more than 63 bits "+
				"is not supported")
			return
		}
		large = unsigned && v > math.MaxInt64
	}
}

// check compares constants with those that the parser computed.
func (s *settler) check(n cc.Node) {
	var e cc.ExpressionNode
	switch x := n.(type) {
	case *cc.StaticAssertDeclaration:
		s.assertion(x)
		return
	case *cc.ExternalDeclaration:
		if d := x.Declaration; d != nil {
			for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
				s.declared(l.InitDeclarator.Declarator, d.DeclarationSpecifiers, nil)
			}
		}
		return
	case *cc.ParameterDeclaration:
		s.declared(x.Declarator, x.DeclarationSpecifiers, nil)
		return
	case *cc.StructDeclaration:
		for l := x.StructDeclaratorList; l != nil; l = l.StructDeclaratorList {
			s.declared(l.StructDeclarator.Declarator, nil, x.SpecifierQualifierList)
		}
		return
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
	case *cc.Designator:
		e = x.ConstantExpression
	}
	if syntax.IsNil(e) {
		return
	}
	v, ok := s.u.Types.Const(e)
	if !ok {
		return
	}
	// Those that depend on a layout are refused later.
	if p, known := syntax.ParserValue(e); (!known || uint64(p) != v.Bits) &&
		len(s.lay.Suspects(s.u.AST)) == 0 {
		s.errorf(e, "a constant that depends on the type of an expression is not supported here")
	}
}

// declared refuses a declaration outside of functions with __typeof__ of an
// expression whose type the parser has wrong.
func (s *settler) declared(d *cc.Declarator, specs *cc.DeclarationSpecifiers,
	list *cc.SpecifierQualifierList) {
	found := false
	for ; specs != nil; specs = specs.DeclarationSpecifiers {
		found = found || syntax.IsTypeof(specs.TypeSpecifier)
	}
	for ; list != nil; list = list.SpecifierQualifierList {
		found = found || syntax.IsTypeof(list.TypeSpecifier)
	}
	if !found || d == nil {
		return
	}
	if own := s.u.Types.Declared(d); own != nil && !ctype.Agrees(own, d.Type()) {
		s.errorf(d, "__typeof__ of this expression is not supported here")
	}
}

// assertion checks a static assertion.
func (s *settler) assertion(n *cc.StaticAssertDeclaration) {
	e := n.ConstantExpression
	if syntax.IsNil(e) {
		return
	}
	v, ok := s.u.Types.Const(e)
	holds := v.Bits != 0
	if !ok {
		p, known := syntax.ParserValue(e)
		if !known || s.lay.Disagrees(s.u.AST) {
			s.errorf(e, "this is no constant expression")
			return
		}
		holds = p != 0
	}
	if !holds {
		s.errorf(e, "assertion failed: %s", strings.Trim(n.Token4.SrcStr(), `"`))
	}
}

// CheckConstants refuses programs in which the parser computed constants with
// its own layout where that is wrong.
func CheckConstants(model layout.Model, units []*Unit, diags *source.Diagnostics) error {
	for _, p := range units {
		if p.Model {
			continue
		}
		lay := layout.New(model)
		lay.AddUnit(p.AST, p.Pack)
		for _, n := range lay.Suspects(p.AST) {
			diags.Add(source.Error, p.Pos(n.Position()),
				"a constant that depends on the layout of a packed or unusual struct is not supported here")
		}
	}
	return diags.Err()
}
