package refine

import (
	"context"

	"whittle.dev/internal/ts/flow"
	"whittle.dev/term"
)

// Newton's algorithm takes as predicates what must hold along the path so that its rest can be taken: the
// weakest preconditions of the goal, backwards. Of each guard only the conjuncts of an unsatisfiable core
// count, so that the predicates speak of the reason of the contradiction. Inputs are eliminated; where that
// is not exact, the precondition is too weak, never too strong, and the path with all its guards may do
// better (Dietsch, Heizmann, Musa, Nutz, Podelski, ESEC/FSE 2017, section 3).

// maxNeeded bounds the conjuncts that are followed back.
const maxNeeded = 40

// newton returns the atoms of preconditions along a path with the given conjuncts of guards.
func (r *Refiner) newton(ctx context.Context, c Chain, guards [][]term.Term, source Source) []Predicate {
	var out []Predicate
	var needed []term.Term // what must hold after the edge
	for i := len(c.Edges) - 1; i >= 0; i-- {
		e := &r.g.Edges[c.Edges[i]]
		var before []term.Term
		if e.To != flow.Goal {
			sub := r.before(c.Edges[i])
			for _, t := range needed {
				before = append(before, r.st.Conjuncts(sub.Apply(t))...)
			}
		}
		before = append(before, guards[i]...)
		needed = r.eliminate(ctx, before, e.Inputs)
		if len(needed) > maxNeeded {
			needed = needed[:maxNeeded]
		}
		for _, t := range atoms(r.st, needed...) {
			out = append(out, Predicate{t, e.From, source})
		}
	}
	return out
}
