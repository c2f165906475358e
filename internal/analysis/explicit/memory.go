package explicit

import (
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
)

// no thread owns the objects that the initial thread has made before there were others.
const nobody = -1

// maxContent bounds the bytes whose content is known, in all memories together: an object may have as many as
// the address space has.
const maxContent = 4 << 20

// object is a part of memory.
type object struct {
	base, size uint64
	kind       cfa.AllocKind
	dynamic    bool
	dead       bool
	fixed      bool // nobody may write it
	function   bool
	owner      int // the thread that has made it, or nobody
	// What is in it: data where known is set; nil: nothing is known, unless begins.
	data  []byte
	known []bool
	// begins says that what is in it is what it begins with, zero but for init: it was not read yet.
	begins bool
	init   []cfa.Init
	// shared objects belong to several memories and are copied before they change.
	shared bool
}

// holds reports whether an access lies in the object.
func (o *object) holds(addr, size uint64) bool {
	return addr >= o.base && size <= o.size && addr-o.base <= o.size-size
}

// read is the number at an address; false: it is not known.
func (m *memory) read(o *object, at Word) (v uint64, ok bool) {
	if at.Size > 8 || !m.content(o) {
		return 0, false
	}
	for i := range at.Size {
		k := at.Addr - o.base + i
		if !o.known[k] {
			return 0, false
		}
		v |= uint64(o.data[k]) << (8 * i)
	}
	return v, true
}

// write puts a value at an address.
func (m *memory) write(o *object, at Word, v absint.Interval) {
	o = m.own(o)
	if !m.content(o) {
		if _, ok := v.Const(); !ok || !m.spend(o.size) {
			return
		}
		o.data, o.known = make([]byte, o.size), make([]bool, o.size)
	}
	o.put(at.Addr-o.base, at.Size, v)
}

// put writes a value of so many bytes at an offset.
func (o *object) put(off, size uint64, v absint.Interval) {
	c, ok := v.Const()
	ok = ok && size <= 8
	for i := range size {
		o.data[off+i], o.known[off+i] = byte(c>>(8*(i&7))), ok
	}
}

// content reports whether something is known of the content of an object.
func (m *memory) content(o *object) bool {
	if !o.begins {
		return o.known != nil
	}
	o.begins = false
	if !m.spend(o.size) {
		return false
	}
	o.data, o.known = make([]byte, o.size), slices.Repeat([]bool{true}, int(o.size))
	for _, in := range o.init {
		width := m.prog.Terms.Sort(in.Value).Width()
		v := absint.Full(min(width, 64))
		if c, ok := m.prog.Terms.ConstUint64(in.Value); ok && width <= 64 {
			v = absint.Just(width, c)
		}
		o.put(in.Offset, uint64(width/8), v)
	}
	return true
}

// spend reports whether so many bytes more may be known.
func (m *memory) spend(bytes uint64) bool {
	if bytes > *m.left {
		return false
	}
	*m.left -= bytes
	return true
}

// memory is a set of objects, each alone in a region.
type memory struct {
	prog     *cfa.Program
	byRegion map[uint64]*object
	next     uint64  // the next region that is free
	left     *uint64 // how many bytes more may be known, in all memories
}

// initial is memory as the program begins.
func initial(p *cfa.Program) *memory {
	left := uint64(maxContent)
	m := &memory{prog: p, byRegion: map[uint64]*object{}, next: max(p.RegionOf(p.HeapBase), 1), left: &left}
	for _, s := range p.Objects {
		function := s.Kind == cfa.Func
		m.byRegion[p.RegionOf(s.Addr)] = &object{base: s.Addr, size: s.Size, fixed: s.ReadOnly || function,
			function: function, owner: nobody, begins: !s.Undefined && !function, init: s.Init}
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
	c.shared, c.data, c.known = false, nil, nil
	if o.known != nil && m.spend(o.size) {
		c.data, c.known = slices.Clone(o.data), slices.Clone(o.known)
	}
	m.byRegion[m.prog.RegionOf(o.base)] = &c
	return &c
}

// create makes an object; nil: there is no room.
func (m *memory) create(op cfa.Alloc, size uint64, owner int) *object {
	if size > m.prog.MaxObject() || m.next >= m.prog.Regions() {
		return nil
	}
	o := &object{base: m.prog.RegionStart(m.next), size: size, kind: op.Kind, dynamic: true, owner: owner,
		begins: op.Zero}
	m.byRegion[m.next] = o
	m.next++
	return o
}

// constantString is the string at an address if all of it is known and varies says of none of its bytes that
// it may change.
func (m *memory) constantString(o *object, addr uint64, varies []bool) (text string, ok bool) {
	if !o.holds(addr, 1) || !m.content(o) {
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
