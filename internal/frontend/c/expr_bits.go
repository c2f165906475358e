package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/term"
)

// A bit-field that is wider than int and narrower than its declared type
// keeps its width in arithmetic, as in gcc: the value of s.x + 1 has 40 bits
// if s.x has. Such values are kept in 64 bits, extended by their sign, with
// value.bits saying how many count.

// promotedBits is the type of a value after the integer promotions, and the
// width of its own that it then has, or 0.
func (f *fn) promotedBits(t cc.Type, bits int) (cc.Type, int) {
	s := f.types.Scalar(t)
	if bits == 0 || s.Class != repr.Integer || bits == s.Width || layout.BitInt(t) > 0 {
		return f.types.Promoted(t), 0
	}
	switch {
	case bits < 32 || bits == 32 && s.Signed:
		return f.types.Int, 0
	case bits == 32:
		return f.types.Uint, 0
	}
	wide := f.types.Ullong
	if s.Signed {
		wide = f.types.Llong
	}
	if bits == 64 {
		bits = 0
	}
	return wide, bits
}

// promote applies the integer promotions.
func (f *fn) promote(v value) value {
	ty, bits := f.promotedBits(v.ty, v.bits)
	return f.convertBits(v, ty, bits)
}

// convertBits converts a value to a type, or to one of a bit-field in it.
func (f *fn) convertBits(v value, ty cc.Type, bits int) value {
	r := f.convert(v, ty)
	if bits > 0 && r.t != term.None {
		r = value{t: f.wrap(r.t, ty, bits), ty: ty, bits: bits}
	}
	return r
}

// wrap cuts a number to some bits and extends it again.
func (f *fn) wrap(t term.Term, ty cc.Type, bits int) term.Term {
	s := f.types.Scalar(ty)
	if bits == 0 || bits >= s.Width {
		return t
	}
	return f.resize(f.ts.Extract(bits-1, 0, t), bits, s.Width, s.Signed)
}

// wrapChecked does that to the result of an operation, which overflows if
// that changes it.
func (f *fn) wrapChecked(t term.Term, ty cc.Type, bits int, what string) term.Term {
	if bits == 0 {
		return t
	}
	w := f.wrap(t, ty, bits)
	if f.overflow && f.types.Scalar(ty).Signed {
		f.checkOverflow(f.ts.Not(f.ts.Eq(w, t)), what)
	}
	return w
}

// commonBits is the type of the usual arithmetic conversions of promoted
// values, with the width of its own that it has, or 0.
func (f *fn) commonBits(a, b value) (cc.Type, int) {
	if a.bits == 0 && b.bits == 0 {
		return f.types.Common(a.ty, b.ty), 0
	}
	sa, sb := f.types.Scalar(a.ty), f.types.Scalar(b.ty)
	width := func(s repr.Scalar, bits int) int {
		if s.Class == repr.Floating {
			return 1 << 10
		}
		if bits > 0 {
			return bits
		}
		return s.Width
	}
	switch wa, wb := width(sa, a.bits), width(sb, b.bits); {
	case wa > wb:
		return a.ty, a.bits
	case wb > wa:
		return b.ty, b.bits
	case !sa.Signed:
		return a.ty, a.bits
	}
	return b.ty, b.bits
}

// parserBits is the parser's type for one of ours, with the width of its own
// that it has, or 0; nil if it has none.
func (f *fn) parserBits(t *ctype.Type) (cc.Type, int) {
	p := f.unit.types.Parser(t)
	if p == nil {
		return nil, 0
	}
	return p, t.Bits
}
