package smt

import "whittle.dev/term"

// Node is a node of the order that an Orderer keeps.
type Node int32

// Access is a read or a write inside a node of the order.
type Access int32

// Orderer is the optional capability of a solver to reason about a strict partial order whose edges depend on
// literals. A Sat answer means that the union of the fixed edges, the edges whose literal is true, and the
// derived from-read edges is acyclic.
//
// The from-read edges: if ReadFrom(l1, w, r) and WriteOrder(l2, w, w2) were given and l1 and l2 are both
// true, then r is before w2. Between accesses of one node "before" means a smaller position.
//
// Nodes, accesses and edges are permanent: Pop does not undo them. They may be
// added between checks. Literals are Bool terms of the solver's store; a
// literal that is a constant makes the edge fixed (true) or absent (false).
type Orderer interface {
	// Node returns a new node.
	Node() Node
	// Before orders a before b, always.
	Before(a, b Node)
	// Edge orders a before b whenever lit is true. If a is b then lit must be false.
	Edge(lit term.Term, a, b Node)
	// Access returns a new read or write inside n. pos orders the accesses of one node.
	Access(n Node, pos int) Access
	// ReadFrom says that lit true means that r reads what w wrote; so w is before r.
	ReadFrom(lit term.Term, w, r Access)
	// WriteOrder says that lit true means that the write w is before the write w2 to the same place.
	WriteOrder(lit term.Term, w, w2 Access)
}

// Reacher is the optional capability of an Orderer to tell where nodes reach each other.
type Reacher interface {
	// Reach says that lit is true whenever the edges that hold lead from a to b. lit may be true without.
	Reach(lit term.Term, a, b Node)
}
