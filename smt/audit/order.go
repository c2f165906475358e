package audit

import (
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Orderer is a Solver whose inner solver has the ordering capability.
type Orderer struct {
	*Solver
	order smt.Orderer
}

var (
	_ smt.Solver  = (*Orderer)(nil)
	_ smt.Orderer = (*Orderer)(nil)
)

// NewOrderer is [New] for a solver with the ordering capability. ok is false, and the
// result nil, if inner has none.
func NewOrderer(st *term.Store, inner smt.Solver, cfg Config) (o *Orderer, ok bool) {
	order, ok := inner.(smt.Orderer)
	if !ok {
		return nil, false
	}
	return &Orderer{New(st, inner, cfg), order}, true
}

// Node implements smt.Orderer.
func (o *Orderer) Node() smt.Node {
	o.ordered = true
	return o.order.Node()
}

// Before implements smt.Orderer.
func (o *Orderer) Before(a, b smt.Node) { o.order.Before(a, b) }

// Edge implements smt.Orderer.
func (o *Orderer) Edge(lit term.Term, a, b smt.Node) { o.order.Edge(lit, a, b) }

// Access implements smt.Orderer.
func (o *Orderer) Access(n smt.Node, pos int) smt.Access { return o.order.Access(n, pos) }

// ReadFrom implements smt.Orderer.
func (o *Orderer) ReadFrom(lit term.Term, w, r smt.Access) { o.order.ReadFrom(lit, w, r) }

// WriteOrder implements smt.Orderer.
func (o *Orderer) WriteOrder(lit term.Term, w, w2 smt.Access) { o.order.WriteOrder(lit, w, w2) }
