package explicit

import (
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
)

// nobody owns the objects that the initial thread has made before there were others.
const nobody = -1

// object is a part of memory.
type object struct {
	base, size uint64
	kind       cfa.AllocKind
	dynamic    bool
	dead       bool
	fixed      bool // nobody may write it
	function   bool
	owner      int // the thread that has made it, or nobody
	// What is in it: data where known is set; nil: nothing is known.
	data  []byte
	known []bool
	// shared objects belong to several memories and are copied before they change.
	shared bool
}

// holds reports whether an access lies in the object.
func (o *object) holds(addr, size uint64) bool {
	return addr >= o.base && size <= o.size && addr-o.base <= o.size-size
}

// read is the number at an address; false: it is not known.
func (o *object) read(addr uint64, size int) (v uint64, ok bool) {
	if o.known == nil || size > 8 {
		return 0, false
	}
	for i := range size {
		at := addr - o.base + uint64(i)
		if !o.known[at] {
			return 0, false
		}
		v |= uint64(o.data[at]) << (8 * i)
	}
	return v, true
}

// write puts a value of so many bytes at an address.
func (o *object) write(addr uint64, size int, v absint.Interval) {
	c, ok := v.Const()
	ok = ok && size <= 8
	if o.known == nil {
		if !ok {
			return
		}
		o.data, o.known = make([]byte, o.size), make([]bool, o.size)
	}
	for i := range size {
		at := addr - o.base + uint64(i)
		o.data[at], o.known[at] = byte(c>>(8*(i&7))), ok
	}
}

// memory is a set of objects, each alone in a region.
type memory struct {
	prog     *cfa.Program
	byRegion map[uint64]*object
	next     uint64 // the next region that is free
}

// initial is memory as the program begins.
func initial(p *cfa.Program) *memory {
	m := &memory{prog: p, byRegion: map[uint64]*object{}, next: max(p.RegionOf(p.HeapBase), 1)}
	for _, s := range p.Objects {
		o := &object{base: s.Addr, size: s.Size, fixed: s.ReadOnly || s.Kind == cfa.Func,
			function: s.Kind == cfa.Func, owner: nobody}
		if !s.Undefined && !o.function {
			o.data, o.known = make([]byte, s.Size), slices.Repeat([]bool{true}, int(s.Size))
			for _, in := range s.Init {
				width := p.Terms.Sort(in.Value).Width()
				v, ok := p.Terms.ConstUint64(in.Value)
				value := absint.Full(min(width, 64))
				if ok && width <= 64 {
					value = absint.Just(width, v)
				}
				o.write(s.Addr+in.Offset, width/8, value)
			}
		}
		m.byRegion[p.RegionOf(s.Addr)] = o
	}
	return m
}

// fork is the same memory, in which changes are not seen.
func (m *memory) fork() *memory {
	c := *m
	c.byRegion = make(map[uint64]*object, len(m.byRegion))
	for r, o := range m.byRegion {
		o.shared = true
		c.byRegion[r] = o
	}
	return &c
}

// find is the object in whose region an address lies; nil: there is none.
func (m *memory) find(addr uint64) *object { return m.byRegion[m.prog.RegionOf(addr)] }

// own is an object that may be changed in this memory.
func (m *memory) own(o *object) *object {
	if !o.shared {
		return o
	}
	c := *o
	c.shared, c.data, c.known = false, slices.Clone(o.data), slices.Clone(o.known)
	m.byRegion[m.prog.RegionOf(o.base)] = &c
	return &c
}

// create makes an object; nil: there is no room.
func (m *memory) create(op cfa.Alloc, size uint64, owner int) *object {
	if size > m.prog.MaxObject() || m.next >= m.prog.Regions() {
		return nil
	}
	o := &object{base: m.prog.RegionStart(m.next), size: size, kind: op.Kind, dynamic: true, owner: owner}
	if op.Zero {
		o.data, o.known = make([]byte, size), slices.Repeat([]bool{true}, int(size))
	}
	m.byRegion[m.next] = o
	m.next++
	return o
}

// constantString is the string at an address if all of it is known and varies says of none of its bytes that
// it may change.
func (o *object) constantString(addr uint64, varies []bool) (text string, ok bool) {
	if o.known == nil || !o.holds(addr, 1) {
		return "", false
	}
	for i := addr - o.base; i < o.size; i++ {
		switch {
		case !o.known[i] || varies != nil && varies[i]:
			return "", false
		case o.data[i] == 0:
			return string(o.data[addr-o.base : i]), true
		}
	}
	return "", false
}
