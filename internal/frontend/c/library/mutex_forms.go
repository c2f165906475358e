package library

import (
	"slices"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/syntax"
)

// otherMutexKinds reports whether a mutex may get a kind by its initialiser or by a compound literal.
func otherMutexKinds(units []*unit) bool {
	for _, u := range units {
		if !u.hasMutexes() {
			continue
		}
		for ed := range syntax.Externals(u.ast) {
			switch ed.Case {
			case cc.ExternalDeclarationDecl:
				if initsKind(ed.Declaration) {
					return true
				}
			case cc.ExternalDeclarationFuncDef:
				if bodyInitsKind(ed.FunctionDefinition.CompoundStatement) {
					return true
				}
			}
		}
	}
	return false
}

// hasMutexes reports whether the unit has a type of mutexes, or one with the member that holds the kind.
func (u *unit) hasMutexes() bool {
	for t := range u.ast.Structs {
		if isMutexType(t) || memberNamed(t, "__kind") != nil {
			return true
		}
	}
	for t := range u.ast.Unions {
		if isMutexType(t) || memberNamed(t, "__kind") != nil {
			return true
		}
	}
	return namesMutexes(u.ast.Scope)
}

// namesMutexes reports whether a scope, or one inside of it, declares the name of a type of mutexes.
func namesMutexes(s *cc.Scope) bool {
	return len(s.Nodes["pthread_mutex_t"])+len(s.Nodes["mtx_t"]) > 0 ||
		slices.ContainsFunc(s.Children, namesMutexes)
}

// bodyInitsKind looks at what a function's body declares, at its compound literals and at the member itself.
func bodyInitsKind(b *cc.CompoundStatement) bool {
	found := false
	syntax.Walk(b, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.Declaration:
			found = found || initsKind(x)
		case *cc.PostfixExpression:
			selects := x.Case == cc.PostfixExpressionSelect || x.Case == cc.PostfixExpressionPSelect
			found = found || selects && x.Token2.SrcStr() == "__kind"
			if x.Case == cc.PostfixExpressionComplit && x.TypeName != nil &&
				holdsMutex(x.TypeName.Type(), 0) {
				t := x.TypeName.Type()
				found = found ||
					setsMutex(&cc.Initializer{Case: cc.InitializerInitList,
						InitializerList: x.InitializerList}, t, t, false)
			}
		}
		return !found
	})
	return found
}

// initsKind reports whether a declaration initialises something with a mutex in it, and not just with zeros.
func initsKind(d *cc.Declaration) bool {
	if d == nil || d.Case != cc.DeclarationDecl {
		return false
	}
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		id := l.InitDeclarator
		if id == nil || id.Case != cc.InitDeclaratorInit || !holdsMutex(id.Declarator.Type(), 0) {
			continue
		}
		if t := id.Declarator.Type(); setsMutex(id.Initializer, t, t, false) {
			return true
		}
	}
	return false
}

type memberList interface {
	NumFields() int
	FieldByIndex(int) *cc.Field
}

// isMutexType recognises a mutex by its name or, because the parser's copies of types lose their names, by
// the members that glibc's and our own mutexes have.
func isMutexType(t cc.Type) bool {
	if t == nil {
		return false
	}
	switch t.Typedef().Name() {
	case "pthread_mutex_t", "mtx_t":
		return true
	}
	if data := memberNamed(t, "__data"); data != nil {
		return memberNamed(data, "__lock") != nil && memberNamed(data, "__kind") != nil
	}
	return false
}

func memberNamed(t cc.Type, name string) cc.Type {
	if x, ok := t.(memberList); ok {
		for i := 0; i < x.NumFields(); i++ {
			if f := x.FieldByIndex(i); f != nil && f.Name() == name {
				return f.Type()
			}
		}
	}
	return nil
}

func holdsMutex(t cc.Type, depth int) bool {
	if t == nil || depth > 20 {
		return false
	}
	if isMutexType(t) {
		return true
	}
	switch x := t.(type) {
	case *cc.ArrayType:
		return holdsMutex(x.Elem(), depth+1)
	case memberList:
		for i := 0; i < x.NumFields(); i++ {
			if f := x.FieldByIndex(i); f != nil && holdsMutex(f.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

// setsMutex reports whether the initialiser n of an object of type t gives a mutex anything but zeros. outer
// is the type that the innermost braces around n are for; inside says that it is part of a mutex. Where inner
// braces are left out, it is not looked at what exactly belongs to the mutex.
func setsMutex(n *cc.Initializer, t, outer cc.Type, inside bool) bool {
	if n == nil {
		return false
	}
	if n.Case == cc.InitializerExpr {
		if !inside {
			if !holdsMutex(outer, 0) {
				return false
			}
			if f := n.Field(); f != nil && f.Declarator() != nil && isMember(outer, f) {
				return holdsMutex(f.Type(), 0)
			}
		}
		switch v := n.AssignmentExpression.Value().(type) {
		case cc.Int64Value:
			return v != 0
		case cc.UInt64Value:
			return v != 0
		}
		return true
	}
	inside = inside || isMutexType(t)
	for l := n.InitializerList; l != nil; l = l.InitializerList {
		// The parser's types of initialisers have lost their names.
		in := l.Initializer
		it := in.Type()
		if f := in.Field(); f != nil {
			it = f.Type()
		} else if a, ok := t.(*cc.ArrayType); ok {
			it = a.Elem()
		}
		if setsMutex(in, it, t, inside) {
			return true
		}
	}
	return false
}

func isMember(t cc.Type, f *cc.Field) bool {
	x, ok := t.(memberList)
	if !ok || f.Index() >= x.NumFields() {
		return false
	}
	g := x.FieldByIndex(f.Index())
	return g != nil && g.Declarator() == f.Declarator()
}
