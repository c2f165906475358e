package c

import (
	"maps"
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/term"
)

// builtinTable lists the functions whose names begin with two underscores.
func builtinTable() map[string]builtin {
	t := map[string]builtin{
		"__builtin_expect":                  firstArg,
		"__builtin_expect_with_probability": firstArg,
		"__builtin_assume_aligned":          firstArg,
		"__builtin_constant_p": func(f *fn, c *callCtx) value {
			if len(c.args) == 1 {
				if v, what := f.constExpr(c.args[0]); what == "" && v.t != term.None && f.ts.IsConst(v.t) &&
					!repr.IsPointer(v.ty) {
					return f.intValue(1)
				}
			}
			return f.intValue(0)
		},
		"__builtin_choose_expr": func(f *fn, c *callCtx) value {
			if len(c.args) == 3 {
				if k, ok := f.constInt(c.args[0]); ok && k != 0 {
					return f.expr(c.args[1])
				} else if ok {
					return f.expr(c.args[2])
				}
			}
			return f.unsupportedValue(c.x.Type(), c.name)
		},
		"__builtin_unreachable": func(f *fn, c *callCtx) value {
			f.flow.End(cfa.UB{What: "__builtin_unreachable is reached"})
			return f.void()
		},
		"__builtin_assume": func(f *fn, c *callCtx) value {
			if len(c.args) != 1 || syntax.HasCall(c.args[0]) {
				return f.unsupportedValue(f.types.Void, c.name+" of an argument with effects")
			}
			holds := f.cond(c.args[0])
			f.at(c.x)
			f.flow.Guard(holds, cfa.UB{What: "__builtin_assume of what does not hold"})
			return f.void()
		},
		"__builtin_trap": func(f *fn, c *callCtx) value {
			f.flow.End(cfa.Exit{Kind: cfa.ExitProcess, Value: f.ts.BV(32, 132)})
			return f.void()
		},
		"__builtin_prefetch":     ignoreCall,
		"__builtin_va_end":       func(f *fn, c *callCtx) value { return f.void() },
		"__builtin_va_start":     vaStart,
		"__builtin_c23_va_start": vaStart,
		"__builtin_va_copy":      vaCopy,
		"__builtin_return_address": func(f *fn,
			c *callCtx) value {
			f.evalAll(c)
			return f.constant(f.types.Pvoid, 0)
		},
		"__builtin_frame_address": func(f *fn,
			c *callCtx) value {
			f.evalAll(c)
			return f.constant(f.types.Pvoid, 0)
		},
		"__builtin_object_size":    objectSizeCall,
		"__builtin_add_overflow":   overflowCall(opAdd, false),
		"__builtin_sub_overflow":   overflowCall(opSub, false),
		"__builtin_mul_overflow":   overflowCall(opMul, false),
		"__builtin_add_overflow_p": overflowCall(opAdd, true),
		"__builtin_sub_overflow_p": overflowCall(opSub, true),
		"__builtin_mul_overflow_p": overflowCall(opMul, true),
		"__builtin_bswap16":        bswap(16),
		"__builtin_bswap32":        bswap(32),
		"__builtin_bswap64":        bswap(64),
		"__builtin_abs":            absCall,
		"__builtin_labs":           absCall,
		"__builtin_llabs":          absCall,
		ctype.Compatibles: func(f *fn, c *callCtx) value {
			if v, ok := f.unit.types.Const(c.x); ok {
				return f.intValue(int64(v.Bits))
			}
			return f.unsupportedValue(f.types.Int, "__builtin_types_compatible_p of these types")
		},
	}
	for _, s := range []string{"s", "u"} {
		for op, name := range map[operator]string{opAdd: "add", opSub: "sub", opMul: "mul"} {
			for _, w := range []string{"", "l", "ll"} {
				t["__builtin_"+s+name+w+"_overflow"] = overflowCall(op, false)
			}
		}
	}
	for name, op := range map[string]func(*fn, term.Term, int) term.Term{
		"clz": (*fn).clz, "ctz": (*fn).ctz, "popcount": (*fn).popcount, "parity": (*fn).parity,
		"ffs": (*fn).ffs, "clrsb": (*fn).clrsb,
	} {
		for _, w := range []string{"", "l", "ll"} {
			t["__builtin_"+name+w] = bitCount(op)
		}
	}
	maps.Copy(t, atomicTable())
	maps.Copy(t, vectorTable())
	maps.Copy(t, intrinsicTable())
	return t
}

func firstArg(f *fn, c *callCtx) value {
	if len(c.args) == 0 {
		return f.unsupportedValue(c.result, c.name)
	}
	v := f.convert(f.expr(c.args[0]), c.result)
	for _, a := range c.args[1:] {
		f.effect(a)
	}
	return v
}

func ignoreCall(f *fn, c *callCtx) value {
	for _, a := range c.args {
		f.effect(a)
	}
	return f.void()
}

func vaStart(f *fn, c *callCtx) value {
	if len(c.args) == 0 || f.varArgs == term.None {
		return f.unsupportedValue(f.types.Void, "va_start outside of a variadic function")
	}
	p := f.lvalue(c.args[0])
	f.storeTo(p, value{t: f.varArgs, ty: p.ty})
	return f.void()
}

func vaCopy(f *fn, c *callCtx) value {
	if len(c.args) != 2 {
		return f.unsupportedValue(f.types.Void, c.name)
	}
	p := f.lvalue(c.args[0])
	f.storeTo(p, f.convert(f.expr(c.args[1]), p.ty))
	return f.void()
}

// overflowCall is __builtin_X_overflow(a, b, &r): the exact result in twice
// the width, cut to r's type; the value says whether the cut lost anything.
func overflowCall(op operator, predicate bool) builtin {
	return func(f *fn, c *callCtx) value {
		if len(c.args) != 3 {
			return f.unsupportedValue(c.result, c.name)
		}
		a, b := f.expr(c.args[0]), f.expr(c.args[1])
		r := f.expr(c.args[2])
		f.at(c.x)
		ty := r.ty
		if !predicate {
			ty = repr.Elem(r.ty)
		}
		if ty == nil || !predicate && !repr.IsPointer(r.ty) {
			return f.unsupportedValue(c.result, c.name+" on "+r.ty.String())
		}
		if !strings.HasPrefix(c.name, "__builtin_add") && !strings.HasPrefix(c.name, "__builtin_sub_") &&
			!strings.HasPrefix(c.name, "__builtin_mul") {
			a, b = f.convert(a, ty), f.convert(b, ty)
		} else {
			a, b = f.promote(a), f.promote(b)
		}
		sa, sb, sr := f.types.Scalar(a.ty), f.types.Scalar(b.ty), f.types.Scalar(ty)
		if sa.Class != repr.Integer || sb.Class != repr.Integer || sr.Class == repr.None ||
			sr.Class == repr.Floating {
			return f.unsupportedValue(c.result, c.name+" on these operands")
		}
		w := 2*max(sa.Width, sb.Width, sr.Width) + 2
		x, y := f.resize(a.t, sa.Width, w, sa.Signed), f.resize(b.t, sb.Width, w, sb.Signed)
		var exact term.Term
		switch op {
		case opAdd:
			exact = f.ts.BVAdd(x, y)
		case opSub:
			exact = f.ts.BVSub(x, y)
		default:
			exact = f.ts.BVMul(x, y)
		}
		cut := f.ts.Extract(sr.Width-1, 0, exact)
		lost := f.ts.Not(f.ts.Eq(f.resize(cut, sr.Width, w, sr.Signed), exact))
		if !predicate {
			f.storeTo(f.inMemory(r.t, ty), value{t: cut, ty: ty})
		}
		v := f.boolValue(lost)
		return v
	}
}

func bswap(w int) builtin {
	return func(f *fn, c *callCtx) value {
		if len(c.args) != 1 {
			return f.unsupportedValue(c.result, c.name)
		}
		v := f.convert(f.expr(c.args[0]), c.result)
		if f.types.Scalar(v.ty).Width != w {
			return f.unsupportedValue(c.result, c.name)
		}
		r := f.ts.Extract(7, 0, v.t)
		for i := 8; i < w; i += 8 {
			r = f.ts.Concat(r, f.ts.Extract(i+7, i, v.t))
		}
		return value{t: r, ty: v.ty}
	}
}

func absCall(f *fn, c *callCtx) value {
	if len(c.args) != 1 {
		return f.unsupportedValue(c.result, c.name)
	}
	v := f.convert(f.expr(c.args[0]), c.result)
	s := f.types.Scalar(v.ty)
	if s.Class != repr.Integer {
		return f.unsupportedValue(c.result, c.name)
	}
	if f.overflow {
		f.checkOverflow(f.ts.BVNegO(v.t), "abs")
	}
	return value{t: f.ts.Ite(f.ts.BVSlt(v.t, f.zero(s.Width)), f.ts.BVNeg(v.t), v.t), ty: v.ty}
}

// bitCount lowers a function of one integer that gives an int.
func bitCount(op func(*fn, term.Term, int) term.Term) builtin {
	return func(f *fn, c *callCtx) value {
		if len(c.args) != 1 {
			return f.unsupportedValue(c.result, c.name)
		}
		ty := c.result
		if ft := paramsOfDecl(c); len(ft) == 1 {
			ty = ft[0]
		}
		v := f.convert(f.expr(c.args[0]), ty)
		s := f.types.Scalar(v.ty)
		if s.Class != repr.Integer {
			return f.unsupportedValue(c.result, c.name)
		}
		return value{t: f.resize(op(f, v.t, s.Width), s.Width, 32, false), ty: f.types.Int}
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

func (f *fn) popcount(t term.Term, w int) term.Term {
	sum := f.zero(w)
	for i := 0; i < w; i++ {
		sum = f.ts.BVAdd(sum, f.ts.ZeroExt(w-1, f.ts.Extract(i, i, t)))
	}
	return sum
}

func (f *fn) parity(t term.Term, w int) term.Term {
	return f.ts.BVAnd(f.popcount(t, w), f.bv(w, 1))
}

// clz counts leading zeros; of zero, which C leaves undefined, it is w.
func (f *fn) clz(t term.Term, w int) term.Term {
	r := f.bv(w, uint64(w))
	for i := 0; i < w; i++ {
		r = f.ts.Ite(f.ts.Eq(f.ts.Extract(i, i, t), f.ts.BV(1, 1)), f.bv(w, uint64(w-1-i)), r)
	}
	return r
}

func (f *fn) ctz(t term.Term, w int) term.Term {
	r := f.bv(w, uint64(w))
	for i := w - 1; i >= 0; i-- {
		r = f.ts.Ite(f.ts.Eq(f.ts.Extract(i, i, t), f.ts.BV(1, 1)), f.bv(w, uint64(i)), r)
	}
	return r
}

func (f *fn) ffs(t term.Term, w int) term.Term {
	return f.ts.Ite(f.ts.Eq(t, f.zero(w)), f.zero(w), f.ts.BVAdd(f.ctz(t, w), f.bv(w, 1)))
}

// clrsb counts the leading bits that repeat the sign.
func (f *fn) clrsb(t term.Term, w int) term.Term {
	x := f.ts.BVXor(t, f.ts.BVAShr(t, f.bv(w, uint64(w-1))))
	return f.ts.BVSub(f.clz(x, w), f.bv(w, 1))
}

// allocaCall is alloca.
func allocaCall(f *fn, c *callCtx) value {
	return value{t: f.frame.Alloca(f.arg(c, 0, f.types.SizeT)), ty: f.types.Pvoid}
}
