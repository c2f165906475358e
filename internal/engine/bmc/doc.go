// Package bmc is the bounded model checker: the engine "bmc".
//
// Check first looks for an interval invariant of the whole program that excludes all violations
// (invariant.go). Otherwise it decides bounds that grow (search.go). A round (round.go) is five steps:
//
//   - unroll: the program becomes an event graph (package events), several times, since each graph tells
//     what can be resolved in the next (eventfacts.Unroll);
//   - facts: what is known of the graph without a solver (package eventfacts): which writes a read may see,
//     which values it may have, which threads do the same;
//   - encode: what the goals depend on becomes one formula (package encoding) and one order (package
//     ordering) of all executions;
//   - ask: is a violation reachable; if not, is a bound, something unsupported or an invalid access
//     (Encoder.Ask, Encoder.AskRaces). When none is, the property holds;
//   - read back: the solver's model becomes an execution and a trace (Encoder.Trace), or says which
//     bounds are reached (reached.go).
//
// The events encoding: every read that can change an answer has, for each write that it may see, a literal
// "reads from", of which at least one is true; reading from a write equates addresses and values and orders
// the write before the read. Writes that may be to the same place are ordered one way or the other. From
// both it follows which reads are before which writes. Together with program order, thread creation and
// joins the order must be acyclic, which the ordering-consistency theory of the solver decides (H. Sun, F.
// He et al., "Satisfiability modulo ordering consistency theory for multi-threaded program verification",
// PLDI 2021). All events of one atomic section share one node of the order.
//
// The encoding starts from the goals and follows what their guards, addresses and values depend on, so what
// no goal can depend on is never encoded; and of the threads that a loop creates only a growing number runs.
//
// Before anything is encoded, intervals of the values of the reads and bounds on places that are counted up
// and down are computed on the graph (eventfacts.Values). Goals that these exclude are not asked for,
// writes that never take place are no choices, and reads of one value are constants. Where a bound depends
// on who counts, refute asks a small question without read-from choices first. And where values decided the
// violations of one bound, unrollFully tries to unroll all loops that count to a constant at once.
//
// Locks are words of memory that a step finds zero and sets; where the graph shows that only one thread
// holds such a lock at a time, reads inside a critical section are resolved from what the section has
// accessed before (eventfacts.Writers), reads see of other sections what these leave, and the sections of a
// lock are ordered as wholes (eventfacts.Sections).
//
// Threads that do the same are interchangeable: of the executions that differ
// only in which of them does what one is looked at, see eventfacts.Twins. That
// is what pays most where a loop creates threads.
// Threads with objects of their own are not recognised yet: their addresses differ.
//
// Data races are asked for with the same formula: each pair of accesses that may conflict has a literal that
// says that both are reached, share a byte, and are next in one state, which are two more edges of the
// order.
//
// Each loop, recursion and spawn has its own bound (see the type bounds): when a round has found that a
// bound is reached, it is asked again without those that the model reaches, with little effort, and what is
// shown not to be reached does not grow in the next round. Each round has a solver of its own: what is only
// right at one bound (the writes that a read may see, what is known of memory while unrolling) is not made
// retractable.
//
// With Config.Jobs a hard question is cut into cubes, which replicas of the round answer side by side, see
// sharing.go.
//
// Main types: Engine, Config. Example:
//
//	res, err := bmc.New(bmc.Config{}).Check(ctx, engine.Task{Program: p, Property: property.UnreachCall})
//
// Limits: properties of finite prefixes only (a violation is a reachable point);
// initialised tables of more than 4096 entries read at an unknown index are an
// error; uses of stack objects after their end are found out by the replay only.
package bmc
