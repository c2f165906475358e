package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/term"
)

// copyObject copies an aggregate, part by part: each is a load and a store.
func (f *fn) copyObject(dst, src term.Term, t cc.Type) {
	if f.flow.Constant {
		f.flow.Refused = "a copy of an object"
		return
	}
	if dst == src {
		return
	}
	if repr.IsVLA(t) {
		f.flow.Unsupported("a copy of a variable-length object")
		return
	}
	if ls, ok := f.types.Leaves(t, repr.MaxLeaves); ok {
		f.copyLeaves(dst, src, ls)
		return
	}
	// Long arrays: a loop over the elements of the longest array inside.
	switch x := t.(type) {
	case *cc.ArrayType:
		size, _ := f.types.Size(x.Elem())
		f.flow.Repeat(uint64(x.Len()), func(i term.Term) {
			off := f.ts.BVMul(i, f.prog.Ptr(size))
			f.copyObject(f.prog.PtrAdd(dst, off), f.prog.PtrAdd(src, off), x.Elem())
		})
	case *cc.StructType:
		var run []repr.Leaf
		end := uint64(0)
		for _, m := range f.types.Members(t) {
			if m.IsBit {
				if m.Bits > 0 {
					first, last := uint64(m.BitOff/8), uint64((m.BitOff+m.Bits-1)/8)
					for b := max(first, end); b <= last; b++ {
						run = append(run, repr.Leaf{Off: b, Width: 8})
					}
					end = last + 1
				}
				continue
			}
			f.copyLeaves(dst, src, run)
			run = nil
			off := f.prog.Ptr(m.Off)
			f.copyObject(f.prog.PtrAdd(dst, off), f.prog.PtrAdd(src, off), m.Type)
		}
		f.copyLeaves(dst, src, run)
	default:
		size, _ := f.types.Size(t)
		step := max(min(f.types.Align(t), 8), 1)
		f.flow.Repeat(size/step, func(i term.Term) {
			off := f.ts.BVMul(i, f.prog.Ptr(step))
			f.copyLeaves(f.prog.PtrAdd(dst, off), f.prog.PtrAdd(src, off),
				[]repr.Leaf{{Width: int(8 * step)}})
		})
	}
}

func (f *fn) copyLeaves(dst, src term.Term, ls []repr.Leaf) {
	for _, lf := range ls {
		r := f.flow.NewReg("copy", term.BitVec(lf.Width), "", false)
		off := f.prog.Ptr(lf.Off)
		f.flow.Emit(cfa.Load{Dst: r, Addr: f.prog.PtrAdd(src, off)})
		f.flow.Emit(cfa.Store{Addr: f.prog.PtrAdd(dst, off), Value: f.flow.Sym(r)})
	}
}

// zeroObject stores zeros into all parts of an object.
func (f *fn) zeroObject(dst term.Term, t cc.Type) { f.fillObject(dst, t, f.zero) }

// fillObject stores values, given their widths, into all parts of an object.
func (f *fn) fillObject(dst term.Term, t cc.Type, part func(width int) term.Term) {
	if f.flow.Constant {
		f.flow.Refused = "an object"
		return
	}
	if ls, ok := f.types.Leaves(t, repr.MaxLeaves); ok {
		for _, lf := range ls {
			f.flow.Emit(cfa.Store{Addr: f.prog.PtrAdd(dst, f.prog.Ptr(lf.Off)), Value: part(lf.Width)})
		}
		return
	}
	switch x := t.(type) {
	case *cc.ArrayType:
		size, _ := f.types.Size(x.Elem())
		f.flow.Repeat(uint64(x.Len()), func(i term.Term) {
			f.fillObject(f.prog.PtrAdd(dst, f.ts.BVMul(i, f.prog.Ptr(size))), x.Elem(), part)
		})
	case *cc.StructType:
		for _, m := range f.types.Members(t) {
			if m.IsBit {
				if m.Bits > 0 {
					f.storeTo(f.placeOfMember(dst, &m),
						value{t: part(f.types.Scalar(m.Type).Width), ty: m.Type})
				}
				continue
			}
			f.fillObject(f.prog.PtrAdd(dst, f.prog.Ptr(m.Off)), m.Type, part)
		}
	default:
		size, _ := f.types.Size(t)
		step := max(min(f.types.Align(t), 8), 1)
		f.flow.Repeat(size/step, func(i term.Term) {
			f.flow.Emit(cfa.Store{Addr: f.prog.PtrAdd(dst, f.ts.BVMul(i, f.prog.Ptr(step))),
				Value: part(int(8 * step))})
		})
	}
}
