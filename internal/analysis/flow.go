package analysis

import (
	"context"

	"whittle.dev/internal/cfa"
)

// Domain is an abstract domain for a data-flow analysis over the edges of one
// procedure. States are values: the methods do not change their arguments.
type Domain[S any] interface {
	// Join returns a state that covers both a and b, and whether it differs from a.
	Join(a, b S) (S, bool)
	// Transfer returns the state at the other end of an edge, given the one at its source (forward) or target
	// (backward); false when no execution passes.
	Transfer(e *cfa.Edge, s S) (S, bool)
}

// Widener is an optional capability of a Domain with infinite or very long ascending chains: Widen is called
// in place of Join at heads of loops that have been visited often.
type Widener[S any] interface {
	Widen(a, b S) (S, bool)
}

// WidenAfter is how often a head is joined before it is widened.
const WidenAfter = 3

// Flow holds the result of a data-flow analysis: a state for each location that the analysis reached.
type Flow[S any] struct {
	states  []S
	reached []bool
}

// At returns the state at a location; false when nothing reaches it.
func (f *Flow[S]) At(l cfa.LocID) (S, bool) { return f.states[l], f.reached[l] }

// States returns the states by location, as far as they are reached.
func (f *Flow[S]) States() []S { return f.states }

// Set replaces the state at a location; with reached false nothing reaches it.
func (f *Flow[S]) Set(l cfa.LocID, s S, reached bool) { f.states[l], f.reached[l] = s, reached }

// Forward propagates the state at the entry of a procedure along its edges
// until nothing changes, in weak topological order. It stops with ctx's error.
func Forward[S any](ctx context.Context, proc *cfa.Proc, order *Order, d Domain[S], entry S) (*Flow[S],
	error) {
	f := newFlow[S](proc)
	f.states[proc.Entry], f.reached[proc.Entry] = entry, true
	return f, f.run(ctx, proc, order, d, []cfa.LocID{proc.Entry}, false)
}

// Backward propagates states against the edges, from the locations without outgoing edges, where the state is
// exit, and from all others that only cycles lead away from. It stops with ctx's error.
func Backward[S any](ctx context.Context, proc *cfa.Proc, order *Order, d Domain[S], exit S) (*Flow[S],
	error) {
	f := newFlow[S](proc)
	// Every location starts with the exit state: it is the least one in the
	// backward analyses at hand, and endless loops have no exit to start from.
	start := make([]cfa.LocID, 0, len(order.Locs))
	for i := len(order.Locs) - 1; i >= 0; i-- {
		l := order.Locs[i]
		f.states[l], f.reached[l] = exit, true
		start = append(start, l)
	}
	return f, f.run(ctx, proc, order, d, start, true)
}

func newFlow[S any](proc *cfa.Proc) *Flow[S] {
	return &Flow[S]{states: make([]S, len(proc.Locs)), reached: make([]bool, len(proc.Locs))}
}

func (f *Flow[S]) run(ctx context.Context, proc *cfa.Proc, order *Order, d Domain[S], start []cfa.LocID,
	back bool) error {
	w := NewWorklist(order, back)
	for _, l := range start {
		w.Push(l)
	}
	widener, _ := d.(Widener[S])
	var visits []int32
	if widener != nil {
		visits = make([]int32, len(proc.Locs))
	}
	for n := 0; !w.Empty(); n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		l := w.Pop()
		edges := proc.Locs[l].Out
		if back {
			edges = proc.Locs[l].In
		}
		for _, i := range edges {
			e := proc.Edges[i]
			to := e.To
			if back {
				to = e.From
			}
			if !order.Reaches(to) {
				continue
			}
			s, ok := d.Transfer(e, f.states[l])
			if !ok {
				continue
			}
			changed := true
			switch {
			case !f.reached[to]:
				f.states[to], f.reached[to] = s, true
			case widener != nil && order.IsHead(to) && visits[to] >= WidenAfter:
				f.states[to], changed = widener.Widen(f.states[to], s)
			default:
				f.states[to], changed = d.Join(f.states[to], s)
			}
			if changed {
				if widener != nil {
					visits[to]++
				}
				w.Push(to)
			}
		}
	}
	return nil
}
