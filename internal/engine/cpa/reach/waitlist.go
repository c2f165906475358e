package reach

import (
	"container/heap"
	"slices"

	"whittle.dev/internal/engine/cpa/arg"
)

// Waitlist holds the nodes that are to be explored, in an order.
type Waitlist[S any] struct {
	order Order[S]
	heap  nodes[S]
	in    map[*arg.Node[S]]bool
	next  int
}

// Order gives a node its place: the least is explored first. number counts the nodes as they come.
type Order[S any] func(n *arg.Node[S], number int) Place

// Place is the place of a node in the order: they are compared lexicographically.
type Place [4]int

// NewWaitlist returns an empty list.
func NewWaitlist[S any](order Order[S]) *Waitlist[S] {
	return &Waitlist[S]{order: order, in: map[*arg.Node[S]]bool{}}
}

// Push adds nodes; those that are waiting already stay where they are.
func (w *Waitlist[S]) Push(list ...*arg.Node[S]) {
	for _, n := range list {
		if !w.in[n] {
			w.in[n] = true
			w.next++
			heap.Push(&w.heap, waiting[S]{n, w.order(n, w.next)})
		}
	}
}

// Pop takes the first node that is in the graph and not covered; nil: there is none.
func (w *Waitlist[S]) Pop() *arg.Node[S] {
	for len(w.heap) > 0 {
		n := heap.Pop(&w.heap).(waiting[S]).node
		delete(w.in, n)
		if !n.Removed() && n.CoveredBy == nil {
			return n
		}
	}
	return nil
}

// Len is the number of nodes that wait.
func (w *Waitlist[S]) Len() int { return len(w.heap) }

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
