package c

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// leaf is a scalar part of an object that a copy moves in one step.
type leaf struct {
	off   uint64
	width int // bits
}

// maxLeaves bounds the straight-line copies; larger ones become loops.
const maxLeaves = 64

// leaves lists the scalar parts of a type. Unions, and members that overlap,
// are cut into words of their alignment. ok is false beyond the limit.
func (l *lowerer) leaves(t cc.Type, limit int) (out []leaf, ok bool) {
	ok = true
	parts := 0
	var walk func(t cc.Type, off uint64)
	walk = func(t cc.Type, off uint64) {
		// Parts without leaves, such as empty structs, count too.
		if parts++; len(out) > limit || parts > 16*limit {
			ok = false
			return
		}
		switch x := t.(type) {
		case *cc.ArrayType:
			size, _ := l.lay.sizeOf(x.Elem())
			for i := int64(0); i < x.Len() && ok; i++ {
				walk(x.Elem(), off+uint64(i)*size)
			}
			return
		case *cc.StructType:
			end := uint64(0) // of the last container of bit-fields
			for _, m := range l.lay.membersOf(t) {
				if m.isBit {
					if m.bits == 0 {
						continue
					}
					first, last := uint64(m.bitOff/8), uint64((m.bitOff+m.bits-1)/8)
					for b := max(first, end); b <= last; b++ {
						out = append(out, leaf{off + b, 8})
					}
					end = last + 1
					continue
				}
				walk(m.ty, off+m.off)
			}
			return
		case *cc.UnionType:
			size, _ := l.lay.sizeOf(t)
			out = append(out, words(off, size, l.lay.alignOf(t), limit)...)
			if len(out) > limit {
				ok = false
			}
			return
		}
		if v, ok := l.lanesOf(t); ok {
			for i := range v.n {
				out = append(out, leaf{off + uint64(i*v.size()), v.s.width})
			}
			return
		}
		size, _ := l.lay.sizeOf(t)
		if size == 0 {
			return
		}
		if s := l.scalarOf(t); s.class == notScalar {
			out = append(out, words(off, size, l.lay.alignOf(t), limit)...)
			return
		}
		out = append(out, leaf{off, int(8 * size)})
	}
	walk(t, 0)
	if len(out) > limit {
		ok = false
	}
	return out, ok
}

// words cuts size bytes into words of at most an alignment. There is one word
// more than limit when there are too many.
func words(off, size, align uint64, limit int) []leaf {
	var out []leaf
	step := max(min(align, 8), 1)
	for size > 0 && len(out) <= limit {
		for step > size {
			step /= 2
		}
		out = append(out, leaf{off, int(8 * step)})
		off += step
		size -= step
	}
	return out
}

// copyObject copies an aggregate, part by part: each is a load and a store.
func (f *fn) copyObject(dst, src term.Term, t cc.Type) {
	if f.isConst {
		f.notConst = "a copy of an object"
		return
	}
	if dst == src {
		return
	}
	if isVLA(t) {
		f.unsupported("a copy of a variable-length object")
		return
	}
	if ls, ok := f.leaves(t, maxLeaves); ok {
		f.copyLeaves(dst, src, ls)
		return
	}
	// Long arrays: a loop over the elements of the longest array inside.
	switch x := t.(type) {
	case *cc.ArrayType:
		size, _ := f.lay.sizeOf(x.Elem())
		f.countedLoop(uint64(x.Len()), func(i term.Term) {
			off := f.ts.BVMul(i, f.prog.Ptr(size))
			f.copyObject(f.prog.PtrAdd(dst, off), f.prog.PtrAdd(src, off), x.Elem())
		})
	case *cc.StructType:
		var run []leaf
		end := uint64(0)
		for _, m := range f.lay.membersOf(t) {
			if m.isBit {
				if m.bits > 0 {
					first, last := uint64(m.bitOff/8), uint64((m.bitOff+m.bits-1)/8)
					for b := max(first, end); b <= last; b++ {
						run = append(run, leaf{b, 8})
					}
					end = last + 1
				}
				continue
			}
			f.copyLeaves(dst, src, run)
			run = nil
			off := f.prog.Ptr(m.off)
			f.copyObject(f.prog.PtrAdd(dst, off), f.prog.PtrAdd(src, off), m.ty)
		}
		f.copyLeaves(dst, src, run)
	default:
		size, _ := f.lay.sizeOf(t)
		step := max(min(f.lay.alignOf(t), 8), 1)
		f.countedLoop(size/step, func(i term.Term) {
			off := f.ts.BVMul(i, f.prog.Ptr(step))
			f.copyLeaves(f.prog.PtrAdd(dst, off), f.prog.PtrAdd(src, off), []leaf{{0, int(8 * step)}})
		})
	}
}

func (f *fn) copyLeaves(dst, src term.Term, ls []leaf) {
	for _, lf := range ls {
		r := f.newReg("copy", term.BitVec(lf.width), "", false)
		off := f.prog.Ptr(lf.off)
		f.emit(cfa.Load{Dst: r, Addr: f.prog.PtrAdd(src, off)})
		f.emit(cfa.Store{Addr: f.prog.PtrAdd(dst, off), Value: f.sym(r)})
	}
}

// zeroObject stores zeros into all parts of an object.
func (f *fn) zeroObject(dst term.Term, t cc.Type) { f.fillObject(dst, t, f.zero) }

// fillObject stores values, given their widths, into all parts of an object.
func (f *fn) fillObject(dst term.Term, t cc.Type, part func(width int) term.Term) {
	if f.isConst {
		f.notConst = "an object"
		return
	}
	if ls, ok := f.leaves(t, maxLeaves); ok {
		for _, lf := range ls {
			f.emit(cfa.Store{Addr: f.prog.PtrAdd(dst, f.prog.Ptr(lf.off)), Value: part(lf.width)})
		}
		return
	}
	switch x := t.(type) {
	case *cc.ArrayType:
		size, _ := f.lay.sizeOf(x.Elem())
		f.countedLoop(uint64(x.Len()), func(i term.Term) {
			f.fillObject(f.prog.PtrAdd(dst, f.ts.BVMul(i, f.prog.Ptr(size))), x.Elem(), part)
		})
	case *cc.StructType:
		for _, m := range f.lay.membersOf(t) {
			if m.isBit {
				if m.bits > 0 {
					f.storeTo(f.placeOfMember(dst, &m), value{t: part(f.scalarOf(m.ty).width), ty: m.ty})
				}
				continue
			}
			f.fillObject(f.prog.PtrAdd(dst, f.prog.Ptr(m.off)), m.ty, part)
		}
	default:
		size, _ := f.lay.sizeOf(t)
		step := max(min(f.lay.alignOf(t), 8), 1)
		f.countedLoop(size/step, func(i term.Term) {
			f.emit(cfa.Store{Addr: f.prog.PtrAdd(dst, f.ts.BVMul(i, f.prog.Ptr(step))),
				Value: part(int(8 * step))})
		})
	}
}

// countedLoop runs body for i = 0 ... n-1.
func (f *fn) countedLoop(n uint64, body func(i term.Term)) {
	i := f.newReg("i", term.BitVec(f.prog.PtrWidth), "", false)
	f.emit(cfa.Assign{Dst: i, Value: f.prog.Ptr(0)})
	head, in, out := f.g.newLoc(f.pos), f.g.newLoc(f.pos), f.g.newLoc(f.pos)
	f.g.label(head, "loop head")
	f.jump(head)
	f.cur = head
	f.branch(f.ts.BVUlt(f.sym(i), f.prog.Ptr(n)), in, out)
	f.cur = in
	f.loops++
	outer := f.callNode
	f.callNode = nil // how often these steps are made does not show where they stem from
	body(f.sym(i))
	f.callNode = outer
	f.loops--
	f.emit(cfa.Assign{Dst: i, Value: f.ts.BVAdd(f.sym(i), f.prog.Ptr(1))})
	f.jump(head)
	f.cur = out
}
