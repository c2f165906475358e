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
	if isClosure(name, scope) {
		return l.lambdaName(s, scope)
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

// isClosure recognises the class of a lambda by the name of its function.
func isClosure(name string, scope *ir.Node) bool {
	return name == "operator()" && scope != nil && scope.Kind == "DICompositeType" && scope.Str("name") == ""
}

func (f *fn) isLambda() bool {
	n := f.m.NodeAt(int(f.fun.Dbg))
	return n != nil && isClosure(n.Str("name"), f.m.Node(n.Field("scope")))
}

// lambdaName tells the lambdas of a line apart.
func (l *lowerer) lambdaName(s *symbol, class *ir.Node) string {
	at, others := 0, map[int]bool{}
	for _, other := range s.m.Functions {
		if other.Dbg < 0 || !strings.Contains(other.Name, "clE") { // as operator() is mangled
			continue
		}
		n := s.m.NodeAt(int(other.Dbg))
		if n == nil {
			continue
		}
		scope := s.m.Node(n.Field("scope"))
		if !isClosure(n.Str("name"), scope) || scope.Int("line") != class.Int("line") ||
			scope.Field("file") != class.Field("file") {
			continue
		}
		if others[scope.ID] = true; scope.ID == class.ID && at == 0 {
			at = len(others)
		}
	}
	if len(others) > 1 {
		return fmt.Sprintf("lambda %d of line %d", at, class.Int("line"))
	}
	return fmt.Sprintf("lambda of line %d", class.Int("line"))
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

// isAside reports whether an access is of no interest: a virtual function is looked up in its table,
// or a function of the library sets the pointer to the table of an object.
func (f *fn) isAside(in *ir.Instr) bool {
	if in.Op == ir.Load {
		if in.Args[0].Kind != ir.Local {
			return false
		}
		from := f.body.Definition(in.Args[0].N)
		return from != nil && from.Op == ir.GetElementPtr &&
			strings.HasPrefix(f.body.Slots[from.Res].Name, "vfn")
	}
	return f.isLibrary(f.b.Name) && strings.HasPrefix(globalIn(in.Args[0]), "_ZTV")
}

// tableName is what people call the object of a symbol of the Itanium ABI that belongs to a class, as far as
// its name is one of plain words.
func tableName(symbol string) string {
	for prefix, what := range map[string]string{"_ZTV": "vtable for ", "_ZTT": "VTT for ",
		"_ZTI": "typeinfo for ", "_ZTS": "typeinfo name for "} {
		if rest, ok := strings.CutPrefix(symbol, prefix); ok {
			if name := className(rest); name != "" {
				return what + name
			}
		}
	}
	return symbol
}

// className reads the words of a mangled name up to what is none; template arguments are left out.
func className(mangled string) string {
	var words []string
	rest := strings.TrimPrefix(mangled, "N")
	if s, ok := strings.CutPrefix(rest, "St"); ok {
		words, rest = append(words, "std"), s
	}
	for rest != "" {
		n, digits := 0, 0
		for digits < len(rest) && digits < 4 && rest[digits] >= '0' && rest[digits] <= '9' {
			n = 10*n + int(rest[digits]-'0')
			digits++
		}
		if digits == 0 || n > len(rest)-digits {
			break
		}
		words, rest = append(words, rest[digits:digits+n]), rest[digits+n:]
	}
	name := strings.Join(words, "::")
	if name != "" && strings.HasPrefix(rest, "I") {
		name += "<...>"
	}
	return name
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
		strings.HasPrefix(name, "/usr/lib/") || strings.Contains(name, "/include/c++/") ||
		strings.HasPrefix(name, "/rustc/") || strings.Contains(name, "/rustlib/src/rust/library/")
}
