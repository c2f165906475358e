package engine

import (
	"fmt"
	"time"

	"whittle.dev/internal/english"
)

// Certificate says how what is behind "holds", an invariant or reasons, was checked.
type Certificate struct {
	// Checked: the invariant was found to be inductive and to exclude violations. Else
	// Reason says why that is not known.
	Checked bool
	Reason  string
	// Reduced: what the invariant is closed under are the steps that reductions among interleavings leave.
	Reduced bool
	// States is the number of sets of states that the invariant consists of, Locations that of control
	// locations of all threads together.
	States, Locations int64
	// Steps is the number of steps of threads from these sets that were made, Successors that
	// of the sets they lead to, each of which was found in one of the invariant or in several together.
	Steps, Successors int64
	// BySolver is how many of these were found by the solver, Unions how many in several
	// together; the others are in the invariant as they are, up to names.
	BySolver, Unions int64
	// Transitions and Goals are those of a transition system of which the invariant was checked; then the
	// numbers above are zero.
	Transitions, Goals int64
	// Reasons are sets of choices that no execution to a violation makes, Executions those of them that an
	// execution with abstract values confirms; Lemmas are those of the proof that no execution is left. Then
	// the numbers above are zero.
	Reasons, Executions, Lemmas int64
	// Measured: the proof is one of termination, of so many Measures; Transitions are the steps between the
	// heads of loops, and the numbers above are zero.
	Measured bool
	Measures int64
	// Recurring: the proof is that nothing recurs in the States that are reached, with Steps between them,
	// which another search has found as well; the other numbers are zero.
	Recurring bool
	// Questions counts questions to the solver, about whether steps can be made as well.
	Questions int64
	Time      time.Duration
}

// String is one line for people.
func (c *Certificate) String() string {
	if !c.Checked {
		return "not certified: " + c.Reason
	}
	if c.Measured {
		return fmt.Sprintf("certified: %s, none of which is increased by %s between the heads of loops",
			english.Count(c.Measures, "measure"), english.Count(c.Transitions, "step"))
	}
	if c.Recurring {
		return fmt.Sprintf("certified: another search finds nothing that recurs in %s with %s",
			english.Count(c.States, "state"), english.Count(c.Steps, "step"))
	}
	if c.Goals > 0 {
		return fmt.Sprintf("certified: an invariant that holds initially, is kept by %s and excludes %s",
			english.Count(c.Transitions, "transition"), english.Count(c.Goals, "goal"))
	}
	if c.States == 0 {
		return fmt.Sprintf("certified: %s, %s, %s to the solver, a proof of %s that no execution is left",
			english.Count(c.Reasons, "reason"), english.Count(c.Executions, "abstract execution"),
			english.Count(c.Questions, "question"), english.Count(c.Lemmas, "lemma"))
	}
	certified := "certified"
	if c.Reduced {
		certified = "certified up to reductions"
	}
	return fmt.Sprintf("%s: %s at %s, %s, %s by the solver", certified,
		english.Count(c.States, "state"), english.Count(c.Locations, "control location"),
		english.Count(c.Steps, "step"), english.Count(c.BySolver, "inclusion"))
}
