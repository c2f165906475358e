package llvm

import (
	"fmt"
	"strings"

	"whittle.dev/internal/frontend/llvm/ir"
)

// What people call functions, and which they see: debug information knows both.

// nameOf is a function's name as its author wrote it, with the classes and namespaces that it is in; without
// debug information it is the name of the module.
func (l *lowerer) nameOf(function string) string {
	s := l.shadows[function]
	if s.fn == nil {
		return s.name
	}
	n := s.m.NodeAt(int(s.fn.Dbg))
	name := n.Str("name")
	if name == "" {
		return s.name
	}
	scope := s.m.Node(n.Field("scope"))
	if name == "operator()" && scope.Kind == "DICompositeType" && scope.Str("name") == "" {
		return fmt.Sprintf("lambda of line %d", scope.Int("line"))
	}
	for depth := 0; scope != nil && depth < maxNesting; depth++ {
		switch scope.Kind {
		case "DINamespace":
			if own := scope.Str("name"); own != "" && scope.Field("exportSymbols").Text != "true" {
				name = own + "::" + name
			}
		case "DICompositeType":
			if own := scope.Str("name"); own != "" {
				name = own + "::" + name
			}
		default:
			return name
		}
		scope = s.m.Node(scope.Field("scope"))
	}
	return name
}

// isLibrary reports whether a function is one of the compiler's library, whose steps people see as those of
// the call that they wrote.
func (l *lowerer) isLibrary(function string) bool {
	s := l.shadows[function]
	if s.fn == nil || s.fn.Dbg < 0 {
		return false
	}
	n := s.m.NodeAt(int(s.fn.Dbg))
	return n != nil && isLibraryFile(fileName(s.m, s.m.Node(n.Field("file"))))
}

func fileName(m *ir.Module, n *ir.Node) string {
	name, dir := n.Str("filename"), n.Str("directory")
	if dir != "" && !strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "<") {
		return dir + "/" + name
	}
	return name
}

// isLibraryFile recognises headers of the system, and those of our own.
func isLibraryFile(name string) bool {
	return strings.HasPrefix(name, "<whittle") || strings.HasPrefix(name, "/usr/include/") ||
		strings.HasPrefix(name, "/usr/lib/") || strings.Contains(name, "/include/c++/")
}
