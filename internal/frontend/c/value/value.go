package value

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/term"
)

// Void is the value of what has none.
func (vs *Values) Void() Value { return Value{Type: vs.types.Void} }

// Value is the result of an expression.
type Value struct {
	Term term.Term // of a scalar: a bit-vector of the type's width
	Cond term.Term // not None when the value is ite(cond, 1, 0)
	Type cc.Type
	Bits int       // width of the bit-field that it was read from, or that its type has, or 0
	Addr term.Term // of an aggregate: where its bytes are
}

// Const returns an integer constant of a type.
func (vs *Values) Const(ty cc.Type, v uint64) Value {
	w := vs.types.Scalar(ty).Width
	if w > 64 {
		return Value{Term: vs.ts.ZeroExt(w-64, vs.ts.BV(64, v)), Type: ty}
	}
	return Value{Term: vs.ts.BV(w, Truncate(v, w)), Type: ty}
}

// Int is a constant of type int.
func (vs *Values) Int(v int64) Value { return vs.Const(vs.types.Int, uint64(v)) }

// Bool is the int 0 or 1 of a condition.
func (vs *Values) Bool(c term.Term) Value {
	w := vs.types.Scalar(vs.types.Int).Width
	return Value{Term: vs.ts.Ite(c, vs.ts.BV(w, 1), vs.ts.BV(w, 0)), Cond: c, Type: vs.types.Int}
}

// Truth is the condition v != 0.
func (vs *Values) Truth(v Value) term.Term {
	if v.Cond != term.None {
		return v.Cond
	}
	s := vs.types.Scalar(v.Type)
	switch s.Class {
	case repr.None:
		return vs.unsupportedCond("the truth value of a " + v.Type.String())
	case repr.Floating:
		f := vs.Floats(v)
		if f == nil {
			return vs.ts.False()
		}
		return vs.ts.Not(f.IsZero(v.Term))
	}
	return vs.ts.Not(vs.ts.Eq(v.Term, vs.Zero(s.Width)))
}

// Decay turns an array into the address of its first element, and a function into its address.
func (vs *Values) Decay(v Value) Value {
	switch ty := v.Type.(type) {
	case *cc.ArrayType:
		return Value{Term: v.Addr, Type: ty.Elem().Pointer()}
	case *cc.FunctionType:
		return Value{Term: v.Addr, Type: ty.Pointer()}
	}
	return v
}

// Temp returns a new register for an intermediate result of a type.
func (vs *Values) Temp(ty cc.Type, name string) cfa.RegID {
	s := vs.types.Scalar(ty)
	return vs.flow.NewReg(name, s.Sort(), "", s.Signed)
}

// Hold copies a value into a register of its own, so that later assignments do not change it.
func (vs *Values) Hold(v Value) Value {
	if v.Term == term.None || vs.ts.IsConst(v.Term) {
		return v
	}
	r := vs.Temp(v.Type, "tmp")
	vs.flow.Emit(cfa.Assign{Dst: r, Value: v.Term})
	return Value{Term: vs.flow.Sym(r), Type: v.Type, Bits: v.Bits}
}

// Dummy is a value of a type for code that is never reached.
func (vs *Values) Dummy(ty cc.Type) Value {
	if repr.IsVoid(ty) {
		return Value{Type: vs.types.Void}
	}
	if s := vs.types.Scalar(ty); s.Class != repr.None {
		return Value{Term: vs.Zero(s.Width), Type: ty}
	}
	return Value{Type: ty, Addr: vs.prog.Ptr(0)}
}

// Unsupported ends the path at something that is not supported, and gives a value for what is never reached.
func (vs *Values) Unsupported(ty cc.Type, what string) Value {
	vs.flow.Unsupported(what)
	return vs.Dummy(ty)
}

// UnsupportedCall is Unsupported for the call of a function that the program may define.
func (vs *Values) UnsupportedCall(ty cc.Type, function, what string) Value {
	vs.flow.UnsupportedCall(function, what)
	return vs.Dummy(ty)
}

func (vs *Values) unsupportedCond(what string) term.Term {
	vs.flow.Unsupported(what)
	return vs.ts.False()
}
