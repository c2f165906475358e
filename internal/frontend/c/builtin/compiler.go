package builtin

import (
	"maps"
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/lower"
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
		"__builtin_constant_p": func(f *fn, c *lower.NamedCall) value.Value {
			if len(c.Args) == 1 {
				if v, what := f.Consts.ConstExpr(c.Args[0]); what == "" && v.Term != term.None &&
					f.Ts.IsConst(v.Term) &&
					!repr.IsPointer(v.Type) {
					return f.Values.Int(1)
				}
			}
			return f.Values.Int(0)
		},
		"__builtin_choose_expr": func(f *fn, c *lower.NamedCall) value.Value {
			if len(c.Args) == 3 {
				if k, ok := f.Consts.ConstInt(c.Args[0]); ok && k != 0 {
					return f.Exprs.Expr(c.Args[1])
				} else if ok {
					return f.Exprs.Expr(c.Args[2])
				}
			}
			return f.Values.Unsupported(c.X.Type(), c.Name)
		},
		"__builtin_unreachable": func(f *fn, c *lower.NamedCall) value.Value {
			const what = "__builtin_unreachable is reached"
			f.Arith.CheckBehaviour(f.Ts.True(), property.Unreachable, what)
			f.Flow.End(cfa.UB{What: what})
			return f.Values.Void()
		},
		"__builtin_assume": func(f *fn, c *lower.NamedCall) value.Value {
			if len(c.Args) != 1 || syntax.HasCall(c.Args[0]) {
				return f.Values.Unsupported(f.Types.Void, c.Name+" of an argument with effects")
			}
			holds := f.Exprs.Cond(c.Args[0])
			f.Marks.At(c.X)
			const what = "__builtin_assume of what does not hold"
			f.Arith.CheckBehaviour(f.Ts.Not(holds), property.Unreachable, what)
			f.Flow.Guard(holds, cfa.UB{What: what})
			return f.Values.Void()
		},
		"__builtin_trap": func(f *fn, c *lower.NamedCall) value.Value {
			f.Flow.End(cfa.Exit{Kind: cfa.ExitProcess, Value: f.Ts.BV(32, 132), Abort: true})
			return f.Values.Void()
		},
		"__builtin_prefetch":     ignoreCall,
		"__builtin_va_end":       func(f *fn, c *lower.NamedCall) value.Value { return f.Values.Void() },
		"__builtin_va_start":     vaStart,
		"__builtin_c23_va_start": vaStart,
		"__builtin_va_copy":      vaCopy,
		"__builtin_return_address": func(f *fn,
			c *lower.NamedCall) value.Value {
			f.Calls.EvalAll(c)
			return f.Values.Const(f.Types.Pvoid, 0)
		},
		"__builtin_frame_address": func(f *fn,
			c *lower.NamedCall) value.Value {
			f.Calls.EvalAll(c)
			return f.Values.Const(f.Types.Pvoid, 0)
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
		ctype.Compatibles: func(f *fn, c *lower.NamedCall) value.Value {
			if v, ok := f.Unit.Types.Const(c.X); ok {
				return f.Values.Int(int64(v.Bits))
			}
			return f.Values.Unsupported(f.Types.Int, "__builtin_types_compatible_p of these types")
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

func firstArg(f *fn, c *lower.NamedCall) value.Value {
	if len(c.Args) == 0 {
		return f.Values.Unsupported(c.Result, c.Name)
	}
	v := f.Arith.Convert(f.Exprs.Expr(c.Args[0]), c.Result)
	for _, a := range c.Args[1:] {
		f.Exprs.Effect(a)
	}
	return v
}

func ignoreCall(f *fn, c *lower.NamedCall) value.Value {
	for _, a := range c.Args {
		f.Exprs.Effect(a)
	}
	return f.Values.Void()
}

func vaStart(f *fn, c *lower.NamedCall) value.Value {
	if len(c.Args) == 0 || f.Vars.VarArgs == term.None {
		return f.Values.Unsupported(f.Types.Void, "va_start outside of a variadic function")
	}
	p := f.Lvalues.Lvalue(c.Args[0])
	f.Mem.Store(p, value.Value{Term: f.Vars.VarArgs, Type: p.Type})
	return f.Values.Void()
}

func vaCopy(f *fn, c *lower.NamedCall) value.Value {
	if len(c.Args) != 2 {
		return f.Values.Unsupported(f.Types.Void, c.Name)
	}
	p := f.Lvalues.Lvalue(c.Args[0])
	f.Mem.Store(p, f.Arith.Convert(f.Exprs.Expr(c.Args[1]), p.Type))
	return f.Values.Void()
}

// overflowCall is __builtin_X_overflow(a, b, &r): the exact result in twice
// the width, cut to r's type; the value says whether the cut lost anything.
func overflowCall(op value.Operator, predicate bool) builtin {
	return func(f *fn, c *lower.NamedCall) value.Value {
		if len(c.Args) != 3 {
			return f.Values.Unsupported(c.Result, c.Name)
		}
		a, b := f.Exprs.Expr(c.Args[0]), f.Exprs.Expr(c.Args[1])
		r := f.Exprs.Expr(c.Args[2])
		f.Marks.At(c.X)
		ty := r.Type
		if !predicate {
			ty = repr.Elem(r.Type)
		}
		if ty == nil || !predicate && !repr.IsPointer(r.Type) {
			return f.Values.Unsupported(c.Result, c.Name+" on "+r.Type.String())
		}
		if !strings.HasPrefix(c.Name, "__builtin_add") && !strings.HasPrefix(c.Name, "__builtin_sub_") &&
			!strings.HasPrefix(c.Name, "__builtin_mul") {
			a, b = f.Arith.Convert(a, ty), f.Arith.Convert(b, ty)
		} else {
			a, b = f.Arith.Promote(a), f.Arith.Promote(b)
		}
		sa, sb, sr := f.Types.Scalar(a.Type), f.Types.Scalar(b.Type), f.Types.Scalar(ty)
		if sa.Class != repr.Integer || sb.Class != repr.Integer || sr.Class == repr.None ||
			sr.Class == repr.Floating {
			return f.Values.Unsupported(c.Result, c.Name+" on these operands")
		}
		w := 2*max(sa.Width, sb.Width, sr.Width) + 2
		x, y := f.Values.Resize(a.Term, sa.Width, w, sa.Signed),
			f.Values.Resize(b.Term, sb.Width, w, sb.Signed)
		var exact term.Term
		switch op {
		case value.OpAdd:
			exact = f.Ts.BVAdd(x, y)
		case value.OpSub:
			exact = f.Ts.BVSub(x, y)
		default:
			exact = f.Ts.BVMul(x, y)
		}
		cut := f.Ts.Extract(sr.Width-1, 0, exact)
		lost := f.Ts.Not(f.Ts.Eq(f.Values.Resize(cut, sr.Width, w, sr.Signed), exact))
		if !predicate {
			f.Mem.Store(f.Mem.At(r.Term, ty), value.Value{Term: cut, Type: ty})
		}
		v := f.Values.Bool(lost)
		return v
	}
}

func bswap(w int) builtin {
	return func(f *fn, c *lower.NamedCall) value.Value {
		if len(c.Args) != 1 {
			return f.Values.Unsupported(c.Result, c.Name)
		}
		v := f.Arith.Convert(f.Exprs.Expr(c.Args[0]), c.Result)
		if f.Types.Scalar(v.Type).Width != w {
			return f.Values.Unsupported(c.Result, c.Name)
		}
		r := f.Ts.Extract(7, 0, v.Term)
		for i := 8; i < w; i += 8 {
			r = f.Ts.Concat(r, f.Ts.Extract(i+7, i, v.Term))
		}
		return value.Value{Term: r, Type: v.Type}
	}
}

func absCall(f *fn, c *lower.NamedCall) value.Value {
	if len(c.Args) != 1 {
		return f.Values.Unsupported(c.Result, c.Name)
	}
	v := f.Arith.Convert(f.Exprs.Expr(c.Args[0]), c.Result)
	s := f.Types.Scalar(v.Type)
	if s.Class != repr.Integer {
		return f.Values.Unsupported(c.Result, c.Name)
	}
	if f.Arith.Overflow {
		f.Arith.CheckOverflow(f.Ts.BVNegO(v.Term), "abs")
	}
	return value.Value{Term: f.Ts.Ite(f.Ts.BVSlt(v.Term, f.Values.Zero(s.Width)), f.Ts.BVNeg(v.Term), v.Term),
		Type: v.Type}
}

// bitCount lowers a function of one integer that gives an int.
func bitCount(op func(*value.Values, term.Term, int) term.Term) builtin {
	return func(f *fn, c *lower.NamedCall) value.Value {
		if len(c.Args) != 1 {
			return f.Values.Unsupported(c.Result, c.Name)
		}
		ty := c.Result
		if ft := paramsOfDecl(c); len(ft) == 1 {
			ty = ft[0]
		}
		v := f.Arith.Convert(f.Exprs.Expr(c.Args[0]), ty)
		s := f.Types.Scalar(v.Type)
		if s.Class != repr.Integer {
			return f.Values.Unsupported(c.Result, c.Name)
		}
		return value.Value{Term: f.Values.Resize(op(f.Values, v.Term, s.Width), s.Width, 32, false),
			Type: f.Types.Int}
	}
}

func paramsOfDecl(c *lower.NamedCall) []cc.Type {
	if d := syntax.Callee(c.X.PostfixExpression); d != nil {
		if ft, ok := d.Type().(*cc.FunctionType); ok {
			return repr.Params(ft)
		}
	}
	return nil
}

// allocaCall is alloca.
func allocaCall(f *fn, c *lower.NamedCall) value.Value {
	return value.Value{Term: f.Frame.Alloca(f.arg(c, 0, f.Types.SizeT)), Type: f.Types.Pvoid}
}
