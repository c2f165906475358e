package llvm

import (
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/term"
)

// The distance of two pointers is a number, since both are in one array. To the points-to analysis it is the
// difference of all that they may point to, so that what is added to an address, as the length of a string
// is, would seem to lead there as well. So it is said to be a number; in modules of others, which may call
// something else what clang calls a distance, where it is seen that both are in one object. What that means
// for bytes of addresses that are used as indices is said in doc.go.

// isDistance reports whether an instruction subtracts pointers, as the name says that clang gives it: the
// same instruction subtracts integers that were made of addresses, and these may be in different objects.
func (f *fn) isDistance(in *ir.Instr) bool {
	return in.Op == ir.Sub && in.Res >= 0 && in.Type.Bits == f.prog.PtrWidth &&
		strings.HasPrefix(f.body.Slots[in.Res].Name, "sub.ptr.sub")
}

// distance is the difference of addresses in one object. What addresses in two have is not followed.
func (f *fn) distance(x, y term.Term) term.Term {
	ts := f.ts
	d := ts.BVSub(x, y)
	if ts.IsConst(d) {
		return d
	}
	if !f.compiled {
		f.inOneObject(x, y)
	}
	r := f.newReg("distance", f.prog.PtrWidth)
	f.flow.Emit(cfa.Assign{Dst: r, Value: d, Number: true})
	return f.flow.Sym(r)
}

// inOneObject ends paths on which two addresses are not in one object.
func (f *fn) inOneObject(x, y term.Term) {
	ts := f.ts
	near, far := f.flow.NewLoc(), f.flow.NewLoc()
	region := f.prog.Ptr(1 << f.prog.OffsetBits)
	// The first region and the last one have the numbers that are no addresses.
	isNumber := ts.BVUlt(ts.BVAdd(x, region), f.prog.Ptr(2<<f.prog.OffsetBits))
	same := ts.And(ts.BVUlt(ts.BVXor(x, y), region), ts.Or(ts.Eq(x, y), ts.Not(isNumber)))
	f.flow.Add(f.flow.Cur, near, c.Step{Op: cfa.Assume{Cond: same, Bytes: true}})
	f.flow.Add(f.flow.Cur, far, c.Step{Op: cfa.Assume{Cond: ts.Not(same), Bytes: true}})
	f.flow.Cur = far
	f.flow.Unsupported("the distance of two objects")
	f.flow.Cur = near
}
