package ctype

import (
	"modernc.org/cc/v4"
	"modernc.org/token"

	"whittle.dev/internal/frontend/c/layout"
)

// base is the type that specifiers name.
func (t *Typer) base(s specifiers) *Type {
	var quals Quals
	var words words
	var named *Type
	failed := s.bitInt()
	s.each(func(ts *cc.TypeSpecifier, q *cc.TypeQualifier) {
		quals |= qualifier(q)
		if ts == nil {
			return
		}
		if words.add(ts.Case) {
			return
		}
		if ts.Case == cc.TypeSpecifierAtomic {
			quals |= Atomic
		}
		if named = t.specifier(ts); named == nil {
			failed = true
		}
	})
	switch {
	case failed:
		return nil
	case named == nil:
		if named = words.basic(); named == nil {
			return nil
		}
	}
	return named.Qualified(quals)
}

// bitInt reports whether the specifiers are those that stand for a _BitInt.
func (s specifiers) bitInt() bool {
	marked := false
	for d := s.decl; d != nil; d = d.DeclarationSpecifiers {
		marked = marked || layout.MarksBitInt(d.AttributeSpecifierList) || d.TypeQualifier != nil &&
			layout.MarksBitInt(d.TypeQualifier.AttributeSpecifierList)
	}
	for l := s.list; l != nil; l = l.SpecifierQualifierList {
		marked = marked || layout.MarksBitInt(l.AttributeSpecifierList) || l.TypeQualifier != nil &&
			layout.MarksBitInt(l.TypeQualifier.AttributeSpecifierList)
	}
	return marked
}

// specifier is the type of a specifier that stands for a type by itself.
func (t *Typer) specifier(ts *cc.TypeSpecifier) *Type {
	switch ts.Case {
	case cc.TypeSpecifierTypeName:
		return t.typedef(ts)
	case cc.TypeSpecifierStructOrUnion:
		return t.record(ts.StructOrUnionSpecifier)
	case cc.TypeSpecifierEnum:
		return t.enum(ts.EnumSpecifier)
	case cc.TypeSpecifierTypeofType:
		return t.Named(ts.TypeName)
	case cc.TypeSpecifierTypeofExpr:
		return t.Expr(ts.ExpressionList)
	case cc.TypeSpecifierAtomic:
		return t.Named(ts.AtomicTypeSpecifier.TypeName)
	}
	return nil
}

// typedef finds the declarator of a typedef name as it is visible at a place.
func (t *Typer) typedef(ts *cc.TypeSpecifier) *Type {
	for s := ts.LexicalScope(); s != nil; s = s.Parent {
		var found *cc.Declarator
		for _, n := range s.Nodes[ts.Token.SrcStr()] {
			if d, ok := n.(*cc.Declarator); ok && d.IsTypename() && !behind(d, ts) {
				found = d
			}
		}
		if found != nil {
			if found.Name() == "__builtin_va_list" {
				return nil
			}
			return t.Declared(found)
		}
	}
	return nil
}

// behind reports whether a declarator stands behind a use of its name. What is included stands before.
func behind(d *cc.Declarator, use *cc.TypeSpecifier) bool {
	return isBehind(d.Position(), use.Token.Position())
}

func isBehind(a, b token.Position) bool {
	return a.Filename == b.Filename && (a.Line > b.Line || a.Line == b.Line && a.Column > b.Column)
}

// record is a struct or union type.
func (t *Typer) record(s *cc.StructOrUnionSpecifier) *Type {
	r := &Type{Kind: Record, Parser: s.Type()}
	tag := s.Token.SrcStr()
	if tag == "" {
		r.tag = s
		return r
	}
	for sc := s.LexicalScope(); sc != nil; sc = sc.Parent {
		for _, n := range sc.Nodes[tag] {
			if d, ok := n.(*cc.StructOrUnionSpecifier); ok {
				r.tag = tagKey{sc, tag}
				if d.Case == cc.StructOrUnionSpecifierDef {
					r.Parser = d.Type()
				}
			}
		}
		if r.tag != nil {
			return r
		}
	}
	r.tag = tagKey{t.ast.Scope, tag}
	return r
}

// tagKey identifies what a tag means: tags are unique in their scope.
type tagKey struct {
	scope *cc.Scope
	tag   string
}

func (t *Typer) enum(s *cc.EnumSpecifier) *Type {
	e := &Type{Kind: Enum, Parser: s.Type()}
	def := s
	if tag := s.Token2.SrcStr(); tag == "" {
		e.tag = s
	} else {
		for sc := s.LexicalScope(); sc != nil && e.tag == nil; sc = sc.Parent {
			for _, n := range sc.Nodes[tag] {
				if d, ok := n.(*cc.EnumSpecifier); ok {
					e.tag = tagKey{sc, tag}
					if d.Case == cc.EnumSpecifierDef {
						def, e.Parser = d, d.Type()
					}
				}
			}
		}
		if e.tag == nil {
			e.tag = tagKey{t.ast.Scope, tag}
		}
	}
	if et, ok := def.Type().(*cc.EnumType); ok && et.UnderlyingType() != nil &&
		et.UnderlyingType().Kind() != cc.InvalidKind {
		e.Under = basic(t.lay.EnumKind(et))
	}
	return e
}

// words counts the keywords of a basic type.
type words struct {
	base           cc.Kind // void, char, int, float, ...; 0 for none
	long, short    int
	signed, unsign bool
	unknown        bool
}

// add takes a keyword, and reports whether it is one.
func (w *words) add(c cc.TypeSpecifierCase) bool {
	switch c {
	case cc.TypeSpecifierVoid:
		w.base = cc.Void
	case cc.TypeSpecifierChar:
		w.base = cc.Char
	case cc.TypeSpecifierInt:
		if w.base == 0 {
			w.base = cc.Int
		}
	case cc.TypeSpecifierInt128:
		w.base = cc.Int128
	case cc.TypeSpecifierUint128:
		w.base, w.unsign = cc.Int128, true
	case cc.TypeSpecifierFloat:
		w.base = cc.Float
	case cc.TypeSpecifierDouble:
		w.base = cc.Double
	case cc.TypeSpecifierBool:
		w.base = cc.Bool
	case cc.TypeSpecifierFloat16:
		w.base = cc.Float16
	case cc.TypeSpecifierFloat32:
		w.base = cc.Float32
	case cc.TypeSpecifierFloat64:
		w.base = cc.Float64
	case cc.TypeSpecifierFloat32x:
		w.base = cc.Float32x
	case cc.TypeSpecifierFloat64x:
		w.base = cc.Float64x
	case cc.TypeSpecifierFloat128:
		w.base = cc.Float128
	case cc.TypeSpecifierShort:
		w.short++
	case cc.TypeSpecifierLong:
		w.long++
	case cc.TypeSpecifierSigned:
		w.signed = true
	case cc.TypeSpecifierUnsigned:
		w.unsign = true
	case cc.TypeSpecifierTypeName, cc.TypeSpecifierStructOrUnion, cc.TypeSpecifierEnum,
		cc.TypeSpecifierTypeofExpr,
		cc.TypeSpecifierTypeofType, cc.TypeSpecifierAtomic:
		return false
	default:
		w.unknown = true // complex, decimal
	}
	return true
}

func (w *words) basic() *Type {
	k := w.base
	switch {
	case w.unknown:
		return nil
	case k == cc.Void:
		return &Type{Kind: Void}
	case k == cc.Double && w.long > 0:
		k = cc.LongDouble
	case k == cc.Char && w.unsign:
		k = cc.UChar
	case k == cc.Char && w.signed:
		k = cc.SChar
	case k == cc.Int || k == 0:
		k = cc.Int
		switch {
		case w.short > 0:
			k = cc.Short
		case w.long == 1:
			k = cc.Long
		case w.long > 1:
			k = cc.LongLong
		}
		fallthrough
	case k == cc.Int128:
		if w.unsign {
			k = unsignedOf(k)
		}
	}
	return basic(k)
}

func unsignedOf(k cc.Kind) cc.Kind {
	switch k {
	case cc.Short:
		return cc.UShort
	case cc.Int:
		return cc.UInt
	case cc.Long:
		return cc.ULong
	case cc.LongLong:
		return cc.ULongLong
	case cc.Int128:
		return cc.UInt128
	}
	return k
}
