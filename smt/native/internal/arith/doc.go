// Package arith decides conjunctions of linear atoms over integers and reals inside the search of package
// sat: the backend of package linear that takes every atom, on package simplex.
//
//	vars := &linear.Vars{}
//	x, y := vars.Add(true), vars.Add(true)
//	s := sat.New(sat.Config{})
//	th := arith.New(vars, arith.Config{})
//	s.AddTheory(th)
//	a, _ := vars.Compare(linear.Of(x).Add(linear.Of(y)).Plus(rational.Of(-3)), false) // x + y <= 3
//	l := s.NewVar().Pos()
//	th.Atom(l, a)
//	s.Observe(th, l.Var())
//
// # Inside
//
//	theory.go     atoms: each is an upper bound if its literal is true and a lower bound if it is false
//	search.go     the callbacks of the search: bounds, conflicts, explanations
//	propagate.go  literals that follow from bounds and from rows
//	final.go      integers: splits are new atoms, cuts are clauses; values
//
// # Clauses of the theory
//
// The negated literals of a conflict or an explanation are bounds that the simplex refutes, so whoever needs
// Farkas factors for a clause of a proof asserts them into a fresh simplex.Solver. With Config.NoCuts this
// holds for all clauses; else conflicts by divisibility and cuts are exceptions. A split adds no clause: its
// atom is a variable that the search decides.
//
// # Limits
//
// Atoms that were made for splits and cuts stay until the solver is dropped.
package arith
