package c

import (
	"maps"
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// builtinTable lists the functions whose names begin with two underscores.
func builtinTable() map[string]builtin {
	t := map[string]builtin{
		"__builtin_expect":                  firstArg,
		"__builtin_expect_with_probability": firstArg,
		"__builtin_assume_aligned":          firstArg,
		"__builtin_constant_p": func(f *fn, c *callCtx) value.Value {
			if len(c.args) == 1 {
				if v, what := f.consts.constExpr(c.args[0]); what == "" && v.Term != term.None &&
					f.ts.IsConst(v.Term) &&
					!repr.IsPointer(v.Type) {
					return f.values.Int(1)
				}
			}
			return f.values.Int(0)
		},
		"__builtin_choose_expr": func(f *fn, c *callCtx) value.Value {
			if len(c.args) == 3 {
				if k, ok := f.consts.constInt(c.args[0]); ok && k != 0 {
					return f.exprs.expr(c.args[1])
				} else if ok {
					return f.exprs.expr(c.args[2])
				}
			}
			return f.values.Unsupported(c.x.Type(), c.name)
		},
		"__builtin_unreachable": func(f *fn, c *callCtx) value.Value {
			const what = "__builtin_unreachable is reached"
			f.arith.CheckBehaviour(f.ts.True(), property.Unreachable, what)
			f.flow.End(cfa.UB{What: what})
			return f.values.Void()
		},
		"__builtin_assume": func(f *fn, c *callCtx) value.Value {
			if len(c.args) != 1 || syntax.HasCall(c.args[0]) {
				return f.values.Unsupported(f.types.Void, c.name+" of an argument with effects")
			}
			holds := f.exprs.cond(c.args[0])
			f.marks.at(c.x)
			const what = "__builtin_assume of what does not hold"
			f.arith.CheckBehaviour(f.ts.Not(holds), property.Unreachable, what)
			f.flow.Guard(holds, cfa.UB{What: what})
			return f.values.Void()
		},
		"__builtin_trap": func(f *fn, c *callCtx) value.Value {
			f.flow.End(cfa.Exit{Kind: cfa.ExitProcess, Value: f.ts.BV(32, 132), Abort: true})
			return f.values.Void()
		},
		"__builtin_prefetch":     ignoreCall,
		"__builtin_va_end":       func(f *fn, c *callCtx) value.Value { return f.values.Void() },
		"__builtin_va_start":     vaStart,
		"__builtin_c23_va_start": vaStart,
		"__builtin_va_copy":      vaCopy,
		"__builtin_return_address": func(f *fn,
			c *callCtx) value.Value {
			f.calls.evalAll(c)
			return f.values.Const(f.types.Pvoid, 0)
		},
		"__builtin_frame_address": func(f *fn,
			c *callCtx) value.Value {
			f.calls.evalAll(c)
			return f.values.Const(f.types.Pvoid, 0)
		},
		"__builtin_object_size":    objectSizeCall,
		"__builtin_add_overflow":   overflowCall(value.OpAdd, false),
		"__builtin_sub_overflow":   overflowCall(value.OpSub, false),
		"__builtin_mul_overflow":   overflowCall(value.OpMul, false),
		"__builtin_add_overflow_p": overflowCall(value.OpAdd, true),
		"__builtin_sub_overflow_p": overflowCall(value.OpSub, true),
		"__builtin_mul_overflow_p": overflowCall(value.OpMul, true),
		"__builtin_bswap16":        bswap(16),
		"__builtin_bswap32":        bswap(32),
		"__builtin_bswap64":        bswap(64),
		"__builtin_abs":            absCall,
		"__builtin_labs":           absCall,
		"__builtin_llabs":          absCall,
		ctype.Compatibles: func(f *fn, c *callCtx) value.Value {
			if v, ok := f.unit.types.Const(c.x); ok {
				return f.values.Int(int64(v.Bits))
			}
			return f.values.Unsupported(f.types.Int, "__builtin_types_compatible_p of these types")
		},
	}
	for _, s := range []string{"s", "u"} {
		for op, name := range map[value.Operator]string{value.OpAdd: "add", value.OpSub: "sub",
			value.OpMul: "mul"} {
			for _, w := range []string{"", "l", "ll"} {
				t["__builtin_"+s+name+w+"_overflow"] = overflowCall(op, false)
			}
		}
	}
	for name, op := range map[string]func(*value.Values, term.Term, int) term.Term{
		"clz": (*value.Values).Clz, "ctz": (*value.Values).Ctz, "popcount": (*value.Values).Popcount,
		"parity": (*value.Values).Parity,
		"ffs":    (*value.Values).Ffs, "clrsb": (*value.Values).Clrsb,
	} {
		for _, w := range []string{"", "l", "ll"} {
			t["__builtin_"+name+w] = bitCount(op)
		}
	}
	maps.Copy(t, atomicTable())
	maps.Copy(t, vectorTable())
	maps.Copy(t, intrinsicTable())
	maps.Copy(t, floatTable())
	return t
}

func firstArg(f *fn, c *callCtx) value.Value {
	if len(c.args) == 0 {
		return f.values.Unsupported(c.result, c.name)
	}
	v := f.arith.Convert(f.exprs.expr(c.args[0]), c.result)
	for _, a := range c.args[1:] {
		f.exprs.effect(a)
	}
	return v
}

func ignoreCall(f *fn, c *callCtx) value.Value {
	for _, a := range c.args {
		f.exprs.effect(a)
	}
	return f.values.Void()
}

func vaStart(f *fn, c *callCtx) value.Value {
	if len(c.args) == 0 || f.vars.varArgs == term.None {
		return f.values.Unsupported(f.types.Void, "va_start outside of a variadic function")
	}
	p := f.lvalues.lvalue(c.args[0])
	f.mem.Store(p, value.Value{Term: f.vars.varArgs, Type: p.Type})
	return f.values.Void()
}

func vaCopy(f *fn, c *callCtx) value.Value {
	if len(c.args) != 2 {
		return f.values.Unsupported(f.types.Void, c.name)
	}
	p := f.lvalues.lvalue(c.args[0])
	f.mem.Store(p, f.arith.Convert(f.exprs.expr(c.args[1]), p.Type))
	return f.values.Void()
}

// overflowCall is __builtin_X_overflow(a, b, &r): the exact result in twice
// the width, cut to r's type; the value says whether the cut lost anything.
func overflowCall(op value.Operator, predicate bool) builtin {
	return func(f *fn, c *callCtx) value.Value {
		if len(c.args) != 3 {
			return f.values.Unsupported(c.result, c.name)
		}
		a, b := f.exprs.expr(c.args[0]), f.exprs.expr(c.args[1])
		r := f.exprs.expr(c.args[2])
		f.marks.at(c.x)
		ty := r.Type
		if !predicate {
			ty = repr.Elem(r.Type)
		}
		if ty == nil || !predicate && !repr.IsPointer(r.Type) {
			return f.values.Unsupported(c.result, c.name+" on "+r.Type.String())
		}
		if !strings.HasPrefix(c.name, "__builtin_add") && !strings.HasPrefix(c.name, "__builtin_sub_") &&
			!strings.HasPrefix(c.name, "__builtin_mul") {
			a, b = f.arith.Convert(a, ty), f.arith.Convert(b, ty)
		} else {
			a, b = f.arith.Promote(a), f.arith.Promote(b)
		}
		sa, sb, sr := f.types.Scalar(a.Type), f.types.Scalar(b.Type), f.types.Scalar(ty)
		if sa.Class != repr.Integer || sb.Class != repr.Integer || sr.Class == repr.None ||
			sr.Class == repr.Floating {
			return f.values.Unsupported(c.result, c.name+" on these operands")
		}
		w := 2*max(sa.Width, sb.Width, sr.Width) + 2
		x, y := f.values.Resize(a.Term, sa.Width, w, sa.Signed),
			f.values.Resize(b.Term, sb.Width, w, sb.Signed)
		var exact term.Term
		switch op {
		case value.OpAdd:
			exact = f.ts.BVAdd(x, y)
		case value.OpSub:
			exact = f.ts.BVSub(x, y)
		default:
			exact = f.ts.BVMul(x, y)
		}
		cut := f.ts.Extract(sr.Width-1, 0, exact)
		lost := f.ts.Not(f.ts.Eq(f.values.Resize(cut, sr.Width, w, sr.Signed), exact))
		if !predicate {
			f.mem.Store(f.mem.At(r.Term, ty), value.Value{Term: cut, Type: ty})
		}
		v := f.values.Bool(lost)
		return v
	}
}

func bswap(w int) builtin {
	return func(f *fn, c *callCtx) value.Value {
		if len(c.args) != 1 {
			return f.values.Unsupported(c.result, c.name)
		}
		v := f.arith.Convert(f.exprs.expr(c.args[0]), c.result)
		if f.types.Scalar(v.Type).Width != w {
			return f.values.Unsupported(c.result, c.name)
		}
		r := f.ts.Extract(7, 0, v.Term)
		for i := 8; i < w; i += 8 {
			r = f.ts.Concat(r, f.ts.Extract(i+7, i, v.Term))
		}
		return value.Value{Term: r, Type: v.Type}
	}
}

func absCall(f *fn, c *callCtx) value.Value {
	if len(c.args) != 1 {
		return f.values.Unsupported(c.result, c.name)
	}
	v := f.arith.Convert(f.exprs.expr(c.args[0]), c.result)
	s := f.types.Scalar(v.Type)
	if s.Class != repr.Integer {
		return f.values.Unsupported(c.result, c.name)
	}
	if f.arith.Overflow {
		f.arith.CheckOverflow(f.ts.BVNegO(v.Term), "abs")
	}
	return value.Value{Term: f.ts.Ite(f.ts.BVSlt(v.Term, f.values.Zero(s.Width)), f.ts.BVNeg(v.Term), v.Term),
		Type: v.Type}
}

// bitCount lowers a function of one integer that gives an int.
func bitCount(op func(*value.Values, term.Term, int) term.Term) builtin {
	return func(f *fn, c *callCtx) value.Value {
		if len(c.args) != 1 {
			return f.values.Unsupported(c.result, c.name)
		}
		ty := c.result
		if ft := paramsOfDecl(c); len(ft) == 1 {
			ty = ft[0]
		}
		v := f.arith.Convert(f.exprs.expr(c.args[0]), ty)
		s := f.types.Scalar(v.Type)
		if s.Class != repr.Integer {
			return f.values.Unsupported(c.result, c.name)
		}
		return value.Value{Term: f.values.Resize(op(f.values, v.Term, s.Width), s.Width, 32, false),
			Type: f.types.Int}
	}
}

func paramsOfDecl(c *callCtx) []cc.Type {
	if d := syntax.Callee(c.x.PostfixExpression); d != nil {
		if ft, ok := d.Type().(*cc.FunctionType); ok {
			return repr.Params(ft)
		}
	}
	return nil
}

// allocaCall is alloca.
func allocaCall(f *fn, c *callCtx) value.Value {
	return value.Value{Term: f.frame.Alloca(f.arg(c, 0, f.types.SizeT)), Type: f.types.Pvoid}
}
