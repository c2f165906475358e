package reach

import (
	"context"

	"whittle.dev/internal/engine/cpa/arg"
)

// CPA is a configurable program analysis over abstract states of type S. Precisions change between runs of
// the algorithm only and lie with the analysis, so a pair (e, π) of the paper is a state here.
type CPA[S any] interface {
	// Transfer returns the abstract successors of a state. The error is that of the context.
	Transfer(ctx context.Context, e S) ([]S, error)
	// Prec adjusts a successor to its precision; false: nothing is left of it.
	Prec(ctx context.Context, e S) (S, bool, error)
	// Merge combines a new state with one that was reached. It is false if they stay apart.
	Merge(e, reached S) (S, bool)
	// Stop reports whether a state that was reached includes a new one.
	Stop(ctx context.Context, e, reached S) bool
	// Key names the part of the reached states that e is compared with.
	Key(e S) arg.Key
	// Opened returns, for a state in which a reduction lets some threads wait for others, the state in which
	// none waits; false: e is such a state. A state that is covered by one on the way to it, so that what it
	// put off might be put off for ever, is explored that way.
	Opened(e S) (S, bool)
}

// Run explores g from the nodes of w until w is empty, or abort wants it to stop at a node that was added.
func Run[S any](ctx context.Context, d CPA[S], g *arg.Graph[S], w *Waitlist[S],
	abort func(*arg.Node[S]) bool) error {
	for {
		e := w.Pop()
		if e == nil || ctx.Err() != nil {
			return ctx.Err()
		}
		successors, err := d.Transfer(ctx, e.State)
		if err != nil {
			return err
		}
		stopped := false
		for _, s := range successors {
			s, ok, err := d.Prec(ctx, s)
			if err != nil {
				return err
			}
			for ok {
				by := enter(ctx, d, g, w, e, s)
				if by != nil && by.CoveredBy == nil && abort(by) {
					stopped = true
				}
				if by == nil || by.CoveredBy == nil || by.CoveredBy.Depth > e.Depth {
					break
				}
				s, ok = d.Opened(s)
			}
		}
		if stopped {
			return nil
		}
	}
}

// enter adds a successor of e: by a merge, which returns nil, covered, or to be explored.
func enter[S any](ctx context.Context, d CPA[S], g *arg.Graph[S], w *Waitlist[S], e *arg.Node[S],
	s S) *arg.Node[S] {
	key := d.Key(s)
	for _, old := range g.Reached(key) {
		if old.Depth <= e.Depth {
			continue // an edge to it would close a cycle
		}
		if merged, ok := d.Merge(s, old.State); ok {
			w.Push(g.Replace(old, merged, e)...)
			return nil
		}
	}
	for _, old := range g.Reached(key) {
		if d.Stop(ctx, s, old.State) {
			return g.Cover(e, s, key, old)
		}
	}
	n := g.Add(e, s, key)
	w.Push(n)
	return n
}
