package analysis

import (
	"math"
	"slices"

	"whittle.dev/internal/cfa"
)

// Component is an element of a weak topological order: a single location, or
// a loop of a head and the components of its body.
type Component struct {
	// Loc is the location, or the head of the loop.
	Loc cfa.LocID
	// Loop says that this is a loop. Its Body may be empty: the head alone, with an edge to itself.
	Loop bool
	Body []Component
}

// Order is a weak topological order of the locations of a procedure that its entry reaches (F. Bourdoncle,
// "Efficient chaotic iteration strategies with widenings", 1993, section 3): a sequence of nested components
// such that every edge that does not go forward in the sequence goes to the head of a loop that contains its
// source. The graph need not be reducible: edges may enter a loop after its head. Every cycle goes through
// the head of some loop by a back edge.
type Order struct {
	Components []Component
	// Index gives each location its place in the flattened sequence, heads
	// before their bodies; -1 where the entry does not reach it.
	Index []int
	// Locs is the flattened sequence: Locs[Index[l]] == l.
	Locs []cfa.LocID
	// head is the head of the innermost loop that contains a location (a head
	// is contained in its own loop), or NoLoc.
	head []cfa.LocID
	// outer is, for the head of a loop, the head of the loop around it.
	outer []cfa.LocID
}

// NoLoc stands where there is no location.
const NoLoc cfa.LocID = -1

// WTO returns the weak topological order of a procedure. Successors are taken
// in the order of Loc.Out, so the result is a function of the procedure.
func WTO(proc *cfa.Proc) *Order {
	n := len(proc.Locs)
	b := &wtoBuilder{proc: proc, dfn: make([]int, n)}
	var comps []Component
	b.visit(proc.Entry, &comps)
	o := &Order{Components: reversed(comps), Index: make([]int, n), head: make([]cfa.LocID, n),
		outer: make([]cfa.LocID, n)}
	for l := range o.Index {
		o.Index[l], o.head[l], o.outer[l] = -1, NoLoc, NoLoc
	}
	o.flatten(o.Components, NoLoc)
	return o
}

func (o *Order) flatten(comps []Component, head cfa.LocID) {
	for _, c := range comps {
		o.Index[c.Loc] = len(o.Locs)
		o.Locs = append(o.Locs, c.Loc)
		o.head[c.Loc] = head
		if c.Loop {
			o.head[c.Loc], o.outer[c.Loc] = c.Loc, head
			o.flatten(c.Body, c.Loc)
		}
	}
}

// Reaches reports whether the entry reaches l.
func (o *Order) Reaches(l cfa.LocID) bool { return o.Index[l] >= 0 }

// Head returns the head of the innermost loop that contains l, l itself when it is a head, or NoLoc.
func (o *Order) Head(l cfa.LocID) cfa.LocID { return o.head[l] }

// HasLoops reports whether there are loops among the locations that the entry reaches.
func (o *Order) HasLoops() bool {
	return slices.ContainsFunc(o.Locs, o.IsHead)
}

// IsHead reports whether l is the head of a loop.
func (o *Order) IsHead(l cfa.LocID) bool { return o.head[l] == l }

// Outer returns the head of the loop around the loop with this head, or NoLoc.
func (o *Order) Outer(head cfa.LocID) cfa.LocID { return o.outer[head] }

// Contains reports whether the loop with this head contains l.
func (o *Order) Contains(head, l cfa.LocID) bool {
	for h := o.head[l]; h != NoLoc; h = o.outer[h] {
		if h == head {
			return true
		}
	}
	return false
}

// wtoBuilder follows figure 4 of Bourdoncle's paper.
type wtoBuilder struct {
	proc  *cfa.Proc
	dfn   []int
	num   int
	stack []cfa.LocID
}

// visit appends the components that l reaches to comps, last one first.
func (b *wtoBuilder) visit(l cfa.LocID, comps *[]Component) int {
	b.stack = append(b.stack, l)
	b.num++
	b.dfn[l] = b.num
	head, loop := b.num, false
	for _, i := range b.proc.Locs[l].Out {
		to := b.proc.Edges[i].To
		low := b.dfn[to]
		if low == 0 {
			low = b.visit(to, comps)
		}
		if low <= head {
			head, loop = low, true
		}
	}
	if head != b.dfn[l] {
		return head
	}
	b.dfn[l] = math.MaxInt
	for {
		top := b.stack[len(b.stack)-1]
		b.stack = b.stack[:len(b.stack)-1]
		if top == l {
			break
		}
		b.dfn[top] = 0 // visited again, as part of the loop
	}
	c := Component{Loc: l, Loop: loop}
	if loop {
		var body []Component
		for _, i := range b.proc.Locs[l].Out {
			if to := b.proc.Edges[i].To; b.dfn[to] == 0 {
				b.visit(to, &body)
			}
		}
		c.Body = reversed(body)
	}
	*comps = append(*comps, c)
	return head
}

func reversed(cs []Component) []Component {
	for i, j := 0, len(cs)-1; i < j; i, j = i+1, j-1 {
		cs[i], cs[j] = cs[j], cs[i]
	}
	return cs
}
