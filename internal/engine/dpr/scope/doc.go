// Package scope says how far the outcome of a branch reaches: where its sides meet again, what they may
// change until then, and whether a violation may be on one of them.
//
// It is what the rule of the paper on dynamic path reduction lacks (Yang et al., SPIN 2009, sections 2.3
// and 3): there a choice has a part in a reason only if a statement of the reason stands in its scope.
// That a statement was not executed is due to a choice as well. So, where the sides of a branch meet,
// whatever one of them may set depends on the branch (Info.Branch), and a side that was not taken matters
// if a target lies in it.
//
// A target is an edge at which an execution shows something: a violation, what is not supported, an access
// that is not shown to be valid. Locations from which no target is reached are the ends of executions:
// sides that lead there are left out when the place is looked for where the others meet.
//
//	info, err := scope.Analyse(ctx, prog)
//	b := info.Branch(proc, loc)   // where its sides meet, what they set
//
// # Sources
//
// The place where sides meet is the immediate postdominator (K. Cooper, T. Harvey, K. Kennedy, "A Simple,
// Fast Dominance Algorithm", 2001), and names of instances are made from it as in B. Xin, W. Sumner, X.
// Zhang, "Efficient Program Execution Indexing", PLDI 2008.
//
// # Known limits
//
// Programs of one thread. What a side stores is as exact as package pointsto.
package scope
