package bmc

import (
	"slices"

	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// maxPairs is the default of Config.MaxPairs; a pair takes about a kilobyte in
// the stores and the solver.
const maxPairs = 3_000_000

// relations holds the order part of the encoding: nodes, read-from and write
// order.
type relations struct {
	nodes    map[events.NodeID]smt.Node
	accesses map[*eventfacts.Cell]smt.Access
	chains   [][]int         // by thread: indices of the nodes made, ascending
	start    smt.Node        // before all others
	pairs    map[uint64]bool // by the ids of two cells
	inits    map[initKey]smt.Access
	initPair map[initPairKey]bool

	sent struct{ readFrom, writeOrder int } // of those below, to the solver

	// For the reconstruction of an execution.
	readFrom   []rfEdge
	writeOrder []woEdge
	joined     []joinEdge
}

type initKey struct {
	konst uint64
	size  int
	read  *eventfacts.Cell // nil for constant addresses
}

type initPairKey struct {
	init smt.Access
	w    *eventfacts.Cell
}

// rfEdge: if lit is true then r reads from w; w is nil for the initial content.
type rfEdge struct {
	lit    term.Term
	w, r   *eventfacts.Cell
	init   smt.Access
	from   smt.Access // of w, or init
	access smt.Access // of r
}

// woEdge: if lit is true then w is before w2; w is nil for the initial content.
type woEdge struct {
	lit    term.Term
	w, w2  *eventfacts.Cell
	init   smt.Access
	first  smt.Access // of w, or init
	second smt.Access // of w2
}

type joinEdge struct {
	lit    term.Term
	join   *events.Join
	target int
}

func (r *relations) init(e *encoder) {
	r.nodes = map[events.NodeID]smt.Node{}
	r.accesses = map[*eventfacts.Cell]smt.Access{}
	r.chains = make([][]int, len(e.g.Threads))
	r.pairs = map[uint64]bool{}
	r.inits = map[initKey]smt.Access{}
	r.initPair = map[initPairKey]bool{}
	r.start = e.solver.Node()
}

// node returns the solver's node for a node of the graph, ordered after and
// before its neighbours in the thread.
func (e *encoder) node(id events.NodeID) smt.Node {
	if n, ok := e.nodes[id]; ok {
		return n
	}
	gn := e.g.Nodes[id]
	th := e.g.Threads[gn.Thread]
	if gn.Index > 0 {
		e.node(th.Chain[0])
	}
	n := e.solver.Node()
	e.nodes[id] = n
	chain := e.chains[gn.Thread]
	at, _ := slices.BinarySearch(chain, gn.Index)
	if at > 0 {
		e.solver.Before(e.nodes[th.Chain[chain[at-1]]], n)
	}
	if at < len(chain) {
		e.solver.Before(n, e.nodes[th.Chain[chain[at]]])
	}
	e.chains[gn.Thread] = slices.Insert(chain, at, gn.Index)
	if gn.Index == 0 {
		if th.Parent < 0 {
			e.solver.Before(e.start, n)
		} else {
			e.solver.Before(e.node(th.Spawn), n)
		}
	}
	return n
}

// accessOf is the solver's access for a cell.
func (e *encoder) accessOf(c *eventfacts.Cell) smt.Access {
	if a, ok := e.accesses[c]; ok {
		return a
	}
	a := e.solver.Access(e.node(c.Event.Node), c.Event.Pos)
	e.accesses[c] = a
	return a
}

// pair orders two writes that may be to the same place, for a read that may
// read from w and could miss w2.
func (e *encoder) pair(w, w2 *eventfacts.Cell) error {
	key := uint64(w.ID)<<32 | uint64(w2.ID)
	if err := e.meter.Tick(1); err != nil || e.pairs[key] {
		return err
	}
	if len(e.pairs) >= e.maxPairs {
		return events.ErrTooLarge
	}
	e.pairs[key] = true
	same := e.cells.Same(w, w2)
	if e.s.IsFalse(same) || e.order.Before(w2.Event, w.Event) {
		return nil
	}
	if e.order.Before(w.Event, w2.Event) {
		lit := e.s.And(e.active(w2.Event), same)
		return e.addWriteOrder(lit, w, w2)
	}
	x := e.s.Fresh("ws", term.Bool)
	y := e.s.Fresh("ws", term.Bool)
	e.pairs[uint64(w2.ID)<<32|uint64(w.ID)] = true
	if err := e.assert(e.s.Implies(e.s.And(e.active(w.Event), e.active(w2.Event), same),
		e.s.Or(x, y))); err != nil {
		return err
	}
	if err := e.addWriteOrder(x, w, w2); err != nil {
		return err
	}
	return e.addWriteOrder(y, w2, w)
}

func (e *encoder) addWriteOrder(lit term.Term, w, w2 *eventfacts.Cell) error {
	e.need(lit)
	e.writeOrder = append(e.writeOrder, woEdge{lit: lit, w: w, w2: w2, first: e.accessOf(w),
		second: e.accessOf(w2)})
	return nil
}

// sendOrder tells the solver who reads from whom and which write comes first.
// All of it comes after the assertions: the solver simplifies what was
// asserted before it takes a literal into the order, once instead of each time.
func (e *encoder) sendOrder() {
	for ; e.sent.readFrom < len(e.readFrom); e.sent.readFrom++ {
		x := &e.readFrom[e.sent.readFrom]
		e.solver.ReadFrom(x.lit, x.from, x.access)
	}
	for ; e.sent.writeOrder < len(e.writeOrder); e.sent.writeOrder++ {
		x := &e.writeOrder[e.sent.writeOrder]
		e.solver.WriteOrder(x.lit, x.first, x.second)
	}
	e.sendSections()
}
