package bmc

import (
	"context"

	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// Helpers find others elsewhere, with the same program, settings and build, that help with a question.
type Helpers interface {
	// Call has others check a property with Config.Lead until ctx ends. answer gives the replies to their
	// messages. What helpers say is believed, so messages of strangers must not come through. Without
	// helpers the question is answered all the same, so what goes wrong with them is not an error here.
	Call(ctx context.Context, p property.Property, answer func(ctx context.Context, message []byte) []byte)
}

// Config is what users can set. Most fields switch off something that is on by default.
type Config struct {
	// NoSpinReduction keeps loop iterations that changed nothing.
	NoSpinReduction bool
	// NoProjection encodes every event, also those that no goal depends on, and lets
	// every thread run that is created. By default only a number of them runs that grows
	// with the bound: a thread that has not run yet is part of an execution, too.
	NoProjection bool
	// NoLockedReads makes an event of every read inside a critical section. By default a read gets the value
	// that its thread has read from, or written to, the same place since it took a lock that it still holds,
	// if all writes to the place by threads that may run at the same time are made by holders of the lock. A
	// lock is a word of memory at a constant address, is taken by finding it zero and setting it in one
	// atomic section, and is used only if all other writes that may be to the word are by its holders or are
	// ordered before every taking. That is sound: take an execution up to the first write that breaks a
	// claim. Up to there every read was given its right value, so the execution is one of the graph. A
	// thread that holds the lock has made the word other than zero; by what was checked of the graph only
	// the thread itself can have changed it since, so no other thread has taken the lock or writes a place
	// that it guards. Threads that stop inside their critical sections keep the lock.
	NoLockedReads bool
	// NoCriticalSections lets a read see every write of another thread's critical section of a lock that the
	// reader holds, not only those that it leaves. eventfacts.Sections says why these are enough.
	NoCriticalSections bool
	// NoSectionOrder makes the steps that take a lock read the lock word from a
	// write like any other read. By default, of two critical sections of a lock, one ends before the other
	// begins; eventfacts.Sections says why that is the same. It goes with
	// critical sections only.
	NoSectionOrder bool
	// NoLockedPairs asks also for races of accesses by threads that hold the same lock, which only one
	// thread holds at a time.
	NoLockedPairs bool
	// NoDistinctStores lets a store at an unknown address end what is known of all places. By default what
	// is known of a place is kept if no such store of the thread can be to it, by the objects that
	// addresses may point to; that is checked in the graph that relies on it.
	NoDistinctStores bool
	// NoSoftAddresses lets undefined content of memory have any low bits also where memory holds pointers,
	// and addresses any low bits that are not known. By default addresses are guessed to be aligned to the
	// size of the access, and those that are read from memory that also holds undefined content to have the
	// low bits of those that were written there, so that memory falls into larger cells. An access is valid
	// only if its address has these bits, and when an invalid access is found all is done again without
	// guesses.
	NoSoftAddresses bool
	// NoSilentStores makes an event of every store. By default a store is left out if it writes what its
	// thread knows to stand at the place: by the conditions of its path the value is the one that the thread
	// has read or written last, in the same atomic section or at a place that no other thread writes. Such a
	// store changes no state, so the executions are the same. A compare-and-exchange that fails is the
	// common case.
	NoSilentStores bool
	// NoRetakes lets a thread take a lock again and again to look whether
	// it may go on. By default it stops where nothing has changed for it since the last time, see
	// events.Options.Unseen: waiting for a condition variable has a proof then.
	NoRetakes bool
	// NoAnyReads leaves it at "unknown" when an invalid read can occur. By default
	// the property is then tried with reads that give any value, see search.proveWithArbitraryReads.
	NoAnyReads bool
	// NoIntervals leaves out the interval analysis of the program before the first
	// bound, see Engine.invariant.
	NoIntervals bool
	// NoValues also asks the solver what follows from intervals of values, and from
	// bounds on counters, see eventfacts.Values.
	NoValues bool
	// NoSymmetry also looks at executions that differ only in which of several
	// threads that do the same does what, see eventfacts.Twins.
	NoSymmetry bool
	// NoPremise leaves it to the solver to find that what all goals require holds, see Encoder.AssumePremise.
	NoPremise bool
	// NoSummaries unrolls all loops. By default a program without threads whose loops are not unrolled to
	// their end is also tried with summaries of these, see search.summarise.
	NoSummaries bool
	// NoLoopBounds has one bound for all loops, recursions and spawns. By default those
	// that are found not to be reached do not grow, see bounds.
	NoLoopBounds bool
	// Jobs is how many goroutines share a question that is hard, each with a solver of its own; 0: 1.
	Jobs int
	// Helpers are others elsewhere that share hard questions; nil: there are none.
	Helpers Helpers
	// Lead makes the engine such a helper: it carries a message to the run that has a question, and the reply
	// back. The engine answers parts of the question until it is decided, and says "unknown".
	Lead func(ctx context.Context, message []byte) ([]byte, error)
	// EagerJobs shares every question and cuts it whether that pays or not, for tests.
	EagerJobs bool
	// MaxSteps bounds the edges walked for one bound; 0: the default.
	MaxSteps int
	// MaxPairs bounds the pairs of writes that are ordered, and the choices of
	// what reads see; 0: the default.
	MaxPairs int
	// Wrap puts something around each solver, a decorator that records what is
	// asked for example; st is the store of its terms. nil: nothing.
	Wrap func(st *term.Store, s Solver) Solver
}
