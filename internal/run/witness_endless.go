package run

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/interp"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// endsFormula is the formula that says what termination does, under weak or strong fairness.
const endsFormula = "F end"

// endless is an answer about a formula as one about termination. There is none unless the answer is an
// execution that violates that: the formula that it violates, of several perhaps that have names, is the one
// that says so; and it is fair, since termination is not about executions in which a thread is left out.
func (o Outcome) endless(ctx context.Context) (Outcome, error) {
	tr := o.Result.Trace
	if o.Verdict.Kind != property.False || tr == nil || tr.Lasso == nil {
		return o, fmt.Errorf("%w for formulas of temporal logic", ErrNoWitness)
	}
	violated := cmp.Or(tr.Lasso.Violated, tr.Lasso.Formula)
	named := strings.HasSuffix(violated, ": "+endsFormula) // an atom with a colon has a parenthesis after it
	if violated != endsFormula && !named {
		return o, fmt.Errorf("%w for formulas of temporal logic", ErrNoWitness)
	}
	threads := slices.ContainsFunc(tr.Steps, func(s trace.Step) bool { return s.Kind == trace.KindSpawn })
	if threads && tr.Recurs() && tr.Lasso.Fairness == property.Unfair {
		return o, fmt.Errorf("%w for %q without fairness: %s is about executions that leave out no "+
			"thread", ErrNoWitness, endsFormula, property.Termination)
	}
	r, err := interp.NewReplayer(pass.Beyond(o.prog))
	if err != nil {
		return o, fmt.Errorf("run: %w", err)
	}
	if o.Result.Trace, err = r.Twice(ctx, tr.Machine()); err != nil {
		return o, fmt.Errorf("run: %w", err)
	}
	o.Property = property.Termination
	return o, nil
}
