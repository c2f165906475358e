package c

import (
	"math"
	"math/big"

	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/repr"
)

// enumConstant is an enumeration constant; see package ctype for its type.
func (f *fn) enumConstant(x *cc.PrimaryExpression, e *cc.Enumerator) value {
	if ty := f.unit.types.Parser(f.unit.types.Expr(x)); ty != nil {
		switch v := e.Value().(type) {
		case cc.Int64Value:
			return f.constant(ty, uint64(v))
		case cc.UInt64Value:
			return f.constant(ty, uint64(v))
		}
	}
	return f.unsupportedValue(f.types.Int, "the enumeration constant "+e.Token.SrcStr())
}

func (f *fn) intConstant(x *cc.PrimaryExpression) value {
	switch v := x.Value().(type) {
	case cc.Int64Value:
		return f.constant(x.Type(), uint64(v))
	case cc.UInt64Value:
		return f.constant(x.Type(), uint64(v))
	}
	return f.unsupportedValue(x.Type(), "the constant "+x.Token.SrcStr())
}

// floatConstant is the representation of a floating constant.
func (f *fn) floatConstant(ty cc.Type, v cc.Value) value {
	var d float64
	switch x := v.(type) {
	case cc.Float64Value:
		d = float64(x)
	case *cc.LongDoubleValue:
		d, _ = (*big.Float)(x).Float64()
		if f.types.Scalar(ty).Width > 64 {
			return f.unsupportedValue(ty, "a long double constant")
		}
	default:
		return f.unsupportedValue(ty, "this floating-point constant")
	}
	return f.floatBits(ty, d)
}

func (f *fn) floatBits(ty cc.Type, d float64) value {
	switch s := f.types.Scalar(ty); s.Width {
	case 32:
		return value{t: f.ts.BV(32, uint64(math.Float32bits(float32(d)))), ty: ty}
	case 64:
		return value{t: f.ts.BV(64, math.Float64bits(d)), ty: ty}
	}
	return f.unsupportedValue(ty, "a constant of type "+ty.String())
}

// floatOf is the value of a floating constant.
func (f *fn) floatOf(v value) (float64, bool) {
	u, ok := f.ts.ConstUint64(v.t)
	if !ok {
		return 0, false
	}
	switch f.types.Scalar(v.ty).Width {
	case 32:
		return float64(math.Float32frombits(uint32(u))), true
	case 64:
		return math.Float64frombits(u), true
	}
	return 0, false
}

// convertFloat converts from or to a floating type: constants exactly, and
// anything between types of one representation; the rest is not supported.
func (f *fn) convertFloat(v value, from repr.Scalar, ty cc.Type, to repr.Scalar) value {
	switch {
	case from.Class == repr.Floating && to.Class == repr.Floating && from.Width == to.Width:
		return value{t: v.t, ty: ty}
	case from.Class == repr.Floating && f.ts.IsConst(v.t):
		d, ok := f.floatOf(v)
		if !ok {
			break
		}
		if to.Class == repr.Floating {
			return f.floatBits(ty, d)
		}
		if to.Class == repr.Boolean {
			return f.convert(f.boolValue(f.ts.Bool(d != 0)), ty)
		}
		t := math.Trunc(d)
		if to.Width <= 64 &&
			(to.Signed && t >= -math.Exp2(float64(to.Width-1)) && t < math.Exp2(float64(to.Width-1)) ||
				!to.Signed && t > -1 && t < math.Exp2(float64(to.Width))) {
			i, _ := new(big.Float).SetFloat64(t).Int(nil)
			return value{t: f.ts.BVBig(to.Width, new(big.Int).Mod(i,
				new(big.Int).Lsh(big.NewInt(1), uint(to.Width)))), ty: ty}
		}
	case to.Class == repr.Floating && from.Class != repr.Floating && f.ts.IsConst(v.t):
		u, ok := f.ts.ConstUint64(v.t)
		if !ok {
			break
		}
		d := float64(u)
		if from.Signed && from.Width <= 64 {
			d = float64(int64(u<<uint(64-from.Width)) >> uint(64-from.Width))
		}
		return f.floatBits(ty, d)
	}
	return f.unsupportedValue(ty, "floating-point conversion from "+v.ty.String()+" to "+ty.String())
}
