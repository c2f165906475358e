package ranking

import (
	"whittle.dev/internal/engine"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Config is what an engine is made with.
type Config struct {
	// Safety decides whether sets of states of transition systems are reached, with an invariant if they are
	// not.
	Safety engine.Engine
	// Paths decides the same, and is good at finding paths; nil: Safety.
	Paths engine.Engine
	// Wrap puts something around each solver, a decorator that records what is asked for example; st is the
	// store of its terms. nil: nothing.
	Wrap func(st *term.Store, s smt.Solver) smt.Solver
}
