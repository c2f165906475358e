package order

import "whittle.dev/sat"

// Node is an element to be ordered: an event, or an atomic section of events.
type Node int32

// Access is a read or a write inside a node.
type Access int32

// Theory is the ordering-consistency theory over the literals of one solver.
// Its nodes, edges and accesses are permanent; add them between solves.
type Theory struct {
	solver *sat.Solver
	graph  graph
	stats  Stats

	edges    []edge
	byLit    [][]int32 // by literal: the edges it activates
	accesses []access

	// What propagation looks at, by node.
	inCand [][]cand   // edges with a literal that enter the node
	writes [][]Access // writes that have an edge from an earlier write

	// What holds now.
	queue     []entry  // literals told, in order
	processed int      // entries of queue whose edges are active
	touched   []touch  // accesses whose lists of active edges grew
	records   []record // implied literals
	search    *sat.Search

	closure closure
	asked   []int32 // passive edges
	dirty   bool    // the closure does not know all nodes, edges and candidates
	sources []int32 // by write: scratch of propagation
	path    pathSearch
	buf     []sat.Lit
}

// Stats counts what a Theory has done and holds.
type Stats struct {
	Nodes     int   // nodes
	Edges     int   // edges activated by literals
	Fixed     int   // fixed edges
	Inserted  int64 // edges activated, with derived ones
	Derived   int64 // from-read edges derived
	Reordered int64 // activations that changed the topological order
	Cycles    int64 // conflicts
	Implied   int64 // literals propagated
	Explained int64 // propagations explained
	Lowered   int64 // nodes that came to reach more
}

type kind uint8

const (
	plain kind = iota
	readFrom
	writeOrder
	passive // it is never active, see Reach
)

// edge is an edge that is active while its literal is true. For a read-from
// edge a is the write and b the read, for a write-order edge both are writes.
type edge struct {
	lit      sat.Lit
	from, to Node
	a, b     Access
	kind     kind
}

// access is a read or a write.
type access struct {
	node Node
	pos  int32

	readers []int32  // of a write: all its read-from edges
	sources []int32  // of a read: all its read-from edges
	later   []int32  // of a write: all its write-order edges, as the earlier one
	earlier []int32  // of a write: all its write-order edges, as the later one
	rivals  []Access // of a write: reads that may read from an earlier one

	activeReaders []int32 // the active ones of readers
	activeLater   []int32 // the active ones of later
}

// entry is a literal told by the solver, with what to undo.
type entry struct {
	lit     sat.Lit
	level   int32
	active  int32 // heights before its edges were activated
	closed  int32
	touched int32
	records int32
}

// touch says that a list of active edges of an access grew by one.
type touch struct {
	access Access
	kind   kind
}

// New creates a theory and attaches it to s.
func New(s *sat.Solver) *Theory {
	t := &Theory{solver: s, closure: closure{limit: closureLimit}}
	s.AddTheory(t)
	return t
}

// Node adds a node.
func (t *Theory) Node() Node {
	t.solver.Reset()
	t.dirty = true
	n := t.graph.add()
	t.inCand = append(t.inCand, nil)
	t.writes = append(t.writes, nil)
	t.path.add()
	t.stats.Nodes++
	return n
}

// Before adds a fixed edge: a is before b.
func (t *Theory) Before(a, b Node) {
	t.solver.Reset()
	t.stats.Fixed++
	t.insertRoot(a, b, 0, 0)
}

// Edge adds an edge that is active while l is true: a is before b.
func (t *Theory) Edge(l sat.Lit, a, b Node) {
	t.addEdge(edge{lit: l, from: a, to: b, kind: plain}, a != b)
}

// Access adds a read or a write to a node. Accesses of one node happen in the order of their positions.
func (t *Theory) Access(n Node, pos int) Access {
	t.accesses = append(t.accesses, access{node: n, pos: int32(pos)})
	return Access(len(t.accesses) - 1)
}

// ReadFrom adds that r reads what w wrote while l is true: w is before r, and
// r is before every write that [Theory.WriteOrder] puts after w.
func (t *Theory) ReadFrom(l sat.Lit, w, r Access) {
	t.addEdge(edge{lit: l, from: t.accesses[w].node, to: t.accesses[r].node, a: w, b: r, kind: readFrom},
		t.follows(w, r))
}

// WriteOrder adds that w is before w2, a write to the same place, while l is true.
func (t *Theory) WriteOrder(l sat.Lit, w, w2 Access) {
	t.addEdge(edge{lit: l, from: t.accesses[w].node, to: t.accesses[w2].node, a: w, b: w2, kind: writeOrder},
		t.follows(w, w2))
}

// follows reports that b may be after a: in another node, or later in its own.
func (t *Theory) follows(a, b Access) bool {
	x, y := &t.accesses[a], &t.accesses[b]
	return x.node != y.node || x.pos < y.pos
}

// addEdge adds an edge; possible is false if it can never be active.
func (t *Theory) addEdge(e edge, possible bool) {
	t.solver.Reset()
	if !possible {
		t.solver.AddAxiom(e.lit.Not())
		return
	}
	fixed := t.solver.Fixed(e.lit)
	if fixed == sat.False {
		return
	}
	t.stats.Edges++
	t.dirty = true
	id := int32(len(t.edges))
	t.edges = append(t.edges, e)
	switch e.kind {
	case readFrom:
		t.accesses[e.a].readers = append(t.accesses[e.a].readers, id)
		t.accesses[e.b].sources = append(t.accesses[e.b].sources, id)
	case writeOrder:
		t.accesses[e.a].later = append(t.accesses[e.a].later, id)
		if len(t.accesses[e.b].earlier) == 0 {
			t.writes[e.to] = append(t.writes[e.to], e.b)
		}
		t.accesses[e.b].earlier = append(t.accesses[e.b].earlier, id)
	case passive:
		t.asked = append(t.asked, id)
	}
	if fixed == sat.True && e.kind != passive {
		t.activateRoot(id)
		return
	}
	for len(t.byLit) <= int(e.lit) {
		t.byLit = append(t.byLit, nil)
	}
	t.byLit[e.lit] = append(t.byLit[e.lit], id)
	if e.from != e.to {
		t.inCand[e.to] = append(t.inCand[e.to], cand{e.lit, e.from, e.kind == passive})
	}
	t.solver.Observe(t, e.lit.Var())
}

// Statistics is a snapshot of the counters.
func (t *Theory) Statistics() Stats { return t.stats }
