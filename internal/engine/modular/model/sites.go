package model

import (
	"math/big"
	"slices"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// sites are the objects whose memory can be followed: the static ones, and automatic ones that the thread
// that makes them keeps to itself, or that only one thread makes.
type sites struct {
	x        *extractor
	byObj    map[pointsto.ObjID]*object
	byRegion map[uint64]*object
}

// object is an object at its address.
type object struct {
	obj    pointsto.ObjID
	owner  int // the template whose threads have one each, or -1: there is one for all
	addr   uint64
	size   uint64
	static *cfa.Object // nil: an automatic object
	name   string
}

func (x *extractor) newSites() *sites {
	s := &sites{x: x, byObj: map[pointsto.ObjID]*object{}, byRegion: map[uint64]*object{}}
	for _, o := range x.prog.Objects {
		if obj, ok := x.pts.StaticObject(o.Addr); ok && o.Kind != cfa.Func {
			s.add(&object{obj: obj, owner: -1, addr: o.Addr, size: o.Size, static: o, name: o.Name})
		}
	}
	escaped := s.escaped()
	region := max(x.prog.RegionOf(x.prog.HeapBase), 1)
	for i, w := range x.walkers {
		for _, e := range w.proc.Edges {
			op, ok := e.Op.(cfa.Alloc)
			if !ok || op.Kind != cfa.Stack || region >= x.prog.Regions()-1 {
				continue
			}
			obj, ok := x.pts.Site(e)
			size, isConst := x.st.ConstUint64(op.Size)
			if !ok || !isConst || size > x.prog.MaxObject() {
				continue
			}
			// The objects that an edge makes have one address here, which a pointer to the one before would
			// be found to equal.
			again := !x.threads.Once(w.proc.ID, e)
			if (again || !x.valid) && s.outlived(w, obj, escaped[obj]) {
				continue
			}
			o := &object{obj: obj, owner: i, size: size, addr: x.prog.RegionStart(region), name: op.Name}
			if escaped[obj] {
				if !w.single || !x.threads.Once(w.proc.ID, e) {
					continue
				}
				o.owner = -1
			}
			region++
			s.add(o)
		}
	}
	return s
}

// outlived reports whether a pointer to an object of the stack may be used after its end: one that has
// escaped is taken to be, otherwise it has to be in a register that is read later.
func (s *sites) outlived(w *walker, obj pointsto.ObjID, escaped bool) bool {
	holds := func(v pointsto.Value) bool {
		return slices.ContainsFunc(v.Refs, func(r pointsto.Ref) bool { return r.Obj == obj })
	}
	for i, reg := range s.x.prog.Regs {
		if reg.Scope == cfa.Thread && holds(s.x.pts.Reg(cfa.RegID(i))) {
			return true
		}
	}
	for _, e := range w.proc.Edges {
		op, ok := e.Op.(cfa.Free)
		if !ok || op.Kind != cfa.Stack || !holds(s.x.pts.Of(op.Addr)) {
			continue
		}
		later := func(r cfa.RegID) bool { return holds(s.x.pts.Reg(r)) }
		if escaped || slices.ContainsFunc(w.live[e.To], later) {
			return true
		}
	}
	return false
}

func (s *sites) add(o *object) {
	s.byObj[o.obj] = o
	s.byRegion[s.x.prog.RegionOf(o.addr)] = o
}

// escaped finds the objects whose address is ever stored in memory, handed to a thread, or returned by one.
func (s *sites) escaped() map[pointsto.ObjID]bool {
	out := map[pointsto.ObjID]bool{}
	leak := func(t term.Term) {
		if t != term.None && s.x.st.Sort(t).IsBitVec() && s.x.st.Sort(t).Width() > 0 {
			for _, r := range s.x.pts.Of(t).Refs {
				out[r.Obj] = true
			}
		}
	}
	for _, proc := range s.x.prog.Procs {
		for _, e := range proc.Edges {
			switch op := e.Op.(type) {
			case cfa.Store:
				leak(op.Value)
			case cfa.Spawn:
				for _, a := range op.Args {
					leak(a)
				}
			case cfa.Call:
				for _, a := range op.Args {
					leak(a)
				}
			case cfa.Return:
				leak(op.Value)
			case cfa.Exit:
				leak(op.Value)
			}
		}
	}
	return out
}

// at returns the object that an address lies in, by the constant part of a sum; nil: it is not known.
func (s *sites) at(addr term.Term) *object {
	st := s.x.st
	find := func(t term.Term) *object {
		if c, ok := st.ConstUint64(t); ok {
			return s.byRegion[s.x.prog.RegionOf(c)]
		}
		return nil
	}
	if o := find(addr); o != nil || st.Op(addr) != term.OpBVAdd {
		return o
	}
	for _, a := range st.Args(addr) {
		if o := find(a); o != nil {
			return o
		}
	}
	return nil
}

// initial is the content of a place when the program starts, None for any.
func (s *sites) initial(o *object, offset, size uint64) term.Term {
	if o.static == nil || o.static.Undefined {
		return term.None
	}
	bytes := make([]byte, size)
	for _, init := range o.static.Init {
		v := s.x.st.ConstBig(init.Value)
		for i := range uint64(s.x.st.Sort(init.Value).Width() / 8) {
			if at := init.Offset + i; at >= offset && at < offset+size {
				bytes[at-offset] = byte(new(big.Int).Rsh(v, uint(8*i)).Uint64())
			}
		}
	}
	slices.Reverse(bytes)
	return s.x.st.BVBig(int(size*8), new(big.Int).SetBytes(bytes))
}
