package bmc

import (
	"slices"

	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// maxPairs is the default of Config.MaxPairs; a pair takes about a kilobyte in
// the stores and the solver.
const maxPairs = 3_000_000

// tickWork is the work between two looks at the context.
const tickWork = 1 << 14

// tick counts comparisons of accesses, of which there may be as many as pairs of
// events, and fails when the context has ended.
func (e *encoder) tick(work int) error {
	if e.work += work; e.work < tickWork {
		return nil
	}
	e.worker.steps(e.work)
	e.work = 0
	return e.ctx.Err()
}

// relations holds the order part of the encoding: nodes, read-from and write
// order.
type relations struct {
	nodes    map[events.NodeID]smt.Node
	chains   [][]int // by thread: indices of the nodes made, ascending
	initial  smt.Node
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
	read  *cell // nil for constant addresses
}

type initPairKey struct {
	init smt.Access
	w    *cell
}

// rfEdge: if lit is true then r reads from w; w is nil for the initial content.
type rfEdge struct {
	lit    term.Term
	w, r   *cell
	init   smt.Access
	from   smt.Access // of w, or init
	access smt.Access // of r
}

// woEdge: if lit is true then w is before w2; w is nil for the initial content.
type woEdge struct {
	lit    term.Term
	w, w2  *cell
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
	r.chains = make([][]int, len(e.g.Threads))
	r.pairs = map[uint64]bool{}
	r.inits = map[initKey]smt.Access{}
	r.initPair = map[initPairKey]bool{}
	r.initial = e.solver.Node()
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
			e.solver.Before(e.initial, n)
		} else {
			e.solver.Before(e.node(th.Spawn), n)
		}
	}
	return n
}

func (e *encoder) accessOf(c *cell) smt.Access {
	if !c.hasAccess {
		c.access, c.hasAccess = e.solver.Access(e.node(c.event.Node), c.event.Pos), true
	}
	return c.access
}

func (e *encoder) clockOf(ev *events.Event) []int32 {
	if e.clocks[ev.ID] == nil {
		e.clocks[ev.ID] = e.order.clock(ev.Thread, e.g.Nodes[ev.Node].Index, ev.Guard)
	}
	return e.clocks[ev.ID]
}

// before reports whether event a is before event b whenever both happen.
func (e *encoder) before(a, b *events.Event) bool {
	if a.Node == b.Node {
		return a.Pos < b.Pos
	}
	return e.order.before(a.Node, b.Node, e.clockOf(b))
}

// sure reports whether a happens whenever b does, a being before b.
func (e *encoder) sure(a, b *events.Event) bool {
	gs := e.g.Guards
	if gs.Implies(b.Guard, a.Guard) {
		return true
	}
	if a.Thread == b.Thread || !e.order.finished(a.Thread, e.clockOf(b)) {
		return false
	}
	for _, f := range e.g.Threads[a.Thread].Finishes {
		if !gs.Implies(f.Guard, a.Guard) {
			return false
		}
	}
	return true
}

// same is the condition that two cells are at the same address.
func (e *encoder) same(a, b *cell) term.Term {
	if a.isConst && b.isConst {
		return e.s.Bool(a.konst == b.konst)
	}
	return e.s.Eq(a.addr, b.addr)
}

// meet reports whether two cells of a group may be the same place.
func (e *encoder) meet(a, b *cell) bool {
	if a.isConst && b.isConst {
		return a.konst == b.konst
	}
	if a.addr == b.addr {
		return true
	}
	x, y := e.cuts.acc[a.event.ID].at, e.cuts.acc[b.event.ID].at
	m := mask(min(x.known, y.known, 32))
	if (x.low+uint64(a.index*a.size)-y.low-uint64(b.index*b.size))&m != 0 {
		return false
	}
	if a.all || b.all {
		return true
	}
	for i, j := 0, 0; i < len(a.regions) && j < len(b.regions); {
		switch {
		case a.regions[i] == b.regions[j]:
			return true
		case a.regions[i] < b.regions[j]:
			i++
		default:
			j++
		}
	}
	return false
}

// writesMeeting lists the writes that may be to the place of c.
func (e *encoder) writesMeeting(c *cell) []*cell {
	gr := &e.groups[c.group]
	var out []*cell
	if c.isConst {
		out = append(out, gr.at[c.konst]...)
	} else {
		keys := make([]uint64, 0, len(gr.at))
		for k := range gr.at {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			if e.meet(c, gr.at[k][0]) {
				out = append(out, gr.at[k]...)
			}
		}
	}
	for _, w := range gr.other {
		if e.meet(c, w) {
			out = append(out, w)
		}
	}
	slices.SortFunc(out, func(a, b *cell) int { return a.event.ID - b.event.ID })
	return out
}

// pair orders two writes that may be to the same place, for a read that may
// read from w and could miss w2.
func (e *encoder) pair(w, w2 *cell) error {
	key := uint64(w.id)<<32 | uint64(w2.id)
	if err := e.tick(1); err != nil || e.pairs[key] {
		return err
	}
	if len(e.pairs) >= e.maxPairs {
		return events.ErrTooLarge
	}
	e.pairs[key] = true
	same := e.same(w, w2)
	if e.s.IsFalse(same) || e.before(w2.event, w.event) {
		return nil
	}
	if e.before(w.event, w2.event) {
		lit := e.s.And(e.active(w2.event), same)
		return e.addWriteOrder(lit, w, w2)
	}
	x := e.s.Fresh("ws", term.Bool)
	y := e.s.Fresh("ws", term.Bool)
	e.pairs[uint64(w2.id)<<32|uint64(w.id)] = true
	if err := e.assert(e.s.Implies(e.s.And(e.active(w.event), e.active(w2.event), same),
		e.s.Or(x, y))); err != nil {
		return err
	}
	if err := e.addWriteOrder(x, w, w2); err != nil {
		return err
	}
	return e.addWriteOrder(y, w2, w)
}

func (e *encoder) addWriteOrder(lit term.Term, w, w2 *cell) error {
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
	e.critical.send()
}
