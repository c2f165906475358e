package value

import (
	"math"
	"math/big"

	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/repr"
)

// floatOp computes with constants; anything else is not supported.
func (ar *Arith) floatOp(op Operator, a, b Value) Value {
	x, ok1 := ar.values.FloatOf(a)
	y, ok2 := ar.values.FloatOf(b)
	if ok1 && ok2 && ar.types.Scalar(a.Type).Width == 64 {
		switch op {
		case OpAdd:
			return ar.values.Float(a.Type, x+y)
		case OpSub:
			return ar.values.Float(a.Type, x-y)
		case OpMul:
			return ar.values.Float(a.Type, x*y)
		case OpDiv:
			return ar.values.Float(a.Type, x/y)
		}
	}
	if ok1 && ok2 && op.isComparison() {
		r := map[Operator]bool{OpLt: x < y, OpGt: x > y, OpLe: x <= y, OpGe: x >= y, OpEq: x == y,
			OpNe: x != y}[op]
		return ar.values.Bool(ar.ts.Bool(r))
	}
	ty := a.Type
	if op.isComparison() {
		ty = ar.types.Int
	}
	return ar.values.Unsupported(ty, "floating-point arithmetic")
}

// FloatConstant is the representation of a floating constant.
func (vs *Values) FloatConstant(ty cc.Type, v cc.Value) Value {
	var d float64
	switch x := v.(type) {
	case cc.Float64Value:
		d = float64(x)
	case *cc.LongDoubleValue:
		d, _ = (*big.Float)(x).Float64()
		if vs.types.Scalar(ty).Width > 64 {
			return vs.Unsupported(ty, "a long double constant")
		}
	default:
		return vs.Unsupported(ty, "this floating-point constant")
	}
	return vs.Float(ty, d)
}

// Float is a floating constant of a type.
func (vs *Values) Float(ty cc.Type, d float64) Value {
	switch s := vs.types.Scalar(ty); s.Width {
	case 32:
		return Value{Term: vs.ts.BV(32, uint64(math.Float32bits(float32(d)))), Type: ty}
	case 64:
		return Value{Term: vs.ts.BV(64, math.Float64bits(d)), Type: ty}
	}
	return vs.Unsupported(ty, "a constant of type "+ty.String())
}

// FloatOf is the value of a floating constant.
func (vs *Values) FloatOf(v Value) (float64, bool) {
	u, ok := vs.ts.ConstUint64(v.Term)
	if !ok {
		return 0, false
	}
	switch vs.types.Scalar(v.Type).Width {
	case 32:
		return float64(math.Float32frombits(uint32(u))), true
	case 64:
		return math.Float64frombits(u), true
	}
	return 0, false
}

// convertFloat converts from or to a floating type: constants exactly, and
// anything between types of one representation; the rest is not supported.
func (ar *Arith) convertFloat(v Value, from repr.Scalar, ty cc.Type, to repr.Scalar) Value {
	switch {
	case from.Class == repr.Floating && to.Class == repr.Floating && from.Width == to.Width:
		return Value{Term: v.Term, Type: ty}
	case from.Class == repr.Floating && ar.ts.IsConst(v.Term):
		d, ok := ar.values.FloatOf(v)
		if !ok {
			break
		}
		if to.Class == repr.Floating {
			return ar.values.Float(ty, d)
		}
		if to.Class == repr.Boolean {
			return ar.Convert(ar.values.Bool(ar.ts.Bool(d != 0)), ty)
		}
		t := math.Trunc(d)
		if to.Width <= 64 &&
			(to.Signed && t >= -math.Exp2(float64(to.Width-1)) && t < math.Exp2(float64(to.Width-1)) ||
				!to.Signed && t > -1 && t < math.Exp2(float64(to.Width))) {
			i, _ := new(big.Float).SetFloat64(t).Int(nil)
			return Value{Term: ar.ts.BVBig(to.Width, new(big.Int).Mod(i,
				new(big.Int).Lsh(big.NewInt(1), uint(to.Width)))), Type: ty}
		}
		if to.Class == repr.Integer {
			ar.CheckUndefined(ar.ts.True(),
				"the floating-point value is out of the range of the integer type")
		}
	case to.Class == repr.Floating && from.Class != repr.Floating && ar.ts.IsConst(v.Term):
		u, ok := ar.ts.ConstUint64(v.Term)
		if !ok {
			break
		}
		d := float64(u)
		if from.Signed && from.Width <= 64 {
			d = float64(int64(u<<uint(64-from.Width)) >> uint(64-from.Width))
		}
		return ar.values.Float(ty, d)
	}
	return ar.values.Unsupported(ty, "floating-point conversion from "+v.Type.String()+" to "+ty.String())
}
