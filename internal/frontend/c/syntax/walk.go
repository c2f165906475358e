package syntax

import (
	"iter"
	"reflect"
	"strings"
	"sync"

	"modernc.org/cc/v4"
)

// shape are the indexes of the fields of a node's type that hold nodes and tokens.
type shape struct{ nodes, tokens []int }

// shapes remembers shape by reflect.Type. It holds facts about types of this program alone, so that sharing
// it is harmless.
type shapes struct{ m sync.Map }

var (
	nodeInterface = reflect.TypeFor[cc.Node]()
	tokenStruct   = reflect.TypeFor[cc.Token]()
	shapeOf       shapes
)

func (s *shapes) of(typ reflect.Type) *shape {
	if f, ok := s.m.Load(typ); ok {
		return f.(*shape)
	}
	out := &shape{}
	for i := range typ.NumField() {
		f := typ.Field(i)
		switch {
		case !f.IsExported():
		case f.Type == tokenStruct && strings.HasPrefix(f.Name, "Token"):
			out.tokens = append(out.tokens, i)
		case f.Type.Kind() == reflect.Interface || f.Type.Kind() == reflect.Pointer &&
			f.Type.Implements(nodeInterface):
			out.nodes = append(out.nodes, i)
		}
	}
	s.m.Store(typ, out)
	return out
}

// structOf is the struct that a node points to; ok is false for nil.
func structOf(n cc.Node) (v reflect.Value, ok bool) {
	v = reflect.ValueOf(n)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return v, false
	}
	return v.Elem(), true
}

// Walk calls visit for a node and everything below it, the outer nodes first. It does not go below nodes for
// which visit returns false, and below others it meets what visit has left of them. Trees are as deep as
// expressions are and lists are long, so the last child of a node, the tail of a list, is visited in a loop.
func Walk(n cc.Node, visit func(n cc.Node) bool) {
	walk(n, func(n cc.Node, _ reflect.Value, _ *shape) bool { return visit(n) })
}

// walk is Walk with what a node points to.
func walk(n cc.Node, visit func(n cc.Node, v reflect.Value, s *shape) bool) {
	for {
		v, ok := structOf(n)
		if !ok {
			return
		}
		s := shapeOf.of(v.Type())
		if !visit(n, v, s) {
			return
		}
		var last cc.Node
		for _, i := range s.nodes {
			f := v.Field(i)
			if f.IsNil() {
				continue
			}
			if c, ok := f.Interface().(cc.Node); ok {
				if last != nil {
					walk(last, visit)
				}
				last = c
			}
		}
		if last == nil {
			return
		}
		n = last
	}
}

// Externals lists the declarations and definitions of a unit.
func Externals(unit *cc.AST) iter.Seq[*cc.ExternalDeclaration] {
	return func(yield func(*cc.ExternalDeclaration) bool) {
		for tu := unit.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
			if ed := tu.ExternalDeclaration; ed != nil && !yield(ed) {
				return
			}
		}
	}
}

// WalkUnit is Walk for all that a unit declares.
func WalkUnit(unit *cc.AST, visit func(n cc.Node) bool) {
	for ed := range Externals(unit) {
		Walk(ed, visit)
	}
}
