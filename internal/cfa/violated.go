package cfa

import (
	"slices"

	"whittle.dev/internal/property"
)

// Violated is the property that is violated where an operation cannot be made: where a Load or Store is
// outside of all live objects, a Free is of what is none, a Call or Spawn is of an address that is no
// function; of a Violation or UB, the one that it names. Empty: none.
func Violated(op Op) property.Property {
	switch op := op.(type) {
	case Load, Store:
		return property.ValidDeref
	case Call:
		if op.Proc == NoProc {
			return property.ValidDeref
		}
	case Spawn:
		if op.Proc == NoProc {
			return property.ValidDeref
		}
	case Free:
		return property.ValidFree
	case Violation:
		return op.Property
	case UB:
		return op.Property
	}
	return ""
}

// Violates reports whether a property is violated where an operation cannot be made.
func Violates(op Op, checked property.Property) bool {
	p := Violated(op)
	return p != "" && checked.Covers(p)
}

// SeeksLost reports whether some Violation of the program is one only where a block of the heap is lost.
// Those after an Assume of false do not count.
func (p *Program) SeeksLost() bool {
	return slices.ContainsFunc(p.Procs, func(proc *Proc) bool {
		open := func(i int32) bool {
			a, ok := proc.Edges[i].Op.(Assume)
			return !ok || !p.Terms.IsFalse(a.Cond)
		}
		return slices.ContainsFunc(proc.Edges, func(e *Edge) bool {
			v, ok := e.Op.(Violation)
			return ok && v.Lost && slices.ContainsFunc(proc.Locs[e.From].In, open)
		})
	})
}
