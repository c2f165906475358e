// Package explicit follows each thread of a program alone, with the values that it computes with, from the
// memory that the initial thread has built when it creates the first of the others. Programs that set up
// their tables, lists and locks first and run threads over them then have a known shape: what no thread
// writes from there on is read as it is, whatever leads to what, and addresses are numbers.
//
//	res, err := explicit.Follow(ctx, p, explicit.Limits{Steps: 40_000, Runs: 64})
//	for _, r := range res.Runs {
//		for _, a := range r.Accesses { ... } // which thread, where, under which locks
//	}
//
// # Why it is sound
//
// The states of a thread are abstracted thread by thread (C. Flanagan and S. Qadeer, "Thread-modular model
// checking", 2003): the registers have intervals, and a byte that any thread may write after the first
// creation may hold anything whenever it is read. Which bytes these are is found in rounds, until a round
// writes no others. By induction over the steps of an execution each of its steps is one that is followed
// here, so every access of an execution is listed, at its address.
//
// The objects that threads of a class make at one edge have one address here. No thread can tell those of
// others from its own, since what comes out of memory may be anything, nor one that it makes from one that is
// gone, since it forgets the addresses of these.
//
// A section takes a lock if it finds a word zero and makes it something else; from then on its thread holds
// the lock until it writes the word again. One thread at a time holds a lock if every write to any byte of it
// takes it or is by its holder: see [Run.Exclusive].
//
// # Where is what
//
//	follow.go   the executions of the initial thread up to the first creation
//	run.go      the threads from there on, in rounds
//	world.go    what memory does in the one and in the other
//	step.go     the effect of an edge on the state of a thread
//	memory.go   objects and their bytes
//	state.go    the state of a thread
//
// # Known limits
//
// What the initial thread does until then must depend on few inputs. A program is not followed where an
// address or a size is not one of few numbers, into a call that was not copied into its caller, where a
// thread frees what others may know, or keeps more than one object that one edge has made. Addresses are
// those of one layout of memory: callers make sure that the program is the same in all, see package
// addresses. Threads are taken to run all at the same time; order by creation and join is for callers, and so
// are joins of what is no thread, which wait for ever here.
package explicit
