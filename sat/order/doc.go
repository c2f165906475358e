// Package order is the ordering-consistency theory for the solver of package
// sat: it keeps a set of edges between nodes acyclic.
//
// Edges are fixed ([Theory.Before]), or active while a literal is true ([Theory.Edge]). Nodes contain reads
// and writes ([Theory.Access]) of places that the theory need not know: a literal says that a read gets its
// value from a write ([Theory.ReadFrom]), or that a write precedes another one of the same place
// ([Theory.WriteOrder]). Both are edges, and when a read r reads from w, and w2 follows w, the theory derives
// the from-read edge from r to w2:
//
//	s := sat.New(sat.Config{})
//	o := order.New(s)
//	a, b := o.Node(), o.Node()
//	w, w2, r := o.Access(a, 0), o.Access(b, 0), o.Access(b, 1)
//	rf, wo := s.NewVar(), s.NewVar()
//	o.ReadFrom(rf.Pos(), w, r)
//	o.WriteOrder(wo.Pos(), w, w2)
//	s.AddClause(rf.Pos())
//	s.AddClause(wo.Pos())
//	s.Solve(ctx) // Unsat: r would read the value of w after w2 replaced it
//
// A node stands for events that happen without interruption, as in an atomic section. Between accesses of one
// node an edge is no edge of the graph: it is true if it follows the positions, and otherwise a conflict.
//
// A model of the solver means that the fixed edges, the edges of true literals and the derived ones are
// together acyclic: some linear order of the nodes obeys them. Under sequential consistency these are the
// executions of a concurrent program (Alglave, Kroening and Tautschnig, CAV 2013). The theory follows He, Sun
// and Fan, "Satisfiability modulo ordering consistency theory for multi-threaded program verification" (PLDI
// 2021), and Sun, Fan and He, "Consistency-preserving propagation for SMT solving of concurrent program
// verification" (OOPSLA 2022).
//
// Nodes, edges and accesses are permanent. They may be added at any time
// outside Solve, which ends the validity of the last model or core.
//
// # Inside
//
// order.go holds the types and what callers build; theory.go the callbacks of the solver and the derivation
// of from-read edges; closure.go reachability, kept per chain of fixed edges; propagate.go the propagation of
// literals; path.go conflicts and explanations with the fewest literals; graph.go the active edges, and a
// topological order for when there is no closure.
//
// # Limits
//
// Reachability takes nodes times chains words, four bytes each; beyond 128 MB (say 20,000 nodes that fixed
// edges do not arrange into less than 1,600 chains) only cycles are detected and nothing is propagated.
// Adding to the theory makes the next solve compute it anew, which takes 0.1 ms for a thousand nodes on a few
// chains, 3 ms for ten thousand on twenty, and 30 ms for as many on 200 (BenchmarkGrow); so it pays to add
// much at a time. There are at most 2^31-1 nodes, accesses and active edges.
package order
