package llvm

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// Arithmetic. What is poison because a flag does not hold has the value that the machine computes, as
// undefined arithmetic has in C: it wraps, the amount of a shift is taken modulo the width. Whether an
// overflow is one of the source is known where no optimiser has been at work (functions that are optnone, as
// clang -O0 makes them); optimised code may compute what it then does not use.

var operators = map[ir.Op]string{ir.Add: "+", ir.Sub: "-", ir.Mul: "*", ir.UDiv: "/", ir.SDiv: "/",
	ir.URem: "%", ir.SRem: "%", ir.Shl: "<<", ir.LShr: ">>", ir.AShr: ">>", ir.FAdd: "+", ir.FSub: "-",
	ir.FMul: "*", ir.FDiv: "/"}

// instr lowers an instruction inside of a block.
func (f *fn) instr(in *ir.Instr) {
	switch {
	case computes(in) && (isOther(in.Type) || isOther(in.Args[0].Type)):
		f.flow.Unsupported(fmt.Sprintf("%v of numbers of type %v", in.Op, in.Args[0].Type))
	case in.Op == ir.DbgDeclare || in.Op == ir.DbgValue || in.Op == ir.DbgOther || in.Op == ir.Phi:
	case in.Op == ir.Call:
		f.call(in)
		f.afterCall(in, -1, func() {})
	case in.Op == ir.LandingPad:
		f.landingPad(in)
	case in.Op.IsBinary():
		f.each(in, func(x []term.Term) term.Term { return f.binary(in, x[0], x[1]) })
	case in.Op == ir.FNeg:
		f.each(in, func(x []term.Term) term.Term {
			w := f.ts.Sort(x[0]).Width()
			return f.ts.Concat(f.ts.BVNot(f.ts.Extract(w-1, w-1, x[0])), f.ts.Extract(w-2, 0, x[0]))
		})
	case in.Op.IsConversion():
		f.convert(in)
	case in.Op == ir.ICmp:
		f.each(in, func(x []term.Term) term.Term { return f.bit(f.compare(in.Pred, x[0], x[1])) })
	case in.Op == ir.FCmp:
		f.each(in, func(x []term.Term) term.Term { return f.compareFloats(in.Pred, x[0], x[1]) })
	case in.Op == ir.Select:
		f.choose(in)
	case in.Op == ir.Freeze:
		f.define(in, f.parts(in.Args[0])...)
	case in.Op == ir.ExtractValue || in.Op == ir.InsertValue || in.Op == ir.ExtractElement ||
		in.Op == ir.InsertElement || in.Op == ir.ShuffleVector:
		f.aggregate(in)
	default:
		f.memory(in)
	}
}

// computes reports whether an instruction does arithmetic with numbers.
func computes(in *ir.Instr) bool {
	return in.Op >= ir.FAdd && in.Op <= ir.FRem || in.Op >= ir.FPTrunc && in.Op <= ir.SIToFP ||
		in.Op == ir.FCmp
}

// each applies an operation to the parts of the operands, one by one.
func (f *fn) each(in *ir.Instr, apply func(x []term.Term) term.Term) {
	var operands [][]term.Term
	for _, a := range in.Args {
		p := f.parts(a)
		if p == nil || len(p) != len(f.regs[in.Res]) {
			f.unsupportedType(a.Type)
			return
		}
		operands = append(operands, p)
	}
	var out []term.Term
	for i := range f.regs[in.Res] {
		var x []term.Term
		for _, o := range operands {
			x = append(x, o[i])
		}
		out = append(out, apply(x))
	}
	f.define(in, out...)
}

// choose lowers a select, whose condition may be a vector.
func (f *fn) choose(in *ir.Instr) {
	c, x, y := f.parts(in.Args[0]), f.parts(in.Args[1]), f.parts(in.Args[2])
	if len(c) == 0 || len(x) != len(y) {
		f.unsupportedType(in.Type)
		return
	}
	out := make([]term.Term, len(x))
	for i := range x {
		cond := c[0]
		if len(c) == len(x) {
			cond = c[i]
		}
		out[i] = f.ts.Ite(f.isSet(cond), x[i], y[i])
	}
	f.define(in, out...)
}

func (f *fn) binary(in *ir.Instr, x, y term.Term) term.Term {
	ts, w := f.ts, f.ts.Sort(x).Width()
	likeC := f.plain && (w == 32 || w == 64)
	if f.isDistance(in) {
		return f.distance(x, y)
	}
	switch in.Op {
	case ir.And:
		return ts.BVAnd(x, y)
	case ir.Or:
		return ts.BVOr(x, y)
	case ir.Xor:
		return ts.BVXor(x, y)
	case ir.Add, ir.Sub, ir.Mul:
		if likeC {
			return f.b.Integers(operators[in.Op], x, y, in.Flags&ir.NSW != 0)
		}
		return f.wrapping(in, x, y)
	case ir.UDiv, ir.SDiv, ir.URem, ir.SRem:
		return f.b.Integers(operators[in.Op], x, y, in.Op == ir.SDiv || in.Op == ir.SRem)
	case ir.Shl, ir.LShr, ir.AShr:
		if likeC {
			return f.b.Integers(operators[in.Op], x, y, in.Op == ir.AShr || in.Flags&ir.NSW != 0)
		}
		return f.shift(in, x, y)
	case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv:
		return f.b.Floats(operators[in.Op], x, y)
	}
	f.flow.Unsupported("the instruction " + in.Op.String())
	return f.zero(w)
}

// wrapping lowers an addition, a subtraction or a multiplication in optimised code.
func (f *fn) wrapping(in *ir.Instr, x, y term.Term) term.Term {
	ts := f.ts
	checks := in.Flags&ir.NSW != 0 && f.looksFor(property.NoOverflow)
	switch in.Op {
	case ir.Add:
		if checks {
			f.speculative(ts.BVSAddO(x, y), in, "an overflow", property.NoOverflow)
		}
		return ts.BVAdd(x, y)
	case ir.Sub:
		if checks {
			f.speculative(ts.BVSSubO(x, y), in, "an overflow", property.NoOverflow)
		}
		return ts.BVSub(x, y)
	}
	if checks {
		f.speculative(ts.BVSMulO(x, y), in, "an overflow", property.NoOverflow)
	}
	return ts.BVMul(x, y)
}

// speculative ends paths on which optimised code does what may be undefined behaviour of the source, or
// nothing that it then uses.
func (f *fn) speculative(bad term.Term, in *ir.Instr, what string, p property.Property) {
	switch {
	case f.plain && p == property.NoOverflow:
		f.b.CheckOverflow(bad, map[ir.Op]string{ir.Add: "addition", ir.Sub: "subtraction",
			ir.Mul: "multiplication"}[in.Op])
	case !f.ts.IsFalse(bad):
		f.flow.Guard(f.ts.Not(bad), cfa.Unsupported{For: p, What: fmt.Sprintf("%s in the instruction %v, "+
			"which optimised code may make without using its result,", what, in.Op)})
	}
}

// shift lowers a shift in optimised code.
func (f *fn) shift(in *ir.Instr, x, y term.Term) term.Term {
	ts, w := f.ts, f.ts.Sort(x).Width()
	size := f.resize(ts.BV(64, uint64(w)), w, false)
	if f.looksFor(property.NoUndefinedArithmetic) {
		f.speculative(ts.Not(ts.BVUlt(y, size)), in, "an amount that is too large",
			property.NoUndefinedArithmetic)
	}
	if n, ok := ts.ConstUint64(y); !ok || n >= uint64(w) {
		y = ts.BVURem(y, size)
	}
	switch in.Op {
	case ir.Shl:
		return ts.BVShl(x, y)
	case ir.LShr:
		return ts.BVLShr(x, y)
	}
	return ts.BVAShr(x, y)
}

func (f *fn) convert(in *ir.Instr) {
	n := len(f.regs[in.Res])
	if in.Op == ir.BitCast && n != 1 || n == 1 && in.Args[0].Type.Kind == ir.Vector {
		f.castVector(in)
		return
	}
	to := in.Type
	if to.Kind == ir.Vector {
		to = to.Elem
	}
	w := width(to, f.prog.PtrWidth)
	f.each(in, func(x []term.Term) term.Term { return f.convertPart(in, x[0], w) })
}

func (f *fn) convertPart(in *ir.Instr, x term.Term, w int) term.Term {
	switch in.Op {
	case ir.SExt:
		return f.resize(x, w, true)
	case ir.FPTrunc, ir.FPExt:
		return f.b.Convert(x, true, true, true, w)
	case ir.FPToSI, ir.FPToUI:
		return f.b.Convert(x, true, false, in.Op == ir.FPToSI, w)
	case ir.SIToFP, ir.UIToFP:
		return f.b.Convert(x, false, true, in.Op == ir.SIToFP, w)
	}
	return f.resize(x, w, false) // between pointers and integers, and of bits
}

// castVector lowers a bitcast of a vector, or to one: the bits of the parts stand one after the other.
func (f *fn) castVector(in *ir.Instr) {
	p := f.parts(in.Args[0])
	if len(p) == 0 || in.Op != ir.BitCast {
		f.flow.Unsupported("this " + in.Op.String())
		return
	}
	all := p[0]
	for _, t := range p[1:] {
		all = f.ts.Concat(t, all)
	}
	var out []term.Term
	at := 0
	for _, r := range f.regs[in.Res] {
		w := f.widthOf(r)
		if at+w > f.ts.Sort(all).Width() {
			f.unsupportedType(in.Type)
			return
		}
		out = append(out, f.ts.Extract(at+w-1, at, all))
		at += w
	}
	f.define(in, out...)
}
