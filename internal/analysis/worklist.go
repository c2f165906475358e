package analysis

import (
	"math/bits"

	"whittle.dev/internal/cfa"
)

// Worklist holds locations of a procedure that are to be looked at, each once, and gives them out in the weak
// topological order (or, backwards, against it), so that what comes before a location is looked at before it.
type Worklist struct {
	order *Order
	back  bool
	// queued has a bit for each place in the order in which locations are given out; none is set in the
	// words before first.
	queued []uint64
	first  int
	size   int
}

// NewWorklist returns an empty list.
func NewWorklist(order *Order, back bool) *Worklist {
	return &Worklist{order: order, back: back, queued: make([]uint64, (len(order.Locs)+63)/64)}
}

// Empty reports whether nothing is left to do.
func (w *Worklist) Empty() bool { return w.size == 0 }

// Push adds a location that the entry reaches, if it is not in the list.
func (w *Worklist) Push(l cfa.LocID) {
	i := w.place(w.order.Index[l])
	word, bit := i/64, uint64(1)<<(i%64)
	if w.queued[word]&bit == 0 {
		w.queued[word] |= bit
		w.first = min(w.first, word)
		w.size++
	}
}

// Pop takes the first location out of a list that is not empty.
func (w *Worklist) Pop() cfa.LocID {
	for w.queued[w.first] == 0 {
		w.first++
	}
	bit := bits.TrailingZeros64(w.queued[w.first])
	w.queued[w.first] &^= 1 << bit
	w.size--
	return w.order.Locs[w.place(64*w.first+bit)]
}

// place turns an index of the order into a place in the list, and back.
func (w *Worklist) place(i int) int {
	if w.back {
		return len(w.order.Locs) - 1 - i
	}
	return i
}
