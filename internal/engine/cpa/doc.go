// Package cpa is configurable program analysis for threads: predicate abstraction, value analysis and their
// like are configurations of one algorithm (V. Kolesnykov, "SMT-based Model Checking of Concurrent
// Programs", 2020).
//
//	reach      the CPA+ algorithm (Listing 2.1), with its waitlist
//	arg        the abstract reachability graph, which is also the set "reached"
//	domain     what a domain is: the six operators of section 2.3
//	composite  threads and memory, which are explicit, with any number of domains
//	predicate  the domain of predicates
//	loopbound  turns of loops, for bounded model checking
//	bdd        the domain of sets of valuations
//	interval   the domain of ranges
//	value      which constants are kept
//
//	cegar.go   refinement (Listing 2.4)
//	engine.go  the contract of engines
//
// # Soundness
//
// A step of a thread from an abstract state is made by package multistate from the explicit part and what
// the domains know of the rest. So the reductions of that package hold here as they do there: they rest on
// addresses, which are explicit, and on what threads may still do in whatever state. A state that is
// covered by one that comes earlier on some path is explored once more with all threads free to go on
// (reach.CPA.Opened), so that no cycle of the graph puts a thread off for ever; a cycle of tree edges,
// which lead one down, and of coverage has an edge of coverage that leads up.
package cpa
