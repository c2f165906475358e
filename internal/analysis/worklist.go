package analysis

import (
	"container/heap"

	"whittle.dev/internal/cfa"
)

// Worklist holds locations of a procedure that are to be looked at, each once, and gives them out in the weak
// topological order (or, backwards, against it), so that what comes before a location is looked at before it.
type Worklist struct {
	queue  locQueue
	queued []bool
}

// NewWorklist returns an empty list.
func NewWorklist(proc *cfa.Proc, order *Order, back bool) *Worklist {
	return &Worklist{queue: locQueue{order: order, back: back}, queued: make([]bool, len(proc.Locs))}
}

// Empty reports whether nothing is left to do.
func (w *Worklist) Empty() bool { return len(w.queue.locs) == 0 }

// Push adds a location, if it is not in the list.
func (w *Worklist) Push(l cfa.LocID) {
	if !w.queued[l] {
		w.queued[l] = true
		heap.Push(&w.queue, l)
	}
}

// Pop takes the first location out of a list that is not empty.
func (w *Worklist) Pop() cfa.LocID {
	l := heap.Pop(&w.queue).(cfa.LocID)
	w.queued[l] = false
	return l
}

// locQueue implements heap.Interface.
type locQueue struct {
	order *Order
	back  bool
	locs  []cfa.LocID
}

func (q *locQueue) Len() int      { return len(q.locs) }
func (q *locQueue) Swap(i, j int) { q.locs[i], q.locs[j] = q.locs[j], q.locs[i] }
func (q *locQueue) Push(x any)    { q.locs = append(q.locs, x.(cfa.LocID)) }

func (q *locQueue) Less(i, j int) bool {
	a, b := q.order.Index[q.locs[i]], q.order.Index[q.locs[j]]
	if q.back {
		return a > b
	}
	return a < b
}

func (q *locQueue) Pop() any {
	l := q.locs[len(q.locs)-1]
	q.locs = q.locs[:len(q.locs)-1]
	return l
}
