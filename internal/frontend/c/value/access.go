package value

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/term"
)

// Load reads the value of a place.
func (mem *Memory) Load(p Place) Value {
	if p.Opaque != "" {
		return mem.values.Unsupported(p.Type, p.Opaque)
	}
	if p.Reg != cfa.NoReg {
		return Value{Term: mem.flow.Sym(p.Reg), Type: p.Type}
	}
	switch {
	case p.Type.Kind() == cc.Array || p.Type.Kind() == cc.Function:
		return mem.values.Decay(Value{Addr: p.Addr, Type: p.Type})
	case repr.IsAggregate(p.Type) && p.Order != cfa.Plain:
		// The value of an _Atomic struct is read in one step.
		addr := mem.Temp(p.Type, "value")
		mem.CopyAtomically(addr, p.Addr, p.Type)
		return Value{Addr: addr, Type: p.Type}
	case repr.IsAggregate(p.Type):
		return Value{Addr: p.Addr, Type: p.Type}
	case repr.IsVoid(p.Type):
		return Value{Type: mem.types.Void}
	}
	s := mem.types.Scalar(p.Type)
	if s.Class == repr.None {
		return mem.values.Unsupported(p.Type, "a value of type "+p.Type.String())
	}
	if mem.flow.Constant {
		if v, ok := mem.constants.Fold(p); ok {
			return v
		}
	}
	if p.Bit != nil {
		raw := mem.rawLoad(p, p.Bit.Container)
		for _, s := range p.Bit.Beside {
			mem.rawLoad(mem.beside(p, s), 8*s.Size)
		}
		bits := mem.ts.Extract(p.Bit.Off+p.Bit.Width-1, p.Bit.Off, raw)
		return Value{Term: mem.values.Resize(bits, p.Bit.Width, s.Width, s.Signed && s.Class == repr.Integer),
			Type: p.Type,
			Bits: p.Bit.Width}
	}
	if w := mem.types.MemoryWidth(p.Type, s); w != s.Width {
		return Value{Term: mem.ts.Extract(s.Width-1, 0, mem.rawLoad(p, w)), Type: p.Type}
	}
	return Value{Term: mem.rawLoad(p, s.Width), Type: p.Type}
}

// beside is the place of further bytes of the memory location of a bit-field.
func (mem *Memory) beside(p Place, s repr.Span) Place {
	by := Truncate(uint64(int64(s.At)), mem.prog.PtrWidth)
	p.Addr = mem.prog.PtrAdd(p.Addr, mem.prog.Ptr(by))
	return p
}

// CopyAtomically copies an object in one atomic section.
func (mem *Memory) CopyAtomically(dst, src term.Term, t cc.Type) {
	if mem.flow.Constant {
		return
	}
	mem.flow.Emit(cfa.AtomicBegin{})
	mem.Copy(dst, src, t)
	mem.flow.Emit(cfa.AtomicEnd{})
}

func (mem *Memory) rawLoad(p Place, width int) term.Term {
	if mem.flow.Constant {
		return mem.constants.Content(p, width)
	}
	s := mem.types.Scalar(p.Type)
	r := mem.flow.NewReg("load", term.BitVec(width), "", s.Signed)
	mem.attribute(mem.flow.Emit(cfa.Load{Dst: r, Addr: p.Addr, Order: mem.orderOf(p), Disputed: p.Disputed}),
		p)
	return mem.flow.Sym(r)
}

// Store writes a value, already of the place's type, to a scalar place and
// returns what a read of the place would give.
func (mem *Memory) Store(p Place, v Value) Value {
	if mem.flow.Constant {
		mem.flow.Refused = "an assignment"
		return v
	}
	mem.made.For(v.Term, p)
	if p.Reg != cfa.NoReg {
		mem.flow.Emit(cfa.Assign{Dst: p.Reg, Value: v.Term})
		return Value{Term: mem.flow.Sym(p.Reg), Type: p.Type}
	}
	s := mem.types.Scalar(p.Type)
	if repr.IsVector(p.Type) && v.Addr != term.None {
		mem.Copy(p.Addr, v.Addr, p.Type)
		return Value{Addr: p.Addr, Type: p.Type}
	}
	if s.Class == repr.None {
		mem.flow.Unsupported("a store of type " + p.Type.String())
		return v
	}
	if b := p.Bit; b != nil {
		// The neighbours in the container are read and written back.
		field := mem.ts.Extract(b.Width-1, 0, v.Term)
		whole := field
		if b.Width != b.Container {
			old := mem.rawLoad(p, b.Container)
			if hi := b.Off + b.Width; hi < b.Container {
				whole = mem.ts.Concat(mem.ts.Extract(b.Container-1, hi, old), whole)
			}
			if b.Off > 0 {
				whole = mem.ts.Concat(whole, mem.ts.Extract(b.Off-1, 0, old))
			}
		}
		mem.attribute(mem.flow.Emit(cfa.Store{Addr: p.Addr, Value: whole, Order: mem.orderOf(p),
			Disputed: p.Disputed}), p)
		for _, s := range b.Beside {
			q := mem.beside(p, s)
			mem.attribute(mem.flow.Emit(cfa.Store{Addr: q.Addr, Value: mem.rawLoad(q, 8*s.Size),
				Order: mem.orderOf(p), Disputed: p.Disputed}), p)
		}
		return Value{Term: mem.values.Resize(field, b.Width, s.Width, s.Signed && s.Class == repr.Integer),
			Type: p.Type,
			Bits: b.Width}
	}
	mem.attribute(mem.flow.Emit(cfa.Store{Addr: p.Addr, Value: mem.InMemoryBits(p.Type, v.Term),
		Order:    mem.orderOf(p),
		Disputed: p.Disputed}), p)
	return v
}

// attribute notes which expression an access stems from.
func (mem *Memory) attribute(s *flow.Step, p Place) {
	if p.Node == nil {
		return
	}
	s.Node = p.Node
	if n, ok := p.Node.(cc.ExpressionNode); ok {
		if text, through, ok := syntax.Place(n); ok && through {
			s.Access = text
		}
	}
	if p.Bit != nil && mem.bitFields != nil {
		mem.bitFields[p.Node] = p.Bit
	}
}

// orderOf is the order of one access to a place. That accesses are atomic because they are volatile does not
// make an operation atomic that consists of two: v++ reads and writes.
func (mem *Memory) orderOf(p Place) cfa.Order {
	if p.Relaxed {
		return max(p.Order, cfa.Relaxed)
	}
	return p.Order
}

// InMemoryBits is what memory holds of a scalar.
func (mem *Memory) InMemoryBits(t cc.Type, v term.Term) term.Term {
	s := mem.types.Scalar(t)
	if s.Class != repr.Integer {
		return v
	}
	return mem.values.Resize(v, s.Width, mem.types.MemoryWidth(t, s), s.Signed)
}
