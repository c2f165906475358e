package proof

import (
	"fmt"

	"whittle.dev/internal/english"
)

// Evidence is one of the types *MultiStates, *ThreadModular, *Invariant, *Clauses, *Measures and *Recurrence.
type Evidence interface {
	// certified is the line of a certificate.
	certified() string
}

// MultiStates are the sets of states of all threads that a search visited: no step leaves them, and none of
// them violates the property. Package engine/certify checks them.
type MultiStates struct {
	// Reduced: they are closed under the steps that reductions among interleavings leave.
	Reduced bool
	// States is the number of sets, Locations that of control locations of all threads together.
	States, Locations int64
	// Steps is the number of steps of threads from these sets that were made, Successors that of the sets
	// they lead to, each of which was found in one of the sets or in several together.
	Steps, Successors int64
	// BySolver is how many successors were found by the solver, Unions how many in several sets together; the
	// others are in a set as they are, up to names.
	BySolver, Unions int64
}

func (e *MultiStates) certified() string {
	word := "certified"
	if e.Reduced {
		word = "certified up to reductions"
	}
	return fmt.Sprintf("%s: %s at %s, %s, %s by the solver", word, english.Count(e.States, "state"),
		english.Count(e.Locations, "control location"), english.Count(e.Steps, "step"),
		english.Count(e.BySolver, "inclusion"))
}

// ThreadModular is an invariant of any number of threads: lemmas for each view of a few of them, which the
// steps of every thread keep. Package engine/modular/certificate checks it.
type ThreadModular struct {
	// Views is the number of combinations of places of the threads in view, Places that of the places.
	Views, Places int64
	// Steps is the number of pairs of a view and a step that were looked at.
	Steps int64
}

func (e *ThreadModular) certified() string {
	return fmt.Sprintf("certified: lemmas for %s at %s of threads, kept by %s of any thread",
		english.Count(e.Views, "view"), english.Count(e.Places, "place"),
		english.Count(e.Steps, "step"))
}

// Invariant is a condition on the variables of a transition system that holds initially, is kept by every
// transition and excludes every goal. Package ts/inductive checks it.
type Invariant struct{ Transitions, Goals int64 }

func (e *Invariant) certified() string {
	return fmt.Sprintf("certified: an invariant that holds initially, is kept by %s and excludes %s",
		english.Count(e.Transitions, "transition"), english.Count(e.Goals, "goal"))
}

// Clauses are reasons, sets of choices that no execution to a violation makes, and a proof that they leave no
// execution. Package engine/dpr/certify checks them.
type Clauses struct {
	// Reasons is the number of sets, Executions that of those that an execution with abstract values
	// confirms.
	Reasons, Executions int64
	// Questions is the number of questions to the solver about the others.
	Questions int64
	// Lemmas are those of the proof that no execution is left.
	Lemmas int64
}

func (e *Clauses) certified() string {
	return fmt.Sprintf("certified: %s, %s, %s to the solver, a proof of %s that no execution is left",
		english.Count(e.Reasons, "reason"), english.Count(e.Executions, "abstract execution"),
		english.Count(e.Questions, "question"), english.Count(e.Lemmas, "lemma"))
}

// Measures are functions into the naturals that steps between the heads of loops decrease: the proof of
// termination. Package proof/measures checks them.
type Measures struct{ Measures, Steps int64 }

func (e *Measures) certified() string {
	return fmt.Sprintf("certified: %s, none of which is increased by %s between the heads of loops",
		english.Count(e.Measures, "measure"), english.Count(e.Steps, "step"))
}

// Recurrence is the graph of what is reached, in which nothing recurs: a second search finds the same
// components. Package proof/recurrence checks it.
type Recurrence struct{ States, Steps int64 }

func (e *Recurrence) certified() string {
	return fmt.Sprintf("certified: another search finds nothing that recurs in %s with %s",
		english.Count(e.States, "state"), english.Count(e.Steps, "step"))
}
