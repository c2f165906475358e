package step

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// AccessKind says what is done to memory.
type AccessKind uint8

// The kinds of accesses.
const (
	NoAccess AccessKind = iota
	Read
	Write
	// Release ends the life of a whole object, which conflicts with every access to it.
	Release
)

// Access is what an edge does to memory, in one atomic step.
type Access struct {
	Kind AccessKind
	// Addr is the first address, PtrWidth bits wide.
	Addr term.Term
	// Size is the number of bytes, 0 for a Release, which is of the whole object.
	Size uint64
	// Value is what a Write stores, 8 * Size bits wide; else None.
	Value term.Term
	// Order is the memory order of a Read or Write.
	Order cfa.Order
}

// Writes reports whether the access conflicts with a read of the same bytes.
func (a Access) Writes() bool { return a.Kind == Write || a.Kind == Release }

// AccessOf is the access that an operation makes; ok is false if it makes none.
func AccessOf(p *cfa.Program, op cfa.Op) (a Access, ok bool) {
	switch op := op.(type) {
	case cfa.Load:
		return Access{Kind: Read, Addr: op.Addr, Size: uint64(p.Regs[op.Dst].Sort.Width() / 8),
			Order: op.Order}, true
	case cfa.Store:
		return Access{Kind: Write, Addr: op.Addr, Size: uint64(p.Terms.Sort(op.Value).Width() / 8),
			Value: op.Value, Order: op.Order}, true
	case cfa.Free:
		return Access{Kind: Release, Addr: op.Addr}, true
	}
	return Access{}, false
}

// BytesOf is the access of an operation that reads or writes some bytes, a Load or a Store.
func BytesOf(p *cfa.Program, op cfa.Op) (a Access, ok bool) {
	a, ok = AccessOf(p, op)
	return a, ok && a.Kind != Release
}
