package events

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// objects says which objects there are, which accesses lie in them, and which other threads can get at them.
type objects struct {
	*Plan   // says which may be accessed after their end
	g       *Graph
	s       *term.Store
	b       *builder
	region  uint64 // the next free one
	escapes int    // counts objects that became reachable for other threads
}

// full reports whether no region is left for an object.
func (objs *objects) full() bool { return objs.region >= objs.g.Program.Regions()-1 }

// add makes an object of the current thread.
func (objs *objects) add(e *cfa.Edge, op cfa.Alloc, size term.Term, st *state) *Object {
	o := &Object{Addr: objs.g.Program.RegionStart(objs.region), Size: size, Thread: objs.b.th.ID, Op: op,
		Guard: st.guard, mortal: objs.outlived != nil && objs.outlived.Site(e),
		number: len(objs.g.Objects), loops: len(st.progress), edge: e}
	objs.g.objectOf[objs.region] = o
	objs.region++
	objs.g.Objects = append(objs.g.Objects, o)
	return o
}

// private reports whether the current thread alone can access the object in a
// region right now, given whether threads may have been spawned.
func (objs *objects) private(region uint64, spawned bool) bool {
	if !spawned {
		return true
	}
	if o := objs.g.objectOf[region]; o != nil {
		return o.Thread == objs.b.th.ID && !o.escaped
	}
	if o := objs.g.static[region]; o != nil {
		return o.ReadOnly && !o.Undefined
	}
	return false
}

// foreign reports whether a constant address is in an object whose thread,
// another one, was taken to be alone with it: the address was put together
// from numbers. The reads of that thread may have been resolved already.
func (objs *objects) foreign(addr uint64) bool {
	o := objs.g.objectAt(addr)
	return o != nil && o.Thread != objs.b.th.ID && !o.escaped
}

// foreignAccess names what foreign finds.
const foreignAccess = "an address of another thread's object that was put together from numbers"

// initial is the initial content of a place; None if it is nondeterministic.
func (objs *objects) initial(region uint64, p place) term.Term {
	if objs.g.IsLife(p.addr) {
		return objs.s.BV(8, 0)
	}
	if o := objs.g.objectOf[region]; o != nil {
		if o.Op.Zero {
			return objs.s.BV(8*int(p.size), 0)
		}
		return term.None
	}
	o := objs.g.static[region]
	if o == nil || o.Undefined {
		return term.None
	}
	return objs.g.InitialContent(o, p.addr, int(p.size))
}

// InitialContent is the initial value of size bytes at an address inside a static object, as a constant.
func (g *Graph) InitialContent(o *cfa.Object, addr uint64, size int) term.Term {
	s := g.Terms
	off := addr - o.Addr
	last, next := initOf(s, o, off)
	switch {
	case next < off+uint64(size):
		// More than one value, or a value and zero bytes.
	case last == nil:
		return s.BV(8*size, 0)
	case last.Offset == off && s.Sort(last.Value).Width() == 8*size:
		return last.Value
	}
	var out term.Term
	for i := size - 1; i >= 0; i-- {
		b := s.BV(8, 0)
		if in, _ := initOf(s, o, off+uint64(i)); in != nil {
			d := int(off + uint64(i) - in.Offset)
			b = s.Extract(8*d+7, 8*d, in.Value)
		}
		if out == term.None {
			out = b
		} else {
			out = s.Concat(out, b)
		}
	}
	return out
}

// Zeros is the end of the zero bytes at an address in the initial content of a static object: that address
// itself where a value is.
func (g *Graph) Zeros(o *cfa.Object, addr uint64) (end uint64) {
	in, next := initOf(g.Terms, o, addr-o.Addr)
	if in != nil {
		return addr
	}
	return o.Addr + next
}

// initOf is the value that the byte at an offset is initialised with a part of, nil for a zero byte; the same
// holds of all bytes before next.
func initOf(s *term.Store, o *cfa.Object, off uint64) (in *cfa.Init, next uint64) {
	after, _ := slices.BinarySearchFunc(o.Init, off, func(in cfa.Init, off uint64) int {
		if in.Offset <= off {
			return -1
		}
		return 1
	})
	next = o.Size
	if after < len(o.Init) {
		next = o.Init[after].Offset
	}
	if after > 0 {
		in := &o.Init[after-1]
		if end := in.Offset + uint64(s.Sort(in.Value).Width()/8); off < end {
			return in, min(next, end)
		}
	}
	return nil, next
}

// within reports whether size bytes at addr lie in a known object: yes, no, or
// undecided (its size is a term).
func (objs *objects) within(addr uint64, size int) (inside, known bool) {
	region := objs.g.Program.RegionOf(addr)
	if o := objs.g.static[region]; o != nil {
		return addr >= o.Addr && addr+uint64(size) <= o.Addr+o.Size && o.Kind != cfa.Func, true
	}
	if o := objs.g.objectOf[region]; o != nil {
		n, ok := objs.s.ConstUint64(o.Size)
		if !ok {
			return false, false
		}
		return addr >= o.Addr && addr+uint64(size) <= o.Addr+n, true
	}
	return false, true
}

// escape notes the objects that a value may point to: from now on other threads may get at them.
func (objs *objects) escape(value term.Term) {
	l := objs.g.Leaves(value)
	for _, r := range l.Regions {
		if o := objs.g.objectOf[r]; o != nil && !o.escaped {
			o.escaped = true
			objs.escapes++
		}
	}
	if l.Top {
		for _, o := range objs.g.objectOf {
			o.escaped = true
		}
		objs.escapes++
	}
}

// lifeSize is the size of a life byte.
const lifeSize = 1

// lifeAt is the address of the life byte of the object that an address points into.
func (objs *objects) lifeAt(addr term.Term) term.Term {
	offset := uint64(1)<<(objs.g.Program.OffsetBits-2) - lifeSize
	w := objs.g.Program.PtrWidth
	return objs.s.Concat(objs.s.Extract(w-1, objs.g.Program.OffsetBits, addr),
		objs.s.BV(objs.g.Program.OffsetBits, offset))
}

// IsLife reports whether a constant address is that of a life byte.
func (g *Graph) IsLife(addr uint64) bool {
	bits := g.Program.OffsetBits
	return addr&(1<<bits-1) == 1<<(bits-2)-lifeSize
}

// mortal reports whether the address of an access may be in an object that has ended.
func (objs *objects) mortal(e *cfa.Edge, addr term.Term) bool {
	if objs.outlived == nil || !objs.dangles[e.ID] {
		return false
	}
	if c, ok := objs.s.ConstUint64(addr); ok {
		o := objs.g.objectAt(c)
		return o != nil && o.mortal
	}
	l := objs.g.Leaves(addr)
	if l.Top || len(l.Symbols) > 0 || len(l.Regions) == 0 {
		return true
	}
	return slices.ContainsFunc(l.Regions, func(r uint64) bool {
		o := objs.g.objectOf[r]
		return o != nil && o.mortal
	})
}

// ownLife reports whether a place is the life byte of an object on the stack of the current thread.
func (objs *objects) ownLife(addr uint64) bool {
	if !objs.g.IsLife(addr) {
		return false
	}
	o := objs.g.objectAt(addr)
	return o != nil && o.Op.Kind == cfa.Stack && o.Thread == objs.b.th.ID
}
