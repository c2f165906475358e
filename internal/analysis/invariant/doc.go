// Package invariant finds what the registers and the memory of a program with threads may hold, whatever the
// threads do, and proves by it that no execution makes an invalid access or comes to a violation.
//
// [Analyse] is the entry; [Invariant] says what may be asked of the result. Inside, each concept is a type,
// which knows those above it in this list:
//
//	value, state, content  what is known of a term, at a location, of an object's memory; fixed once shared
//	outcome                what has come out so far, and whether it is worth going on
//	space                  the objects, and which values are addresses in them
//	memory                 what threads share, and how content is read, written, joined and widened
//	states                 how states are changed and joined
//	evaluator, conditions  the values of terms in a state; states narrowed by conditions
//	effects                the operations that stay in a procedure and its thread
//	calls, threads         procedures in the contexts of their calls; classes of threads, with what they pass
//	fixpoint               propagates states along edges, narrows what was found, and at last checks it
//
// # Sources
//
// A. Miné, "Static analysis of run-time errors in embedded real-time parallel C programs" (2012); G.
// Balakrishnan and T. Reps, "Recency-abstraction for heap-allocated storage" (2006).
package invariant
