package proof

import (
	"context"
	"io"
	"time"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// Proof is why a program or a system has a property. A caller that relies on it can have it checked by a
// solver of its own.
type Proof interface {
	// Check checks the proof with a solver over the store that make is given. An error is a defect of the
	// proof, or that of the context.
	Check(ctx context.Context, make func(*term.Store) (smt.Solver, error)) (*Certificate, error)
	// Write writes the proof for people.
	Write(w io.Writer, title string) error
}

// Certificate says how a proof was checked.
type Certificate struct {
	// Checked: the evidence was found to exclude all violations. Otherwise Reason says why that is not known.
	Checked bool
	Reason  string
	// Evidence is what was checked, as far as the check came; nil if the proof is of a kind without a check.
	Evidence Evidence
	// Questions counts questions to the solver, about whether steps can be made as well.
	Questions int64
	Time      time.Duration
}

// String is one line for people.
func (c *Certificate) String() string {
	switch {
	case !c.Checked:
		return "not certified: " + c.Reason
	case c.Evidence == nil:
		return "certified"
	}
	return c.Evidence.certified()
}
