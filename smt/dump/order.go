package dump

import (
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Orderer is a Solver whose inner solver has the ordering capability.
type Orderer struct {
	*Solver
	inner smt.Orderer
	// What the solver inside calls our nodes and accesses.
	nodes    []smt.Node
	accesses []smt.Access
}

var (
	_ smt.Solver  = (*Orderer)(nil)
	_ smt.Orderer = (*Orderer)(nil)
)

// NewOrderer is [New] for a solver with the ordering capability. ok is false, and
// the result nil, if inner has none.
func NewOrderer(st *term.Store, inner smt.Solver, folder *Folder) (o *Orderer, ok bool) {
	order, ok := inner.(smt.Orderer)
	if !ok {
		return nil, false
	}
	return &Orderer{Solver: New(st, inner, folder), inner: order}, true
}

// Node implements smt.Orderer.
func (o *Orderer) Node() smt.Node {
	o.nodes = append(o.nodes, o.inner.Node())
	return o.order.Node()
}

// Before implements smt.Orderer.
func (o *Orderer) Before(a, b smt.Node) {
	o.order.Before(a, b)
	o.inner.Before(o.nodes[a], o.nodes[b])
}

// Edge implements smt.Orderer.
func (o *Orderer) Edge(lit term.Term, a, b smt.Node) {
	o.order.Edge(lit, a, b)
	o.inner.Edge(lit, o.nodes[a], o.nodes[b])
}

// Access implements smt.Orderer.
func (o *Orderer) Access(n smt.Node, pos int) smt.Access {
	o.accesses = append(o.accesses, o.inner.Access(o.nodes[n], pos))
	return o.order.Access(n, pos)
}

// ReadFrom implements smt.Orderer.
func (o *Orderer) ReadFrom(lit term.Term, w, r smt.Access) {
	o.order.ReadFrom(lit, w, r)
	o.inner.ReadFrom(lit, o.accesses[w], o.accesses[r])
}

// WriteOrder implements smt.Orderer.
func (o *Orderer) WriteOrder(lit term.Term, w, w2 smt.Access) {
	o.order.WriteOrder(lit, w, w2)
	o.inner.WriteOrder(lit, o.accesses[w], o.accesses[w2])
}
