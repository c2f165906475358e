package value

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/term"
)

// CopyRun copies size bytes in units of a type: all loads before all stores when the areas might overlap
// would differ only for overlapping scalars, so scalars are read first.
func (mem *Memory) CopyRun(dst, src term.Term, t cc.Type, size uint64) {
	n, _ := mem.types.Size(t)
	ls, _ := mem.types.WholeObject(t)
	type part struct {
		off term.Term
		reg cfa.RegID
	}
	var parts []part
	for i := uint64(0); i < size/n; i++ {
		for _, lf := range ls {
			p := part{mem.prog.Ptr(i*n + lf.Off), mem.flow.NewReg("copy", term.BitVec(lf.Width), "", false)}
			mem.flow.Emit(cfa.Load{Dst: p.reg, Addr: mem.prog.PtrAdd(src, p.off)})
			parts = append(parts, p)
		}
	}
	for _, p := range parts {
		mem.flow.Emit(cfa.Store{Addr: mem.prog.PtrAdd(dst, p.off), Value: mem.flow.Sym(p.reg)})
	}
}

// Bytes is a value of a width whose bytes are all b.
func (mem *Memory) Bytes(b byte, width int) term.Term {
	return mem.ts.Repeat(width/8, mem.ts.BV(8, uint64(b)))
}

// Copy copies an aggregate, part by part: each is a load and a store. What padding holds then is open (C11
// 6.2.6.1p6): compilers copy it, or not.
func (mem *Memory) Copy(dst, src term.Term, t cc.Type) {
	if mem.flow.Constant {
		mem.flow.Refused = "a copy of an object"
		return
	}
	if dst == src {
		return
	}
	if repr.IsVLA(t) {
		mem.flow.Unsupported("a copy of a variable-length object")
		return
	}
	parts := mem.types.Leaves
	if mem.inputsWritten { // then it matters, too, whether what lies between the members was written
		parts = func(t cc.Type, _ int) ([]repr.Leaf, bool) { return mem.types.WholeObject(t) }
	} else {
		defer mem.fillPadding(dst, t)
	}
	if ls, ok := parts(t, repr.MaxLeaves); ok {
		mem.copyLeaves(dst, src, ls)
		return
	}
	if _, isArray := t.(*cc.ArrayType); !isArray && mem.inputsWritten && mem.types.Padded(t) {
		mem.copyWords(dst, src, t)
		return
	}
	// Long arrays: a loop over the elements of the longest array inside.
	switch x := t.(type) {
	case *cc.ArrayType:
		size, _ := mem.types.Size(x.Elem())
		mem.flow.Repeat(uint64(x.Len()), func(i term.Term) {
			off := mem.ts.BVMul(i, mem.prog.Ptr(size))
			mem.Copy(mem.prog.PtrAdd(dst, off), mem.prog.PtrAdd(src, off), x.Elem())
		})
	case *cc.StructType:
		var run []repr.Leaf
		end := uint64(0)
		for _, m := range mem.types.Members(t) {
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
			mem.copyLeaves(dst, src, run)
			run = nil
			off := mem.prog.Ptr(m.Off)
			mem.Copy(mem.prog.PtrAdd(dst, off), mem.prog.PtrAdd(src, off), m.Type)
		}
		mem.copyLeaves(dst, src, run)
	default:
		mem.copyWords(dst, src, t)
	}
}

// fillPadding makes the padding of an object inputs, but for that of members and elements which Copy copies
// as objects of their own.
func (mem *Memory) fillPadding(dst term.Term, t cc.Type) {
	// As for the inputs of a call, a program that is given inputs from outside has no place for these.
	outer := mem.flow.Node
	mem.flow.Node = nil
	defer func() { mem.flow.Node = outer }()
	for _, lf := range mem.types.Padding(t) {
		r := mem.flow.NewReg("padding", term.BitVec(lf.Width), "", false)
		mem.flow.Emit(cfa.Havoc{Dst: r, What: "padding after an assignment"})
		mem.flow.Emit(cfa.Store{Addr: mem.prog.PtrAdd(dst, mem.prog.Ptr(lf.Off)), Value: mem.flow.Sym(r)})
	}
}

// copyWords copies an object in a loop.
func (mem *Memory) copyWords(dst, src term.Term, t cc.Type) {
	size, _ := mem.types.Size(t)
	step := max(min(mem.types.Align(t), 8), 1)
	mem.flow.Repeat(size/step, func(i term.Term) {
		off := mem.ts.BVMul(i, mem.prog.Ptr(step))
		mem.copyLeaves(mem.prog.PtrAdd(dst, off), mem.prog.PtrAdd(src, off),
			[]repr.Leaf{{Width: int(8 * step)}})
	})
}

func (mem *Memory) copyLeaves(dst, src term.Term, ls []repr.Leaf) {
	for _, lf := range ls {
		r := mem.flow.NewReg("copy", term.BitVec(lf.Width), "", false)
		off := mem.prog.Ptr(lf.Off)
		mem.flow.Emit(cfa.Load{Dst: r, Addr: mem.prog.PtrAdd(src, off)})
		mem.flow.Emit(cfa.Store{Addr: mem.prog.PtrAdd(dst, off), Value: mem.flow.Sym(r)})
	}
}

// FillUnset gives all parts of an object the content of what was never written.
func (mem *Memory) FillUnset(dst term.Term, t cc.Type, what string) {
	mem.fillObject(dst, t, func(width int) term.Term {
		r := mem.flow.NewReg("unset", term.BitVec(width), "", false)
		mem.flow.Emit(cfa.Havoc{Dst: r, What: what, Unset: true})
		return mem.flow.Sym(r)
	})
}

// Zero stores zeros into all parts of an object.
func (mem *Memory) Zero(dst term.Term, t cc.Type) { mem.fillObject(dst, t, mem.values.Zero) }

// fillObject stores values, given their widths, into all parts of an object.
func (mem *Memory) fillObject(dst term.Term, t cc.Type, part func(width int) term.Term) {
	if mem.flow.Constant {
		mem.flow.Refused = "an object"
		return
	}
	if ls, ok := mem.types.Leaves(t, repr.MaxLeaves); ok {
		for _, lf := range ls {
			mem.flow.Emit(cfa.Store{Addr: mem.prog.PtrAdd(dst, mem.prog.Ptr(lf.Off)), Value: part(lf.Width)})
		}
		return
	}
	switch x := t.(type) {
	case *cc.ArrayType:
		size, _ := mem.types.Size(x.Elem())
		mem.flow.Repeat(uint64(x.Len()), func(i term.Term) {
			mem.fillObject(mem.prog.PtrAdd(dst, mem.ts.BVMul(i, mem.prog.Ptr(size))), x.Elem(), part)
		})
	case *cc.StructType:
		for _, m := range mem.types.Members(t) {
			if m.IsBit {
				if m.Bits > 0 {
					mem.Store(mem.Member(dst, &m),
						Value{Term: part(mem.types.Scalar(m.Type).Width), Type: m.Type})
				}
				continue
			}
			mem.fillObject(mem.prog.PtrAdd(dst, mem.prog.Ptr(m.Off)), m.Type, part)
		}
	default:
		size, _ := mem.types.Size(t)
		step := max(min(mem.types.Align(t), 8), 1)
		mem.flow.Repeat(size/step, func(i term.Term) {
			mem.flow.Emit(cfa.Store{Addr: mem.prog.PtrAdd(dst, mem.ts.BVMul(i, mem.prog.Ptr(step))),
				Value: part(int(8 * step))})
		})
	}
}
