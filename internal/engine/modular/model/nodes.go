package model

import (
	"fmt"
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// Of the objects of the heap one is followed, at an address that is a rigid symbol: the node. What is proved
// holds for each of its values, as for the element of an array. That alone says nothing of the pointers that
// are read from the heap. So each object gets a region, once and for good: the address of a static variable
// that leads to it. Three facts hold in every state of an execution whose accesses are valid:
//
//	(1) A pointer that is marked with a region leads to an object of the region, or to none. One that is
//	    marked as the thread's own leads to the object that the thread has allocated last, which has no
//	    region yet.
//	(2) A pointer in an object with a region leads to an object of this region, or to none; it has been
//	    assigned.
//	(3) A pointer in a static variable leads to an object of the region that the variable is, or to none.
//	    It begins as null.
//
// What is read from such a place is marked accordingly. What is stored there must keep the facts: it is no
// pointer, or one of the region, or the thread's own, which gets the region with that if all pointers in it
// have been assigned; the thread that allocated it is the only one that may do so. Where marks, which are
// variables of each thread, do not tell that, the program is not supported. An object that nobody but the
// initial thread can come to, as the only one, may be made up for: its pointers are assigned in the same
// step. Since no memory is freed, addresses are not given again, and an object keeps its region: what a
// thread knows of a pointer stays true whatever others do.
//
// A pointer that leads to the node and is marked with a region tells the region of the node.

// The marks of pointers that are no regions.
const (
	unmarked = 0
	own      = 1
)

// nodes are the objects of the heap.
type nodes struct {
	x      *extractor
	node   term.Term // the address of the object that is followed
	objs   map[pointsto.ObjID]bool
	fields map[int]*field // by class
	roots  map[int]bool   // classes of static variables with pointers to such objects
	marks  map[cfa.RegID]term.Term
	regs   [][]cfa.RegID // by template: those with marks, ascending
	claims []claim
	// born says that the node has been allocated, region is that of it, or 0.
	born, region *cell
	published    *cell // its address has been stored where others may find it; nil: no claims are made
}

// field is what is at an offset in objects of the heap, all accesses of one class.
type field struct {
	offset  uint64
	objects []pointsto.ObjID // that may have it
	pointer bool
	cell    *cell   // what the node has there; nil for a pointer, of which any value is read
	set     []*cell // by template: a pointer in the thread's own object has been assigned
	// seen is by template the address of the published object of which the thread has read the field last,
	// and what it read; nil: the field may change.
	seen [][2]*cell
}

// newNodes finds out what of the heap can be followed; nil: nothing. Where all accesses are known to be valid
// without that, objects are not followed.
func (x *extractor) newNodes() *nodes {
	if !x.opt.OneNode || x.opt.Races || x.opt.Property != property.UnreachCall {
		return nil
	}
	n := &nodes{x: x, objs: map[pointsto.ObjID]bool{}, fields: map[int]*field{}, roots: map[int]bool{},
		marks: map[cfa.RegID]term.Term{}}
	for i, o := range x.pts.Objects {
		if op, ok := o.Alloc(); ok && op.Kind.IsHeap() {
			n.objs[pointsto.ObjID(i)] = true
		}
	}
	for _, proc := range x.prog.Procs {
		for _, e := range proc.Edges {
			if op, ok := e.Op.(cfa.Free); ok && op.Kind.IsHeap() {
				return nil // addresses may be given again
			}
		}
	}
	for r := range x.prog.Regs {
		if n.leads(x.pts.Reg(cfa.RegID(r))) {
			n.follow(cfa.RegID(r))
		}
	}
	n.classes()
	for i, c := range x.cut.Classes {
		for _, e := range c.Edges {
			if op, ok := e.Op.(cfa.Load); ok && (n.roots[i] || n.fields[i] != nil && n.fields[i].pointer) {
				n.follow(op.Dst)
			}
		}
	}
	data := func(f *field) bool { return !f.pointer }
	if !slices.ContainsFunc(n.list(), data) {
		return nil
	}
	n.node = x.st.Fresh("node", term.BitVec(x.prog.PtrWidth))
	n.declare() // claims are about the variables
	n.suggest()
	x.memory.reset()
	n.declare()
	return n
}

// follow gives a register a mark.
func (n *nodes) follow(r cfa.RegID) {
	reg := n.x.prog.Regs[r]
	if reg.Sort == term.BitVec(n.x.prog.PtrWidth) && n.marks[r] == term.None {
		n.marks[r] = n.x.st.Fresh(regName(reg)+"#region", reg.Sort)
	}
}

// leads reports whether a value may be computed from the address of an object of the heap.
func (n *nodes) leads(v pointsto.Value) bool {
	return slices.ContainsFunc(v.Refs, func(r pointsto.Ref) bool { return n.objs[r.Obj] })
}

// classes finds the fields and the roots.
func (n *nodes) classes() {
	for i := range n.x.cut.Classes {
		c := &n.x.cut.Classes[i]
		if c.Unknown || n.x.memory.modes[i] == asAnything {
			continue
		}
		pointer, heap, static := n.null(c.Edges), true, true
		for _, e := range c.Edges {
			if op, ok := e.Op.(cfa.Store); ok {
				pointer = pointer || n.leads(n.x.pts.Of(op.Value))
			}
		}
		for _, o := range c.Objects {
			heap = heap && n.objs[o]
			own := n.x.pts.Objects[o].Static
			static = static && own != nil && !own.Undefined
		}
		pointer = pointer && c.Size == uint64(n.x.prog.PtrWidth/8)
		if offset, ok := n.offset(c.Edges); heap && ok {
			n.fields[i] = &field{offset: offset, objects: c.Objects, pointer: pointer}
		} else if static && pointer && !n.begun(c) {
			n.roots[i] = true
		}
	}
}

// begun reports whether a place of a class of static ones may begin with something other than null, which has
// no region: the address of a static object, or a number that an address may be equal to.
func (n *nodes) begun(c *pass.Class) bool {
	for _, e := range c.Edges {
		addr, size := n.x.access(e.Op)
		for _, r := range n.x.pts.Of(addr).Refs {
			for _, init := range n.x.pts.Objects[r.Obj].Static.Init {
				zero := n.x.st.ConstBig(init.Value).Sign() == 0
				width := uint64(n.x.st.Sort(init.Value).Width() / 8)
				if !zero && r.Off.Overlaps(size, absint.Exactly(int64(init.Offset)), width) {
					return true
				}
			}
		}
	}
	return false
}

// null reports whether accesses are of a pointer that is always null: nothing else is stored there, and what
// is read becomes the value of a register that has a mark.
func (n *nodes) null(edges []*cfa.Edge) bool {
	read := map[term.Term]bool{}
	for _, e := range edges {
		switch op := e.Op.(type) {
		case cfa.Load:
			read[n.x.prog.Sym(op.Dst)] = true
		case cfa.Store:
			if !n.noPointer(op.Value) {
				return false
			}
		}
	}
	for _, w := range n.x.walkers {
		for _, e := range w.proc.Edges {
			if op, ok := e.Op.(cfa.Assign); ok && n.marks[op.Dst] != term.None && read[op.Value] {
				return true
			}
		}
	}
	return false
}

// offset is the only offset in objects of accesses.
func (n *nodes) offset(edges []*cfa.Edge) (offset uint64, ok bool) {
	for i, e := range edges {
		addr, _ := n.x.access(e.Op)
		for k, r := range n.x.pts.Of(addr).Refs {
			at, exact := r.Off.Exact()
			if !exact || at < 0 || (i > 0 || k > 0) && offset != uint64(at) {
				return 0, false
			}
			offset = uint64(at)
		}
	}
	return offset, len(edges) > 0
}

// list are the fields in a fixed order.
func (n *nodes) list() []*field {
	var out []*field
	for i := range n.x.cut.Classes {
		if f := n.fields[i]; f != nil {
			out = append(out, f)
		}
	}
	return out
}

// declare makes the variables anew.
func (n *nodes) declare() {
	x, m := n.x, n.x.memory
	make := func(name string, width, owner int, init bool) *cell {
		c := &cell{Var: Var{name, x.st.Symbol("cell "+name, term.BitVec(width)), term.None}, obj: -1,
			owner: owner}
		if init {
			c.Init = x.st.BV(width, 0)
		}
		m.cells = append(m.cells, c)
		return c
	}
	n.born = make("node#born", 1, -1, true)
	n.region = make("node#region", x.prog.PtrWidth, -1, true)
	n.published = nil
	if x.opt.Claims != 0 {
		n.published = make("node#published", 1, -1, true)
	}
	n.regs = nil
	for _, w := range x.walkers {
		n.regs = append(n.regs, n.marked(w.proc))
	}
	for i := range x.cut.Classes {
		f := n.fields[i]
		switch {
		case f == nil:
		case f.pointer:
			f.set = nil
			for k, w := range x.walkers {
				name := fmt.Sprintf("%s::node#assigned+%d.%d", w.name, f.offset, i)
				f.set = append(f.set, make(name, 1, k, true))
			}
		default:
			width := int(8 * x.cut.Classes[i].Size)
			f.cell = make(fmt.Sprintf("node+%d.%d", f.offset, i), width, -1, false)
			f.seen = nil
			for k, w := range x.walkers {
				if n.frozen(f) == 0 {
					break
				}
				name := fmt.Sprintf("%s::node#seen+%d.%d", w.name, f.offset, i)
				f.seen = append(f.seen, [2]*cell{make(name+" at", x.prog.PtrWidth, k, true),
					make(name, width, k, true)})
			}
		}
	}
}

// marked are the registers with marks that occur in a procedure.
func (n *nodes) marked(proc *cfa.Proc) []cfa.RegID {
	var out []cfa.RegID
	for _, e := range proc.Edges {
		if r := cfa.Def(e.Op); r != cfa.NoReg && n.marks[r] != term.None {
			out = append(out, r)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// at is the field that an edge accesses, or nil.
func (n *nodes) at(e *cfa.Edge) *field {
	if n == nil {
		return nil
	}
	class, known := n.x.cut.ByEdge[e]
	if !known {
		return nil
	}
	return n.fields[class]
}

// root reports whether an edge accesses a static variable that leads to objects of the heap.
func (n *nodes) root(e *cfa.Edge) bool {
	if n == nil {
		return false
	}
	class, known := n.x.cut.ByEdge[e]
	return known && n.roots[class]
}
