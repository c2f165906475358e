package cfa

import "whittle.dev/term"

// Terms returns the terms that an operation reads, in the order in which the
// operation lists them; absent ones (None) are left out.
func Terms(op Op) []term.Term {
	var out []term.Term
	EachTerm(op, func(t term.Term) { out = append(out, t) })
	return out
}

// EachTerm calls f for what [Terms] lists.
func EachTerm(op Op, f func(term.Term)) {
	switch op := op.(type) {
	case Assign:
		each(f, op.Value)
	case Assume:
		each(f, op.Cond)
	case Await:
		each(f, op.Cond)
	case Havoc:
		each(f, op.Gone...)
		each(f, op.From...)
		each(f, op.Reaches...)
	case Load:
		each(f, op.Addr)
	case Store:
		each(f, op.Addr, op.Value)
	case Spawn:
		each(f, op.Target)
		each(f, op.Args...)
	case Join:
		each(f, op.Thread)
	case Call:
		each(f, op.Target)
		each(f, op.Args...)
	case Return:
		each(f, op.Value)
	case Alloc:
		each(f, op.Size)
	case Free:
		each(f, op.Addr)
	case Exit:
		each(f, op.Value)
	case Print:
		each(f, op.Format)
		each(f, op.Args...)
	}
}

// each calls f for the terms that are there.
func each(f func(term.Term), ts ...term.Term) {
	for _, t := range ts {
		if t != term.None {
			f(t)
		}
	}
}

// MapTerms returns op with every term t that it reads replaced by f(t). Absent
// terms (None) stay absent. op itself is not changed.
func MapTerms(op Op, f func(term.Term) term.Term) Op {
	g := func(t term.Term) term.Term {
		if t == term.None {
			return t
		}
		return f(t)
	}
	list := func(ts []term.Term) []term.Term {
		out := make([]term.Term, len(ts))
		for i, t := range ts {
			out[i] = g(t)
		}
		return out
	}
	switch op := op.(type) {
	case Assign:
		op.Value = g(op.Value)
		return op
	case Assume:
		op.Cond = g(op.Cond)
		return op
	case Await:
		op.Cond = g(op.Cond)
		return op
	case Havoc:
		if len(op.Gone) > 0 {
			op.Gone = list(op.Gone)
		}
		if len(op.From) > 0 {
			op.From = list(op.From)
		}
		if len(op.Reaches) > 0 {
			op.Reaches = list(op.Reaches)
		}
		return op
	case Load:
		op.Addr = g(op.Addr)
		return op
	case Store:
		op.Addr, op.Value = g(op.Addr), g(op.Value)
		return op
	case Spawn:
		op.Target, op.Args = g(op.Target), list(op.Args)
		return op
	case Join:
		op.Thread = g(op.Thread)
		return op
	case Call:
		op.Target, op.Args = g(op.Target), list(op.Args)
		return op
	case Return:
		op.Value = g(op.Value)
		return op
	case Alloc:
		op.Size = g(op.Size)
		return op
	case Free:
		op.Addr = g(op.Addr)
		return op
	case Exit:
		op.Value = g(op.Value)
		return op
	case Print:
		op.Format, op.Args = g(op.Format), list(op.Args)
		return op
	}
	return op
}

// Def returns the register that an operation sets, or NoReg. (A call sets
// further registers inside the called procedure.)
func Def(op Op) RegID {
	switch op := op.(type) {
	case Assign:
		return op.Dst
	case Havoc:
		return op.Dst
	case Load:
		return op.Dst
	case Spawn:
		return op.Dst
	case Join:
		return op.Dst
	case Call:
		return op.Dst
	case Alloc:
		return op.Dst
	}
	return NoReg
}

// WithDef returns op setting the register r instead of Def(op). Operations
// that set no register are returned as they are.
func WithDef(op Op, r RegID) Op {
	switch op := op.(type) {
	case Assign:
		op.Dst = r
		return op
	case Havoc:
		op.Dst = r
		return op
	case Load:
		op.Dst = r
		return op
	case Spawn:
		op.Dst = r
		return op
	case Join:
		op.Dst = r
		return op
	case Call:
		op.Dst = r
		return op
	case Alloc:
		op.Dst = r
		return op
	}
	return op
}

// IsVisible reports whether other threads can observe the operation or influence what it does. Operations
// that are not visible commute with every step of every other thread. Calls and returns are not visible
// themselves; neither is output, which has no effect outside `whittle run`, nor are violations and other ends
// of a path, after which nothing is looked at.
func IsVisible(op Op) bool {
	switch op.(type) {
	case Load, Store, Await, AtomicBegin, AtomicEnd, Spawn, Join, Alloc, Free, Exit:
		return true
	}
	return false
}

// Ends reports whether a path ends with the operation. (The path of the caller goes on after a Return.)
func Ends(op Op) bool {
	switch op.(type) {
	case Return, Exit, Violation, Unsupported, UB:
		return true
	}
	return false
}

// IsInput reports whether the operation takes an input from outside the
// program: such edges are counted by (thread, origin, occurrence).
func IsInput(op Op) bool {
	switch op.(type) {
	case Havoc, Alloc, Spawn:
		return true
	}
	return false
}

// IsCounted reports whether traces refer to occurrences of the operation, because it is visible or takes an
// input. A pass may drop or duplicate such an edge on some path only if every edge of the same origin is
// treated so; else occurrence numbers would differ from those of the program as lowered.
func IsCounted(op Op) bool { return IsVisible(op) || IsInput(op) }

// Acts reports whether an operation does something that is told from doing nothing whatever the values are:
// it starts a thread, prints, makes or frees an object of the heap, or takes an input from outside of the
// program. What is done to memory is another question.
func Acts(op Op) bool {
	switch op := op.(type) {
	case Spawn, Print:
		return true
	case Alloc:
		return op.Kind.IsHeap()
	case Free:
		return op.Kind.IsHeap()
	case Havoc:
		return !op.Unset && len(op.Gone) == 0 && len(op.From) == 0
	}
	return false
}

// Looks reports whether an operation lets a thread find out what others have done.
func Looks(op Op) bool {
	switch op.(type) {
	case Load, Await, Join:
		return true
	}
	return false
}

// IsQuiet reports whether an operation does nothing but look and compute: what it changes is in registers of
// its thread, and sections begin and end. A section may await a condition after such operations, since not
// having executed them makes no difference.
func IsQuiet(op Op) bool {
	switch op.(type) {
	case Assign, Assume, Load, Fence, AtomicBegin, AtomicEnd:
		return true
	}
	return false
}
