// Package schedule explores the schedules of a program with threads.
//
// # Histories
//
// What a thread does depends on the values that it has read so far, and on nothing else. So the executions
// that differ in the order of steps but not in what is read are one execution as far as violations go (the
// reads-value-from equivalence of Agarwal and others), and more: whether a thread comes to a violation is
// told by what this thread has read alone. The values of its reads are the reason why a branch was not
// taken, and reads of other threads matter only as far as these values depend on them. So each thread has a
// tree of histories, and an execution is of use if some thread has a history in it that it has had in none
// before. There is at most one execution for each class of the equivalence, and in general far fewer.
//
// An [Explorer] executes the program, adds the histories, and asks a solver for an execution that consists of
// known steps up to a read that gets a value it has not had there: one that some known write has left, at
// whichever point. Known reads and writes, what is read from where, and which write comes first are
// literals; that they fit together is decided by package sat/order. If there is no such execution, everything
// that can happen has happened: the first read of an execution that leaves the known histories reads from a
// known write.
//
// The results of a lock that is awaited, of an attempt to take it, of a compare-and-swap and of a join are
// reads like others; the reads and writes of an atomic section are at one point. If a thread comes back to
// a state and has done nothing in between but read, the reads are forgotten, so that waiting loops end.
//
// # Random executions
//
// A [Hunter] executes under random schedules and inputs and learns nothing. That finds what needs few
// switches of threads, in less time than an exploration needs to get under way, also in programs that are
// too large to be explored.
//
// A [Racer] does so and follows with vector clocks what is ordered: two accesses that nothing orders race,
// and the steps between them that do not come after the first one lead to a state in which both are next.
//
// # Main types
//
//	Explorer   explores all schedules
//	Hunter     makes random executions
//	Racer      makes random executions up to a data race
//
// # Sources
//
// P. Agarwal, K. Chatterjee, S. Pathak, A. Pavlogiannis, V. Toman, "Stateless model checking under a
// reads-value-from equivalence", CAV 2021; J. Huang, "Stateless model checking concurrent programs with
// maximal causality reduction", PLDI 2015, which has each execution read a new value; P. Abdulla, M. Atig, B.
// Jonsson, M. Lång, T. P. Ngo, K. Sagonas, "Optimal stateless model checking for reads-from equivalence under
// sequential consistency", OOPSLA 2019; C. Flanagan, S. Freund, "FastTrack: efficient and precise dynamic
// race detection", PLDI 2009.
//
// # Known limits
//
// Inputs of more than a few bits get one value in an exploration, which then proves nothing, unless they
// decide one branch and nothing else, or nothing is read but how they compare with numbers. Each read of each
// history is compared with each write of the place.
package schedule
