// Package interp executes a cfa.Program concretely, as it was lowered, with all its threads. It is the oracle
// that the front end and the engines are tested against, the replayer of traces, and what "whittle run" runs.
//
// # Main types
//
//	Machine      the state of one execution; Step and StepVisible drive it
//	Decider      makes the choices a program leaves open: Zero, Random, Scripted
//	Outcome      how an execution ended
//	Replay       executes what a trace.Trace says and explains every step
//	Run          executes with a seeded random schedule and random inputs
//
// Below are package enumerate, all interleavings and inputs of a small program, and package minimise, which
// makes traces shorter.
//
// # How it works
//
// The terms of each edge are compiled once to straight-line code over the words of a frame
// (internal/bytecode). Memory is a table of regions with at most one object each (internal/memory); bytes
// that have not been written are chosen when they are first read. A step executes one edge (step.go,
// operations.go). An atomic section is executed before it is known whether its thread is enabled; a false
// Await, or a Join of a running thread, rolls everything back to the beginning of the section (section.go).
//
// A step of a thread is visible when other threads could tell when it happens: a Load, a Store, a whole
// atomic section, a Spawn, a Join, the Free of a heap object, and the end of the thread. Schedulers switch
// threads only after a visible step. Local edges run together with the visible step that follows them, so
// that an assumption that fails after a visible step does not hide what other threads make of that step.
//
// # Semantics beyond the comments of package cfa
//
//   - A register of scope Local is zero until it is assigned.
//   - Calls through pointers and thread starts may disagree with the
//     definition: surplus arguments are dropped, missing ones are zero, others
//     are truncated or zero-extended. A call that uses the result of a
//     procedure that returned none gets an input, of kind Havoc at the Call.
//   - The result of a Print is the number of characters only in a run with an
//     output; elsewhere it is an input, of kind Havoc at the Print.
//   - Objects live at cfa.Program.RegionStart of a region of their own. The
//     regions of dead objects are used again when there are no others; Run does
//     so after 4096 objects.
//   - When all threads have finished without an Exit of the process the
//     status is 0.
//
// # Example
//
//	out, _, err := interp.Run(ctx, prog, interp.RunOptions{Seed: 1, Output: os.Stdout})
//	if err != nil {
//		return err // the program cannot be executed
//	}
//	if out.Kind == interp.Violated {
//		fmt.Println(prog.Files.Format(out.Pos), out.What)
//	}
//
// # Known limits
//
// Registers and accesses have at most 128 bits. Run chooses no addresses but the first free one. A printf
// knows no floating-point, wide-character and positional conversions.
package interp
