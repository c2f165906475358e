// Package congruence decides equalities and disequalities of nodes, some of which are the results of
// functions applied to others: equal operands have equal results. It is a theory for the solver of package
// sat, and knows nodes as numbers.
//
//	s := sat.New(sat.Config{})
//	c := &congruence.Theory{}
//	s.AddTheory(c)
//	x, y, fx, fy := c.Node(), c.Node(), c.Node(), c.Node()
//	c.Apply(0, []congruence.Node{x}, fx)
//	c.Apply(0, []congruence.Node{y}, fy)
//	p, q := s.NewVar(), s.NewVar()
//	c.Equality(p.Pos(), x, y)
//	c.Equality(q.Pos(), fx, fy)
//	s.Observe(c, p)
//	s.Observe(c, q)
//	s.Solve(ctx, p.Pos(), q.Neg()) // Unsat: x = y, but f(x) and f(y) differ
//
// # Main types
//
//	Closure  the classes of equal nodes, which grow by merging and shrink by undoing, with explanations
//	Theory   the same over literals of a SAT solver, with disequalities and propagation
//
// # The algorithm
//
// Merging two classes gives the smaller one the representative of the larger. An application is found by its
// signature, the function with the representatives of the operands; those whose signature changes are looked
// up again, and two of one signature have their results merged (P. J. Downey, R. Sethi and R. E. Tarjan,
// JACM 27(4), 1980). Signatures of former representatives stay in the table: nothing looks for them until
// the merge is undone, and then they are right again.
//
// Beside the classes there is a forest of the merges themselves. The path between two nodes of a class is
// made of the equalities that were told and of congruences, which are explained in turn by those of their
// operands (R. Nieuwenhuis and A. Oliveras, "Fast congruence closure and extensions", Information and
// Computation 205(4), 2007, section 4). A merge never changes the path between nodes that were equal before
// it, so that explanations can wait until they are asked for.
//
// # Limits
//
// Nodes, functions applied and equalities are permanent. Of the consequences of a disequality, those are
// found in the search that concern the classes of its ends.
package congruence
