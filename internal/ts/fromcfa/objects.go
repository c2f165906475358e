package fromcfa

import (
	"fmt"
	"math/big"
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// objects are the objects of a run: the static ones, and those that are allocated, each of which is given a
// region of its own.
type objects struct {
	prog     *cfa.Program
	pts      *pointsto.Result
	ended    *pointsto.Outlived
	list     []*object
	byRegion map[uint64]*object
	next     uint64              // the next region
	addrs    map[allocKey]uint64 // of the objects that are allocated
}

// object is an object at its address.
type object struct {
	obj    pointsto.ObjID
	owner  int // process, for objects that threads allocate
	alloc  allocKey
	addr   uint64
	size   uint64
	zero   bool
	static int // its number in the program, -1 if it is allocated
	name   string
}

// allocKey names an allocated object: the process that makes it, and the edge.
type allocKey struct {
	process int
	edge    cfa.EdgeID
}

func newObjects(prog *cfa.Program, pts *pointsto.Result, ended *pointsto.Outlived,
	addrs map[allocKey]uint64) *objects {
	x := &objects{prog: prog, pts: pts, ended: ended, byRegion: map[uint64]*object{},
		next: max(prog.RegionOf(prog.HeapBase), 1), addrs: addrs}
	for i, o := range prog.Objects {
		if obj, ok := pts.StaticObject(o.Addr); ok && o.Kind != cfa.Func {
			x.add(&object{obj: obj, owner: ts.Shared, addr: o.Addr, size: o.Size, static: i, name: o.Name})
		}
	}
	return x
}

func (x *objects) add(o *object) {
	x.list = append(x.list, o)
	x.byRegion[x.prog.RegionOf(o.addr)] = o
}

// allocate gives an object the next region.
func (x *objects) allocate(process int, e *cfa.Edge, op cfa.Alloc, size term.Term) error {
	if x.ended.Site(e) && op.Kind == cfa.Stack {
		return unsupported(e.Pos, "an object on the stack that may be accessed after its end")
	}
	k := allocKey{process, e.ID}
	if x.allocated(k) != nil {
		return unsupported(e.Pos, "an allocation in a loop")
	}
	obj, ok := x.pts.Site(e)
	n, isConst := x.prog.Terms.ConstUint64(size)
	if !ok || !isConst || n > x.prog.MaxObject() {
		return unsupported(e.Pos, "an object whose size is not constant")
	}
	if x.next >= x.prog.Regions() {
		return unsupported(e.Pos, "more objects than there are addresses")
	}
	o := &object{obj: obj, owner: process, alloc: k, addr: x.prog.RegionStart(x.next), size: n, zero: op.Zero,
		static: -1, name: op.Name}
	x.next++
	if o.name == "" {
		o.name = fmt.Sprintf("object%d", len(x.list))
	}
	x.add(o)
	x.addrs[k] = o.addr
	return nil
}

// declare makes the objects that a thread allocates, each once.
func (x *objects) declare(process int, proc *cfa.Proc) {
	order := analysis.WTO(proc)
	for _, e := range proc.Edges {
		al, ok := e.Op.(cfa.Alloc)
		if !ok || !order.Reaches(e.From) || order.Head(e.From) != analysis.NoLoc ||
			x.allocated(allocKey{process, e.ID}) != nil {
			continue
		}
		_ = x.allocate(process, e, al, al.Size) // what cannot be made is found when it is reached
	}
}

// allocated returns the object that was allocated, nil if there is none.
func (x *objects) allocated(k allocKey) *object {
	for _, o := range x.list {
		if o.static < 0 && o.alloc == k {
			return o
		}
	}
	return nil
}

// at returns the object that an address lies in: that of the constant part of a sum; nil if it is not known.
func (x *objects) at(addr term.Term) *object {
	st := x.prog.Terms
	if c, ok := st.ConstUint64(addr); ok {
		if c < x.prog.RegionStart(0) {
			return nil
		}
		return x.byRegion[x.prog.RegionOf(c)]
	}
	if st.Op(addr) == term.OpBVAdd {
		for _, a := range st.Args(addr) {
			if c, ok := st.ConstUint64(a); ok && x.prog.RegionOf(c) != 0 &&
				x.byRegion[x.prog.RegionOf(c)] != nil {
				return x.byRegion[x.prog.RegionOf(c)]
			}
		}
	}
	return nil
}

// of finds the object of a process that an address of an edge points to.
func (x *objects) of(process int, addr term.Term, pos source.Pos) (*object, error) {
	ref, ok := x.pts.Of(addr).Only()
	if !ok {
		return nil, unsupported(pos, "an access through a pointer to several objects")
	}
	var found *object
	for _, o := range x.list {
		if o.obj != ref.Obj {
			continue
		}
		if o.owner == process || x.pts.Objects[ref.Obj].Static != nil {
			return o, nil
		}
		if found != nil {
			found = nil
			break
		}
		found = o
	}
	if found == nil {
		return nil, unsupported(pos, "an access to an object that was not created before")
	}
	return found, nil
}

// initial is the content of a place when the program starts, None for any.
func (x *objects) initial(o *object, offset, size uint64) term.Term {
	st := x.prog.Terms
	if o.static < 0 {
		if o.zero {
			return st.BV(int(size*8), 0)
		}
		return term.None
	}
	decl := x.prog.Objects[o.static]
	if decl.Undefined {
		return term.None
	}
	bytes := make([]byte, size)
	for _, init := range decl.Init {
		v := st.ConstBig(init.Value)
		n := uint64(st.Sort(init.Value).Width() / 8)
		for i := range n {
			if at := init.Offset + i; at >= offset && at < offset+size {
				bytes[at-offset] = byte(new(big.Int).Rsh(v, uint(8*i)).Uint64())
			}
		}
	}
	slices.Reverse(bytes)
	return st.BVBig(int(size*8), new(big.Int).SetBytes(bytes))
}
