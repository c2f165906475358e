package value

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/term"
)

// DefaultPromote applies the default argument promotions.
func (ar *Arith) DefaultPromote(v Value) Value {
	s := ar.types.Scalar(v.Type)
	switch {
	case s.Class == repr.Integer || s.Class == repr.Boolean:
		return ar.Promote(v)
	case s.Class == repr.Floating && s.Width < 64:
		return ar.convertFloat(v, s, ar.types.Double, ar.types.Scalar(ar.types.Double))
	}
	return v
}

// A bit-field that is wider than int and narrower than its declared type keeps its width in arithmetic, as in
// gcc: the value of s.x + 1 has 40 bits if s.x has. Such values are kept in 64 bits, extended by their sign,
// with value.bits saying how many count.

// promotedBits is the type of a value after the integer promotions, and the
// width of its own that it then has, or 0.
func (ar *Arith) promotedBits(t cc.Type, bits int) (cc.Type, int) {
	s := ar.types.Scalar(t)
	if bits == 0 || s.Class != repr.Integer || bits == s.Width || layout.BitInt(t) > 0 {
		return ar.types.Promoted(t), 0
	}
	switch {
	case bits < 32 || bits == 32 && s.Signed:
		return ar.types.Int, 0
	case bits == 32:
		return ar.types.Uint, 0
	}
	wide := ar.types.Ullong
	if s.Signed {
		wide = ar.types.Llong
	}
	if bits == 64 {
		bits = 0
	}
	return wide, bits
}

// Promote applies the integer promotions.
func (ar *Arith) Promote(v Value) Value {
	ty, bits := ar.promotedBits(v.Type, v.Bits)
	return ar.ConvertBits(v, ty, bits)
}

// ConvertBits converts a value to a type, or to one of a bit-field in it.
func (ar *Arith) ConvertBits(v Value, ty cc.Type, bits int) Value {
	r := ar.Convert(v, ty)
	if bits > 0 && r.Term != term.None {
		r = Value{Term: ar.Wrap(r.Term, ty, bits), Type: ty, Bits: bits}
	}
	return r
}

// Wrap cuts a number to some bits and extends it again.
func (ar *Arith) Wrap(t term.Term, ty cc.Type, bits int) term.Term {
	s := ar.types.Scalar(ty)
	if bits == 0 || bits >= s.Width {
		return t
	}
	return ar.values.Resize(ar.ts.Extract(bits-1, 0, t), bits, s.Width, s.Signed)
}

// WrapChecked does that to the result of an operation, which overflows if that changes it.
func (ar *Arith) WrapChecked(t term.Term, ty cc.Type, bits int, what string) term.Term {
	if bits == 0 {
		return t
	}
	w := ar.Wrap(t, ty, bits)
	if ar.Overflow && ar.types.Scalar(ty).Signed {
		ar.CheckOverflow(ar.ts.Not(ar.ts.Eq(w, t)), what)
	}
	return w
}

// commonBits is the type of the usual arithmetic conversions of promoted
// values, with the width of its own that it has, or 0.
func (ar *Arith) commonBits(a, b Value) (cc.Type, int) {
	if a.Bits == 0 && b.Bits == 0 {
		return ar.types.Common(a.Type, b.Type), 0
	}
	sa, sb := ar.types.Scalar(a.Type), ar.types.Scalar(b.Type)
	width := func(s repr.Scalar, bits int) int {
		if s.Class == repr.Floating {
			return 1 << 10
		}
		if bits > 0 {
			return bits
		}
		return s.Width
	}
	switch wa, wb := width(sa, a.Bits), width(sb, b.Bits); {
	case wa > wb:
		return a.Type, a.Bits
	case wb > wa:
		return b.Type, b.Bits
	case !sa.Signed:
		return a.Type, a.Bits
	}
	return b.Type, b.Bits
}

// Convert converts a value to a type.
func (ar *Arith) Convert(v Value, ty cc.Type) Value {
	if repr.IsVoid(ty) {
		return Value{Type: ty}
	}
	if repr.IsVoid(v.Type) {
		// Only in programs that gcc warns about, such as "return f();".
		return ar.mem.Havoc(ty, "value of a void expression")
	}
	to, from := ar.types.Scalar(ty), ar.types.Scalar(v.Type)
	if repr.IsVector(ty) || repr.IsVector(v.Type) {
		return ar.vec.convert(v, ty)
	}
	if to.Class == repr.None || from.Class == repr.None {
		if repr.IsAggregate(ty) && v.Addr != term.None {
			v.Type = ty
			return v
		}
		if from.Class == repr.None && v.Addr != term.None && v.Type.Kind() == cc.Array {
			return ar.Convert(ar.values.Decay(v), ty)
		}
		return ar.values.Unsupported(ty, "conversion from "+v.Type.String()+" to "+ty.String())
	}
	if to.Class == repr.Floating || from.Class == repr.Floating {
		return ar.convertFloat(v, from, ty, to)
	}
	switch {
	case to.Class == repr.Boolean:
		if from.Class == repr.Boolean {
			return Value{Term: v.Term, Cond: v.Cond, Type: ty}
		}
		c := ar.values.Truth(v)
		return Value{Term: ar.ts.Ite(c, ar.ts.BV(8, 1), ar.ts.BV(8, 0)), Cond: c, Type: ty}
	case v.Cond != term.None:
		return Value{Term: ar.ts.Ite(v.Cond, ar.values.BV(to.Width, 1), ar.values.BV(to.Width, 0)),
			Cond: v.Cond, Type: ty}
	}
	if to.Class == repr.Pointer && from.Class == repr.Pointer {
		ar.made.As(v.Term, repr.Elem(ty))
	}
	if from.Class == repr.Pointer && to.Class == repr.Integer {
		v.Term = ar.opaque(v.Term)
	}
	return Value{Term: ar.values.Resize(v.Term, from.Width, to.Width, from.Signed), Type: ty}
}
