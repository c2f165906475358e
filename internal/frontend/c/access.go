package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/term"
)

// load reads the value of a place.
func (f *fn) load(p place) value {
	if p.opaque != "" {
		return f.unsupportedValue(p.ty, p.opaque)
	}
	if p.reg != cfa.NoReg {
		return value{t: f.flow.Sym(p.reg), ty: p.ty}
	}
	switch {
	case p.ty.Kind() == cc.Array || p.ty.Kind() == cc.Function:
		return f.decay(value{addr: p.addr, ty: p.ty})
	case repr.IsAggregate(p.ty) && p.order != cfa.Plain:
		// The value of an _Atomic struct is read in one step.
		addr := f.tempObject(p.ty, "value")
		f.copyAtomically(addr, p.addr, p.ty)
		return value{addr: addr, ty: p.ty}
	case repr.IsAggregate(p.ty):
		return value{addr: p.addr, ty: p.ty}
	case repr.IsVoid(p.ty):
		return value{ty: f.types.Void}
	}
	s := f.types.Scalar(p.ty)
	if s.Class == repr.None {
		return f.unsupportedValue(p.ty, "a value of type "+p.ty.String())
	}
	if f.flow.Constant {
		if v, ok := f.fold(p); ok {
			return v
		}
	}
	if p.bit != nil {
		raw := f.rawLoad(p, p.bit.Container)
		bits := f.ts.Extract(p.bit.Off+p.bit.Width-1, p.bit.Off, raw)
		return value{t: f.resize(bits, p.bit.Width, s.Width, s.Signed && s.Class == repr.Integer), ty: p.ty,
			bits: p.bit.Width}
	}
	if w := f.types.MemoryWidth(p.ty, s); w != s.Width {
		return value{t: f.ts.Extract(s.Width-1, 0, f.rawLoad(p, w)), ty: p.ty}
	}
	return value{t: f.rawLoad(p, s.Width), ty: p.ty}
}

func (f *fn) copyAtomically(dst, src term.Term, t cc.Type) {
	if f.flow.Constant {
		return
	}
	f.flow.Emit(cfa.AtomicBegin{})
	f.copyObject(dst, src, t)
	f.flow.Emit(cfa.AtomicEnd{})
}

func (f *fn) rawLoad(p place, width int) term.Term {
	if f.flow.Constant {
		return f.constLoad(p, width)
	}
	s := f.types.Scalar(p.ty)
	r := f.flow.NewReg("load", term.BitVec(width), "", s.Signed)
	f.attribute(f.flow.Emit(cfa.Load{Dst: r, Addr: p.addr, Order: f.orderOf(p), Disputed: f.disputed(p)}), p)
	return f.flow.Sym(r)
}

// storeTo writes a value, already of the place's type, to a scalar place and
// returns what a read of the place would give.
func (f *fn) storeTo(p place, v value) value {
	if f.flow.Constant {
		f.flow.Refused = "an assignment"
		return v
	}
	f.madeFor(v.t, p)
	if p.reg != cfa.NoReg {
		f.flow.Emit(cfa.Assign{Dst: p.reg, Value: v.t})
		return value{t: f.flow.Sym(p.reg), ty: p.ty}
	}
	s := f.types.Scalar(p.ty)
	if repr.IsVector(p.ty) && v.addr != term.None {
		f.copyObject(p.addr, v.addr, p.ty)
		return value{addr: p.addr, ty: p.ty}
	}
	if s.Class == repr.None {
		f.flow.Unsupported("a store of type " + p.ty.String())
		return v
	}
	if b := p.bit; b != nil {
		// The neighbours in the container are read and written back.
		field := f.ts.Extract(b.Width-1, 0, v.t)
		whole := field
		if b.Width != b.Container {
			old := f.rawLoad(p, b.Container)
			if hi := b.Off + b.Width; hi < b.Container {
				whole = f.ts.Concat(f.ts.Extract(b.Container-1, hi, old), whole)
			}
			if b.Off > 0 {
				whole = f.ts.Concat(whole, f.ts.Extract(b.Off-1, 0, old))
			}
		}
		f.attribute(f.flow.Emit(cfa.Store{Addr: p.addr, Value: whole, Order: f.orderOf(p),
			Disputed: f.disputed(p)}), p)
		return value{t: f.resize(field, b.Width, s.Width, s.Signed && s.Class == repr.Integer), ty: p.ty,
			bits: b.Width}
	}
	f.attribute(f.flow.Emit(cfa.Store{Addr: p.addr, Value: f.inMemoryBits(p.ty, v.t), Order: f.orderOf(p),
		Disputed: f.disputed(p)}), p)
	return v
}

// attribute notes which expression an access stems from.
func (f *fn) attribute(s *flow.Step, p place) {
	if p.node == nil {
		return
	}
	s.Node = p.node
	if n, ok := p.node.(cc.ExpressionNode); ok {
		if text, through, ok := syntax.Place(n); ok && through {
			s.Access = text
		}
	}
	if p.bit != nil && f.bitFields != nil {
		f.bitFields[p.node] = p.bit
	}
}
