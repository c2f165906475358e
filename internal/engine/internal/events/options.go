package events

import (
	"errors"

	"whittle.dev/internal/property"
)

// Options bound and steer the unrolling.
type Options struct {
	// Property is what is checked: operations that cannot be made may violate it.
	Property property.Property
	// Bound is how often the body of a loop whose exit does not follow from constants is unrolled, how often
	// a procedure may be active inside its first activation, and how many threads one call in one context
	// creates after the first; further ones are created but idle.
	Bound int
	// Bounds are the bounds of single loops, recursions and spawns, in place of Bound.
	Bounds map[BoundID]int
	// Spin enables spin reduction: a loop iteration that stored nothing and left every live register
	// unchanged ends its thread, since an execution without the iteration exists.
	Spin bool
	// MaxThreads bounds the threads that run, all together.
	MaxThreads int
	// AllThreads lets every thread run that is created, whatever the bounds.
	AllThreads bool
	// MaxConst bounds the edges walked in loops whose exits follow from
	// constants before their iterations count against Bound.
	MaxConst int
	// MaxCounted bounds the edges walked in loops that count, and whose exits by the
	// count follow from constants, before their iterations count against Bound. Such
	// a loop may have other exits, and end in the middle of an iteration. If it is not
	// 0, Unroll fails with ErrBound where it would make a goal of a bound.
	MaxCounted int
	// MaxSteps bounds the edges walked in all; past it Unroll fails with ErrTooLarge.
	MaxSteps int
	// Summarise are loops that are summarised where that is possible, see summary.go.
	Summarise map[BoundID]bool
	// Case, if not nil, restricts the executions to those in which an input has some values.
	Case *Case
	// Work receives, now and then, how many edges were walked since the last call; it may be nil.
	Work func(edges int64)
	// Prints makes a goal of output that reads strings which other threads may
	// change: those reads are no events, and races with them are not seen.
	Prints bool
	// Unseen, if not nil, claims that only one thread holds the lock with the given word at a time, and that
	// no step of a thread that does not hold it takes place in which the word is read and is not zero. The
	// claims that were relied on are listed in Graph.Unseen; the graph is right if they hold in it. Then a
	// thread stops where it takes the lock in the very state in which it took it before, if since then it has
	// done nothing but take such locks and release these again, and read. For without all that, from the
	// first taking up to the second, there is an execution as well: no other thread can tell that the locks
	// were taken meanwhile, and one that found a lock free when this thread had released it finds it free
	// since the time before.
	Unseen func(addr uint64, size int) bool
	// ArbitraryReads lets a read outside of live objects give any value, where otherwise it is an InvalidGoal
	// and ends its path. So the graph has more executions than the program: those that end at such a read,
	// since they are prefixes, and one for every value that it may have brought from wherever it went. It
	// serves for proofs; there is no way back to an execution of the program.
	ArbitraryReads bool
	// SilentStores leaves out the stores of a value that already stands at the place: the thread has read or
	// written it, and no other thread can have written it since. No execution is lost or gained. It is not
	// for data races, which are about the accesses themselves.
	SilentStores bool
	// Exclusive, if not nil, claims that no other thread than the one with
	// the given Key writes any of size bytes at addr after that thread has
	// started. All claims about places inside one aligned word of
	// ExclusiveWord bytes must be the same. The claims that were relied
	// on are listed in Graph.Uses; the
	// graph is right if they hold in it.
	Exclusive func(thread string, addr uint64, size int) bool
	// Guarded, if not nil, claims that while the thread holds the lock no other
	// thread writes any of the bytes. The claims that were relied on
	// are listed in Graph.Guarded; the graph is right if they hold in it.
	Guarded func(GuardedUse) bool
	// Weak makes a graph for weak memory models: fences are nodes, and what an atomic access, or one in an
	// atomic section, reads is a read of the graph even where the path knows it, since it may synchronise.
	Weak bool
	// Distinct, if not nil, claims that no write of the thread at an address that is
	// not a constant is to any of the bytes. The claims that were relied on are
	// listed in Graph.Distinct; the graph is right if they hold in it.
	Distinct func(Use) bool
}

// ExclusiveWord is the size in bytes of the words about which Options.Exclusive makes claims.
const ExclusiveWord = 8

// Use is a claim about a thread and a place that the graph relies on.
type Use struct {
	Thread string // Thread.Key
	Addr   uint64
	Size   int
}

// Errors of Unroll.
var (
	// ErrTooLarge: the graph would exceed Options.MaxSteps.
	ErrTooLarge = errors.New("the unrolled program is too large")
	// ErrBound: a bound was reached, see Options.MaxCounted.
	ErrBound = errors.New("a bound was reached")
)
