package events

import "whittle.dev/internal/cfa"

// Limit names something in the program that is followed up to a bound only, see
// Options.Bounds.
type Limit struct {
	Kind LimitKind
	// Proc and Head are the procedure and the head of a loop. A recursion has a
	// procedure only.
	Proc cfa.ProcID
	Head cfa.LocID
	// Spawn is the edge that creates threads.
	Spawn cfa.EdgeID
}

// LimitKind classifies limits.
type LimitKind uint8

// The kinds of limits.
const (
	// FixedLimit is one that no bound moves: the size of an object, or the number of
	// objects in the address space.
	FixedLimit LimitKind = iota
	LoopLimit
	RecursionLimit
	ThreadLimit
)

// bound is the bound of a limit.
func (o *Options) bound(l Limit) int {
	if n, ok := o.Bounds[l]; ok {
		return n
	}
	return o.Bound
}

// unrolled notes how often something was unrolled: the iterations of a loop behind the first arrival at its
// head, the activations of a procedure inside of each other behind the first.
func (g *Graph) unrolled(l Limit, n int) {
	if g.Unrolled == nil {
		g.Unrolled = map[Limit]int{}
	}
	if m, ok := g.Unrolled[l]; !ok || n > m {
		g.Unrolled[l] = n
	}
}
