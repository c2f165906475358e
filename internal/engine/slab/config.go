package slab

import (
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Config is what users can set. The zero value is the recommended configuration.
type Config struct {
	// Each switch turns an operation of slicing off.
	NoInconsistentTransitions bool // remove them only from error paths
	NoInconsistentNodes       bool // remove them only from error paths
	NoUnreachable             bool
	NoSimplify                bool
	NoLoops                   bool
	NoBypass                  bool
	NoLabels                  bool // labels do not say that a node is not initial, not bad
	NoDisjuncts               bool // all disjuncts of the error condition at once
	// These turn off what makes the same steps faster.
	NoCores, NoModels, NoMemo, NoSmall bool
	NoReuse                            bool // of predicates
	// Window and Strength choose one strategy; empty: several, by turns.
	Window, Strength string
	// Solver makes the general solver; nil: smt/native. Wrap puts something around it.
	Solver func(*term.Store) smt.Solver
	Wrap   func(*term.Store, smt.Solver) smt.Solver
}
