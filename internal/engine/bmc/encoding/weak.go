package encoding

import (
	"errors"
	"fmt"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/engine/internal/ordering"
	"whittle.dev/internal/source"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// weak is the order of the executions of a weak memory model, in the form of package axioms. Its graphs are
// parts of the one graph of the solver's theory that no edge connects:
//
//   - program order, creation, joins and read-from, which is what ordering.Model keeps;
//   - coherence: of each place the writes and reads (weak_coherence.go);
//   - TSO and PSO: what leaves the store buffers (weak_buffers.go);
//   - RC11: happens-before (weak_layer.go), and the order of sequentially consistent events (weak_strong.go).
//
// All writes to a place are ordered, so that the solver's model is an execution graph with nothing left out.
// Edges are derived in one direction: a relation has at least the pairs that it must have. The axioms only
// forbid, so what else the solver adds forbids more and is never needed.
type weak struct {
	*Encoder
	model axioms.Model
	graph interface {
		smt.Orderer
		smt.Reacher
	}
	first smt.Node // no edge leads there; that of initial contents

	points  []*point   // by id
	threads [][]*point // by thread, in program order
	at      map[*events.Event]*point
	syncs   map[events.NodeID]*point
	units   []*unit
	unitOf  map[*eventfacts.Cell]*unit

	hb       *layer                         // RC11
	copies   []*layer                       // of hb, with that
	ordered  map[[2]int]term.Term           // of units in different threads, see before
	strong   *strong                        // RC11, nil: there are no sequentially consistent events
	buffers  []smt.Node                     // TSO and PSO, by point
	sources  map[ordering.Source]smt.Access // in the coherence graph
	free     map[ordering.Source]smt.Access // see source
	lastFree smt.Node
	access   map[accessKey]smt.Access

	// Of accesses of several cells, see whole and agree.
	views  map[*events.Event]map[*events.Event]term.Term
	viewed map[*events.Event][]*events.Event
	agreed map[[2]*events.Event]term.Term

	// What the solver is told after the assertions.
	edges  []conditional
	reads  []seen
	writes []overwritten
	joins  []joined
	races  []weakRace
	sent   struct{ edges, reads, writes, joins int }
}

// joined says that a thread has ended before a join if lit holds.
type joined struct {
	lit       term.Term
	end, join events.NodeID
}

// conditional is an edge that holds where a literal does; or the question whether a leads to b.
type conditional struct {
	lit  term.Term
	a, b smt.Node
	asks bool
}

// seen says that a read sees a source if lit holds; overwritten that a source is before a write to its place.
type seen struct {
	lit    term.Term
	source ordering.Source
	read   *eventfacts.Cell
}

type overwritten struct {
	lit    term.Term
	source ordering.Source
	write  *eventfacts.Cell
}

type accessKey struct {
	node smt.Node
	cell *eventfacts.Cell
}

// Beyond says that a program has something that the encoding does not have in weak memory models.
type Beyond struct {
	Pos  source.Pos
	What string
}

func (b *Beyond) Error() string { return fmt.Sprintf("%s in a weak memory model", b.What) }

// errNoReach says that the solver has no smt.Reacher.
var errNoReach = errors.New("the solver does not tell which events lead to which")

// InModel makes the executions those of a weak memory model. It must come before anything is asked. The error
// is a *Beyond if the program has what is not supported there.
func (e *Encoder) InModel(m axioms.Model) error {
	g, ok := e.solver.(interface {
		smt.Orderer
		smt.Reacher
	})
	if !ok {
		return errNoReach
	}
	w := &weak{Encoder: e, model: m, graph: g, first: g.Node(), lastFree: g.Node(),
		at: map[*events.Event]*point{}, syncs: map[events.NodeID]*point{},
		unitOf: map[*eventfacts.Cell]*unit{}, ordered: map[[2]int]term.Term{},
		sources: map[ordering.Source]smt.Access{}, free: map[ordering.Source]smt.Access{},
		access: map[accessKey]smt.Access{}, views: map[*events.Event]map[*events.Event]term.Term{},
		viewed: map[*events.Event][]*events.Event{}, agreed: map[[2]*events.Event]term.Term{}}
	e.weak = w
	e.model.CausesOnly()
	if err := w.findPoints(); err != nil {
		return err
	}
	e.NeedAll()
	if err := w.orderWrites(); err != nil {
		return err
	}
	if m == axioms.RC11 {
		w.hb = w.layer(nil)
	} else {
		w.buffer()
	}
	if err := w.cohere(); err != nil {
		return err
	}
	if m == axioms.RC11 {
		return w.strengthen()
	}
	return nil
}

// edge orders two nodes where a condition holds.
func (w *weak) edge(cond term.Term, a, b smt.Node) {
	switch {
	case w.s.IsFalse(cond):
	case w.s.IsTrue(cond):
		w.graph.Before(a, b)
	default:
		w.need(cond)
		w.edges = append(w.edges, conditional{lit: cond, a: a, b: b})
	}
}

// send tells the solver what is new, after the assertions.
func (w *weak) send() {
	for _, x := range w.edges[w.sent.edges:] {
		if x.asks {
			w.graph.Reach(x.lit, x.a, x.b)
		} else {
			w.graph.Edge(x.lit, x.a, x.b)
		}
	}
	w.sent.edges = len(w.edges)
	for _, x := range w.reads[w.sent.reads:] {
		w.sendRead(x)
	}
	w.sent.reads = len(w.reads)
	for _, x := range w.writes[w.sent.writes:] {
		w.sendWrite(x)
	}
	w.sent.writes = len(w.writes)
	for _, x := range w.joins[w.sent.joins:] {
		w.sendJoin(x.lit, w.syncs[x.end], w.syncs[x.join])
	}
	w.sent.joins = len(w.joins)
}

// sees notes what a read sees if a literal holds.
func (e *Encoder) sees(lit term.Term, source ordering.Source, c *eventfacts.Cell) error {
	if e.weak == nil {
		return nil
	}
	e.need(lit)
	e.weak.reads = append(e.weak.reads, seen{lit, source, c})
	return e.weak.whole(lit, source, c)
}

func (w *weak) sendJoin(lit term.Term, end, join *point) {
	for _, l := range w.copies {
		w.graph.Edge(lit, l.out[end.id], l.in[join.id])
	}
	if w.buffers != nil {
		w.graph.Edge(lit, w.buffers[end.id], w.buffers[join.id])
	}
	if w.strong != nil {
		w.graph.Edge(lit, w.strong.nodes[end.id], w.strong.nodes[join.id])
	}
}

func (w *weak) sendRead(x seen) {
	r := w.at[x.read.Event]
	w.graph.ReadFrom(x.lit, w.coherent(x.source), w.accessAt(w.unitOf[x.read].node, x.read))
	for _, l := range w.copies {
		l.synchronise(x, r)
	}
	if w.buffers != nil {
		w.leave(x, r)
	}
	if w.strong != nil {
		w.strong.read(x, r)
	}
}

func (w *weak) sendWrite(x overwritten) {
	w.graph.WriteOrder(x.lit, w.coherent(x.source), w.accessAt(w.unitOf[x.write].node, x.write))
	if w.buffers != nil {
		w.reach(x)
	}
	if w.strong != nil {
		w.strong.write(x)
	}
}

// accessAt is the access of a cell at a node.
func (w *weak) accessAt(n smt.Node, c *eventfacts.Cell) smt.Access {
	k := accessKey{n, c}
	a, ok := w.access[k]
	if !ok {
		a = w.graph.Access(n, c.Event.Pos)
		w.access[k] = a
	}
	return a
}

// source is an access that stands for a source where a read comes before the writes that overwrite what it
// reads, but not after the source: its node has no other edges that lead to it.
func (w *weak) source(s ordering.Source) smt.Access {
	a, ok := w.free[s]
	if !ok {
		n := w.graph.Node()
		w.graph.Before(w.lastFree, n) // nodes in a chain cost the solver less
		w.lastFree = n
		a = w.graph.Access(n, 0)
		w.free[s] = a
	}
	return a
}

// orderWrites orders all writes to a place.
func (w *weak) orderWrites() error {
	var cells []*eventfacts.Cell
	for _, p := range w.points {
		if p.kind == axioms.Write {
			cells = append(cells, p.cells...)
		}
	}
	for i, b := range cells {
		for _, a := range cells[:i] {
			if !w.Cells.Alike(a, b) {
				continue
			}
			if err := errors.Join(w.pair(a, b), w.pair(b, a)); err != nil {
				return err
			}
		}
	}
	return nil
}
