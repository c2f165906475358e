package golang

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"whittle.dev/term"
)

// binOp lowers an operator of two operands.
func (f *fn) binOp(x *ssa.BinOp) {
	t := x.X.Type()
	switch x.Op {
	case token.EQL, token.NEQ:
		eq := f.equal(t, x.Y.Type(), f.get(x.X), f.get(x.Y), x)
		if f.dead {
			return
		}
		if x.Op == token.NEQ {
			eq = f.ts.Not(eq)
		}
		f.set(x, f.bit(eq))
		return
	}
	switch {
	case is(t, types.IsString):
		f.stringOp(x)
	case is(t, types.IsInteger):
		f.set(x, f.integerOp(x)...)
	default:
		f.unsupported("the operator " + x.Op.String() + " of " + typeName(t))
	}
}

// integerOp computes with integers, which wrap around.
func (f *fn) integerOp(x *ssa.BinOp) []term.Term {
	ts, a, b, signed := f.ts, f.one(x.X), f.one(x.Y), isSigned(x.X.Type())
	one := func(t term.Term) []term.Term { return []term.Term{t} }
	compare := func(s, u term.Term) []term.Term {
		if signed {
			return one(f.bit(s))
		}
		return one(f.bit(u))
	}
	switch x.Op {
	case token.ADD:
		return one(ts.BVAdd(a, b))
	case token.SUB:
		return one(ts.BVSub(a, b))
	case token.MUL:
		return one(ts.BVMul(a, b))
	case token.QUO, token.REM:
		f.guard(ts.Not(ts.Eq(b, f.zero(b))), "an integer is divided by zero")
		switch {
		case signed && x.Op == token.QUO:
			return one(ts.BVSDiv(a, b))
		case signed:
			return one(ts.BVSRem(a, b))
		case x.Op == token.QUO:
			return one(ts.BVUDiv(a, b))
		}
		return one(ts.BVURem(a, b))
	case token.AND:
		return one(ts.BVAnd(a, b))
	case token.OR:
		return one(ts.BVOr(a, b))
	case token.XOR:
		return one(ts.BVXor(a, b))
	case token.AND_NOT:
		return one(ts.BVAnd(a, ts.BVNot(b)))
	case token.SHL, token.SHR:
		return one(f.shift(x, a, b, signed))
	case token.LSS:
		return compare(ts.BVSlt(a, b), ts.BVUlt(a, b))
	case token.LEQ:
		return compare(ts.BVSle(a, b), ts.BVUle(a, b))
	case token.GTR:
		return compare(ts.BVSgt(a, b), ts.BVUgt(a, b))
	case token.GEQ:
		return compare(ts.BVSge(a, b), ts.BVUge(a, b))
	}
	f.unsupported("the operator " + x.Op.String())
	return one(a)
}

// shift shifts by any count: beyond the width nothing is left but the sign.
func (f *fn) shift(x *ssa.BinOp, a, count term.Term, signed bool) term.Term {
	ts := f.ts
	if isSigned(x.Y.Type()) {
		f.guard(ts.BVSge(count, f.zero(count)), "the count of a shift is negative")
	}
	w, cw := ts.Sort(a).Width(), ts.Sort(count).Width()
	wide := max(w, cw)
	c := f.resize(count, wide, false)
	c = ts.Ite(ts.BVUlt(c, ts.BV(wide, uint64(w))), c, ts.BV(wide, uint64(w)))
	c = f.resize(c, w, false)
	switch { // counts of w and more are no count of a term's own, if w does not fit: it does, from 8 bits on
	case x.Op == token.SHL:
		return ts.BVShl(a, c)
	case signed:
		return ts.BVAShr(a, c)
	}
	return ts.BVLShr(a, c)
}

// convert changes the type of a value.
func (f *fn) convert(x *ssa.Convert) {
	from, to := x.X.Type(), x.Type()
	switch {
	case is(from, types.IsInteger) && is(to, types.IsInteger):
		f.set(x, f.resize(f.one(x.X), f.partsOf(to)[0].bits, isSigned(from)))
	case isPointer(from) && is(to, types.IsInteger), is(from, types.IsInteger) && isPointer(to):
		f.prog.Unobserved = false
		f.set(x, f.one(x.X))
	case isPointer(from) && isPointer(to):
		f.set(x, f.one(x.X))
	case is(from, types.IsString) || is(to, types.IsString):
		f.convertString(x)
	default:
		f.unsupported("a conversion of " + typeName(from) + " to " + typeName(to))
	}
}

// isPointer reports whether a type is one of pointers, unsafe ones included.
func isPointer(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	}
	return false
}
