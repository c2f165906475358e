package solve

import (
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/smt/process"
	"whittle.dev/term"
)

// Solver makes a solver for questions over a store.
type Solver func(st *term.Store) (smt.Solver, error)

// With returns what makes solvers of a name: the one that is built in if the name is empty or "native", or
// else an SMT-LIB 2 solver that is started as a process with the name as its command line. The error says
// that there is no such program.
func With(name string) (Solver, error) {
	if IsNative(name) {
		return func(st *term.Store) (smt.Solver, error) { return native.New(st, native.Config{}), nil }, nil
	}
	cfg := process.Config{Command: name}
	if _, err := process.New(term.NewStore(), cfg); err != nil {
		return nil, err
	}
	return func(st *term.Store) (smt.Solver, error) { return process.New(st, cfg) }, nil
}

// IsNative reports whether a name is that of the built-in solver.
func IsNative(name string) bool { return name == "" || name == "native" }
