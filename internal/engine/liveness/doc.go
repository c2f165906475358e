// Package liveness is an engine for formulas of temporal logic over programs: whether each execution that
// goes on for ever, or stays in its last state, satisfies a formula; and for the property no-starvation.
//
// It explores multi-states (package multistate), as the engine ceds does, and keeps how they lead to each
// other. A violation is a cycle in the product of that graph with the automaton of the negated formula
// (package ltl) that has all marks of the automaton and is fair.
//
// # Where is what
//
//	engine.go        the contract, and the answer
//	explore.go       states and edges, and which propositions hold
//	independence.go  steps that are not interleaved
//	pieces.go        steps that are remembered by what they depend on
//	stutter.go       executions that end or wait for ever
//	product.go       graph and automaton
//	fair.go          components in which something recurs fairly
//	walk.go          from a component to a stem and a loop
//	starvation.go    threads that wait for ever
//	proof.go         what was explored, as proof/recurrence checks it
//	about.go         whether that is about a task
//	lasso.go         from these to an execution that a replay can follow
//
// # Why it is right
//
// A multi-state stands for a set of states, and each edge is exact: what it leads to is the image of where
// it comes from. States are matched by equality. So a closed walk in the graph can be followed by some
// execution for ever, and each execution has its path in the graph:
//
//   - If the walk leads from a set M back to M, each state of M has a predecessor in M, k turns back for any k.
//     As M is finite, some state is one that leads back to itself after some number of turns.
//   - A state s of a set M has its successors in the images of M. So no accepting component means no violation.
//
// Equality is needed for the first: if the walk leads from M to a part of M, as x < 5; x++ does from 0..5,
// no execution need follow it for ever. Anything that is not exact here makes the graph larger, not smaller:
// a question that the solver gave up on, a thread of which it is not known whether it waits. So a proof can
// rely on the graph. A violation cannot, and relies on nothing: its execution is one with values, in which
// the state after the second turn is the same as that after the first, and package interp replays it, looks
// at the formula by its definition and at fairness.
//
// # Reductions
//
// What is kept of a graph with cycles is argued for each; TestReductions and TestIndependence compare what is
// said of random programs with an explicit search, with each on and off.
//
// Local steps. An observer in the program (cfa.Observer) writes down which propositions hold after each step.
// So all propositions change in its step alone, and a state is split by their values. Steps of other threads
// are one operation that other threads can tell, with the local edges after it. Those change no proposition,
// so formulas that cannot tell whether a state is repeated have the same value, and the thread that makes
// them could go on in each state between. An endless loop of local edges is cut at its head, where a step
// ends, and other threads run beside it: it is a cycle of the graph.
//
// Independence (independence.go). The next step of a thread that commutes with all that the others do, the
// observer included, is made alone, if it leads to new states. So each cycle has a state in which all threads
// make their steps. A formula with X that can tell whether a state is repeated is refused, and not only
// searched without this: what one step of a program is, is not defined.
//
// Slices. Conditions are divided into parts that share no symbol, and states are compared part by part: two
// sets that are products of the same parts are equal, and no others are taken for equal. A part that is not
// compared for lack of effort counts as different, so cycles are found later and none is made up.
//
// Answers and models that are remembered are those that the solver gave, or would have given, to the same
// question. They decide which edges there are, not what they lead to.
//
// Steps that are remembered (pieces.go). A step of a thread, with the observation after it, depends on the
// thread, the observer, memory, and on which threads there are and how they have ended. In states without
// symbols it is made once for all that have the same of these: the graph is the same, node by node, and
// TestStepCache compares it. Steps that look at more, as one that makes an object where another one was, or
// that start a thread, are made each time.
//
// Dead registers, and symbols that no value depends on, are forgotten: what a thread does next does not
// depend on them, so states that differ in these have the same executions before them, and the observer's
// registers are those of a thread like others.
//
// All others of package multistate are off: those that let more than one operation come in one step, since
// the state between may be where an execution goes round, or where another thread is enabled; joins that are
// deferred and threads that are woken, which make steps of several threads one; symmetry, as fairness speaks
// of single threads.
//
// # What it does not do
//
// A state that is contained in another one is not left out. What was said above of x < 5; x++ means that
// the graph would then have cycles that no execution follows, so that each component with a violation in it
// would have to be explored a second time by equality; and an image that contains an earlier state of its
// path, which shows a violation, mostly comes back to one that is equal a few steps later. There is one
// worker: after most steps are remembered, what is left to do for one is to look up two tables that all
// workers would share, and the graph would no longer be the same each time.
//
// # Fairness
//
// Each thread has a mark on the edges on which it steps, waits, or has ended; with weak fairness all marks
// must recur. With strong fairness a component in which a thread could go on and never does is searched
// again without the states in which it could (R. Streett, "Propositional dynamic logic of looping and
// converse is elementarily decidable", Information and Control 54, 1982). A thread before a failing
// assumption could go on and never does, so it is in no fair execution.
//
// # Starvation
//
// Of no-starvation the automaton accepts everything, and each thread is looked at in turn: in the graph
// without its edges on which it does something that others can tell (multistate.Acts). Where that depends on
// values the edge stays, and an execution has to be found whose values change nothing.
//
// # Known limits
//
// Formulas that can tell whether a state is repeated are refused; so are more than 60 threads with fairness.
// An execution whose values come back only after many turns of the loop in the graph is not found: the
// answer is unknown.
package liveness
