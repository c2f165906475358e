package layout

import (
	"modernc.org/cc/v4"
	"modernc.org/token"

	"whittle.dev/internal/frontend/c/syntax"
)

// unit is one translation unit whose struct definitions are collected when they are first asked for: those
// outside functions first, which is most often enough.
type unit struct {
	ast      *cc.AST
	pack     func(token.Position) uint64
	declared bool
	bodies   bool
}

// spec is what a struct or union definition says beyond its members' types.
type spec struct {
	packed  bool
	aligned uint64 // bytes, 0 for none
	pack    uint64 // #pragma pack, 0 for none
	members []memberSpec
}

// memberSpec is what the declaration of a member says beyond its type.
type memberSpec struct {
	packed  bool
	aligned uint64
	// alignAs are types of _Alignas(type).
	alignAs []cc.Type
}

// specKey finds a definition from a type: the first member with a name, and how many unnamed structs it lies
// in. The parser copies types but not declarators.
type specKey struct {
	decl  *cc.Declarator
	depth int
}

// keyOfType returns the key of a struct or union type.
func keyOfType(t cc.Type) (specKey, bool) {
	depth := 0
	for {
		s, ok := t.(interface {
			NumFields() int
			FieldByIndex(int) *cc.Field
		})
		if !ok {
			return specKey{}, false
		}
		var inner cc.Type
		for i := 0; i < s.NumFields(); i++ {
			f := s.FieldByIndex(i)
			if f == nil {
				continue
			}
			if d := f.Declarator(); d != nil {
				return specKey{d, depth}, true
			}
			if inner == nil && !f.IsBitfield() {
				inner = f.Type()
			}
		}
		if inner == nil {
			return specKey{}, false
		}
		t = inner
		depth++
	}
}

// keyOfSpec returns the key of a definition, by the same rule.
func keyOfSpec(s *cc.StructOrUnionSpecifier) (specKey, bool) {
	depth := 0
	for s != nil {
		var inner *cc.StructOrUnionSpecifier
		for n := s.StructDeclarationList; n != nil; n = n.StructDeclarationList {
			d := n.StructDeclaration
			if d == nil || d.Case != cc.StructDeclarationDecl {
				continue
			}
			for dl := d.StructDeclaratorList; dl != nil; dl = dl.StructDeclaratorList {
				if dl.StructDeclarator != nil && dl.StructDeclarator.Declarator != nil {
					return specKey{dl.StructDeclarator.Declarator, depth}, true
				}
			}
			if d.StructDeclaratorList == nil && inner == nil {
				inner = definition(d.SpecifierQualifierList)
			}
		}
		s = inner
		depth++
	}
	return specKey{}, false
}

// definition returns the struct definition in a list of specifiers.
func definition(l *cc.SpecifierQualifierList) *cc.StructOrUnionSpecifier {
	for ; l != nil; l = l.SpecifierQualifierList {
		if l.TypeSpecifier != nil && l.TypeSpecifier.Case == cc.TypeSpecifierStructOrUnion {
			return l.TypeSpecifier.StructOrUnionSpecifier
		}
	}
	return nil
}

// spec returns what the definition of t says; ok is false when there is no definition to be found.
func (l *Layout) spec(t cc.Type) (*spec, bool) {
	key, ok := keyOfType(t)
	if s := l.specs[key]; ok && s != nil {
		return s, true
	}
	for pass := 0; pass < 2; pass++ {
		for _, u := range l.units {
			if pass == 0 && !u.declared {
				u.declared = true
				l.collect(u, false)
			}
			if pass == 1 && !u.bodies {
				u.bodies = true
				l.collect(u, true)
			}
			if s := l.specs[key]; ok && s != nil {
				return s, true
			}
		}
	}
	// Nothing in it has a name. Which definition is meant does not matter if all of those say nothing
	// special.
	return &spec{}, !ok && !l.special
}

// collect enters the definitions of a unit, with or without function bodies.
func (l *Layout) collect(u *unit, bodies bool) {
	syntax.WalkUnit(u.ast, func(n cc.Node) bool {
		switch n := n.(type) {
		case *cc.StructOrUnionSpecifier:
			l.addSpec(u, n)
		case *cc.CompoundStatement:
			return bodies
		}
		return true
	})
}

func (l *Layout) addSpec(u *unit, n *cc.StructOrUnionSpecifier) {
	if n.Case != cc.StructOrUnionSpecifierDef {
		return
	}
	key, ok := keyOfSpec(n)
	if ok && l.specs[key] != nil {
		return
	}
	s := &spec{}
	for _, list := range []*cc.AttributeSpecifierList{n.AttributeSpecifierList, n.AttributeSpecifierList2} {
		p, a := attributes(list)
		s.packed = s.packed || p
		s.aligned = max(s.aligned, a)
	}
	if u.pack != nil {
		// gcc looks at the limit when the definition ends.
		s.pack = u.pack(n.Token3.Position())
	}
	for d := n.StructDeclarationList; d != nil; d = d.StructDeclarationList {
		s.members = append(s.members, members(d.StructDeclaration)...)
	}
	if !ok {
		l.special = l.special || s.isSpecial()
		return
	}
	l.specs[key] = s
}

// isSpecial reports whether a definition asks for anything that concerns the layout.
func (s *spec) isSpecial() bool {
	for _, m := range s.members {
		if m.packed || m.aligned > 0 || len(m.alignAs) > 0 {
			return true
		}
	}
	return s.packed || s.aligned > 0 || s.pack > 0
}

// members returns one memberSpec for each member that the parser makes of a declaration.
func members(d *cc.StructDeclaration) []memberSpec {
	if d == nil || d.Case != cc.StructDeclarationDecl {
		return nil
	}
	var common memberSpec
	for q := d.SpecifierQualifierList; q != nil; q = q.SpecifierQualifierList {
		lists := []*cc.AttributeSpecifierList{q.AttributeSpecifierList}
		if q.TypeQualifier != nil {
			lists = append(lists, q.TypeQualifier.AttributeSpecifierList)
		}
		for _, list := range lists {
			p, a := attributes(list)
			common.packed = common.packed || p
			common.aligned = max(common.aligned, a)
		}
		if s := q.AlignmentSpecifier; s != nil {
			switch s.Case {
			case cc.AlignmentSpecifierType:
				if t := s.TypeName.Type(); t != nil {
					common.alignAs = append(common.alignAs, t)
				}
			case cc.AlignmentSpecifierExpr:
				common.aligned = max(common.aligned, constant(s.ConstantExpression))
			}
		}
	}
	out := []memberSpec{}
	for dl := d.StructDeclaratorList; dl != nil; dl = dl.StructDeclaratorList {
		out = append(out, common)
	}
	if len(out) == 0 {
		out = append(out, common)
	}
	p, a := attributes(d.AttributeSpecifierList)
	last := &out[len(out)-1]
	last.packed = last.packed || p
	last.aligned = max(last.aligned, a)
	return out
}

// attributes reads packed and aligned from a list of attributes.
func attributes(l *cc.AttributeSpecifierList) (packed bool, aligned uint64) {
	for ; l != nil; l = l.AttributeSpecifierList {
		if l.AttributeSpecifier == nil {
			continue
		}
		for v := l.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			if v.AttributeValue == nil {
				continue
			}
			switch v.AttributeValue.Token.SrcStr() {
			case "packed", "__packed__":
				packed = true
			case "aligned", "__aligned__":
				if v.AttributeValue.Case == cc.AttributeValueIdent {
					aligned = max(aligned, biggestAlign)
				} else if e := v.AttributeValue.ArgumentExpressionList; e != nil &&
					e.AssignmentExpression != nil {
					aligned = max(aligned, constant(e.AssignmentExpression))
				}
			}
		}
	}
	return packed, aligned
}

func constant(e cc.ExpressionNode) uint64 {
	if e == nil {
		return 0
	}
	switch v := e.Value().(type) {
	case cc.Int64Value:
		if v > 0 {
			return uint64(v)
		}
	case cc.UInt64Value:
		return uint64(v)
	}
	return 0
}
