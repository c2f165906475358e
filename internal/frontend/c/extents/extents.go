package extents

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// NewTable adds the table to a program. No object is in it yet.
func NewTable(prog *cfa.Program) *cfa.Object {
	word := uint64(prog.PtrWidth / 8)
	size := word * prog.Regions()
	entry := &cfa.Layout{Type: "size_t", Size: word}
	o := &cfa.Object{Name: "sizes of objects", Kind: cfa.Global, Size: size, Align: word, Proc: cfa.NoProc,
		Layout: &cfa.Layout{Type: "size_t []", Size: size, Elem: entry, Len: prog.Regions()}, Made: true}
	prog.AddObject(o)
	return o
}

// Entry is the address of the entry of a region, which is a number of the width of a pointer.
func Entry(prog *cfa.Program, table *cfa.Object, region term.Term) term.Term {
	word := uint64(prog.PtrWidth / 8)
	return prog.PtrAdd(prog.Ptr(table.Addr), prog.Terms.BVMul(region, prog.Ptr(word)))
}

// Region is the number of the region that an address lies in. It is of the width of a pointer.
func Region(prog *cfa.Program, addr term.Term) term.Term {
	s, w, bits := prog.Terms, prog.PtrWidth, prog.OffsetBits
	return s.Concat(s.BV(bits, 0), s.Extract(w-1, bits, addr))
}

// Offset is how far an address is from the start of the object of its region, with a sign, and the address
// itself where no object can be. It is of the width of a pointer.
func Offset(prog *cfa.Program, addr term.Term) term.Term {
	s, w, bits := prog.Terms, prog.PtrWidth, prog.OffsetBits
	low := s.Concat(s.BV(w-bits, 0), s.Extract(bits-1, 0, addr))
	inside := s.BVSub(low, prog.Ptr(prog.RegionStart(0)))
	return s.Ite(s.BVUlt(addr, prog.Ptr(1<<bits)), addr, inside)
}

// Heap is the bit of an entry that says that its object is on the heap.
func Heap(prog *cfa.Program) uint64 { return 1 << (prog.PtrWidth - 1) }

// Apply makes a program keep its table. The sizes of static objects are in it from the start; functions are
// no objects with a size.
func Apply(prog *cfa.Program, table *cfa.Object) {
	k := &keeper{prog: prog, ts: prog.Terms, table: table}
	for _, o := range prog.Objects {
		if o.Kind != cfa.Func && o != table {
			table.Init = append(table.Init, cfa.Init{Offset: prog.RegionOf(o.Addr) * k.word(),
				Value: prog.Ptr(o.Size + 1)})
		}
	}
	slices.SortFunc(table.Init, func(a, b cfa.Init) int { return int(a.Offset) - int(b.Offset) })
	for _, k.proc = range prog.Procs {
		for _, e := range slices.Clone(k.proc.Edges) {
			switch op := e.Op.(type) {
			case cfa.Alloc:
				k.begins(e, op)
			case cfa.Free:
				k.ends(e, op)
			}
		}
		k.proc.Rebuild(nil)
	}
}

// keeper adds the steps that change the table.
type keeper struct {
	prog  *cfa.Program
	ts    *term.Store
	table *cfa.Object
	proc  *cfa.Proc
}

func (k *keeper) word() uint64 { return uint64(k.prog.PtrWidth / 8) }

// begins enters an object after it was made.
func (k *keeper) begins(e *cfa.Edge, op cfa.Alloc) {
	size := k.ts.BVAdd(op.Size, k.prog.Ptr(1))
	if op.Kind.IsHeap() {
		size = k.ts.BVOr(size, k.prog.Ptr(Heap(k.prog)))
	}
	at := k.proc.NewLoc(e.Pos)
	end := e.To
	e.To = at
	k.set(at, end, k.prog.Sym(op.Dst), size, e.Pos)
}

// ends clears the entry of an object before it ends. That of a null pointer is never looked at.
func (k *keeper) ends(e *cfa.Edge, op cfa.Free) {
	at := k.proc.NewLoc(e.Pos)
	begin := e.From
	e.From = at
	k.set(begin, at, op.Addr, k.prog.Ptr(0), e.Pos)
}

// set writes an entry between two locations.
func (k *keeper) set(from, to cfa.LocID, addr, value term.Term, pos source.Pos) {
	r := k.prog.NewReg(cfa.Reg{Name: k.proc.Name + "::region", Sort: term.BitVec(k.prog.PtrWidth),
		Scope: cfa.Local, Proc: k.proc.ID, Pos: pos})
	mid := k.proc.NewLoc(pos)
	k.prog.NewEdge(k.proc, from, mid,
		cfa.Assign{Dst: r, Value: Region(k.prog, addr), Number: true, Fixed: true}, pos)
	k.prog.NewEdge(k.proc, mid, to,
		cfa.Store{Addr: Entry(k.prog, k.table, k.prog.Sym(r)), Value: value, Order: cfa.SeqCst}, pos)
}
