// Package refine finds predicates and invariants for engines that prove by abstraction: what tells the states
// on a spurious path from those that the path would need.
//
// Several sources are asked one after the other (Sources). They work on transition systems and their paths
// and know no engine.
//
// # Main types
//
//	Refiner    the portfolio of sources for one system
//	Config     solver, limits, and which sources are off
//	Path       a path that the abstraction has and the system has not
//	Found      predicates by position, and lemmas that hold everywhere
//
// # Example
//
//	r := refine.New(sys, refine.Config{Solver: func(st *term.Store) smt.Solver { ... }})
//	found, err := r.Initial(ctx)
//	... the engine abstracts by found.Predicates, assumes found.Lemmas, and comes upon a spurious path ...
//	found, err = r.Refine(ctx, refine.Path{Steps: []int{0, 2, 2, 1}, Goal: 0})
//
// # Sources
//
// D. Dietsch, M. Heizmann, B. Musa, A. Nutz, A. Podelski, "Craig vs. Newton in software model checking"
// (ESEC/FSE 2017); C. Flanagan, K. R. M. Leino, "Houdini, an annotation assistant for ESC/Java" (FME 2001);
// M. D. Ernst et al., "The Daikon system for dynamic detection of likely invariants" (2007); M. Müller-Olm,
// H. Seidl, "Analysis of modular arithmetic" (TOPLAS 29(5), 2007).
package refine
