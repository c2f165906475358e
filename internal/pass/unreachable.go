package pass

import (
	"context"

	"whittle.dev/internal/cfa"
)

// unreachable drops edges that the intervals show not to be taken, assumptions of true, locations that are
// not reached, and the bodies of procedures that no thread enters.
func unreachable(ctx context.Context, w *work) error {
	p := w.prog
	callees, err := w.callees(ctx)
	if err != nil {
		return err
	}
	used := cfa.NewCallGraph(p, callees).Reach(p.Entry, true)
	for i, proc := range p.Procs {
		if !used[i] {
			if len(proc.Edges) > 1 || !isUnused(proc.Edges[0].Op) {
				setBody(p, proc, unusedBody, original(proc))
				w.forget(proc)
			}
			continue
		}
		found, err := w.values(ctx, proc)
		if err != nil {
			return err
		}
		edges := len(proc.Edges)
		proc.Rebuild(func(e *cfa.Edge) bool {
			a, ok := e.Op.(cfa.Assume)
			switch {
			case !found.order.Reaches(e.From):
				return false
			case !ok:
				return found.values.Reached(e.From) // an Await that never holds stays
			case p.Terms.IsFalse(a.Cond) && len(proc.Locs[e.From].Out) == 1:
				return found.values.Reached(e.From) // so does an end made by closeEnds
			}
			return found.values.Passes(e)
		})
		changed := len(proc.Edges) < edges
		if changed {
			closeEnds(p, proc)
		}
		changed = trim(proc) || changed
		changed = contract(p, proc, func(e *cfa.Edge) bool { return isSkip(p, e) }) || changed
		if changed {
			w.forget(proc)
		}
	}
	return nil
}

// unusedBody stands in procedures that no thread enters. Should one be entered
// all the same, the verdict is unknown.
var unusedBody = cfa.Unsupported{What: "entering a procedure that was found to be unused"}

// original is an edge of the program as lowered, if the procedure still has one: a function that does nothing
// but call one that never returns has none.
func original(proc *cfa.Proc) *cfa.Edge {
	for _, e := range proc.Edges {
		if e.Origin != cfa.NoEdge {
			return e
		}
	}
	return proc.Edges[0]
}

func isUnused(op cfa.Op) bool { return op == cfa.Op(unusedBody) }
