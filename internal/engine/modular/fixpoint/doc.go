// Package fixpoint finds what holds in views of k threads: for each control state of a table a conjunction of
// atoms, the strongest that is kept by every step (a cartesian abstraction, found by dropping atoms that a
// counterexample refutes, as Houdini does).
//
// A view is a store of the table with the seats of one thread, or of two for k = 2. What holds in it is a
// lemma: a set of atoms over the shared cells and the locals of its threads. At first no view is reached. A
// step of a thread from a state in which all views of at most k of the threads that take part satisfy their
// lemmas, and each two are a pair of the table, has to lead to states that satisfy the lemmas of the views
// after it; while it does not, what is false in the counterexample is dropped from them.
//
//	fixpoint.go    the main loop
//	obligation.go  the steps, with the threads that take part
//	facts.go       what is known before a step, and from which lemma
//	counted.go     counters of which nobody else can be part
//	alarms.go      errors that the lemmas do not exclude
//	undecided.go   questions that were too hard together
//	reduce.go      what of the lemmas a proof needs
//	races.go       accesses that may be the next steps of two threads
//	scene.go       the step that leads to an error
//	instance.go    terms about several threads: copies of locals
//
// Main types: Config, Result. Sources: J. Hoenicke, R. Majumdar, A. Podelski, "Thread modularity at many
// levels", POPL 2017; C. Flanagan, K. R. M. Leino, "Houdini, an annotation assistant for ESC/Java", FME 2001.
package fixpoint
