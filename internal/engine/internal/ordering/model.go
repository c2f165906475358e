package ordering

import (
	"slices"

	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Model is the order of the executions of a graph, under literals.
type Model struct {
	g      *events.Graph
	solver smt.Orderer

	nodes    map[events.NodeID]smt.Node
	chains   [][]int  // by thread: indices of the nodes made, ascending
	first    smt.Node // before all others
	accesses map[*eventfacts.Cell]smt.Access
	initial  map[initialKey]smt.Access

	causesOnly bool
	readFrom   []readFrom
	writeOrder []writeOrder
	joins      []join
	sections   []section
	sent       struct{ readFrom, writeOrder, sections int } // to the solver
}

// Source is what a read sees: a write, or the initial content of a place.
type Source struct {
	Write   *eventfacts.Cell
	initial smt.Access
}

type initialKey struct {
	addr uint64
	size int
	read *eventfacts.Cell // nil for constant addresses
}

// readFrom: if lit is true then read sees source.
type readFrom struct {
	lit    term.Term
	source Source
	read   *eventfacts.Cell
}

// writeOrder: if lit is true then source is before write, and at the same place.
type writeOrder struct {
	lit    term.Term
	source Source
	write  *eventfacts.Cell
}

// join: if lit is true then the thread target has ended before the node.
type join struct {
	lit    term.Term
	target int
	node   events.NodeID
}

// section: if lit is true then the critical section that ends with end is before the one that begins with
// take.
type section struct {
	lit       term.Term
	end, take *events.Event
}

// New returns the order of a graph for a solver.
func New(g *events.Graph, solver smt.Orderer) *Model {
	return &Model{g: g, solver: solver, nodes: map[events.NodeID]smt.Node{},
		chains: make([][]int, len(g.Threads)), first: solver.Node(),
		accesses: map[*eventfacts.Cell]smt.Access{}, initial: map[initialKey]smt.Access{}}
}

// CausesOnly leaves the order of writes, and with it from-read, out of the order: what is left are program
// order, creation, joins and read-from, which weak memory models keep acyclic as well.
func (m *Model) CausesOnly() { m.causesOnly = true }

// Node returns the solver's node for a node of the graph, ordered after and
// before its neighbours in the thread.
func (m *Model) Node(id events.NodeID) smt.Node {
	if n, ok := m.nodes[id]; ok {
		return n
	}
	gn := m.g.Nodes[id]
	th := m.g.Threads[gn.Thread]
	if gn.Index > 0 {
		m.Node(th.Chain[0])
	}
	n := m.solver.Node()
	m.nodes[id] = n
	chain := m.chains[gn.Thread]
	at, _ := slices.BinarySearch(chain, gn.Index)
	if at > 0 {
		m.solver.Before(m.nodes[th.Chain[chain[at-1]]], n)
	}
	if at < len(chain) {
		m.solver.Before(n, m.nodes[th.Chain[chain[at]]])
	}
	m.chains[gn.Thread] = slices.Insert(chain, at, gn.Index)
	if gn.Index == 0 {
		if th.Parent < 0 {
			m.solver.Before(m.first, n)
		} else {
			m.solver.Before(m.Node(th.Spawn), n)
		}
	}
	return n
}

// Before orders two nodes, whatever holds.
func (m *Model) Before(a, b events.NodeID) { m.solver.Before(m.Node(a), m.Node(b)) }

// Edge orders two nodes if lit is true. Past and Linearise know nothing of it.
func (m *Model) Edge(lit term.Term, a, b events.NodeID) { m.solver.Edge(lit, m.Node(a), m.Node(b)) }

// access is the solver's access for a cell.
func (m *Model) access(c *eventfacts.Cell) smt.Access {
	a, ok := m.accesses[c]
	if !ok {
		a = m.solver.Access(m.Node(c.Event.Node), c.Event.Pos)
		m.accesses[c] = a
	}
	return a
}

// Initial is the initial content of the place of a read. Reads of one constant address share it.
func (m *Model) Initial(read *eventfacts.Cell) Source {
	key := initialKey{addr: read.Place, size: read.Size}
	if !read.Fixed {
		key = initialKey{read: read}
	}
	a, ok := m.initial[key]
	if !ok {
		a = m.solver.Access(m.first, 0)
		m.initial[key] = a
	}
	return Source{initial: a}
}

// ReadFrom lets lit say that a read sees a source.
func (m *Model) ReadFrom(lit term.Term, source Source, read *eventfacts.Cell) {
	m.accessOf(source)
	m.access(read)
	m.readFrom = append(m.readFrom, readFrom{lit, source, read})
}

// WriteOrder lets lit say that a source is before a write, and at the same place. For the write of a source
// the literal must hold whenever both take place, are at the same place, and are in this order.
func (m *Model) WriteOrder(lit term.Term, source Source, write *eventfacts.Cell) {
	m.accessOf(source)
	m.access(write)
	m.writeOrder = append(m.writeOrder, writeOrder{lit, source, write})
}

// accessOf is the solver's access for a source.
func (m *Model) accessOf(s Source) smt.Access {
	if s.Write == nil {
		return s.initial
	}
	return m.access(s.Write)
}

// Join lets lit say that a thread has ended before a join.
func (m *Model) Join(lit term.Term, target *events.Thread, j *events.Join) {
	m.Edge(lit, target.End, j.Node)
	m.joins = append(m.joins, join{lit, target.ID, j.Node})
}

// Section lets lit say that one critical section ends before another one of the lock begins.
func (m *Model) Section(lit term.Term, end, take *events.Event) {
	m.sections = append(m.sections, section{lit, end, take})
}

// Send tells the solver who reads from whom, which write comes first, and which section.
// All of it comes after the assertions: the solver simplifies what was
// asserted before it takes a literal into the order, once instead of each time.
func (m *Model) Send() {
	for _, x := range m.readFrom[m.sent.readFrom:] {
		if !m.causesOnly {
			m.solver.ReadFrom(x.lit, m.accessOf(x.source), m.access(x.read))
		} else if w := x.source.Write; w != nil && w.Event.Node != x.read.Event.Node {
			m.Edge(x.lit, w.Event.Node, x.read.Event.Node)
		}
	}
	m.sent.readFrom = len(m.readFrom)
	for _, x := range m.writeOrder[m.sent.writeOrder:] {
		if m.causesOnly {
			break
		}
		m.solver.WriteOrder(x.lit, m.accessOf(x.source), m.access(x.write))
	}
	m.sent.writeOrder = len(m.writeOrder)
	for _, x := range m.sections[m.sent.sections:] {
		m.Edge(x.lit, x.end.Node, x.take.Node)
	}
	m.sent.sections = len(m.sections)
}

// Sizes are the numbers of read-from and write-order literals.
func (m *Model) Sizes() (readFrom, writeOrder int) { return len(m.readFrom), len(m.writeOrder) }
