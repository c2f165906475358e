package cfa

import (
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// Order is the memory order of an access or fence. The memory model is
// sequential consistency; orders are kept for data races and weaker models.
type Order uint8

// The memory orders, from the weakest. Plain accesses are not atomic in the
// sense of C11 and can race, unless that is disputed.
const (
	Plain Order = iota
	Relaxed
	Consume
	Acquire
	Release
	AcqRel
	SeqCst
)

// Op is the operation of an edge: one of the types below.
//
//	Assign       dst := value
//	Assume       assume cond           a guard, or ends the path
//	Await        await cond            the thread is disabled while cond is false
//	Havoc        dst := input
//	Load         dst := *addr
//	Store        *addr := value
//	AtomicBegin  atomic {
//	AtomicEnd    }
//	Spawn        dst := spawn f(args)
//	Join         dst := join id
//	Call         dst := f(args)
//	Return       return value
//	Alloc        dst := alloc size
//	Free         free addr
//	Fence        fence
//	Exit         exit
//	Violation    violation of a property
//	Unsupported  a construct that the front end cannot lower
//	UB           undefined behaviour
//	Print        output of a run
type Op interface{ op() }

// Assign sets a register to the value of a term over registers.
type Assign struct {
	Dst   RegID
	Value term.Term
	// Number says that the value is a number from here on, even if it is that of an address: an execution
	// that uses it as an address again is undefined, which analyses may rely on. Passes may forget this.
	Number bool
	// Fixed says that the value is the same wherever objects lie, though it is computed with the bits of an
	// address: it is the number of a region or the offset in one, of which a program is told only whether
	// they are equal. Passes may forget this once other layouts are not asked for any more.
	Fixed bool
}

// Assume lets a path go on only where Cond holds. Conditions of the Assume edges that leave one location may
// overlap (a nondeterministic choice) and need not cover everything (the path ends).
type Assume struct {
	Cond term.Term
	// Bytes says that what Cond asks of addresses is only whether accesses share bytes, which is the same
	// wherever objects lie.
	Bytes bool
}

// Await disables the thread while Cond is false. It stands only in an atomic
// section, after nothing but loads, assignments and assumptions.
type Await struct{ Cond term.Term }

// Havoc sets a register to an input: any value of its sort.
type Havoc struct {
	Dst RegID
	// What names the input for people: "__VERIFIER_nondet_int()", "uninitialised x".
	What string
	// Type is the source type of a floating-point input, for people; else it is empty.
	Type string
	// Unset says that this is what a variable holds that was not initialised. It is an input like any other,
	// but an execution that uses it as an address is undefined, which analyses may rely on.
	Unset bool
	// Number says that the input is no address, as Assign says it.
	Number bool
	// Inexact, if not empty, names a library function whose result this stands for without being
	// exact: not every value need be one that the function can yield. What holds for every value
	// holds; a violation that depends on the value shows nothing.
	Inexact string
	// Reaches, if there are any, are addresses that the function named by Inexact was given: what the objects
	// hold in which they lie, and those to which these lead, is not known from here on.
	Reaches []term.Term
	// Fails, if not empty, names a function that allocates and returns null where the input is not zero.
	Fails string
	// Passed says that the call is one beside a passable Unsupported: that it returns, and does nothing but
	// return a result and write what it is given, is taken for granted.
	Passed bool
	// Waits says that the function named by Inexact may wait for what other threads do, Signals that it may
	// have a signal delivered, so that it is not known how the thread goes on.
	Waits, Signals bool
	// Gone, if there are any, are addresses: the input, a Bool, says whether an object has the address of one
	// that is gone, so it is false unless one of these lies in an object whose life has ended. Any value is
	// taken by those who do not look.
	Gone []term.Term
	// Stale says that the objects are those of the heap: who gives such
	// addresses to allocations with Reuse takes the input to be false.
	Stale bool
	// From, if there are any, are values of which the input is a number that the layout of memory chooses, as
	// the number of an address or the sum of two. What it leads to as an address, if to anything, is in the
	// objects that these may point to; other accesses are undefined, as those of arithmetic that leaves its
	// object. Analyses may rely on that.
	From []term.Term
}

// Load reads Dst's width of memory at Addr, in one atomic step.
type Load struct {
	Dst      RegID
	Addr     term.Term
	Order    Order
	Disputed bool // it is plain or atomic, depending on whom one asks: see Names
}

// Store writes Value's width of memory at Addr, in one atomic step.
type Store struct {
	Addr     term.Term
	Value    term.Term
	Order    Order
	Disputed bool // it is plain or atomic, depending on whom one asks: see Names
}

// AtomicBegin opens an atomic section; sections nest by counting.
type AtomicBegin struct{}

// AtomicEnd closes an atomic section.
type AtomicEnd struct{}

// Spawn starts a thread that runs Proc, or the function at address Target
// when Proc is NoProc. Dst (NoReg allowed) gets the new thread's id.
type Spawn struct {
	Dst    RegID
	Proc   ProcID
	Target term.Term
	Args   []term.Term
}

// Join waits until the thread with the id Thread has finished; Dst (NoReg
// allowed) gets its exit value, of width PtrWidth.
type Join struct {
	Dst    RegID
	Thread term.Term
}

// Call runs Proc, or the function at address Target when Proc is NoProc, and
// sets Dst (NoReg allowed) to its result.
type Call struct {
	Dst    RegID
	Proc   ProcID
	Target term.Term
	Args   []term.Term
}

// Return ends the procedure with a value (None when it has no result).
type Return struct{ Value term.Term }

// AllocKind says where an object lives.
type AllocKind uint8

// The kinds of allocated objects.
const (
	Heap AllocKind = iota
	Stack
	New      // on the heap as well, made by new of C++
	NewArray // by new[]
)

// IsHeap reports whether an object lives on the heap, whatever has made it.
func (k AllocKind) IsHeap() bool { return k != Stack }

// Alloc creates an object of Size bytes (a term of width PtrWidth) and sets
// Dst to its address, a nonzero multiple of Align.
type Alloc struct {
	Dst   RegID
	Size  term.Term
	Align uint64
	Kind  AllocKind
	Zero  bool // content starts at zero; otherwise nondeterministic
	// Reuse says that the program can tell whether the address is that of a
	// heap object that was freed before, so that it must be considered.
	Reuse  bool
	Name   string
	Layout *Layout
	// Partial says that the object stands for the beginning of one that the environment has made: an access
	// after it need not be invalid.
	Partial bool
	// From is the function without a definition that is taken to have made the object; empty: none. An access
	// after it need not be invalid, and nothing is known of who ends it.
	From string
	// Given says that the environment or the library has made the object for itself: it is no memory that the
	// program has to free.
	Given bool
	// Aside says that the library keeps addresses of blocks in the object for itself. They lead to no block:
	// one that is known in this way alone is lost.
	Aside bool
	// Untold hides accesses to the object from people: it is one of a function
	// of a library, whose steps are told as the call that the program has.
	Untold bool
	// Immortal says that the object is one of the function that the process starts with and that no Free ends
	// it: it ends with the process. Where that function has returned it leads to no block, see
	// Violation.Returned.
	Immortal bool
	// Header is how many bytes at the start of the object the library keeps for itself: Layout, and Edge.Made
	// of a call, describe what follows. It is for people.
	Header uint64
}

// Free ends the life of the object that starts at Addr. A null pointer is allowed for the heap. Anything else
// that is not the start of a live object of that kind is undefined behaviour.
type Free struct {
	Addr  term.Term
	Kind  AllocKind
	Given bool // of objects that are Given
}

// Fence is a memory fence.
type Fence struct{ Order Order }

// ExitKind says what an Exit ends.
type ExitKind uint8

// The kinds of exits.
const (
	ExitThread ExitKind = iota
	ExitProcess
)

// Exit ends the thread, or all threads. Value is the thread's exit value
// (width PtrWidth) or the process's exit status (width 32); it may be None.
type Exit struct {
	Kind  ExitKind
	Value term.Term
	Abort bool // the process is aborted: it ends, but not by itself
}

// Aborted is the status of a process that has called abort, as shells have it.
const Aborted = 134

// Violation is a violation of the property that is being checked.
type Violation struct {
	Property property.Property // "unreach-call", "no-overflow", ...
	Message  string
	// Behaviour is the kind of undefined behaviour that it is; empty: another property is violated.
	Behaviour property.Behaviour
	// Lost says that it is one only if some block of the heap is lost: nothing leads to it, see
	// docs/semantics.md. Else the path just ends here.
	Lost bool
	// Returned says, if Lost is set, that the function that the process starts with has returned: what is in
	// its objects leads to no block.
	Returned bool
}

// Unsupported stands where the source uses something that is not supported.
type Unsupported struct {
	What string
	// Function is the function that a definition in the program would make supported, or empty.
	Function string
	// For, if not empty, are the properties because of which alone it matters; see pass.Without.
	For property.Property
	// Passable says that an over-approximation of what is not supported stands beside it, after an
	// assumption of false, with what follows; see pass.Beyond.
	Passable bool
}

// UB is undefined behaviour: the path ends here and is counted.
type UB struct {
	What string
	// Property, if not empty, is what is violated here where that is checked.
	Property property.Property
}

// Print is output of the program, seen by a run only: what Form makes of a string in memory and of some
// values.
type Print struct {
	Form   Formatter
	Format term.Term   // the address of the string
	Args   []term.Term // each of 32 or 64 bits (or PtrWidth)
	Errors bool        // it goes to the stream for messages of errors
	Name   string      // for people
}

func (Assign) op()      {}
func (Assume) op()      {}
func (Await) op()       {}
func (Havoc) op()       {}
func (Load) op()        {}
func (Store) op()       {}
func (AtomicBegin) op() {}
func (AtomicEnd) op()   {}
func (Spawn) op()       {}
func (Join) op()        {}
func (Call) op()        {}
func (Return) op()      {}
func (Alloc) op()       {}
func (Free) op()        {}
func (Fence) op()       {}
func (Exit) op()        {}
func (Violation) op()   {}
func (Unsupported) op() {}
func (UB) op()          {}
func (Print) op()       {}
