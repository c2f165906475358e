package value

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/term"
)

// At is the place of a type at an address.
func (mem *Memory) At(addr term.Term, ty cc.Type) Place {
	return Place{Type: ty, Reg: cfa.NoReg, Addr: addr, Order: mem.types.Order(ty)}
}

// Nowhere stands for a place that cannot be lowered.
func (mem *Memory) Nowhere(ty cc.Type) Place { return mem.At(mem.prog.Ptr(0), ty) }

// Member is the place of a member of the object at an address.
func (mem *Memory) Member(base term.Term, m *repr.Member) Place {
	off, p := m.Off, mem.At(base, m.Type)
	if m.IsBit {
		off, p.Bit = m.Container()
	}
	p.Addr = mem.prog.PtrAdd(base, mem.prog.Ptr(off))
	if m.Atomic {
		p.Order = cfa.SeqCst
	}
	return p
}

// Place is what an lvalue designates.
type Place struct {
	Type  cc.Type
	Reg   cfa.RegID // NoReg when in memory
	Addr  term.Term
	Bit   *repr.BitField
	Order cfa.Order
	// Relaxed says that each access is a relaxed atomic one at least, disputed that accesses race or not
	// depending on what volatile means.
	Relaxed, Disputed bool
	// Opaque, if not empty, names what is not supported about reading the place.
	Opaque string
	// Node is the expression that designates the place, if it is one.
	Node cc.Node
}
