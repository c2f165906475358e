package step

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Source says where the value comes from that a register is set to.
type Source uint8

// The sources of values.
const (
	// NoValue: no register is set.
	NoValue Source = iota
	// Computed: Effect.Value.
	Computed
	// Input: any value of the register's sort.
	Input
	// Loaded: what the access reads.
	Loaded
	// Allocated: the address of a new object.
	Allocated
	// Started: the id of a new thread.
	Started
	// Joined: the exit value of a thread that has ended.
	Joined
	// Returned: the result of the procedure that is called, once it returns.
	Returned
)

// End says what ends with an edge.
type End uint8

// What ends.
const (
	// GoesOn: nothing does.
	GoesOn End = iota
	// ProcedureEnds: the procedure returns, and with the outermost one its thread ends.
	ProcedureEnds
	// ThreadEnds: the thread ends, whatever it has called.
	ThreadEnds
	// ProcessEnds: all threads end, with no violation.
	ProcessEnds
	// PathEnds: nothing is looked at after a violation, undefined behaviour or what is not supported.
	PathEnds
)

// Effect is what taking an edge does.
type Effect struct {
	// Set is the register that is set, or NoReg, and From where its value comes from.
	Set  cfa.RegID
	From Source
	// Value is what Set is set to if From is Computed, and the result of what ends (None: it has none).
	Value term.Term
	// Guard holds where the edge is taken; None: it always can be. Elsewhere the thread waits if Waits is
	// set, and the path ends if not.
	Guard term.Term
	// Waits says that the thread may have to wait, for Guard or for another thread to end.
	Waits  bool
	Access Access
	// Section is 1 where an atomic section begins and -1 where one ends.
	Section int8
	// Enters says that a procedure is called or, if From is Started, that a thread runs it. Proc is NoProc if
	// it is the one at address Target. Args are its parameters.
	Enters bool
	Proc   cfa.ProcID
	Target term.Term
	Args   []term.Term
	// Thread is the id of the thread that is joined; None: none is.
	Thread term.Term
	Ends   End
}

// Of is the effect of an operation.
func Of(p *cfa.Program, op cfa.Op) Effect {
	x := Effect{Set: cfa.Def(op), Proc: cfa.NoProc}
	x.Access, _ = AccessOf(p, op)
	switch op := op.(type) {
	case cfa.Assign:
		x.From, x.Value = Computed, op.Value
	case cfa.Assume:
		x.Guard = op.Cond
	case cfa.Await:
		x.Guard, x.Waits = op.Cond, true
	case cfa.Havoc:
		x.From = Input
	case cfa.Load:
		x.From = Loaded
	case cfa.AtomicBegin:
		x.Section = 1
	case cfa.AtomicEnd:
		x.Section = -1
	case cfa.Spawn:
		x.From, x.Enters, x.Proc, x.Target, x.Args = Started, true, op.Proc, op.Target, op.Args
	case cfa.Join:
		x.From, x.Thread, x.Waits = Joined, op.Thread, true
	case cfa.Call:
		x.From, x.Enters, x.Proc, x.Target, x.Args = Returned, true, op.Proc, op.Target, op.Args
	case cfa.Return:
		x.Value, x.Ends = op.Value, ProcedureEnds
	case cfa.Alloc:
		x.From = Allocated
	case cfa.Exit:
		if x.Value, x.Ends = op.Value, ProcessEnds; op.Kind == cfa.ExitThread {
			x.Ends = ThreadEnds
		}
	case cfa.Violation, cfa.Unsupported, cfa.UB:
		x.Ends = PathEnds
	}
	if x.Set == cfa.NoReg && x.From != Started && x.From != Returned {
		x.From = NoValue
	}
	return x
}

// Computes is the register that an operation sets to the value of a term over registers, if it does that and
// nothing else.
func Computes(op cfa.Op) (dst cfa.RegID, value term.Term, ok bool) {
	if op, ok := op.(cfa.Assign); ok {
		return op.Dst, op.Value, true
	}
	return cfa.NoReg, term.None, false
}

// Decides is the term on which it depends what an operation does, and not just which value it moves: the
// condition, the address of an access, the size of an object, the thread that is joined, the procedure that
// is called through a pointer. None: there is none.
func Decides(op cfa.Op) term.Term {
	switch op := op.(type) {
	case cfa.Assume:
		return op.Cond
	case cfa.Await:
		return op.Cond
	case cfa.Load:
		return op.Addr
	case cfa.Store:
		return op.Addr
	case cfa.Free:
		return op.Addr
	case cfa.Alloc:
		return op.Size
	case cfa.Join:
		return op.Thread
	case cfa.Call:
		return op.Target
	case cfa.Spawn:
		return op.Target
	}
	return term.None
}
