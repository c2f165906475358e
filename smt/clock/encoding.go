package clock

import (
	"math/bits"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// Encoding collects nodes, accesses and edges as a smt.Orderer does, and turns
// them into Bool terms over clocks. Create one with [NewEncoding].
type Encoding struct {
	st       *term.Store
	nodes    int
	accesses []access
	edges    []edge

	width  int         // of the present clocks
	clocks []term.Term // by node, term.None until wanted
}

type access struct {
	node smt.Node
	pos  int
	// Edges of this write: who reads from it, and which writes follow.
	readers, later []guarded
}

type guarded struct {
	lit term.Term
	to  smt.Access
}

// edge: if lit is true then a is before b; it is a conflict if they are the same.
type edge struct {
	lit  term.Term
	a, b smt.Node
}

var _ smt.Orderer = (*Encoding)(nil)

// NewEncoding returns an encoding whose terms are those of st.
func NewEncoding(st *term.Store) *Encoding { return &Encoding{st: st} }

// Node implements smt.Orderer.
func (e *Encoding) Node() smt.Node {
	e.nodes++
	return smt.Node(e.nodes - 1)
}

// Before implements smt.Orderer.
func (e *Encoding) Before(a, b smt.Node) { e.Edge(e.st.True(), a, b) }

// Edge implements smt.Orderer.
func (e *Encoding) Edge(lit term.Term, a, b smt.Node) {
	if !e.st.IsFalse(lit) {
		e.edges = append(e.edges, edge{lit, a, b})
	}
}

// Access implements smt.Orderer.
func (e *Encoding) Access(n smt.Node, pos int) smt.Access {
	e.accesses = append(e.accesses, access{node: n, pos: pos})
	return smt.Access(len(e.accesses) - 1)
}

// ReadFrom implements smt.Orderer.
func (e *Encoding) ReadFrom(lit term.Term, w, r smt.Access) {
	e.between(lit, w, r)
	write := &e.accesses[w]
	write.readers = append(write.readers, guarded{lit, r})
	for _, next := range write.later {
		e.between(e.st.And(lit, next.lit), r, next.to)
	}
}

// WriteOrder implements smt.Orderer.
func (e *Encoding) WriteOrder(lit term.Term, w, w2 smt.Access) {
	e.between(lit, w, w2)
	write := &e.accesses[w]
	write.later = append(write.later, guarded{lit, w2})
	for _, reader := range write.readers {
		e.between(e.st.And(reader.lit, lit), reader.to, w2)
	}
}

// between orders two accesses: within one node their positions tell.
func (e *Encoding) between(lit term.Term, a, b smt.Access) {
	x, y := &e.accesses[a], &e.accesses[b]
	if x.node != y.node || x.pos >= y.pos {
		e.Edge(lit, x.node, y.node)
	}
}

// Len is the number of constraints so far. It grows with every edge; where the
// clocks had to get wider is told by [Encoding.Width].
func (e *Encoding) Len() int { return len(e.edges) }

// Width is the number of bits that clocks of the present nodes need.
func (e *Encoding) Width() int { return max(1, bits.Len(uint(max(e.nodes-1, 0)))) }

// Constraint returns the i-th constraint, over clocks of [Encoding.Width].
func (e *Encoding) Constraint(i int) term.Term {
	if w := e.Width(); w != e.width {
		e.width = w
		e.clocks = nil
	}
	d := e.edges[i]
	if d.a == d.b {
		return e.st.Not(d.lit)
	}
	return e.st.Implies(d.lit, e.st.BVUlt(e.clock(d.a), e.clock(d.b)))
}

func (e *Encoding) clock(n smt.Node) term.Term {
	for len(e.clocks) <= int(n) {
		e.clocks = append(e.clocks, term.None)
	}
	if e.clocks[n] == term.None {
		e.clocks[n] = e.st.Fresh("clock", term.BitVec(e.width))
	}
	return e.clocks[n]
}
