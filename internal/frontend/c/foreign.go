package c

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/source"
)

// Another front end has the library models, and what is known of functions that have none, by a shadow of
// its program in C: each of its functions with the calls that it makes, and nothing else. So it is known
// what a program uses and what calls what; the bodies are lowered by the other front end, which has single
// calls of the shadow lowered where it needs them.

// Foreign is a program of another front end.
type Foreign struct {
	// Shadow is C. What it defines is lowered by Lower; it also declares what the program calls.
	Shadow string
	// Sites is the function of Shadow with the sites that all others have, and nothing calls; empty: there
	// is none.
	Sites string
	// Runtime is C as well: what the other language's own library has, beside the library models.
	Runtime string
	// Lower lowers the body of a function that Shadow defines.
	Lower func(b *Body)
	// Place is where people find a function, and Name what they call it.
	Place func(files *source.Files, function string) source.Pos
	Name  func(function string) string
	// Library says that a function is one of the other language's own library: people see the call of it.
	Library func(function string) bool
	// Largest is the size of the largest object that the program has or asks for, as far as that is
	// constant.
	Largest uint64
	// Words says that variable arguments lie in words of the machine, one after the other, since the
	// program has lists of them that it passes to the library.
	Words bool
}

// What bodies are built with.
type (
	// Builder is what steps are added to.
	Builder = flow.Builder
	// Frame has the objects of an activation.
	Frame = flow.Frame
	// Object is an object of a frame.
	Object = flow.Object
	// Loc is a place between steps.
	Loc = flow.Loc
	// Step is an operation on its way to become an edge.
	Step = flow.Step
)

// shadowName is the file that the shadow is in; no file of a user has this name.
const shadowName = "<shadow>.c"

// runtimeName is the file that Foreign.Runtime is in.
const runtimeName = "<runtime>.c"

// LoadForeign makes a program of another front end's functions and of the library models. Of cfg, what is
// about files counts for nothing.
func LoadForeign(ctx context.Context, cfg Config, p Foreign) (*cfa.Program, *source.Diagnostics, error) {
	cfg.Files, cfg.Units = nil, []Unit{{File: shadowName}}
	if p.Runtime != "" {
		cfg.Units = append(cfg.Units, Unit{File: runtimeName})
	}
	cfg.Include, cfg.Defines, cfg.ForceIncludes = nil, nil, nil
	cfg.foreign = &p
	cfg.Read = func(name string) ([]byte, error) {
		switch name {
		case shadowName:
			return []byte(p.Shadow), nil
		case runtimeName:
			return []byte(p.Runtime), nil
		}
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	return Load(ctx, cfg)
}

// adoptForeign has the functions of the shadow lowered by the other front end.
func (l *lowerer) adoptForeign() {
	for _, u := range l.units {
		if u.model {
			continue
		}
		var shared map[string]site
		if e := u.internal[l.cfg.foreign.Sites]; e != nil && e.def != nil {
			shared = sitesOf(e.def)
		}
		u.pos = func(cc.Node) source.Pos { return source.Pos{} } // steps have the places of their function
		for _, e := range u.declared {
			e.pos = source.Pos{}
			if e.def == nil {
				continue
			}
			e.pos = l.cfg.foreign.Place(l.prog.Files, e.name)
			e.synth = func(f *fn) {
				b := &Body{Name: e.name, f: f, sites: sitesOf(e.def), shared: shared}
				f.frame.Immortal = e.name == f.cfg.entry() && !f.registers("atexit") && !b.isUsed()
				f.frame.Begin()
				f.flow.Proc.Name = l.cfg.foreign.Name(e.name)
				f.flow.Proc.Model = l.cfg.foreign.Library(e.name)
				l.cfg.foreign.Lower(b)
				f.frame.End(e.pos)
			}
		}
	}
}

// Allocates reports whether a function makes an object of the size that it is given.
func Allocates(name string) bool { return slices.Contains(allocations, name) }

// HeaderOf is the embedded header that declares a function or a variable of the library; empty: none does.
func HeaderOf(name string) string {
	d, _ := library.Declared(name)
	return d.Header
}

// StreamType is the type of a parameter of a function of the library that is a stream or a directory; empty:
// it is neither.
func StreamType(function string, param int) string {
	d, _ := library.Declared(function)
	if param < len(d.Params) {
		for _, t := range []string{"FILE *", "DIR *"} {
			if strings.HasPrefix(d.Params[param], t) {
				return t
			}
		}
	}
	return ""
}

// ParamsOf is how many parameters a function of the library has, and whether variable arguments follow; ok
// is false if no header declares it.
func ParamsOf(function string) (n int, variadic, ok bool) {
	d, ok := library.Declared(function)
	n = len(d.Params)
	switch {
	case n == 0:
	case d.Params[n-1] == "...":
		return n - 1, true, ok
	case n == 1 && d.Params[0] == "void":
		n = 0
	}
	return n, false, ok
}

// IsModelled reports whether a library model defines a function.
func IsModelled(name string) bool { return library.IsModelled(name) }
