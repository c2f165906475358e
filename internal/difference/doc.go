// Package difference decides conjunctions of constraints y - x <= c over the integers, as a theory for the
// solver of package sat: clocks, schedules, program counters that are compared with each other.
//
//	s := sat.New(sat.Config{})
//	d := &difference.Theory{}
//	s.AddTheory(d)
//	x, y := d.Node(), d.Node()
//	p, q := s.NewVar(), s.NewVar()
//	d.Atom(p.Pos(), x, y, -1) // p: y - x <= -1
//	d.Atom(q.Pos(), y, x, 0)  // q: x - y <= 0
//	s.Observe(d, p)
//	s.Observe(d, q)
//	s.Solve(ctx, p.Pos(), q.Pos()) // Unsat: y < x <= y
//
// A literal that is false stands for the contrary, x - y <= -c-1. A bound of a single number is a constraint
// with a node that the caller takes for zero. Rationals and strict constraints are the caller's too: multiply
// by a common denominator times some k above the number of nodes, and take 1 off the bounds of strict ones
// (then a cycle of weight zero with strict edges is negative, and no other cycle becomes so).
//
// # Main types
//
//	Graph   the constraints in force, as edges of a graph, with a solution and the cycles that exclude one
//	Theory  the same over literals of a SAT solver, with propagation
//
// # The algorithm
//
// The constraint y - x <= c is an edge from x to y of weight c. The constraints are satisfiable exactly if no
// cycle is negative, and then they hold for potentials that no edge can lower: a solution. An edge that the
// potentials break is added by lowering them, nodes in the order of how much they sink, until all edges hold
// again or the source of the new edge would sink too, which closes a negative cycle. Edges that are removed
// leave the potentials as they are (S. Cotton and O. Maler, "Fast and flexible difference constraint
// propagation for DPLL(T)", SAT 2006, section 3).
//
// A new edge u -> v implies the atoms whose bound is reached by a path through it. Up to 512 nodes the
// weights of all shortest paths are kept, as a matrix that follows each edge and goes back with the search
// (distances.go). Among more nodes, the ends of such atoms are those whose shortest path to v, and from u,
// has become one through the edge; both sets are found by Dijkstra's algorithm over the weights that the
// potentials make nonnegative (section 4). Literals that the theory implied add no edges: the graph stays as
// sparse as what was decided.
//
// An explanation is a path that is short enough, not the shortest: the matrix remembers former distances, and
// the literals of the path that was the first to be short enough are closer to the root of the search. On
// schedules, clocks and bandwidths that saves an eighth of the conflicts.
//
// # Limits
//
// Weights times nodes stay below 2^60 ([Theory.Atom] refuses others). Propagation looks at a bounded number
// of edges for each constraint; that is a matter of speed alone.
package difference
