package reach

import (
	"container/heap"
	"slices"

	"whittle.dev/internal/engine/cpa/arg"
)

// Waitlist holds the nodes that are to be explored, in one or more orders that take turns: an exploration
// that has come to a part without end in one order goes on elsewhere in another.
type Waitlist[S any] struct {
	orders []Order[S]
	heaps  []nodes[S] // by order; a node that was taken in one order is still in the others
	turn   int        // the order that is next
	in     map[*arg.Node[S]]bool
	next   int
}

// Order gives a node its place: the least is explored first. number counts the nodes as they come.
type Order[S any] func(n *arg.Node[S], number int) Place

// Place is the place of a node in the order: they are compared lexicographically.
type Place [4]int

// NewWaitlist returns an empty list.
func NewWaitlist[S any](orders ...Order[S]) *Waitlist[S] {
	return &Waitlist[S]{orders: orders, heaps: make([]nodes[S], len(orders)), in: map[*arg.Node[S]]bool{}}
}

// Push adds nodes; those that are waiting already stay where they are.
func (w *Waitlist[S]) Push(list ...*arg.Node[S]) {
	for _, n := range list {
		if w.in[n] {
			continue
		}
		w.in[n] = true
		w.next++
		for i, order := range w.orders {
			heap.Push(&w.heaps[i], waiting[S]{n, order(n, w.next)})
		}
	}
}

// Pop takes the first node, in the order whose turn it is, that is in the graph and not covered; nil: there
// is none.
func (w *Waitlist[S]) Pop() *arg.Node[S] {
	h := &w.heaps[w.turn]
	w.turn = (w.turn + 1) % len(w.orders)
	for len(*h) > 0 {
		n := heap.Pop(h).(waiting[S]).node
		if !w.in[n] {
			continue // taken in another order
		}
		delete(w.in, n)
		if !n.Removed() && n.CoveredBy == nil {
			return n
		}
	}
	return nil
}

// Len is the number of nodes that wait.
func (w *Waitlist[S]) Len() int { return len(w.in) }

type waiting[S any] struct {
	node  *arg.Node[S]
	place Place
}

type nodes[S any] []waiting[S]

func (h nodes[S]) Len() int      { return len(h) }
func (h nodes[S]) Swap(i, k int) { h[i], h[k] = h[k], h[i] }
func (h nodes[S]) Less(i, k int) bool {
	a, b := h[i].place, h[k].place
	return slices.Compare(a[:], b[:]) < 0
}
func (h *nodes[S]) Push(x any) { *h = append(*h, x.(waiting[S])) }
func (h *nodes[S]) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}
