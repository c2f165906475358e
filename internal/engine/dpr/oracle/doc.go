// Package oracle is the space of the oracles of dynamic path reduction: which choices an execution may
// still make (Yang et al., "Dynamic Path Reduction for Software Model Checking", SPIN 2009, section 3).
//
// An oracle says how each choice of an execution is made. The paper numbers choices by their level, so that
// the third choice of one execution may be another one than the third of the next. Here a choice has a
// [Name] that says which instance of which branch it is, whatever was executed before: the calls and the
// outcomes of the branches in whose scope it stands (B. Xin, W. Sumner, X. Zhang, "Efficient Program
// Execution Indexing", PLDI 2008). An [Index] follows an execution and gives the names.
//
// A [Space] has a Boolean variable for each name that was met and the clauses that were learnt (algorithm
// 4 of the paper): Next finds an oracle that no clause excludes, Exclude adds a clause. What an oracle
// does not say, since no execution has met it, is up to the execution.
//
//	space := oracle.NewSpace(oracle.DepthFirst, seed)
//	for {
//		switch status := space.Next(ctx); status { ... }
//		// an execution asks space.Wanted(name), and space.Literal(name, outcome) names what it did
//		space.Exclude(reason)
//	}
package oracle
