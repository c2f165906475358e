package smt

import (
	"context"

	"whittle.dev/term"
)

// Interpolator is the optional capability to say why formulas contradict each other in the words that they
// share (Craig, JSL 1957; in model checking: McMillan, CAV 2003).
//
// Both methods answer Unsat with interpolants; Sat if there are none because the formulas have a common
// model; Unknown with a reason else. What the solver has asserted plays no part and stays as it is. Terms are
// of sort Bool over the solver's store. Package smt/audit checks the conditions.
type Interpolator interface {
	// Interpolate returns a formula that the conjunction of a implies, that contradicts the conjunction of b,
	// and whose symbols all occur in both.
	Interpolate(ctx context.Context, a, b []term.Term) (term.Term, Result)
	// Sequence returns formulas I_1, ..., I_{n-1} for n parts, whose conjunction is unsatisfiable, that are
	// inductive along them: part 1 implies I_1, I_i and part i+1 imply I_{i+1}, and I_{n-1} contradicts part
	// n. The symbols of I_i occur both in the parts up to i and in those after (McMillan, CAV 2006).
	Sequence(ctx context.Context, parts []term.Term) ([]term.Term, Result)
}
