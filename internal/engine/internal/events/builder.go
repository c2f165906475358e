package events

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// builder adds what a thread does to the graph.
type builder struct {
	g  *Graph
	s  *term.Store
	th *Thread // the one that is being walked
	// positions counts the accesses of the step that is being made.
	positions int
	assumed   map[*cfa.Edge]bool
	bounded   bool // there is a goal of a bound
	property  property.Property
}

// ptr is a number as wide as a pointer.
func (b *builder) ptr(v uint64) term.Term { return b.s.BV(b.g.Program.PtrWidth, v) }

// place adds an event at a node.
func (b *builder) place(ev *Event, node NodeID, st *state) {
	ev.ID, ev.Thread, ev.Section, ev.Held = len(b.g.Events), b.th.ID, st.sec, st.held
	ev.Instance = -1
	ev.Node = node
	if st.sec != nil {
		ev.Pos = st.sec.events
		st.sec.events++
	} else {
		ev.Pos = b.positions
		b.positions++
	}
	b.g.Events = append(b.g.Events, ev)
}

// nodeFor is the node of the step that is about to be made.
func (b *builder) nodeFor(st *state) NodeID {
	if st.sec != nil {
		return st.sec.Node
	}
	b.positions = 0
	return b.g.newNode(AccessNode, b.th)
}

// zero is the zero of a sort.
func (b *builder) zero(sort term.Sort) term.Term {
	if sort.IsBool() {
		return b.s.False()
	}
	return b.s.BV(sort.Width(), 0)
}

// resize cuts or zero-extends a bit-vector to a width: what a call through a pointer of another type does.
func (b *builder) resize(t term.Term, width int) term.Term {
	w := b.s.Sort(t).Width()
	switch {
	case w == width || w == 0 || width == 0:
		return t
	case w > width:
		return b.s.Extract(width-1, 0, t)
	}
	return b.s.ZeroExt(width-w, t)
}

// goal adds a goal where a path is. instance is that of the edge, or -1.
func (b *builder) goal(kind GoalKind, st *state, e *cfa.Edge, instance int, what string) *Goal {
	goal := &Goal{
		Kind: kind, Thread: b.th.ID, Guard: st.guard, Section: st.sec,
		Node: b.th.Chain[len(b.th.Chain)-1], Edge: e, Instance: instance, What: what,
	}
	if st.sec != nil {
		st.sec.Goals = append(st.sec.Goals, goal)
		goal.Node = st.sec.Node
	}
	if e != nil {
		goal.Pos = e.Pos
	}
	b.g.Goals = append(b.g.Goals, goal)
	b.bounded = b.bounded || kind == BoundGoal
	return goal
}

// goalWhere adds a goal for the executions of a path in which a condition holds; nil where there are none.
func (b *builder) goalWhere(cond term.Term, kind GoalKind, st *state, e *cfa.Edge, what string) *Goal {
	g, ok := b.g.Guards.And(st.guard, cond)
	if !ok {
		return nil
	}
	there := *st
	there.guard = g
	return b.goal(kind, &there, e, -1, what)
}

// invalid adds a goal for the executions of a path in which a condition holds and the operation of an edge
// cannot be made: a violation if that violates the property. The instance is that of the edge, -1: it has
// none. The result is the goal; nil: there are no such executions.
func (b *builder) invalid(cond term.Term, st *state, e *cfa.Edge, instance int, what string) *Goal {
	kind := InvalidGoal
	if b.violates(e) {
		kind = ViolationGoal
	}
	goal := b.goalWhere(cond, kind, st, e, what)
	if goal == nil || kind == InvalidGoal {
		return goal
	}
	if instance < 0 {
		instance = b.instance(Instance{Origin: e.Origin, Guard: goal.Guard, Index: -1})
	}
	goal.Instance = instance
	return goal
}

// violates reports whether the property is violated where the operation of an edge cannot be made.
func (b *builder) violates(e *cfa.Edge) bool { return cfa.Violates(e.Op, b.property) }

// undefined ends the executions of a path in which a condition holds at an edge: they have undefined
// behaviour.
func (b *builder) undefined(cond term.Term, st *state, e *cfa.Edge, what string) {
	if b.violates(e) {
		b.invalid(cond, st, e, -1, what)
		return
	}
	b.assume(e, what)
}

// assume notes that undefined behaviour ends paths at an edge.
func (b *builder) assume(e *cfa.Edge, what string) {
	if !b.assumed[e] {
		b.assumed[e] = true
		b.g.Assumed = append(b.g.Assumed, Assumption{Edge: e, What: what})
	}
}

// instance adds an instance of an edge and returns its index.
func (b *builder) instance(in Instance) int {
	b.th.Instances = append(b.th.Instances, in)
	return len(b.th.Instances) - 1
}
