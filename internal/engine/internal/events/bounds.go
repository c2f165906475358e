package events

import "whittle.dev/internal/cfa"

// BoundID names something in the program that is followed up to a bound only, see Options.Bounds.
type BoundID struct {
	Kind BoundKind
	// Proc and Head are the procedure and the head of a loop. A recursion has a procedure only.
	Proc cfa.ProcID
	Head cfa.LocID
	// Spawn is the edge that creates threads.
	Spawn cfa.EdgeID
}

// BoundKind classifies what has a bound.
type BoundKind uint8

// What has a bound.
const (
	// FixedBound is one that no bound moves: the size of an object, or the number of
	// objects in the address space.
	FixedBound BoundKind = iota
	LoopBound
	RecursionBound
	ThreadBound
)

// bound is the bound of something.
func (o *Options) bound(id BoundID) int {
	if n, ok := o.Bounds[id]; ok {
		return n
	}
	return o.Bound
}

// unrolled notes how often something was unrolled: the iterations of a loop after the first arrival at its
// head, the activations of a procedure inside its first.
func (g *Graph) unrolled(id BoundID, n int) {
	if g.Unrolled == nil {
		g.Unrolled = map[BoundID]int{}
	}
	if m, ok := g.Unrolled[id]; !ok || n > m {
		g.Unrolled[id] = n
	}
}
