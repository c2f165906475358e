// Package modular proves programs in which any number of threads run, by what holds in views of one thread or
// of two whatever the others do: the engine "modular". It never says that a program is wrong.
//
// A program is read as templates of threads (package model). The table of pairs (package table) says which
// control states of two threads occur together; by it locks, flags and protocols of creation are recognised,
// without being told their names. If it has an error that the table does not exclude, conditions are looked
// for that hold in each view (package fixpoint), out of candidates that come from the program (package atoms)
// and from executions with few threads (package samples): first with views of one thread and few candidates,
// then with more, then with views of two. A proof is a certificate (package certificate), which the caller
// checks with a solver of its own.
//
// # Where what is
//
//	attempts.go    the main loop
//	search.go      one attempt
//	reading.go     how a program is read
//	vocabulary.go  which candidates are tried
//	proof.go       what was found, as a certificate
//	evidence.go    what holds at each place, for the report
//	picture.go     what stays open, as threads and a step
//	clauses.go     Horn clauses for other tools (package horn)
//	engine.go      tasks and results
//	config.go      what users can set
//
// Main types: Engine, Config. Example:
//
//	res, err := modular.New(modular.Config{}).Check(ctx, engine.Task{Program: p, Property: property.UnreachCall})
//
// Sources: J. Hoenicke, R. Majumdar, A. Podelski, "Thread modularity at many levels: a pearl in compositional
// verification", POPL 2017; P. A. Abdulla, F. Haziza, L. Holík, "All for the price of few (parameterized
// verification through view abstraction)", VMCAI 2013.
//
// Limits: of the heap one object is followed at a time, where no memory is freed; not followed are ids of
// threads in memory that is accessed at computed indices.
package modular
