package ctype

import (
	"errors"
	"fmt"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/syntax"
)

// The names of the calls that the front end puts into the text; see package c.
const (
	// Compatibles is the parser's __builtin_types_compatible_p; its arguments
	// are compound literals of the types.
	Compatibles = "__ccgo__types_compatible_p"
	// Generic has the operands of a generic selection: the controlling expression and, for each association,
	// _Alignof its type, or 0, and its expression. It is the third operand of Choose.
	Generic = "__whittle_generic_"
	// Choose is gcc's built-in of that name.
	Choose = "__builtin_choose_expr"
)

// call is the type of the result of a call.
func (t *Typer) call(x *cc.PostfixExpression) *Type {
	switch Called(x) {
	case Compatibles, "__builtin_constant_p":
		return basic(cc.Int)
	case Choose:
		if n := t.chosen(syntax.Arguments(x)); n != nil {
			return t.Expr(n)
		}
		return nil
	}
	f := t.Value(x.PostfixExpression)
	if f == nil || f.Kind != Pointer || f.Elem.Kind != Func {
		if d := declarator(x.PostfixExpression); d != nil && d.IsSynthetic() {
			return basic(cc.Int) // an implicit declaration
		}
		return nil
	}
	return f.Elem.Elem
}

// chosen is the operand that __builtin_choose_expr selects.
func (t *Typer) chosen(args []cc.ExpressionNode) cc.ExpressionNode {
	if len(args) != 3 {
		return nil
	}
	if g, ok := syntax.Unwrap(args[2]).(*cc.PostfixExpression); ok && g.Case == cc.PostfixExpressionCall &&
		Called(g) == Generic {
		n, _ := t.SelectedOf(syntax.Arguments(g))
		return n
	}
	v, ok := t.Const(args[0])
	switch {
	case !ok:
		return nil
	case v.Bits != 0:
		return args[1]
	}
	return args[2]
}

// Called is the name that is called, empty if the function has none.
func Called(x *cc.PostfixExpression) string {
	p, ok := syntax.Unparen(x.PostfixExpression).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return ""
	}
	return p.Token.SrcStr()
}

func declarator(n cc.ExpressionNode) *cc.Declarator {
	if p, ok := syntax.Unparen(n).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
		d, _ := p.ResolvedTo().(*cc.Declarator)
		return d
	}
	return nil
}

// compatibles is __builtin_types_compatible_p: qualifiers at the top play no part.
func (t *Typer) compatibles(args []cc.ExpressionNode) (same, ok bool) {
	if len(args) != 2 {
		return false, false
	}
	x, isX := syntax.Unwrap(args[0]).(*cc.PostfixExpression)
	y, isY := syntax.Unwrap(args[1]).(*cc.PostfixExpression)
	if !isX || !isY {
		return false, false
	}
	a, b := t.Named(x.TypeName), t.Named(y.TypeName)
	if a == nil || b == nil {
		return t.argumentLists(x.TypeName, y.TypeName, a, b)
	}
	if a.Kind == Enum && b.Kind == Enum {
		return a.tag == b.tag, true
	}
	return Compatible(bare(a), bare(b)), true
}

// argumentLists is compatibles for va_list: with 64-bit pointers an array of a type without another name,
// else char *.
func (t *Typer) argumentLists(x, y *cc.TypeName, a, b *Type) (same, ok bool) {
	listX, listY := isArgumentList(x), isArgumentList(y)
	switch {
	case listX && listY:
		return true, true
	case listX && b != nil:
		a = b
	case listY && a != nil:
	default:
		return false, false
	}
	return t.model.PtrSize() == 4 && Compatible(bare(a), PointerTo(basic(cc.Char))), true
}

// isArgumentList reports whether the name of a type that is not understood is va_list.
func isArgumentList(n *cc.TypeName) bool {
	if n == nil || n.AbstractDeclarator != nil {
		return false
	}
	for l := n.SpecifierQualifierList; l != nil; l = l.SpecifierQualifierList {
		if ts := l.TypeSpecifier; ts != nil && ts.Case == cc.TypeSpecifierTypeName {
			switch ts.Token.SrcStr() {
			case "va_list", "__gnuc_va_list", "__builtin_va_list":
				return true
			}
		}
	}
	return false
}

// bare is a type without the qualifiers of the type itself, or of an array's elements.
func bare(t *Type) *Type {
	if t.Kind == Array {
		c := *t
		c.Elem = bare(t.Elem)
		return &c
	}
	return t.Unqualified()
}

// ChosenOf returns the operand that a call of __builtin_choose_expr selects; nil if that is not known.
func (t *Typer) ChosenOf(x *cc.PostfixExpression) cc.ExpressionNode {
	return t.chosen(syntax.Arguments(x))
}

// Selected returns the association of a generic selection that C11 6.5.1.1
// selects; nil if there is none, or if a type is not known.
func (t *Typer) Selected(g *cc.GenericSelection) *cc.GenericAssociation {
	var list []*cc.GenericAssociation
	var names []*cc.TypeName
	for l := g.GenericAssociationList; l != nil; l = l.GenericAssociationList {
		list = append(list, l.GenericAssociation)
		names = append(names, l.GenericAssociation.TypeName)
	}
	i, err := t.selected(g.AssignmentExpression, names)
	if err != nil {
		return nil
	}
	return list[i]
}

// SelectedOf returns the operand that is selected of those of a call of Generic.
func (t *Typer) SelectedOf(args []cc.ExpressionNode) (cc.ExpressionNode, error) {
	var names []*cc.TypeName
	for i := 1; i+1 < len(args); i += 2 {
		var name *cc.TypeName
		if x, ok := syntax.Unwrap(args[i]).(*cc.UnaryExpression); ok {
			name = x.TypeName
		}
		names = append(names, name)
	}
	i, err := t.selected(args[0], names)
	if err != nil {
		return nil, err
	}
	return args[2*i+2], nil
}

// selected is the number of the association that is selected; a nil name is "default".
func (t *Typer) selected(control cc.ExpressionNode, names []*cc.TypeName) (int, error) {
	ctrl := t.Value(control)
	if ctrl == nil {
		return 0, errors.New("the type of the operand of _Generic is not supported")
	}
	other := -1
	for i, n := range names {
		if n == nil {
			other = i
			continue
		}
		ty := t.Named(n)
		switch {
		case ty == nil && (n.Type().VectorSize() > 0 || cc.IsComplexType(n.Type())):
			// Never compatible with a type that is known.
		case ty == nil:
			return 0, fmt.Errorf("the type %s in an association of _Generic is not supported", n.Type())
		case Compatible(ctrl, ty):
			return i, nil
		}
	}
	if other < 0 {
		return 0, errors.New("no association of _Generic has the type of its operand")
	}
	return other, nil
}

// HasPrototype reports whether a prototype of a function that is called by its name is visible where it is
// called: in the innermost scope that declares the function before that.
func (t *Typer) HasPrototype(d *cc.Declarator, call *cc.PostfixExpression) bool {
	name := calleeName(call.PostfixExpression)
	for s := name.LexicalScope(); s != nil; s = s.Parent {
		visible := false
		for _, n := range s.Nodes[d.Name()] {
			o, ok := n.(*cc.Declarator)
			if !ok || o.IsTypename() || isBehind(o.Position(), call.Position()) {
				continue
			}
			visible = true
			if ty := t.Declared(o); ty == nil || ty.Prototype {
				return true
			}
		}
		if visible {
			return false
		}
	}
	return false
}

// calleeName is the name in f(), (*f)() and (&f)().
func calleeName(n cc.ExpressionNode) *cc.PrimaryExpression {
	switch x := syntax.Unparen(n).(type) {
	case *cc.PrimaryExpression:
		return x
	case *cc.UnaryExpression:
		return calleeName(x.CastExpression)
	}
	return nil
}
