package multistate

import (
	"sort"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
	"whittle.dev/term"
)

// memory is the explicit memory of a state (section 2.4: the memory shape): which objects there are, and
// their contents. The high bits of an address name its region, each of which has one object.
type memory struct {
	p       *program
	objects []*object // those of program.writable, then those that were made, by region
	owner   *owner    // of the objects that may be changed in place
}

// object is one object of memory. Its content is a list of cells, ascending
// and without overlaps; what no cell covers is zero, or undefined.
type object struct {
	addr, size uint64
	kind       cfa.AllocKind // of an object that was made
	static     int32         // index in cfa.Program.Objects, or -1
	abstract   int32         // in the points-to analysis, or -1
	function   cfa.ProcID    // of a function, NoProc otherwise
	zero       bool          // what no cell covers is zero
	live       bool
	readOnly   bool
	aside      bool // addresses in it lead to no block, see cfa.Alloc.Aside
	immortal   bool // see cfa.Alloc.Immortal
	cells      []cell
	key        trace.Key // of the Alloc, while a trace is made
	table      *table    // what is remembered of a large object; nil: nothing
	owner      *owner    // the state that may change the object in place
}

// cell is a stretch of content: the bytes from offset off on, little-endian.
type cell struct {
	off uint64
	val term.Term
}

// cellEnd is the offset after a cell.
func cellEnd(s *term.Store, c cell) uint64 { return c.off + uint64(s.Sort(c.val).Width()/8) }

// at returns the index of the first cell that ends after off.
func (o *object) at(s *term.Store, off uint64) int {
	return sort.Search(len(o.cells), func(i int) bool { return cellEnd(s, o.cells[i]) > off })
}

// index is the place of a region in memory.objects. constant is set for an
// object that cannot change; ok is false where there is no object.
func (m *memory) index(region uint64) (i int, constant *object, ok bool) {
	if region >= m.p.firstFree {
		n := region - m.p.firstFree + uint64(len(m.p.writable))
		return int(n), nil, n < uint64(len(m.objects))
	}
	k, ok := m.p.object[region]
	if ok && k < 0 {
		return 0, m.p.constant[-1-k], true
	}
	return int(k), nil, ok
}

// region returns the object in a region, dead or alive, or nil.
func (m *memory) region(region uint64) *object {
	i, constant, ok := m.index(region)
	switch {
	case !ok:
		return nil
	case constant != nil:
		return constant
	}
	return m.objects[i]
}

// pointed returns the object in whose region an address lies, dead or alive, or nil.
func (m *memory) pointed(addr uint64) *object { return m.region(addr >> m.p.bits) }

// own returns the object in a region ready to be changed.
func (m *memory) own(region uint64) *object {
	i, constant, ok := m.index(region)
	switch {
	case !ok:
		return nil
	case constant != nil:
		return constant // there is nothing to change in it
	}
	return m.object(i)
}

// object returns the object with an index ready to be changed.
func (m *memory) object(i int) *object {
	o := m.objects[i]
	if o.owner == m.owner {
		o.table = nil
		return o
	}
	c := *o
	c.owner, c.table = m.owner, nil
	c.cells = append(make([]cell, 0, len(o.cells)+1), o.cells...)
	m.objects[i] = &c
	return &c
}

// made lists the objects that were made.
func (m *memory) made() []*object { return m.objects[len(m.p.writable):] }

// nextRegion is the region after those of all objects.
func (m *memory) nextRegion() uint64 { return m.p.firstFree + uint64(len(m.made())) }

// enter puts a new object where its address says.
func (m *memory) enter(o *object) {
	o.owner = m.owner
	if i, _, ok := m.index(m.p.RegionOf(o.addr)); ok {
		m.objects[i] = o
		return
	}
	m.objects = append(m.objects, o)
}

// valid reports whether an access of n bytes at a is to a live object that it may be made to, and why not.
func (m *memory) valid(a, n uint64, write bool) (string, bool) {
	o := m.pointed(a)
	switch {
	case o == nil || !o.live || o.function != cfa.NoProc || a-o.addr >= o.size || n > o.size-(a-o.addr):
		return "invalid access", false
	case write && o.readOnly:
		return "write to a constant object", false
	}
	return "", true
}

// inside is the condition that an access is valid.
func (m *memory) inside(addr term.Term, n uint64, write bool) term.Term {
	s := m.p.terms
	var any []term.Term
	for _, list := range [...][]*object{m.objects, m.p.constant} {
		for _, o := range list {
			if o.live && o.function == cfa.NoProc && o.size >= n && !(write && o.readOnly) {
				off := s.BVSub(addr, s.BV(m.p.PtrWidth, o.addr))
				any = append(any, s.BVUle(off, s.BV(m.p.PtrWidth, o.size-n)))
			}
		}
	}
	return s.Or(any...)
}

// known returns the constant that stands in n bytes at an address, if that is seen at once; else None.
func (m *memory) known(a, n uint64) term.Term {
	s, o := m.p.terms, m.pointed(a)
	if o == nil || !o.live {
		return term.None
	}
	off := a - o.addr
	i := o.at(s, off)
	switch {
	case i < len(o.cells) && o.cells[i].off == off && cellEnd(s, o.cells[i]) == off+n:
		if v := o.cells[i].val; s.IsConst(v) {
			return v
		}
	case o.zero && off+n <= o.size && (i == len(o.cells) || o.cells[i].off >= off+n):
		return s.BV(int(8*n), 0)
	}
	return term.None
}

// read returns the n bytes at an address of a live object. Undefined bytes get a value that stays: what
// undefined returns for an object, an offset and a sort.
func (m *memory) read(a, n uint64, undefined func(*object, uint64, term.Sort) term.Term) term.Term {
	s, o := m.p.terms, m.pointed(a)
	off := a - o.addr
	i := o.at(s, off)
	if i < len(o.cells) && o.cells[i].off == off && s.Sort(o.cells[i].val).Width() == int(8*n) {
		return o.cells[i].val
	}
	var pieces []term.Term // from the lowest byte up
	for pos := off; pos < off+n; {
		if i < len(o.cells) && o.cells[i].off <= pos {
			c := o.cells[i]
			end := min(cellEnd(s, c), off+n)
			pieces = append(pieces, s.Extract(int(8*(end-c.off))-1, int(8*(pos-c.off)), c.val))
			pos = end
			i++
			continue
		}
		end := off + n
		if i < len(o.cells) {
			end = min(end, o.cells[i].off)
		}
		v := s.BV(int(8*(end-pos)), 0)
		if !o.zero {
			v = undefined(o, pos, term.BitVec(int(8*(end-pos))))
			m.write(o.addr+pos, v)
			o = m.pointed(a)
			i = o.at(s, end)
		}
		pieces = append(pieces, v)
		pos = end
	}
	v := pieces[0]
	for _, p := range pieces[1:] {
		v = s.Concat(p, v)
	}
	return v
}

// write changes the content of a live object from an address on.
func (m *memory) write(a uint64, v term.Term) {
	s, o := m.p.terms, m.own(a>>m.p.bits)
	off := a - o.addr
	end := off + uint64(s.Sort(v).Width()/8)
	i := o.at(s, off)
	if i < len(o.cells) && o.cells[i].off == off && cellEnd(s, o.cells[i]) == end &&
		!(o.zero && isZero(s, v)) {
		o.cells[i].val = v
		return
	}
	// Cells i to j give way; their rests on both sides stay.
	var put [3]cell
	n := 0
	j := i
	for ; j < len(o.cells) && o.cells[j].off < end; j++ {
		if c := o.cells[j]; c.off < off {
			put[n] = cell{c.off, s.Extract(int(8*(off-c.off))-1, 0, c.val)}
			n++
		}
	}
	if !(o.zero && isZero(s, v)) {
		put[n] = cell{off, v}
		n++
	}
	if j > i {
		if c := o.cells[j-1]; cellEnd(s, c) > end {
			put[n] = cell{end, s.Extract(s.Sort(c.val).Width()-1, int(8*(end-c.off)), c.val)}
			n++
		}
	}
	rest := append([]cell(nil), o.cells[j:]...)
	o.cells = append(append(o.cells[:i], put[:n]...), rest...)
}
