package llvm

import (
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/term"
)

// intrinsic lowers a call of an intrinsic that is none of those for memory.
func (f *fn) intrinsic(in *ir.Instr) {
	name := in.Call.Callee.X.Name
	word := strings.Split(strings.TrimPrefix(name, "llvm."), ".")
	arg := func(i int) term.Term { return f.value(in.Args[i]) }
	if len(in.Args) < operandsOf[word[0]] {
		f.flow.Unsupported("the function " + name)
		return
	}
	switch word[0] {
	case "dbg", "donothing", "prefetch", "invariant", "va_end":
	case "assume":
		f.flow.Guard(f.isSet(arg(0)), cfa.UB{What: "an assumption that does not hold"})
	case "experimental":
		if len(word) > 1 && word[1] == "noalias" {
			return
		}
		f.flow.Unsupported("the function " + name)
	case "eh":
		if len(word) > 2 && word[1] == "typeid" {
			f.define(in, f.ts.BV(32, f.typeID(globalIn(in.Args[0]))))
			return
		}
		f.flow.Unsupported("the function " + name)
	case "lifetime":
		f.lifetime(in)
	case "expect":
		f.define(in, arg(0))
	case "type", "public":
		// It holds wherever a virtual call comes to a function that is known.
		if !isTypeTest(in) || !isAssumed(f.body, in.Res) {
			f.flow.Unsupported("the function " + name)
			return
		}
		f.set(in, f.ts.BV(1, 1))
	case "threadlocal":
		f.define(in, arg(0))
	case "stacksave":
		n := f.prog.Ptr(0)
		if f.depth != cfa.NoReg {
			n = f.resize(f.flow.Sym(f.depth), f.prog.PtrWidth, false)
		}
		f.set(in, n)
	case "stackrestore":
		f.stackRestore(arg(0))
	case "va_start":
		f.startList(arg(0))
	case "va_copy":
		f.copyList(arg(0), arg(1))
	case "trap", "debugtrap", "ubsantrap":
		f.flow.End(cfa.Exit{Kind: cfa.ExitProcess, Value: f.ts.BV(32, cfa.Aborted), Abort: true})
	case "sadd", "uadd", "ssub", "usub", "smul", "umul":
		if len(word) > 2 && word[1] == "with" {
			r, o := f.overflow(word[0], arg(0), arg(1))
			f.define(in, r, f.bit(o))
			return
		}
		if len(word) > 1 && word[1] == "sat" {
			f.each(in, func(x []term.Term) term.Term { return f.saturated(word[0], x[0], x[1]) })
			return
		}
		f.flow.Unsupported("the function " + name)
	case "smax", "smin", "umax", "umin":
		p := map[string]ir.Pred{"smax": ir.SGT, "smin": ir.SLT, "umax": ir.UGT, "umin": ir.ULT}[word[0]]
		f.each(in, func(x []term.Term) term.Term { return f.ts.Ite(f.compare(p, x[0], x[1]), x[0], x[1]) })
	case "abs":
		x := arg(0)
		f.define(in, f.ts.Ite(f.ts.BVSlt(x, f.ts.BVXor(x, x)), f.ts.BVNeg(x), x))
	case "bswap":
		f.define(in, f.swapped(arg(0)))
	case "ctpop", "ctlz", "cttz":
		f.define(in, f.counted(word[0], arg(0)))
	case "fshl", "fshr":
		f.define(in, f.funnel(word[0], arg(0), arg(1), arg(2)))
	case "fabs":
		f.each(in, func(x []term.Term) term.Term {
			w := f.ts.Sort(x[0]).Width()
			return f.ts.Concat(f.ts.BV(1, 0), f.ts.Extract(w-2, 0, x[0]))
		})
	case "fmuladd":
		f.each(in, func(x []term.Term) term.Term {
			return f.b.Floats("+", f.b.Floats("*", x[0], x[1]), x[2])
		})
	case "objectsize":
		f.objectSize(in)
	case "is":
		if len(word) > 1 && word[1] == "constant" {
			f.set(in, f.ts.BV(1, 0))
			return
		}
		if len(word) > 1 && word[1] == "fpclass" && len(in.Args) == 2 {
			f.isOfClass(in)
			return
		}
		f.flow.Unsupported("the function " + name)
	default:
		f.flow.Unsupported("the function " + name)
	}
}

// operandsOf says how many operands are looked at.
var operandsOf = map[string]int{"eh": 1,
	"expect": 1, "threadlocal": 1, "stackrestore": 1, "va_start": 1, "va_copy": 2,
	"sadd": 2, "uadd": 2, "ssub": 2, "usub": 2, "smul": 2, "umul": 2, "smax": 2, "smin": 2, "umax": 2,
	"umin": 2, "abs": 1, "bswap": 1, "ctpop": 1, "ctlz": 1, "cttz": 1, "fshl": 3, "fshr": 3, "fabs": 1,
	"fmuladd": 3, "objectsize": 1, "lifetime": 1, "assume": 1}

func (f *fn) overflow(op string, x, y term.Term) (r, o term.Term) {
	ts := f.ts
	switch op {
	case "sadd":
		return ts.BVAdd(x, y), ts.BVSAddO(x, y)
	case "uadd":
		return ts.BVAdd(x, y), ts.BVUAddO(x, y)
	case "ssub":
		return ts.BVSub(x, y), ts.BVSSubO(x, y)
	case "usub":
		return ts.BVSub(x, y), ts.BVUSubO(x, y)
	case "smul":
		return ts.BVMul(x, y), ts.BVSMulO(x, y)
	}
	return ts.BVMul(x, y), ts.BVUMulO(x, y)
}

// saturated is a result that stays at the end of the range that it would leave.
func (f *fn) saturated(op string, x, y term.Term) term.Term {
	ts, w := f.ts, f.ts.Sort(x).Width()
	r, o := f.overflow(op, x, y)
	zero := f.zero(w)
	ones := ts.BVNot(zero)
	switch op {
	case "uadd", "umul":
		return ts.Ite(o, ones, r)
	case "usub":
		return ts.Ite(o, zero, r)
	}
	// A signed result leaves at the end on whose side the first operand lies.
	greatest := ts.BVLShr(ones, f.number(ir.Value{Type: ir.IntType(w), N: 1}))
	return ts.Ite(o, ts.Ite(ts.BVSlt(x, zero), ts.BVNot(greatest), greatest), r)
}

// swapped is an integer with its bytes in the opposite order.
func (f *fn) swapped(x term.Term) term.Term {
	r := f.ts.Extract(7, 0, x)
	for at := 8; at < f.ts.Sort(x).Width(); at += 8 {
		r = f.ts.Concat(r, f.ts.Extract(at+7, at, x))
	}
	return r
}

// counted is the number of bits that are set, or of zeros before the first or after the last that is.
func (f *fn) counted(op string, x term.Term) term.Term {
	ts, w := f.ts, f.ts.Sort(x).Width()
	number := func(n int) term.Term { return f.resize(ts.BV(64, uint64(n)), w, false) }
	r := f.zero(w)
	if op != "ctpop" {
		r = number(w)
	}
	for i := range w {
		at := i
		if op == "cttz" {
			at = w - 1 - i
		}
		set := f.isSet(ts.Extract(at, at, x))
		switch op {
		case "ctpop":
			r = ts.BVAdd(r, ts.Ite(set, number(1), f.zero(w)))
		case "ctlz":
			r = ts.Ite(set, number(w-1-at), r)
		default:
			r = ts.Ite(set, number(at), r)
		}
	}
	return r
}

// funnel shifts two integers, one after the other.
func (f *fn) funnel(op string, x, y, by term.Term) term.Term {
	ts, w := f.ts, f.ts.Sort(x).Width()
	by = ts.BVURem(by, f.resize(ts.BV(64, uint64(w)), w, false))
	by = f.resize(by, 2*w, false)
	both := ts.Concat(x, y)
	if op == "fshl" {
		return ts.Extract(2*w-1, w, ts.BVShl(both, by))
	}
	return ts.Extract(w-1, 0, ts.BVLShr(both, by))
}

// objectSize lowers llvm.objectsize: no violation rests on what a compiler finds out.
func (f *fn) objectSize(in *ir.Instr) {
	op := cfa.Havoc{Dst: f.newReg("size", width(in.Type, f.prog.PtrWidth)), What: "size of an object",
		Inexact: "llvm.objectsize"}
	f.flow.Emit(op)
	f.set(in, f.prog.Sym(op.Dst))
}
