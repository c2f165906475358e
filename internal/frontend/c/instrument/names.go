package instrument

import (
	"strings"

	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/repr"
)

// EntryName is the name of the entry function in what Print writes.
func (s *Instrumented) EntryName() string {
	return s.symbol(s.low.External(s.low.Entry, false))
}

// EntryParams is the number of its parameters.
func (s *Instrumented) EntryParams() int {
	ft := s.low.External(s.low.Entry, false).Signature
	if ft == nil {
		return 0
	}
	return len(repr.Params(ft))
}

// EntryReturns reports whether the entry function has a result.
func (s *Instrumented) EntryReturns() bool {
	ft := s.low.External(s.low.Entry, false).Signature
	return ft != nil && !repr.IsVoid(ft.Result())
}

// MakesVector reports whether the entry function reads its argument vector, which
// the function whittle_lib___whittle_argv then makes.
func (s *Instrumented) MakesVector() bool {
	e := s.low.External(library.ArgumentVector, true)
	return e != nil && e.Lowered
}

// prefixes of the names in what is printed.
const (
	libraryPrefix = "whittle_lib_" // library models
	userPrefix    = "user_"        // what the program names like something of the library or of the runtime
	modelPrefix   = "whittle_m_"   // what the models declare for themselves
)

// isRuntimeName reports whether a name is one of those that the runtime and its macros keep for themselves.
func isRuntimeName(s string) bool {
	return strings.HasPrefix(s, "whittle_") || strings.HasPrefix(s, "W_")
}

// symbol is the name of an entity with external linkage in the object file.
func (s *Instrumented) symbol(e *Symbol) string {
	switch {
	case e == nil:
		return ""
	case !e.Model && isRuntimeName(e.Name):
		return userPrefix + e.Name
	case e.Model && e.Lowered, e.Model && e.Used && e.Defined:
		return libraryPrefix + e.Name
	case e.Model || e.Def == nil && !e.Defined:
		return e.Name
	case e.Name == "main" || s.low.External(e.Name, true) != nil || s.low.Builtin(e.Name).Direct:
		return userPrefix + e.Name
	}
	return e.Name
}

// ArgumentCount is the number of arguments that main is called with, if that is known.
func (s *Instrumented) ArgumentCount() (n int, known bool) {
	return len(s.low.Args), s.low.Args != nil && s.low.Entry == "main"
}
