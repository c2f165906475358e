package value

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/term"
)

// pointerOp is pointer arithmetic or comparison.
func (ar *Arith) pointerOp(op Operator, a, b Value, sa, sb repr.Scalar) Value {
	w := ar.prog.PtrWidth
	switch {
	case op.isComparison():
		x := ar.values.Resize(a.Term, sa.Width, w, sa.Signed)
		y := ar.values.Resize(b.Term, sb.Width, w, sb.Signed)
		if sa.Width > w || sb.Width > w {
			// A wide integer against a pointer: as integers.
			u := ar.types.Ullong
			x, y = ar.Convert(a, u).Term, ar.Convert(b, u).Term
		}
		if op != OpEq && op != OpNe {
			x, y = ar.opaque(x), ar.opaque(y)
		} else if ar.isNumbered(y) {
			x = ar.opaque(x)
		} else if ar.isNumbered(x) {
			y = ar.opaque(y)
		}
		return ar.values.Bool(ar.Compare(op, x, y, false))
	case op == OpAdd && sa.Class == repr.Pointer && sb.Class != repr.Pointer:
		return ar.movePointer(a, b, false)
	case op == OpAdd && sb.Class == repr.Pointer && sa.Class != repr.Pointer:
		return ar.movePointer(b, a, false)
	case op == OpSub && sa.Class == repr.Pointer && sb.Class != repr.Pointer:
		return ar.movePointer(a, b, true)
	case op == OpSub && sa.Class == repr.Pointer && sb.Class == repr.Pointer:
		d := ar.prog.PtrDiff(ar.opaque(a.Term), ar.opaque(b.Term))
		stride := ar.stride(repr.Elem(a.Type))
		if n, ok := ar.ts.ConstUint64(stride); !ok || n != 1 {
			if ok && n == 0 {
				return ar.values.Unsupported(ar.types.Long, "difference of pointers to objects of no size")
			}
			d = ar.exactDiv(d, stride)
		}
		ty := ar.types.Long
		if w == 32 {
			ty = ar.types.Int
		}
		return Value{Term: d, Type: ty}
	}
	return ar.values.Unsupported(a.Type, "the operator "+op.String()+" on pointers")
}

// exactDiv divides a distance by an element size; a shift when that is a
// power of two, which an element distance always divides evenly.
func (ar *Arith) exactDiv(d, stride term.Term) term.Term {
	if n, ok := ar.ts.ConstUint64(stride); ok && n&(n-1) == 0 {
		k := uint64(0)
		for n>>k != 1 {
			k++
		}
		return ar.ts.BVAShr(d, ar.prog.Ptr(k))
	}
	return ar.ts.BVSDiv(d, stride)
}

func (ar *Arith) movePointer(p, i Value, back bool) Value {
	i = ar.Promote(i)
	stride := ar.stride(repr.Elem(p.Type))
	if back {
		s := ar.types.Scalar(i.Type)
		w := ar.values.Resize(i.Term, s.Width, ar.prog.PtrWidth, s.Signed)
		return Value{Term: ar.prog.PtrAdd(p.Term, ar.ts.BVNeg(ar.ts.BVMul(w, stride))), Type: p.Type}
	}
	return Value{Term: ar.Offset(p.Term, i, stride), Type: p.Type}
}

// Offset adds index*stride to a pointer.
func (ar *Arith) Offset(ptr term.Term, index Value, stride term.Term) term.Term {
	s := ar.types.Scalar(index.Type)
	i := ar.values.Resize(index.Term, s.Width, ar.prog.PtrWidth, s.Signed)
	return ar.prog.PtrAdd(ptr, ar.ts.BVMul(i, stride))
}

// page is the size of the stretches at both ends of memory in which no object lies.
const page = 4096

// opaque returns an address in a register of its own if it is made of the constant address of a static
// object. Terms over constants are folded, and what the program finds out about the number of an address
// could not be seen any more: it depends on where objects lie, which is not for us to choose (package
// addresses).
func (ar *Arith) opaque(t term.Term) term.Term {
	if ar.flow.Constant || t == term.None || ar.ts.Sort(t).Width() != ar.prog.PtrWidth || !ar.hasAddress(t) {
		return t
	}
	r := ar.flow.NewReg("address", ar.ts.Sort(t), "", false)
	ar.flow.Emit(cfa.Assign{Dst: r, Value: t})
	return ar.flow.Sym(r)
}

// hasAddress reports whether a term contains the address of a static object.
func (ar *Arith) hasAddress(t term.Term) bool {
	if n, ok := ar.ts.ConstUint64(t); ok {
		return ar.prog.RegionOf(n) > 0 && n < ar.prog.HeapBase
	}
	for _, a := range ar.ts.Args(t) {
		if ar.hasAddress(a) {
			return true
		}
	}
	return false
}

// isNumbered reports whether an equality with a term tells more than whether something is null, if it is
// folded.
func (ar *Arith) isNumbered(t term.Term) bool {
	n, ok := ar.ts.ConstUint64(t)
	return ok && n >= page && n < uint64(1)<<(ar.prog.PtrWidth-1)<<1-page || !ok && ar.hasAddress(t)
}
