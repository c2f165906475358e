package repr

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/layout"
)

// Basic are the types that operators produce.
type Basic struct {
	Int, Uint, Long, Ulong, Llong, Ullong cc.Type
	Char, schar, Uchar, Short, Ushort     cc.Type
	Void, SizeT, Pvoid, Float, Double     cc.Type
}

func newBasicTypes(a *cc.AST) Basic {
	return Basic{
		Int: a.Int, Uint: a.UInt, Long: a.Long, Ulong: a.ULong, Llong: a.LongLong, Ullong: a.ULongLong,
		Char: a.Char, schar: a.SChar, Uchar: a.UChar, Short: a.Short, Ushort: a.UShort,
		Void: a.Void, SizeT: a.SizeT, Pvoid: a.PVoid, Float: a.Float, Double: a.Double,
	}
}

// Promoted applies the integer promotions to a type; see promotedBits for what bit-fields hold.
func (ts *Types) Promoted(t cc.Type) cc.Type {
	if layout.BitInt(t) > 0 {
		return t // C23 promotes no _BitInt
	}
	switch t.Kind() {
	case cc.Bool, cc.Char, cc.SChar, cc.UChar, cc.Short, cc.UShort:
		return ts.Int
	}
	s := ts.Scalar(t)
	if s.Class != Integer {
		return t
	}
	if t.Kind() == cc.Enum {
		switch {
		case s.Width < 32 || s.Width == 32 && s.Signed:
			return ts.Int
		case s.Width == 32:
			return ts.Uint
		case s.Signed && ts.ptr == 64:
			return ts.Long
		case s.Signed:
			return ts.Llong
		case ts.ptr == 64:
			return ts.Ulong
		}
		return ts.Ullong
	}
	return t
}

func rank(t cc.Type) int {
	switch t.Kind() {
	case cc.Int, cc.UInt:
		return 4
	case cc.Long, cc.ULong:
		return 5
	case cc.LongLong, cc.ULongLong:
		return 6
	case cc.Int128, cc.UInt128:
		return 7
	}
	return 3
}

// floatRank orders the floating types.
func floatRank(t cc.Type) int {
	switch t.Kind() {
	case cc.Float16, cc.BFloat16:
		return 1
	case cc.Float, cc.Float32, cc.Decimal32:
		return 2
	case cc.Double, cc.Float64, cc.Float32x, cc.Decimal64:
		return 3
	case cc.LongDouble, cc.Float64x:
		return 4
	}
	return 5
}

// Common is the type of the usual arithmetic conversions of two promoted types.
func (ts *Types) Common(a, b cc.Type) cc.Type {
	sa, sb := ts.Scalar(a), ts.Scalar(b)
	switch {
	case sa.Class == Floating && sb.Class == Floating:
		if floatRank(a) >= floatRank(b) {
			return a
		}
		return b
	case sa.Class == Floating:
		return a
	case sb.Class == Floating:
		return b
	case layout.BitInt(a) > 0 || layout.BitInt(b) > 0:
		return ts.commonBitInt(a, b)
	case sa.Signed == sb.Signed:
		if rank(a) >= rank(b) {
			return a
		}
		return b
	}
	u, s := a, b
	if sa.Signed {
		u, s = b, a
	}
	switch {
	case rank(u) >= rank(s):
		return u
	case ts.Scalar(s).Width > ts.Scalar(u).Width:
		return s
	case s.Kind() == cc.Long:
		return ts.Ulong
	}
	return ts.Ullong
}

// commonBitInt is common where one of the types is a _BitInt. Of two integers the wider one has the higher
// rank, and of equally wide ones the one that is no _BitInt; the result is unsigned if the type that it comes
// from is.
func (ts *Types) commonBitInt(a, b cc.Type) cc.Type {
	sa, sb := ts.Scalar(a), ts.Scalar(b)
	switch {
	case sa.Width > sb.Width:
		return a
	case sb.Width > sa.Width:
		return b
	case sa.Signed != sb.Signed && sa.Signed:
		return b
	case sa.Signed == sb.Signed && layout.BitInt(a) > 0:
		return b
	}
	return a
}
