// Package graphs explores all execution graphs of a program in a memory model: the oracle for weak memory
// models, and the engine of litmus tests.
//
//	res, err := graphs.Run(ctx, prog, graphs.Options{Model: axioms.TSO})
//
// The program is executed by machines of package interp in graph mode: a load takes the bytes that a write of
// its choice has stored, a store takes a place of its choice in the coherence order, and package axioms
// decides whether the model allows the graph so far. All models offered allow the prefixes of what they allow
// along program order and reads-from, so each graph is reached through graphs that are allowed
// (Kokologiannakis and Vafeiadis, "GenMC: A Model Checker for Weak Memory Models", CAV 2021, has the same
// conditions). A graph and the choices of inputs determine the state of the program; each is explored once.
//
// # What an event is
//
// Each access is one, two for an atomic read-modify-write. Locking and unlocking are a read-modify-write and
// a write with the orders that POSIX asks for. Sections of the user hold one lock of all sections, with full
// fences. Creation, beginning, end and join of threads are Sync events.
//
// # Fewer graphs
//
// Fences and Sync events conflict with nothing, so a thread that comes to one goes on alone. An iteration of
// a loop that only reads and comes back to the state of the thread where it began is left out: the same
// execution without it is allowed as well, since the axioms only forbid.
//
// # Known limits
//
// Accesses of different sizes to one place are refused, and library operations on several places. A free is
// judged in one order of the events only.
// Inputs of more than 4 bits take a few values.
package graphs
