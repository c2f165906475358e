package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/syntax"
)

// The parser gives __typeof__ and __auto_type the types that it has computed
// for expressions. Where those are wrong, ours is taken; if the parser has no
// such type, as for bit-fields of 40 bits, the declaration is not supported.

// typeNamed is the type that a type name names.
func (ex *expressions) typeNamed(n *cc.TypeName) cc.Type {
	for l := n.SpecifierQualifierList; l != nil; l = l.SpecifierQualifierList {
		if syntax.IsTypeof(l.TypeSpecifier) {
			return ex.agreed(ex.unit.types.Named(n), n.Type())
		}
	}
	return n.Type()
}

// declaredType is the type of a variable of the function; specs is nil for
// __auto_type.
func (ls *locals) declaredType(d *cc.Declarator, specs *cc.DeclarationSpecifiers) cc.Type {
	found := specs == nil
	for ; specs != nil; specs = specs.DeclarationSpecifiers {
		found = found || syntax.IsTypeof(specs.TypeSpecifier)
	}
	if !found {
		return d.Type()
	}
	return ls.exprs.agreed(ls.unit.types.Declared(d), d.Type())
}

// agreed returns the parser's type if it is the same as ours, or if we have
// none, else one for ours.
func (ex *expressions) agreed(own *ctype.Type, parsers cc.Type) cc.Type {
	if own == nil || ctype.Agrees(own, parsers) {
		return parsers
	}
	if p, bits := ex.parserBits(own); p != nil && bits == 0 {
		return p
	}
	ex.flow.Unsupported("__typeof__ of this expression")
	return parsers
}

// parserBits is the parser's type for one of ours, with the width of its own
// that it has, or 0; nil if it has none.
func (ex *expressions) parserBits(t *ctype.Type) (cc.Type, int) {
	p := ex.unit.types.Parser(t)
	if p == nil {
		return nil, 0
	}
	return p, t.Bits
}
