package value

import (
	"math"
	"math/big"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/ieee"
	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// floats returns the operations on a floating type, or nil if there are none.
func (vs *Values) floats(ty cc.Type) *ieee.Floats {
	switch s := vs.types.Scalar(ty); {
	case s.Class != repr.Floating || !isBinary(ty):
	case s.Width == ieee.Binary32.Width():
		return ieee.New(vs.ts, ieee.Binary32)
	case s.Width == ieee.Binary64.Width():
		return ieee.New(vs.ts, ieee.Binary64)
	}
	return nil
}

// isBinary reports whether a type is one of the formats of package ieee.
func isBinary(ty cc.Type) bool {
	switch ty.Kind() {
	case cc.Float, cc.Float32, cc.Double, cc.Float64, cc.Float32x, cc.LongDouble:
		return true
	}
	return false
}

// Floats returns the operations on the type of a value, or nil after having said that there are none.
func (vs *Values) Floats(v Value) *ieee.Floats {
	f := vs.floats(v.Type)
	if f == nil {
		vs.flow.Unsupported("arithmetic on " + v.Type.String())
	}
	return f
}

// floatOp applies an operator to values of one floating type.
func (ar *Arith) floatOp(op Operator, a, b Value) Value {
	ty := a.Type
	if op.isComparison() {
		ty = ar.types.Int
	}
	f := ar.values.Floats(a)
	if f == nil {
		return ar.values.Dummy(ty)
	}
	x, y := a.Term, b.Term
	number := func(t term.Term) Value { return Value{Term: t, Type: ty} }
	switch op {
	case OpAdd:
		return number(f.Add(x, y))
	case OpSub:
		return number(f.Sub(x, y))
	case OpMul:
		return number(f.Mul(x, y))
	case OpDiv:
		return number(f.Div(x, y))
	case OpLt:
		return ar.values.Bool(f.Lt(x, y))
	case OpGt:
		return ar.values.Bool(f.Lt(y, x))
	case OpLe:
		return ar.values.Bool(f.Le(x, y))
	case OpGe:
		return ar.values.Bool(f.Le(y, x))
	case OpEq:
		return ar.values.Bool(f.Eq(x, y))
	case OpNe:
		return ar.values.Bool(ar.ts.Not(f.Eq(x, y)))
	}
	return ar.values.Unsupported(ty, "the operator "+op.String()+" on "+a.Type.String())
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

// convertFloat converts from or to a floating type.
func (ar *Arith) convertFloat(v Value, from repr.Scalar, ty cc.Type, to repr.Scalar) Value {
	source, target := ar.values.floats(v.Type), ar.values.floats(ty)
	switch {
	case from.Class == repr.Floating && to.Class == repr.Floating && from.Width == to.Width:
		return Value{Term: v.Term, Type: ty}
	case source != nil && target != nil:
		return Value{Term: source.To(target, v.Term), Type: ty}
	case source != nil && to.Class == repr.Boolean:
		return ar.Convert(ar.values.Bool(ar.values.Truth(v)), ty)
	case source != nil && to.Class == repr.Integer && layout.BitInt(ty) == 0:
		value, in := source.ToInt(v.Term, to.Width, to.Signed)
		ar.inRange(in)
		return Value{Term: value, Type: ty}
	case target != nil && (from.Class == repr.Integer && layout.BitInt(v.Type) == 0 ||
		from.Class == repr.Boolean):
		return Value{Term: target.FromInt(v.Term, from.Signed && from.Class == repr.Integer), Type: ty}
	}
	return ar.values.Unsupported(ty, "floating-point conversion from "+v.Type.String()+" to "+ty.String())
}

// inRange ends the path where a floating-point value is converted to an integer type that cannot hold it.
func (ar *Arith) inRange(in term.Term) {
	const what = "floating-point value out of the range of the integer type"
	switch {
	case ar.ts.IsTrue(in):
	case ar.flow.Constant:
		ar.flow.Refused = "a floating-point conversion"
	case ar.Undefined && !ar.unchecked():
		ar.check(ar.ts.Not(in), property.NoUndefinedArithmetic, what, cfa.UB{What: what})
	default:
		ar.flow.Guard(in, cfa.UB{What: what})
	}
}
