// Package ts is symbolic transition systems: finitely many processes that step
// one at a time over variables whose initial values, guards and updates are terms.
//
// # Main types
//
//	System       variables, processes, instructions, goals
//	Var          a state variable: a program counter, a local or a shared one
//	Instruction  an atomic step of a process: guard, updates, what it reads and writes
//	Goal         a set of states that is looked for: a violation of the property
//	Options      what Translate makes of a program
//
// # From programs
//
// Translate makes a system of a cfa.Program with a fixed set of threads. An
// instruction stands for one visible step of interp together with the local
// steps before it: a load, a store, a whole atomic section, a join. Each path
// through an atomic section is an instruction of its own: so what an instruction
// reads and writes is what that path does, which matters to dependencies
// ("PBMC: Symbolic Program Slicing for Program Verification" (Saissi, Bokor,
// Suri), section 5), and the instructions of one location exclude each other. Accesses to
// memory that no other process can tell apart are local.
//
// What the initial thread does up to the first step that others could tell, the creation of
// threads included, is done in the initial state. The end of a thread is no
// step: a join waits for a state in which the thread can return without one.
//
// A section or local path that ends in a violation is no instruction but a Goal:
// a condition on the state before it, over the program counter of its process and
// the variables that it reads. Those are the set F of the paper.
//
// Memory becomes variables: a scalar that is accessed at constant addresses is
// one variable, places accessed at base + i*stride are an array. Arrays that are
// indexed by constants only, after all constants are known, become scalars.
//
// # What is made simpler
//
// Options switches these off one by one:
//
//	KeepLocations     registers whose values follow from the path, such as counters of loops, become
//	                  part of the location (unfold)
//	KeepGoals         paths to the same violation are one goal
//	KeepWaits         joins that follow each other are one step
//	KeepInstructions  what no goal depends on is dropped (slice)
//	KeepWidths        ranges of values decide comparisons, and variables get narrow
//	KeepArrays        arrays that are indexed by constants only are scalars
//
// # Paths
//
// A [State] is concrete: its steps are computed. Interchangeable finds processes that are the same.
// System.Trace turns a path, which is a list of instructions with the values of
// inputs, into a trace.Trace that interp replays.
//
// # Example
//
//	sys, err := ts.Translate(ctx, program, ts.Options{})
//	var unsupported *ts.UnsupportedError
//	if errors.As(err, &unsupported) {
//		return engine.Unsupported(unsupported.Pos, unsupported.What)
//	}
//	for _, in := range sys.Instructions {
//		fmt.Println(sys.Processes[in.Process].Name, in.From, in.To, sys.Terms.String(in.Guard))
//	}
//
// # Known limits
//
// Threads are created by the initial one, in a prefix whose branches have constant
// conditions. Pointers must point into one object each. There are no calls left
// after inlining (recursion), no heap objects that are freed, no loops without
// constant bounds inside atomic sections, and a section has at most MaxPaths paths. Conditions of
// branches that leave one location must exclude each other, as those of the C front end do.
package ts
