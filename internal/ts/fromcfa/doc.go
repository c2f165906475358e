// Package fromcfa makes transition systems of programs with a fixed set of threads.
//
// An instruction stands for one visible step of interp together with the local steps before it: a load, a
// store, a whole atomic section, a join. Each path through an atomic section is an instruction of its own: so
// what an instruction reads and writes is what that path does, which matters to dependencies ("PBMC: Symbolic
// Program Slicing for Program Verification" (Saissi, Bokor, Suri), section 5), and the instructions of one
// location exclude each other. Accesses to memory that no other process can tell apart are local.
//
// What the initial thread does up to the first step that others could tell, the creation of
// threads included, is done in the initial state. The end of a thread is no
// step: a join waits for a state in which the thread can return without one.
//
// A section or local path that ends in a violation is no instruction but a goal:
// a condition on the state before it, over the program counter of its process and
// the variables that it reads. Those are the set F of the paper.
//
// Memory becomes variables: a scalar that is accessed at constant addresses is
// one variable, places accessed at base + i*stride are an array.
//
// # The steps of a translation
//
//	prefix.go       the initial thread up to the initial state, and the threads that it creates
//	thread.go       a thread: its registers and locations
//	walk.go         all paths of a thread from one location to the next
//	path.go         one such path: an edge is executed on terms
//	objects.go      objects and their addresses
//	cells.go        variables of memory, and which of them an access goes to
//	sharing.go      which accesses are steps
//	join.go         what joins wait for
//	merge_goals.go  paths to the same violation are one goal
//	unfold.go       registers whose values follow from the path become part of the location
//	merge_waits.go  joins that follow each other are one step
//	trace.go        a path of the system is an execution of the program
//
// Between unfold.go and merge_waits.go, and at the end, package reduce makes the system smaller.
//
// Main types: Translation, Options, UnsupportedError. Example:
//
//	tr, err := fromcfa.Translate(ctx, program, fromcfa.Options{})
//	var no *fromcfa.UnsupportedError
//	if errors.As(err, &no) {
//		return engine.Unsupported(no.Pos, no.What)
//	}
//	fmt.Println(len(tr.System.Instructions))
//
// # Known limits
//
// Threads are created by the initial one, in a prefix whose branches have constant
// conditions. Pointers must point into one object each. There are no calls left
// after inlining (recursion other than by tail calls), no heap objects that are freed, no loops without
// constant bounds inside atomic sections, and a bounded number of paths from each location. Conditions of
// branches that leave one location must exclude each other, as those of the C front end do.
package fromcfa
