// Package events unrolls a concurrent program into an event graph: for each thread the reads and writes of
// memory that it may execute up to a bound, each with the condition under which it happens, its address and
// its value as terms, and the nodes between which the order of an execution is decided.
//
// Unroll walks the control-flow automata with symbolic registers. Paths are merged where they meet (guards
// and if-then-else terms), loops and recursion are unrolled to a bound, calls are followed, and each spawn
// makes a thread. What lies beyond the bound is a Goal of kind Bound: if no goal is reachable, the graph is
// the whole program. Each loop, recursion and spawn may have its own bound, and a goal says whose it is, see
// BoundID.
//
// The graph stands for all executions in which every thread stops at any point where its guards allow it to;
// so it is for properties of finite prefixes (reachability), not for deadlock or termination.
//
// A read that can only see what its own thread wrote (the object is private to the thread so far, or the
// thread is inside an atomic section that wrote or read the place) is resolved here and makes no event.
//
// The unroller walks; what it meets is handled by parts, each with a state of its own: builder (what is put
// into the graph), objects (which there are, who can get at them), claims (what the options claim), knowledge
// (what a path may know of memory), registers, locks, waits (locks that are taken again), lives (of objects),
// accesses and progress (of loops, for spin reduction). What differs from path to path is in state.
//
// Loops may have summaries instead (summary.go): then the graph has more executions than the program.
//
// Sources: the encoding of concurrent programs by guarded single-assignment events follows Alglave, Kroening,
// Tautschnig, "Partial orders for efficient bounded model checking of concurrent software", CAV 2013; the
// weak topological order that drives the unrolling is Bourdoncle's, FMPA 1993.
//
// Limits: atomic sections that begin on different paths and end together, and
// objects larger than an address region, are reported as unsupported goals.
package events
