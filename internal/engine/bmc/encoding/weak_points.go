package encoding

import (
	"slices"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// point is an event of package axioms: a read, a write, a fence, or a Sync. What it is for the model may
// depend on the execution: the read of a compare-exchange acquires if it succeeds.
type point struct {
	id     int
	thread int
	index  int // in its thread
	node   events.NodeID
	kind   axioms.Kind
	guard  events.Guard
	when   term.Term // it takes place
	ev     *events.Event
	cells  []*eventfacts.Cell
	pair   *point // the other half of a read-modify-write
	order  cfa.Order

	atomic                     bool
	acquires, releases, seqcst term.Term // where it takes place
	drains                     term.Term // likewise: it waits until the store buffer is empty
}

// findPoints makes the points of all threads.
func (w *weak) findPoints() error {
	g := w.Graph
	byNode := map[events.NodeID][]*events.Event{}
	for _, ev := range g.Events {
		if ev.Life {
			return &Beyond{ev.Edge.Pos, "memory that is freed while it may be used"}
		}
		byNode[ev.Node] = append(byNode[ev.Node], ev)
	}
	fences := map[events.NodeID]*events.Fence{}
	for _, f := range g.Fences {
		fences[f.Node] = f
	}
	sections := map[events.NodeID]*events.Section{}
	for _, s := range g.Sections {
		sections[s.Node] = s
	}
	w.threads = make([][]*point, len(g.Threads))
	for _, th := range g.Threads {
		for _, id := range th.Chain {
			var err error
			switch evs := byNode[id]; g.Nodes[id].Kind {
			case events.AccessNode:
				for _, ev := range evs {
					w.accessPoint(ev)
				}
			case events.SectionNode:
				err = w.section(sections[id], evs)
			case events.FenceNode:
				f := fences[id]
				p := w.add(th.ID, id, axioms.Fence, f.Guard)
				p.order = f.Order
				p.when = w.s.And(g.Guards.Term(f.Guard), w.creatorsComplete(th.ID))
				p.acquires, p.releases = w.s.Bool(acquires(f.Order)), w.s.Bool(releases(f.Order))
				p.seqcst = w.s.Bool(f.Order == cfa.SeqCst)
				p.drains = p.seqcst
			default:
				w.add(th.ID, id, axioms.Sync, events.Always).drains = w.s.True()
			}
			if err != nil {
				return err
			}
		}
	}
	return w.setSyncs()
}

// setSyncs says when creations and joins take place.
func (w *weak) setSyncs() error {
	g := w.Graph
	for _, p := range w.points {
		if p.kind == axioms.Sync {
			w.syncs[p.node] = p
		}
		w.need(p.when)
	}
	for _, th := range g.Threads {
		if th.Parent < 0 {
			continue
		}
		p := w.syncs[th.Spawn]
		if p == nil {
			return &Beyond{What: "a thread that is created in an atomic section"}
		}
		p.guard, p.when = th.Guard, w.s.And(g.Guards.Term(th.Guard), w.creatorsComplete(p.thread))
		w.need(p.when)
	}
	for _, j := range g.Joins {
		p := w.syncs[j.Node]
		if p == nil {
			return &Beyond{j.Edge.Pos, "a thread that is waited for in an atomic section"}
		}
		p.when = w.s.And(g.Guards.Term(j.Guard), j.Done, w.creatorsComplete(p.thread))
		w.need(p.when)
	}
	return nil
}

func (w *weak) add(thread int, node events.NodeID, kind axioms.Kind, guard events.Guard) *point {
	no := w.s.False()
	p := &point{id: len(w.points), thread: thread, index: len(w.threads[thread]), node: node, kind: kind,
		guard: guard, when: w.s.True(), acquires: no, releases: no, seqcst: no, drains: no}
	w.points = append(w.points, p)
	w.threads[thread] = append(w.threads[thread], p)
	return p
}

// accessPoint makes the point of an access with the order that its operation names.
func (w *weak) accessPoint(ev *events.Event) *point {
	kind := axioms.Read
	if ev.Write {
		kind = axioms.Write
	}
	p := w.add(ev.Thread, ev.Node, kind, ev.Guard)
	p.ev, p.cells, p.when = ev, w.Cells.Of(ev), w.active(ev)
	w.at[ev] = p
	w.setOrder(p, orderOf(ev.Edge.Op))
	return p
}

// setOrder gives an access that is not part of an atomic section its order.
func (w *weak) setOrder(p *point, o cfa.Order) {
	p.order, p.atomic = o, o > cfa.Plain
	p.acquires = w.s.Bool(p.kind == axioms.Read && acquires(o))
	p.releases = w.s.Bool(p.kind == axioms.Write && releases(o))
	p.seqcst = w.s.Bool(o == cfa.SeqCst)
	p.drains = w.s.Bool(p.kind == axioms.Write && o == cfa.SeqCst)
}

func orderOf(op cfa.Op) cfa.Order {
	switch op := op.(type) {
	case cfa.Load:
		return op.Order
	case cfa.Store:
		return op.Order
	}
	return cfa.Plain
}

func acquires(o cfa.Order) bool {
	return o == cfa.Consume || o == cfa.Acquire || o == cfa.AcqRel || o == cfa.SeqCst
}

func releases(o cfa.Order) bool { return o == cfa.Release || o == cfa.AcqRel || o == cfa.SeqCst }

// section makes the points of an atomic section: at most a read and a write, of one place. The orders are
// those of package interp/graphs.
func (w *weak) section(sec *events.Section, evs []*events.Event) error {
	slices.SortStableFunc(evs, func(a, b *events.Event) int { return a.Pos - b.Pos })
	if len(evs) == 0 {
		return nil
	}
	var read, write *point
	for _, ev := range evs {
		p := w.accessPoint(ev)
		p.when = w.active(ev)
		switch {
		case !ev.Write && read == nil && write == nil:
			read = p
		case ev.Write && write == nil && (read == nil || read.ev.Addr == ev.Addr && read.ev.Size == ev.Size &&
			w.Graph.Guards.Implies(ev.Guard, read.ev.Guard)):
			write = p
		default:
			return &Beyond{sec.Begin.Pos, "an atomic section of several accesses"}
		}
	}
	if read != nil && write != nil {
		read.pair, write.pair = write, read
	}
	if sync := sec.Begin.Sync; sync != nil {
		w.library(read, write, sync.Kind.Takes() != "")
		return nil
	}
	if read != nil && read.order == cfa.Plain || write != nil && write.order == cfa.Plain {
		return &Beyond{sec.Begin.Pos, "an atomic section of accesses that are not atomic"}
	}
	if read != nil {
		read.drains = w.s.True()
	}
	if read == nil || write == nil {
		return nil
	}
	write.drains = w.s.True()
	if acquires(write.order) {
		read.acquires = w.s.Or(read.acquires, write.when)
		read.seqcst = w.s.Or(read.seqcst, w.s.And(write.when, w.s.Bool(write.order == cfa.SeqCst)))
	}
	return nil
}

// library gives the accesses of a library operation their orders: what takes a lock acquires, what gives one
// back releases, and a try that fails promises nothing.
func (w *weak) library(read, write *point, takes bool) {
	happens := w.s.False()
	if write != nil {
		happens = write.when
		w.setOrder(write, cfa.Release)
		if takes {
			w.setOrder(write, cfa.Relaxed)
		}
		write.drains = w.s.Bool(read != nil)
	}
	if read != nil {
		w.setOrder(read, cfa.Relaxed)
		read.acquires, read.drains = happens, happens
		if !takes {
			read.acquires = w.s.True()
		}
	}
}

// sure reports whether b takes place whenever a does.
func (w *weak) sure(a, b *point) bool {
	if w.s.IsTrue(b.when) {
		return true
	}
	return w.Graph.Guards.Implies(a.guard, b.guard) && (b.ev == nil || b.ev.Section == nil)
}

// apart is the condition that two points are not accesses to one place.
func (w *weak) apart(a, b *point) term.Term {
	if a.ev == nil || b.ev == nil {
		return w.s.True()
	}
	same := w.s.False()
	for _, x := range a.cells {
		for _, y := range b.cells {
			if w.Cells.Alike(x, y) {
				same = w.s.Or(same, w.Cells.Same(x, y))
			}
		}
	}
	return w.s.Not(same)
}
