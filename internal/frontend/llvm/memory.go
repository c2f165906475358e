package llvm

import (
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/term"
)

var orders = map[ir.Order]cfa.Order{ir.NotAtomic: cfa.Plain, ir.Unordered: cfa.Relaxed,
	ir.Monotonic: cfa.Relaxed, ir.Acquire: cfa.Acquire, ir.Release: cfa.Release, ir.AcqRel: cfa.AcqRel,
	ir.SeqCst: cfa.SeqCst}

// memory lowers an access, an alloca, or what computes an address.
func (f *fn) memory(in *ir.Instr) {
	switch in.Op {
	case ir.Alloca:
		f.alloca(in)
	case ir.GetElementPtr:
		if in.Type.Kind != ir.Pointer {
			f.unsupportedType(in.Type)
			return
		}
		t := f.addressOf(in)
		if t == term.None {
			f.flow.Unsupported("this getelementptr")
			return
		}
		f.define(in, t)
	case ir.Load, ir.Store:
		f.access(in)
	case ir.Fence:
		if in.Flags&ir.SingleThread == 0 {
			f.flow.Emit(cfa.Fence{Order: orders[in.Order]})
		}
	case ir.AtomicRMW, ir.CmpXchg:
		f.readModifyWrite(in)
	default:
		f.flow.Unsupported("the instruction " + in.Op.String())
	}
}

// access lowers a load or a store.
func (f *fn) access(in *ir.Instr) {
	at := in.Args[len(in.Args)-1]
	if at.Kind == ir.Local && f.vars[at.N].reg != cfa.NoReg {
		r := f.vars[at.N].reg
		if in.Op == ir.Load {
			if f.isKept(in, at.N, f.index) {
				f.define(in, f.flow.Sym(r))
			} else {
				f.set(in, f.flow.Sym(r))
			}
		} else {
			f.flow.Emit(cfa.Assign{Dst: r, Value: f.value(in.Args[0])})
		}
		return
	}
	parts, ok := partsOf(f.m.Layout, in.Elem)
	if !ok || in.Flags&ir.Atomic != 0 && (len(parts) != 1 || parts[0].typ.Bits > maxPiece) {
		f.flow.Unsupported(fmt.Sprintf("an access of type %v", in.Elem))
		return
	}
	addr, how := f.value(at), manner{order: orders[in.Order]}
	if in.Flags&ir.Volatile != 0 && in.Flags&ir.Atomic == 0 {
		var relaxed bool
		if relaxed, how.disputed = f.b.Volatile(); relaxed {
			how.order = cfa.Relaxed
		}
	}
	how.aside = f.isAside(in)
	if in.Op == ir.Load {
		f.define(in, f.loadParts(addr, parts, how)...)
		return
	}
	if v := f.parts(in.Args[0]); v != nil {
		f.storeParts(addr, parts, v, how)
	}
}

// manner says how memory is accessed; zero: by plain accesses.
type manner struct {
	order    cfa.Order
	disputed bool // see cfa.Names
	aside    bool // no trace tells it
}

func (f *fn) loadParts(addr term.Term, parts []part, how manner) (out []term.Term) {
	for _, p := range parts {
		w := width(p.typ, f.prog.PtrWidth)
		r := f.newRegister("load", (w+7)/8*8)
		for i, id := range r {
			f.flow.Emit(cfa.Load{Dst: id, Addr: f.prog.PtrAdd(addr, f.prog.Ptr(p.off+pieceAt(i)/8)),
				Order: how.order, Disputed: how.disputed}).Aside = how.aside
		}
		out = append(out, f.resize(f.symOf(r), w, false))
	}
	return out
}

func (f *fn) storeParts(addr term.Term, parts []part, values []term.Term, how manner) {
	for i, p := range parts {
		w := width(p.typ, f.prog.PtrWidth)
		for k, v := range f.pieces(f.resize(values[i], (w+7)/8*8, false)) {
			f.flow.Emit(cfa.Store{Addr: f.prog.PtrAdd(addr, f.prog.Ptr(p.off+pieceAt(k)/8)), Value: v,
				Order: how.order, Disputed: how.disputed}).Aside = how.aside
		}
	}
}

// copyOf is the address of a copy of an object, which lives until the function returns.
func (f *fn) copyOf(addr term.Term, t *ir.Type, name string) term.Term {
	size, ok := f.m.Layout.Size(t)
	parts, ok2 := partsOf(f.m.Layout, t)
	if !ok || !ok2 {
		f.unsupportedType(t)
		return f.prog.Ptr(0)
	}
	if holdsUnion(t, 0) {
		parts = withPadding(parts, size, f.prog.PtrWidth)
	}
	to := f.flow.Sym(f.b.Frame().NewObject(c.Object{Name: name, Size: size,
		Align: max(f.m.Layout.Align(t), 8)}))
	f.storeParts(to, parts, f.loadParts(addr, parts, manner{}), manner{})
	return to
}

func holdsUnion(t *ir.Type, depth int) bool {
	return depth > 20 || t.Kind == ir.Struct && strings.HasPrefix(t.Name, "union.") ||
		t.Kind == ir.Array && holdsUnion(t.Elem, depth+1) ||
		slices.ContainsFunc(t.Fields, func(f *ir.Type) bool { return holdsUnion(f, depth+1) })
}

// withPadding adds the bytes between parts.
func withPadding(parts []part, size uint64, ptr int) (out []part) {
	at := uint64(0)
	fill := func(to uint64) {
		for ; at < to; at++ {
			out = append(out, part{ir.IntType(8), at})
		}
	}
	for _, p := range parts {
		fill(p.off)
		out = append(out, p)
		at = p.off + uint64((width(p.typ, ptr)+7)/8)
	}
	fill(size)
	return out
}

// readModifyWrite lowers an atomicrmw or a cmpxchg.
func (f *fn) readModifyWrite(in *ir.Instr) {
	parts, ok := partsOf(f.m.Layout, in.Elem)
	w := width(in.Elem, f.prog.PtrWidth)
	if !ok || len(parts) != 1 || w%8 != 0 || w > maxPiece {
		f.flow.Unsupported(fmt.Sprintf("an atomic access of type %v", in.Elem))
		return
	}
	addr, x := f.value(in.Args[0]), f.value(in.Args[1])
	old := f.newReg("old", w)
	if in.Op == ir.CmpXchg {
		f.exchange(in, addr, x, f.value(in.Args[2]), old)
		return
	}
	r := f.combine(in.RMW, f.flow.Sym(old), x)
	if r == term.None {
		f.flow.Unsupported("this atomicrmw")
		return
	}
	f.flow.Section(cfa.AtomicBegin{})
	f.flow.Emit(cfa.Load{Dst: old, Addr: addr, Order: orders[in.Order]})
	f.flow.Emit(cfa.Store{Addr: addr, Value: r, Order: orders[in.Order]})
	f.flow.Section(cfa.AtomicEnd{})
	f.define(in, f.flow.Sym(old))
}

func (f *fn) exchange(in *ir.Instr, addr, expected, desired term.Term, old cfa.RegID) {
	b := f.flow
	same := f.ts.Eq(b.Sym(old), expected)
	if in.Flags&ir.Weak != 0 {
		spurious := f.newReg("fails", 1)
		b.Emit(cfa.Havoc{Dst: spurious, What: "failure of a weak exchange"})
		same = f.ts.And(same, f.ts.Eq(b.Sym(spurious), f.ts.BV(1, 0)))
	}
	b.Section(cfa.AtomicBegin{})
	b.Emit(cfa.Load{Dst: old, Addr: addr, Order: orders[in.Order]})
	yes, no, done := b.NewLoc(), b.NewLoc(), b.NewLoc()
	b.Branch(same, yes, no)
	b.Cur = yes
	b.Emit(cfa.Store{Addr: addr, Value: desired, Order: orders[in.Order]})
	b.Jump(done)
	b.Cur = no
	b.GoTo(done)
	b.Section(cfa.AtomicEnd{})
	f.set(in, b.Sym(old), f.bit(same))
}

func (f *fn) combine(op ir.RMW, x, y term.Term) term.Term {
	switch op {
	case ir.RMWXchg:
		return y
	case ir.RMWAdd:
		return f.ts.BVAdd(x, y)
	case ir.RMWSub:
		return f.ts.BVSub(x, y)
	case ir.RMWAnd:
		return f.ts.BVAnd(x, y)
	case ir.RMWNand:
		return f.ts.BVNand(x, y)
	case ir.RMWOr:
		return f.ts.BVOr(x, y)
	case ir.RMWXor:
		return f.ts.BVXor(x, y)
	case ir.RMWMax:
		return f.ts.Ite(f.ts.BVSlt(y, x), x, y)
	case ir.RMWMin:
		return f.ts.Ite(f.ts.BVSlt(x, y), x, y)
	case ir.RMWUMax:
		return f.ts.Ite(f.ts.BVUlt(y, x), x, y)
	case ir.RMWUMin:
		return f.ts.Ite(f.ts.BVUlt(x, y), x, y)
	case ir.RMWFAdd:
		return f.b.Floats("+", x, y)
	case ir.RMWFSub:
		return f.b.Floats("-", x, y)
	}
	return term.None
}
