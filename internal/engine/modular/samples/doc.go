// Package samples learns candidates from executions: a system is run with few threads, and what holds in all
// states that were seen may be an invariant. Samples prove nothing. They are where candidates come from that
// no text of the program shows ("of three permits, those that are left and the threads that hold one are
// three"), and they refute, for the price of an evaluation, candidates that would each cost a question to
// the solver.
//
//	execute.go  random executions of a system
//	state.go    states, and values of symbols in them
//	hull.go     linear equations that a set of points satisfies
//	laws.go     equations between cells and numbers of threads at places
//	sums.go     equations with sums of locals of the threads at places
//	bounds.go    places where there are few threads at a time
//	views.go    samples by control state, and candidates that hold in them
//	orders.go   comparisons that hold in all samples of a control state
//	when.go     what holds in those samples in which something else does
//
// Main types: Set, Views. Example:
//
//	set, err := samples.Run(ctx, sys, samples.Limits{})
//	for _, l := range set.Laws() {
//		sys.Count(l)
//	}
//
// Sources: P. Garg, C. Löding, P. Madhusudan, D. Neider, "ICE: A Robust Framework for Learning Invariants",
// CAV 2014; M. Müller-Olm, H. Seidl, "Analysis of Modular Arithmetic", ESOP 2005 (equations of values modulo
// a power of two).
package samples
