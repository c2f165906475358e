package c

import (
	"context"
	"fmt"
	"io/fs"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/foreign"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/lower"
	"whittle.dev/internal/source"
)

// Another front end has the library models, and what is known of functions that have none, by a shadow of
// its program in C: each of its functions with the calls that it makes, and nothing else. So it is known
// what a program uses and what calls what; the bodies are lowered by the other front end, which has single
// calls of the shadow lowered where it needs them.

// Foreign is a program of another front end, and Body one of its functions.
type (
	Foreign = foreign.Program
	Body    = foreign.Body
)

// What bodies are built with.
type (
	Builder = foreign.Builder
	Frame   = foreign.Frame
	Object  = foreign.Object
	Loc     = foreign.Loc
	Step    = foreign.Step
)

// shadowName is the file that the shadow is in; no file of a user has this name.
const shadowName = "<shadow>.c"

// LoadForeign makes a program of another front end's functions and of the library models. Of cfg, what is
// about files counts for nothing.
func LoadForeign(ctx context.Context, cfg Config, p Foreign) (*cfa.Program, *source.Diagnostics, error) {
	cfg.Files, cfg.Units = nil, []Unit{{File: shadowName}}
	if p.Runtime != "" {
		cfg.Units = append(cfg.Units, Unit{File: lower.RuntimeName})
	}
	cfg.Include, cfg.Defines, cfg.ForceIncludes = nil, nil, nil
	cfg.Read = func(name string) ([]byte, error) {
		switch name {
		case shadowName:
			return []byte(p.Shadow), nil
		case lower.RuntimeName:
			return []byte(p.Runtime), nil
		}
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	return load(ctx, &lower.Job{Config: &cfg, Foreign: &lower.Foreign{Largest: p.Largest, Words: p.Words,
		Place: p.Place, Lower: foreign.Bodies(&p)}})
}

// Allocates reports whether a function makes an object of the size that it is given.
func Allocates(name string) bool { return lower.Allocates(name) }

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
