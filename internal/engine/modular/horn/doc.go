// Package horn writes a system of package model as constrained Horn clauses of level k, in SMT-LIB 2: the
// lemmas of views of up to k threads are unknown relations, one for each tuple of locations, over the shared
// cells and the live locals of the threads. They have a solution if and only if the program has a
// thread-modular proof of level k, over formulas of any kind: what z3's Spacer and other tools look for.
//
//	horn.go     the clauses
//	threads.go  tuples of threads, and the views that they are part of
//
// Main function: Write. Source: J. Hoenicke, R. Majumdar, A. Podelski, "Thread modularity at many levels: a
// pearl in compositional verification", POPL 2017.
package horn
