package c

import (
	"strings"

	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/repr"
)

// EntryName is the name of the entry function in what Print writes.
func (s *Instrumented) EntryName() string {
	return s.symbol(s.low.user[s.low.cfg.entry()])
}

// EntryParams is the number of its parameters.
func (s *Instrumented) EntryParams() int {
	ft := s.low.user[s.low.cfg.entry()].signature()
	if ft == nil {
		return 0
	}
	return len(repr.Params(ft))
}

// EntryReturns reports whether the entry function has a result.
func (s *Instrumented) EntryReturns() bool {
	ft := s.low.user[s.low.cfg.entry()].signature()
	return ft != nil && !repr.IsVoid(ft.Result())
}

// MakesVector reports whether the entry function reads its argument vector, which
// the function whittle_lib___whittle_argv then makes.
func (s *Instrumented) MakesVector() bool {
	e := s.low.models[library.ArgumentVector]
	return e != nil && e.proc != nil
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
func (s *Instrumented) symbol(e *entity) string {
	switch {
	case e == nil:
		return ""
	case !e.model && isRuntimeName(e.name):
		return userPrefix + e.name
	case e.model && e.proc != nil, e.model && e.obj != nil && e.defined:
		return libraryPrefix + e.name
	case e.model || e.def == nil && !e.defined:
		return e.name
	case e.name == "main" || s.low.models[e.name] != nil || s.low.library[e.name] != nil:
		return userPrefix + e.name
	}
	return e.name
}

// ArgumentCount is the number of arguments that main is called with, if that is known.
func (s *Instrumented) ArgumentCount() (n int, known bool) {
	cfg := s.low.cfg
	return len(cfg.Args), cfg.Args != nil && cfg.entry() == "main"
}
