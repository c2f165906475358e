// Package multistate executes programs with explicit control and symbolic data: its states stand
// for sets of states of the program.
//
// # Main types
//
//	State      control, memory and path condition (c, m, φ)
//	Stepper    the initial state and the successors of a thread's step
//	Image      a state as it is compared with others
//	Script     how a step went, in a few bytes
//	Recorder   follows one execution again and makes its trace
//	View       a state as the check of an invariant looks at it
//
// # Where is what
//
//	state.go           a multi-state, made of
//	  control.go         call stacks, and which threads may go on
//	  memory.go          objects and contents; garbage.go, address_reuse.go: the region of a new one
//	  path_condition.go  formulas in parts that share no symbol
//	                     whether a part can be satisfied is for package emptiness
//	expansion.go       a step in all ways in which it can go, with
//	  operation.go       calls, threads and what is simple
//	  access.go          memory; explicit.go: a value for each address
//	  branch.go          conditions
//	independence.go    which operations need not be interleaved; see Reductions
//	image.go           states as keys
//	encode.go          states as bytes; decode.go reads them
//	race.go            data races
//	recorder.go        traces
//	view.go            certificates; names.go: states for people
//	join.go            two states as one
//
// # Example
//
//	x, err := multistate.NewStepper(ctx, prog, multistate.Config{})
//	st := x.Initial()
//	for _, i := range st.Enabled(nil) {
//		step, err := x.Step(st, i)
//		for _, next := range step.Successors {
//			im := x.Image(next.State) // seen before?
//		}
//	}
//
// # What a step is
//
// The semantics is that of package interp. A step of a thread is one operation that other threads can
// tell, and the local edges after it up to the next such operation (the tau reduction of P. Ročkai,
// J. Barnat and L. Brim, "Improved state space reductions for LTL model checking of C & C++ programs",
// NFM 2013). For properties of finite prefixes it does not matter that local edges run at once: they commute
// with what all other threads do. A thread whose local edges end in a failed assumption, in the end of the
// process or in undefined behaviour is stuck: the others go on as if it did not run on, which is a legal
// prefix. The end of a thread only lets others go on, so it happens at once, too. A thread that is alone
// makes all its steps at once.
//
// Endless loops of local edges would keep a step from ending. So a step ends at the head of a loop
// when it has met a condition on symbols, or is long; then its thread goes on before
// all others. A search that finds such a state known already must go on with [State.Opened] of it,
// in which every thread may run: so no thread is ignored for ever (the ignoring problem of partial-order
// reductions; here every cycle of local steps contains a state that is opened).
//
// # Reductions
//
// Each has a switch in Config; its file says why it is sound.
//
//	independence.go   NoIndependence  an access that commutes with what others may still do comes at once
//	  effects.go                      what they may do
//	  eager_start.go                  so does the start of a thread
//	  section.go      NoSections      and an atomic section
//	  lock.go                         a held lock keeps others from what they may do after it
//	  element.go      NoElements      bytes conflict, not objects, where addresses are known
//	independence.go         NoWake          threads that have stopped go on when nothing conflicts any more
//	deferred_join.go  NoJoins         threads may end in any order before one that joins them
//	symmetry.go       NoSymmetry      states that differ in the numbers of threads have one image
//
// All but the last two make steps longer: each time a step goes on, the next operation alone is a persistent
// set of its state (P. Godefroid, "Partial-order methods for the verification of concurrent systems", LNCS
// 1032, 1996, chapter 4). Sets of several threads are not looked for.
//
// # Values
//
// A value is a term over symbols that stand for inputs; constants stay explicit. A branch on
// symbols goes both ways if both are satisfiable. Addresses, sizes and targets of calls are made explicit:
// there is a successor for each value. A condition that gives a symbol a value replaces it everywhere.
// Symbols that no value depends on any more are eliminated by their defining equations; a part of the path
// condition that has no others is dropped, since it was shown to be satisfiable.
//
// # Sources
//
// J. Barnat, P. Bauch, V. Havel, "Model checking parallel programs with inputs", PDP 2014; Mrázek, Jonáš,
// Barnat, "SMT queries decomposition and caching in semi-symbolic model checking", sections 2.4 and 3.1.
//
// # Known limits
//
// The region of a dead object is used again only when no value leads to it any more (garbage.go), so a loop
// that keeps pointers to objects that it has freed has no finite set of states. Objects get the first free
// address and threads the next id, as in an enumeration by package interp.
package multistate
