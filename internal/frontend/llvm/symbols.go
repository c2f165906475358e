package llvm

import (
	"fmt"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/internal/source"
)

// A symbol is a function, a variable or an alias, as the modules of a program see it together: what is local
// to a module is a symbol of its own, and of everything else the strongest definition counts.
type symbol struct {
	m     *ir.Module
	name  string
	fn    *ir.Function
	v     *ir.Variable
	alias *ir.Alias

	// shadow is the name of a function or of a thread-local variable in the shadow; empty: C cannot say it.
	shadow string
	// object is that of a variable, from the first use on.
	object *cfa.Object
	used   bool
	// taken says that a function's address is used, and not only called.
	taken bool
	// passable says that C has types for what a function takes and returns, once typed says that this is
	// known.
	passable, typed bool
	// throws says that a function may end with an exception in flight.
	throws bool
	// mentioned says that the shadow has what the initialiser of a variable leads to.
	mentioned bool
	// broken says that the initialiser of a variable is not supported.
	broken bool
}

// symbols are all symbols of a program.
type symbols struct {
	global map[string]*symbol
	local  map[*ir.Module]map[string]*symbol
}

func newSymbols(modules []*ir.Module) (*symbols, error) {
	t := &symbols{global: map[string]*symbol{}, local: map[*ir.Module]map[string]*symbol{}}
	for _, m := range modules {
		t.local[m] = map[string]*symbol{}
		for _, f := range m.Functions {
			if err := t.add(f.Linkage, f.Off, &symbol{m: m, name: f.Name, fn: f}); err != nil {
				return nil, err
			}
		}
		for _, v := range m.Globals {
			if err := t.add(v.Linkage, v.Off, &symbol{m: m, name: v.Name, v: v}); err != nil {
				return nil, err
			}
		}
		for _, a := range m.Aliases {
			if err := t.add(a.Linkage, a.Off, &symbol{m: m, name: a.Name, alias: a}); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

func (t *symbols) add(linkage ir.Linkage, off int, s *symbol) error {
	if linkage.IsLocal() || linkage == ir.Appending {
		t.local[s.m][s.name] = s
		return nil
	}
	old := t.global[s.name]
	if old != nil && old.strength() == strong && s.strength() == strong {
		line, col := s.m.Position(off)
		return &source.FileError{File: s.m.File, Line: line, Col: col,
			Msg: fmt.Sprintf("%s is defined in %s as well", s.name, old.m.File)}
	}
	if old == nil || s.strength() > old.strength() {
		t.global[s.name] = s
	}
	return nil
}

// strong is the strength of a definition that gives way to no other.
const strong = 3

func (s *symbol) strength() int {
	linkage, defined := ir.External, true
	switch {
	case s.fn != nil:
		linkage, defined = s.fn.Linkage, s.fn.IsDefined()
	case s.v != nil:
		linkage, defined = s.v.Linkage, s.v.Init.Kind != ir.None
	default:
		linkage = s.alias.Linkage
	}
	switch {
	case !defined:
		return 0
	case linkage == ir.AvailableExternally:
		return 1
	case linkage.Replaceable():
		return 2
	}
	return strong
}

// lookup finds what a name stands for in a module, behind aliases; nil: nothing.
func (t *symbols) lookup(m *ir.Module, name string) *symbol {
	for range 100 {
		s := t.local[m][name]
		if s == nil {
			s = t.global[name]
		}
		if s == nil || s.alias == nil || s.alias.IFunc || s.alias.To.Kind != ir.Global {
			return s
		}
		m, name = s.m, s.alias.To.X.Name
	}
	return nil
}

// isDefined reports whether the symbol is a function with a body that counts: what a module has only so that
// it can be inlined gives way to the library.
func (s *symbol) isDefined() bool {
	return s != nil && s.fn != nil && s.fn.IsDefined() &&
		(s.fn.Linkage != ir.AvailableExternally || c.HeaderOf(s.name) == "")
}

// libraryName is the name under which the library models know a function that headers give another name for
// the linker.
func libraryName(name string) string {
	for _, prefix := range []string{"__isoc99_", "__isoc23_"} {
		if own, ok := strings.CutPrefix(name, prefix); ok {
			return own
		}
	}
	return name
}

// isRefused reports whether a function without a body must not be taken for one that does nothing but yield
// an input: the names are those of the implementation, or of C++ or Rust.
func isRefused(name string) bool {
	for _, known := range []string{"__VERIFIER_", "__whittle_", "__assert_fail"} {
		if strings.HasPrefix(name, known) {
			return false
		}
	}
	if len(name) > 2 && name[:2] == "_Z" && name[2] >= '0' && name[2] <= '9' {
		return false // a function of the program, of no class and no namespace
	}
	isMangled := strings.HasPrefix(name, "_Z") || strings.HasPrefix(name, "_R")
	return (strings.HasPrefix(name, "__") || isMangled) && !c.IsModelled(name) || takesList(name)
}

// takesList reports whether a function of the library takes a va_list, which is not the same in the models.
func takesList(name string) bool {
	switch libraryName(name) {
	case "vprintf", "vfprintf", "vsprintf", "vsnprintf", "vdprintf", "vasprintf", "vscanf", "vfscanf",
		"vsscanf", "vwprintf", "vfwprintf", "vswprintf", "vwscanf", "vfwscanf", "vswscanf", "vsyslog", "verr",
		"verrx", "vwarn", "vwarnx":
		return true
	}
	return false
}
