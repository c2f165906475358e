// Package clock gives solvers without the ordering capability a substitute: every node of the order gets a
// bit-vector, its clock, and an edge compares two of them.
//
// An [Encoding] collects nodes and edges (smt.Orderer) and turns them into terms.
//
// n nodes get clocks of ceil(log2 n) bits. That suffices: whatever is acyclic
// has a linear order, and the places in it are clocks.
//
// # Example
//
//	z3, err := process.New(st, process.Config{Command: "z3"})
//	...
//	order := clock.NewEncoding(st)
//	a, b := order.Node(), order.Node()
//	p, q := st.Symbol("p", term.Bool), st.Symbol("q", term.Bool)
//	order.Edge(p, a, b)
//	order.Edge(q, b, a)
//	for i := range order.Len() {
//		err = z3.Assert(order.Constraint(i))
//	}
//	z3.Check(ctx, p, q) // Unsat
//
// # Source
//
// Clock variables for concurrent programs: Alglave, Kroening, Tautschnig, "Partial orders for efficient
// bounded model checking of concurrent software" (CAV 2013), section 4.
//
// # Known limits
//
// A pair of a read-from and a write-order edge of one write is a constraint of its own, so their number can
// be quadratic. More nodes than the present width can tell apart mean new clocks, and all constraints again
// over them; the old ones stay, and are harmless, because part of an acyclic relation is acyclic.
package clock
