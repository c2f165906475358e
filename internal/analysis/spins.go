package analysis

import (
	"slices"

	"whittle.dev/internal/cfa"
)

// Spins returns the heads of the loops of a procedure with an iteration that
// may leave memory as it is: a way from the head back to it on which nothing is
// stored, allocated, freed or started. Such an iteration, if it also leaves the
// live registers as they were, can be left out of any execution. A call counts
// as such a way; inline first to look into it. The heads are in the order of
// the weak topological order.
func Spins(proc *cfa.Proc, order *Order) []cfa.LocID {
	var heads []cfa.LocID
	for _, h := range order.Locs {
		if order.IsHead(h) && idleWay(proc, order, h) {
			heads = append(heads, h)
		}
	}
	return heads
}

func idleWay(proc *cfa.Proc, order *Order, head cfa.LocID) bool {
	seen := map[cfa.LocID]bool{head: true}
	work := []cfa.LocID{head}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range proc.Locs[l].Out {
			e := proc.Edges[i]
			if Writes(e.Op) || !order.Contains(head, e.To) {
				continue
			}
			if e.To == head {
				return true
			}
			if !seen[e.To] {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return false
}

// Writes reports whether an operation itself changes what other threads can
// see: memory, the objects that exist, or the threads.
func Writes(op cfa.Op) bool {
	switch op.(type) {
	case cfa.Store, cfa.Alloc, cfa.Free, cfa.Spawn, cfa.Exit:
		return true
	}
	return false
}

// LoopsOf returns the heads of the loops that contain both ends of an edge,
// from the innermost out.
func LoopsOf(order *Order, e *cfa.Edge) []cfa.LocID {
	var heads []cfa.LocID
	if !order.Reaches(e.From) {
		return nil
	}
	for h := order.Head(e.From); h != NoLoc; h = order.Outer(h) {
		if order.Contains(h, e.To) {
			heads = append(heads, h)
		}
	}
	return slices.Clip(heads)
}
