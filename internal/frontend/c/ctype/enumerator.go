package ctype

import (
	"math"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/syntax"
)

// The type of an enumeration constant (C11 6.4.4.3) is int. For one that int does not hold, which C11 6.7.2.2
// forbids, it is as with gcc 12 the type of its value between the braces of the enumeration, and that of the
// enumeration after them.

// enumerator is the type of an enumeration constant where x names it.
func (t *Typer) enumerator(x *cc.PrimaryExpression, e *cc.Enumerator) *Type {
	if fitsInt(e) {
		return basic(cc.Int)
	}
	s := t.definition(e)
	if s == nil {
		return nil
	}
	if at := x.Token.Seq(); at < s.Token.Seq() || at > s.Token5.Seq() {
		return t.enum(s)
	}
	// A constant without a value has the type of the one before it.
	var given *cc.Enumerator
	for l := s.EnumeratorList; l != nil; l = l.EnumeratorList {
		if l.Enumerator.Case == cc.EnumeratorExpr {
			given = l.Enumerator
		}
		if l.Enumerator == e {
			break
		}
	}
	if given == nil || fitsInt(given) {
		return nil // it overflows
	}
	ty := t.promoted(t.Value(given.ConstantExpression))
	if ty == nil || ty.Kind != Basic || ty.Bits != 0 {
		return ty
	}
	return basic(t.lay.FirstOfWidth(ty.Basic))
}

// definition is the enumeration that declares a constant.
func (t *Typer) definition(e *cc.Enumerator) *cc.EnumSpecifier {
	if t.definitions == nil {
		t.definitions = make(map[*cc.Enumerator]*cc.EnumSpecifier)
		syntax.WalkUnit(t.ast, func(n cc.Node) bool {
			if s, ok := n.(*cc.EnumSpecifier); ok {
				for l := s.EnumeratorList; l != nil; l = l.EnumeratorList {
					t.definitions[l.Enumerator] = s
				}
			}
			return true
		})
	}
	return t.definitions[e]
}

func fitsInt(e *cc.Enumerator) bool {
	switch v := e.Value().(type) {
	case cc.Int64Value:
		return v >= math.MinInt32 && v <= math.MaxInt32
	case cc.UInt64Value:
		return v <= math.MaxInt32
	}
	return false
}
