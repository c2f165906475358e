package llvm

import (
	"strings"

	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/term"
)

// mathFunction is the function of C that an intrinsic for one number stands for; empty: none.
func mathFunction(in *ir.Instr) string {
	if !isIntrinsic(in) || in.Type.Kind != ir.Float && in.Type.Kind != ir.Double {
		return ""
	}
	name := strings.Split(in.Call.Callee.X.Name, ".")[1]
	switch name {
	case "roundeven": // the same in the mode of rounding that is set
		name = "rint"
	case "floor", "ceil", "trunc", "round", "rint", "nearbyint", "sqrt", "copysign":
	default:
		return ""
	}
	if in.Type.Kind == ir.Float {
		name += "f"
	}
	return "__builtin_" + name
}

// isOfClass lowers llvm.is.fpclass: whether a number is of one of the kinds in a mask.
func (f *fn) isOfClass(in *ir.Instr) {
	exponent := map[ir.Kind]int{ir.Float: 8, ir.Double: 11}[in.Args[0].Type.Kind]
	if exponent == 0 || in.Args[1].Kind != ir.ConstInt {
		f.flow.Unsupported("the function " + in.Call.Callee.X.Name)
		return
	}
	ts, x := f.ts, f.value(in.Args[0])
	w := ts.Sort(x).Width()
	mantissa := w - 1 - exponent
	negative := f.isSet(ts.Extract(w-1, w-1, x))
	exp, rest := ts.Extract(w-2, mantissa, x), ts.Extract(mantissa-1, 0, x)
	top, bottom := ts.Eq(exp, ts.BVNot(f.zero(exponent))), ts.Eq(exp, f.zero(exponent))
	none := ts.Eq(rest, f.zero(mantissa))
	quiet := f.isSet(ts.Extract(mantissa-1, mantissa-1, x))
	nan := ts.And(top, ts.Not(none))
	infinite, normal := ts.And(top, none), ts.Not(ts.Or(top, bottom))
	subnormal, zero := ts.And(bottom, ts.Not(none)), ts.And(bottom, none)
	positive := ts.Not(negative)
	classes := []term.Term{ts.And(nan, ts.Not(quiet)), ts.And(nan, quiet), ts.And(negative, infinite),
		ts.And(negative, normal), ts.And(negative, subnormal), ts.And(negative, zero), ts.And(positive, zero),
		ts.And(positive, subnormal), ts.And(positive, normal), ts.And(positive, infinite)}
	var some []term.Term
	for i, c := range classes {
		if in.Args[1].N>>i&1 == 1 {
			some = append(some, c)
		}
	}
	f.define(in, f.bit(ts.Or(some...)))
}
