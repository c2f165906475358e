package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/term"
)

// value is the result of an expression.
type value struct {
	t    term.Term // of a scalar: a bit-vector of the type's width
	cond term.Term // not None when the value is ite(cond, 1, 0)
	ty   cc.Type
	bits int       // width of the bit-field that it was read from, or that its type has, or 0
	addr term.Term // of an aggregate: where its bytes are
}

// place is what an lvalue designates.
type place struct {
	ty       cc.Type
	reg      cfa.RegID // NoReg when in memory
	addr     term.Term
	bit      *repr.BitField
	order    cfa.Order
	volatile bool // if it matters, see Config.Volatile
	// argv marks what stands for main's argument vector.
	opaque string
	// node is the expression that designates the place, if it is one.
	node cc.Node
}

// constant returns an integer constant of a type.
func (f *fn) constant(ty cc.Type, v uint64) value {
	w := f.types.Scalar(ty).Width
	if w > 64 {
		return value{t: f.ts.ZeroExt(w-64, f.ts.BV(64, v)), ty: ty}
	}
	return value{t: f.ts.BV(w, truncate(v, w)), ty: ty}
}

func truncate(v uint64, w int) uint64 {
	if w < 64 {
		v &= 1<<uint(w) - 1
	}
	return v
}

func (f *fn) intValue(v int64) value { return f.constant(f.types.Int, uint64(v)) }

// boolValue is the int 0 or 1 of a condition.
func (f *fn) boolValue(c term.Term) value {
	w := f.types.Scalar(f.types.Int).Width
	return value{t: f.ts.Ite(c, f.ts.BV(w, 1), f.ts.BV(w, 0)), cond: c, ty: f.types.Int}
}

// truth is the condition v != 0.
func (f *fn) truth(v value) term.Term {
	if v.cond != term.None {
		return v.cond
	}
	s := f.types.Scalar(v.ty)
	switch s.Class {
	case repr.None:
		return f.unsupportedCond("the truth value of a " + v.ty.String())
	case repr.Floating:
		if !f.ts.IsConst(v.t) {
			return f.unsupportedCond("floating-point comparison")
		}
		// Both zeros are false.
		return f.ts.Not(f.ts.Eq(f.ts.Extract(s.Width-2, 0, v.t), f.ts.BV(s.Width-1, 0)))
	}
	return f.ts.Not(f.ts.Eq(v.t, f.zero(s.Width)))
}

func (f *fn) zero(w int) term.Term { return f.bv(w, 0) }

// bv is a constant of any width.
func (f *fn) bv(w int, v uint64) term.Term {
	if w > 64 {
		return f.ts.ZeroExt(w-64, f.ts.BV(64, v))
	}
	return f.ts.BV(w, truncate(v, w))
}

// resize widens (by the source's sign) or narrows a bit-vector.
func (f *fn) resize(t term.Term, from, to int, signed bool) term.Term {
	switch {
	case from == to:
		return t
	case to < from:
		return f.ts.Extract(to-1, 0, t)
	case signed:
		return f.ts.SignExt(to-from, t)
	}
	return f.ts.ZeroExt(to-from, t)
}

// convert converts a value to a type.
func (f *fn) convert(v value, ty cc.Type) value {
	if repr.IsVoid(ty) {
		return value{ty: ty}
	}
	if repr.IsVoid(v.ty) {
		// Only in programs that gcc warns about, such as "return f();".
		return f.havocValue(ty, "value of a void expression")
	}
	to, from := f.types.Scalar(ty), f.types.Scalar(v.ty)
	if repr.IsVector(ty) || repr.IsVector(v.ty) {
		return f.convertVector(v, ty)
	}
	if to.Class == repr.None || from.Class == repr.None {
		if repr.IsAggregate(ty) && v.addr != term.None {
			v.ty = ty
			return v
		}
		if from.Class == repr.None && v.addr != term.None && v.ty.Kind() == cc.Array {
			return f.convert(f.decay(v), ty)
		}
		return f.unsupportedValue(ty, "conversion from "+v.ty.String()+" to "+ty.String())
	}
	if to.Class == repr.Floating || from.Class == repr.Floating {
		return f.convertFloat(v, from, ty, to)
	}
	switch {
	case to.Class == repr.Boolean:
		if from.Class == repr.Boolean {
			return value{t: v.t, cond: v.cond, ty: ty}
		}
		c := f.truth(v)
		return value{t: f.ts.Ite(c, f.ts.BV(8, 1), f.ts.BV(8, 0)), cond: c, ty: ty}
	case v.cond != term.None:
		return value{t: f.ts.Ite(v.cond, f.bv(to.Width, 1), f.bv(to.Width, 0)), cond: v.cond, ty: ty}
	}
	if to.Class == repr.Pointer && from.Class == repr.Pointer {
		f.madeAs(v.t, repr.Elem(ty))
	}
	if from.Class == repr.Pointer && to.Class == repr.Integer {
		v.t = f.opaque(v.t)
	}
	return value{t: f.resize(v.t, from.Width, to.Width, from.Signed), ty: ty}
}

// decay turns an array into the address of its first element, and a function
// into its address.
func (f *fn) decay(v value) value {
	switch ty := v.ty.(type) {
	case *cc.ArrayType:
		return value{t: v.addr, ty: ty.Elem().Pointer()}
	case *cc.FunctionType:
		return value{t: v.addr, ty: ty.Pointer()}
	}
	return v
}

// temp returns a new register for an intermediate result of a type.
func (f *fn) temp(ty cc.Type, name string) cfa.RegID {
	s := f.types.Scalar(ty)
	return f.flow.NewReg(name, s.Sort(), "", s.Signed)
}

// hold copies a value into a register of its own, so that later assignments
// do not change it.
func (f *fn) hold(v value) value {
	if v.t == term.None || f.ts.IsConst(v.t) {
		return v
	}
	r := f.temp(v.ty, "tmp")
	f.flow.Emit(cfa.Assign{Dst: r, Value: v.t})
	return value{t: f.flow.Sym(r), ty: v.ty, bits: v.bits}
}

// havocValue is an input of a type.
func (f *fn) havocValue(ty cc.Type, what string) value {
	return f.inputOf(ty, cfa.Havoc{What: what})
}

// inexact is an input that stands for what a library function yields without
// being exact.
func (f *fn) inexact(ty cc.Type, function string) value {
	return f.inputOf(ty, cfa.Havoc{What: function + "()", Inexact: function})
}

// unsetValue is what an object holds that was not initialised, or what is used
// in place of a value that the program has not given.
func (f *fn) unsetValue(ty cc.Type, what string) value {
	return f.inputOf(ty, cfa.Havoc{What: what, Unset: true})
}

// inputOf is an input of a type and of the kind of a Havoc.
func (f *fn) inputOf(ty cc.Type, input cfa.Havoc) value {
	if repr.IsVoid(ty) {
		return value{ty: ty}
	}
	s := f.types.Scalar(ty)
	if s.Class == repr.None {
		if repr.IsAggregate(ty) {
			// Fresh memory has unknown content.
			addr := f.tempObject(ty, input.What)
			if input.Inexact != "" {
				f.anyObjects(addr, ty, 1, input)
			}
			return value{ty: ty, addr: addr}
		}
		return f.unsupportedValue(ty, "a value of type "+ty.String())
	}
	input.Dst = f.temp(ty, "input")
	f.flow.Emit(input)
	if s.Class == repr.Boolean {
		return value{t: f.ts.ZeroExt(7, f.ts.Extract(0, 0, f.flow.Sym(input.Dst))), ty: ty}
	}
	return value{t: f.flow.Sym(input.Dst), ty: ty}
}

// dummy is a value of a type for code that is never reached.
func (f *fn) dummy(ty cc.Type) value {
	if repr.IsVoid(ty) {
		return value{ty: f.types.Void}
	}
	if s := f.types.Scalar(ty); s.Class != repr.None {
		return value{t: f.zero(s.Width), ty: ty}
	}
	return value{ty: ty, addr: f.prog.Ptr(0)}
}

func (f *fn) unsupportedValue(ty cc.Type, what string) value {
	f.flow.Unsupported(what)
	return f.dummy(ty)
}

func (f *fn) unsupportedCond(what string) term.Term {
	f.flow.Unsupported(what)
	return f.ts.False()
}
