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
	heads := make([]cfa.LocID, 2*n)
	o := &Order{Index: make([]int, n), head: heads[:n:n], outer: heads[n:]}
	for l := range o.Index {
		o.Index[l], o.head[l], o.outer[l] = -1, NoLoc, NoLoc
	}
	b := &wtoBuilder{proc: proc, order: o, dfn: make([]int32, n), locs: make([]cfa.LocID, n), free: n}
	b.run()
	o.Locs = b.locs[b.free:]
	for i, l := range o.Locs {
		o.Index[l] = i
	}
	return o
}

// Components returns the order as nested components.
func (o *Order) Components() []Component {
	all, _ := o.components(0, NoLoc)
	return all
}

// components returns those of the loop with a head from a place of the sequence on, and where they end.
func (o *Order) components(at int, head cfa.LocID) (out []Component, end int) {
	for at < len(o.Locs) && (head == NoLoc || o.Contains(head, o.Locs[at])) {
		c := Component{Loc: o.Locs[at], Loop: o.IsHead(o.Locs[at])}
		at++
		if c.Loop {
			c.Body, at = o.components(at, c.Loc)
		}
		out = append(out, c)
	}
	return out, at
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

// wtoBuilder follows figure 4 of Bourdoncle's paper. What the paper puts in front of a partition goes to the
// end of what is free of the flattened sequence, so that a component ends up where it belongs. Its visits
// wait in a list, since they are nested as deeply as paths are long.
type wtoBuilder struct {
	proc   *cfa.Proc
	order  *Order
	dfn    []int32 // by location: when it was visited; 0: not yet, or again, as part of a loop
	num    int32
	stack  []cfa.LocID // visited, and not part of a component so far
	visits []wtoVisit
	locs   []cfa.LocID // the sequence from free on
	free   int
}

// wtoVisit is a visit of a location.
type wtoVisit struct {
	loc, inside cfa.LocID // inside is the head of the loop that is cut into components
	head        int32     // the least number of what it leads back to
	edge        int32     // of its outgoing ones, the next
	loop        bool
	body        bool // it is a head, and the components of its loop are being visited
}

const wtoDone = math.MaxInt32

func (b *wtoBuilder) visit(l, inside cfa.LocID) {
	b.stack = append(b.stack, l)
	b.num++
	b.dfn[l] = b.num
	b.visits = append(b.visits, wtoVisit{loc: l, inside: inside, head: b.num})
}

func (b *wtoBuilder) run() {
	for b.visit(b.proc.Entry, NoLoc); len(b.visits) > 0; {
		v := &b.visits[len(b.visits)-1]
		out := b.proc.Locs[v.loc].Out
		if int(v.edge) < len(out) {
			to := b.proc.Edges[out[v.edge]].To
			switch low := b.dfn[to]; {
			case low == 0 && v.body:
				b.visit(to, v.loc)
			case low == 0:
				b.visit(to, v.inside)
			default:
				v.leadsTo(low)
			}
			continue
		}
		if !v.body {
			if v.head == b.dfn[v.loc] && b.isHead(v) {
				v.body, v.edge = true, 0
				continue
			}
		} else {
			b.place(v)
		}
		head := v.head
		b.visits = b.visits[:len(b.visits)-1]
		if n := len(b.visits); n > 0 {
			b.visits[n-1].leadsTo(head)
		}
	}
}

// leadsTo goes on after an edge to a location that leads back to one of this number.
func (v *wtoVisit) leadsTo(low int32) {
	v.edge++
	if !v.body && low <= v.head {
		v.head, v.loop = low, true
	}
}

// isHead ends the first part of the visit of a location that begins a component, and reports whether that is
// a loop, all of which is visited again.
func (b *wtoBuilder) isHead(v *wtoVisit) bool {
	b.dfn[v.loc] = wtoDone
	for {
		top := b.stack[len(b.stack)-1]
		b.stack = b.stack[:len(b.stack)-1]
		if top == v.loc {
			break
		}
		b.dfn[top] = 0
	}
	if !v.loop {
		b.place(v)
	}
	return v.loop
}

// place puts a component in front of the others.
func (b *wtoBuilder) place(v *wtoVisit) {
	b.free--
	b.locs[b.free] = v.loc
	b.order.head[v.loc] = v.inside
	if v.loop {
		b.order.head[v.loc], b.order.outer[v.loc] = v.loc, v.inside
	}
}
