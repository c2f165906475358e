// Package randltl makes small random programs with threads, inputs, a lock, waiting and endings, and random
// formulas of temporal logic over them, and decides whether the formulas hold.
//
//	p := randltl.New(seed)
//	p.C()                                   // the program in C
//	p.Holds(formula, property.Weak)         // whether all fair executions satisfy it
//	s := randltl.NewSystem(seed, 3)
//	s.Holds()                               // whether all infinite runs of a transition system do
//
// The answer comes from an explicit search that has nothing in common with the engine: the states are those
// of the instructions of a Program, and the executions that violate a formula are found by the rules of its
// operators (the tableau of O. Lichtenstein and A. Pnueli, "Checking that finite state concurrent programs
// satisfy their linear specification", POPL 1985), without an automaton.
package randltl
