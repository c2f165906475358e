package builtin

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/ieee"
	"whittle.dev/internal/frontend/c/lower"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// floatTable lists the compiler's functions about floating-point numbers. Those that take any type compute in
// the type of their operands; the library models are written with the others.
func floatTable() map[string]builtin {
	type numbers = *ieee.Floats
	plain := func(test func(fl numbers, x, y term.Term) term.Term) comparison {
		return func(fl numbers, _ *term.Store, x, y term.Term) term.Term { return test(fl, x, y) }
	}
	t := map[string]builtin{
		"__builtin_isnan":      floatTest((*ieee.Floats).IsNaN),
		"__builtin_isinf":      floatTest((*ieee.Floats).IsInfinite),
		"__builtin_isfinite":   floatTest((*ieee.Floats).IsFinite),
		"__builtin_isnormal":   floatTest((*ieee.Floats).IsNormal),
		"__builtin_signbit":    floatTest((*ieee.Floats).IsNegative),
		"__builtin_isinf_sign": infinitySign,
		"__builtin_fpclassify": classify,

		"__builtin_isless":      floatCompare(plain(numbers.Lt)),
		"__builtin_islessequal": floatCompare(plain(numbers.Le)),
		"__builtin_isgreater": floatCompare(plain(func(fl numbers, x, y term.Term) term.Term {
			return fl.Lt(y, x)
		})),
		"__builtin_isgreaterequal": floatCompare(plain(func(fl numbers, x, y term.Term) term.Term {
			return fl.Le(y, x)
		})),
		"__builtin_isunordered": floatCompare(func(fl numbers, ts *term.Store, x, y term.Term) term.Term {
			return ts.Not(fl.Ordered(x, y))
		}),
		"__builtin_islessgreater": floatCompare(func(fl numbers, ts *term.Store, x, y term.Term) term.Term {
			return ts.Or(fl.Lt(x, y), fl.Lt(y, x))
		}),
	}
	integral := func(mode ieee.Mode) func(*ieee.Floats, term.Term) term.Term {
		return func(fl *ieee.Floats, x term.Term) term.Term { return fl.Integral(x, mode) }
	}
	for name, op := range map[string]func(fl *ieee.Floats, x term.Term) term.Term{
		"fabs": (*ieee.Floats).Abs, "sqrt": (*ieee.Floats).Sqrt, "floor": integral(ieee.Down),
		"ceil": integral(ieee.Up), "trunc": integral(ieee.Truncate), "round": integral(ieee.Away),
		"rint": integral(ieee.Even), "nearbyint": integral(ieee.Even),
	} {
		t["__builtin_"+name] = floatUnary(op, false)
		t["__builtin_"+name+"f"] = floatUnary(op, true)
	}
	for name, c := range map[string]func(fl *ieee.Floats, ts *term.Store) term.Term{
		"inf": infinity, "huge_val": infinity, "nan": quietNaN,
	} {
		t["__builtin_"+name] = floatConstant(c, false)
		t["__builtin_"+name+"f"] = floatConstant(c, true)
	}
	t["__builtin_copysign"], t["__builtin_copysignf"] = copySign(false), copySign(true)
	return t
}

// floatType is float or double.
func (f *fn) floatType(single bool) cc.Type {
	if single {
		return f.Types.Float
	}
	return f.Types.Double
}

// floatArg is an argument in its own floating type; an integer counts as a double.
func (f *fn) floatArg(c *lower.NamedCall, i int) (value.Value, *ieee.Floats) {
	if i >= len(c.Args) {
		f.Values.Unsupported(f.Types.Int, c.Name+" with too few arguments")
		return f.Values.Dummy(f.Types.Double), nil
	}
	v := f.Exprs.Expr(c.Args[i])
	f.Marks.At(c.X)
	if f.Types.Scalar(v.Type).Class != repr.Floating {
		v = f.Arith.Convert(v, f.Types.Double)
	}
	return v, f.Values.Floats(v)
}

func floatTest(test func(*ieee.Floats, term.Term) term.Term) builtin {
	return func(f *fn, c *lower.NamedCall) value.Value {
		v, fl := f.floatArg(c, 0)
		if fl == nil {
			return f.Values.Int(0)
		}
		return f.Values.Bool(test(fl, v.Term))
	}
}

// infinitySign is 1 for the infinity, -1 for the negative one, else 0.
func infinitySign(f *fn, c *lower.NamedCall) value.Value {
	v, fl := f.floatArg(c, 0)
	if fl == nil {
		return f.Values.Int(0)
	}
	one := f.Ts.Ite(fl.IsNegative(v.Term), f.Values.Int(-1).Term, f.Values.Int(1).Term)
	return value.Value{Term: f.Ts.Ite(fl.IsInfinite(v.Term), one, f.Values.Int(0).Term), Type: f.Types.Int}
}

// classify is __builtin_fpclassify(nan, infinite, normal, subnormal, zero, x).
func classify(f *fn, c *lower.NamedCall) value.Value {
	if len(c.Args) != 6 {
		return f.Values.Unsupported(f.Types.Int, c.Name+" with this number of arguments")
	}
	var kinds [5]term.Term
	for i := range kinds {
		kinds[i] = f.arg(c, i, f.Types.Int)
	}
	v, fl := f.floatArg(c, 5)
	if fl == nil {
		return f.Values.Int(0)
	}
	x, ts := v.Term, f.Ts
	kind := ts.Ite(fl.IsNormal(x), kinds[2], ts.Ite(fl.IsZero(x), kinds[4], kinds[3]))
	kind = ts.Ite(fl.IsNaN(x), kinds[0], ts.Ite(fl.IsInfinite(x), kinds[1], kind))
	return value.Value{Term: kind, Type: f.Types.Int}
}

// comparison is a relation of two numbers.
type comparison func(fl *ieee.Floats, ts *term.Store, x, y term.Term) term.Term

// floatCompare compares two numbers in the wider of their types.
func floatCompare(test comparison) builtin {
	return func(f *fn, c *lower.NamedCall) value.Value {
		a, fa := f.floatArg(c, 0)
		a = f.Values.Hold(a)
		b, fb := f.floatArg(c, 1)
		if fa == nil || fb == nil {
			return f.Values.Int(0)
		}
		ty := f.Types.Common(a.Type, b.Type)
		a, b = f.Arith.Convert(a, ty), f.Arith.Convert(b, ty)
		return f.Values.Bool(test(f.Values.Floats(a), f.Ts, a.Term, b.Term))
	}
}

func floatUnary(op func(*ieee.Floats, term.Term) term.Term, single bool) builtin {
	return func(f *fn, c *lower.NamedCall) value.Value {
		ty := f.floatType(single)
		x := f.arg(c, 0, ty)
		return value.Value{Term: op(f.Values.Floats(value.Value{Type: ty}), x), Type: ty}
	}
}

func copySign(single bool) builtin {
	return func(f *fn, c *lower.NamedCall) value.Value {
		ty := f.floatType(single)
		x, y := f.arg(c, 0, ty), f.arg(c, 1, ty)
		return value.Value{Term: f.Values.Floats(value.Value{Type: ty}).CopySign(x, y), Type: ty}
	}
}

func floatConstant(make func(*ieee.Floats, *term.Store) term.Term, single bool) builtin {
	return func(f *fn, c *lower.NamedCall) value.Value {
		ty := f.floatType(single)
		return value.Value{Term: make(f.Values.Floats(value.Value{Type: ty}), f.Ts), Type: ty}
	}
}

func infinity(fl *ieee.Floats, ts *term.Store) term.Term { return fl.Infinity(ts.False()) }

// quietNaN is the NaN of nan(""); the text of its argument is not looked at.
func quietNaN(fl *ieee.Floats, _ *term.Store) term.Term { return fl.QuietNaN() }
