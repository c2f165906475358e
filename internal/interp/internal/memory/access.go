package memory

import "encoding/binary"

// Locate finds the object of an access of n bytes at addr; ok is false when the access is undefined
// behaviour, and o is then what lies in the region of addr, or nil.
func (mem *Memory) Locate(addr, n uint64, write bool) (o *Object, off uint64, ok bool) {
	o = mem.Find(addr)
	if o == nil || !o.Live || o.code {
		return o, 0, false
	}
	off = addr - o.Addr // wraps round below the object
	return o, off, off < o.Size && n <= o.Size-off && !(write && o.ReadOnly)
}

// read returns n bytes, 1 to 8, of a live object, choosing those that have not been chosen yet.
func (mem *Memory) read(o *Object, off, n uint64) uint64 {
	c, base := o.small, uint64(0)
	if c.data == nil {
		c, base = mem.chunk(o, off)
	}
	i := off - base
	if i+n > uint64(len(c.data)) {
		return mem.readAcross(o, off, n)
	}
	if c.undef != nil {
		for b := i; b < i+n; b++ {
			if c.isUndef(b) {
				// The object may have to be copied.
				mem.write(o, base+b, 1, uint64(mem.Choose(o, base+b)))
				o = mem.Find(o.Addr)
				c, _ = mem.chunk(o, off)
			}
		}
	}
	return get(c.data[i:], n)
}

// readAcross reads over the border of two pages.
func (mem *Memory) readAcross(o *Object, off, n uint64) uint64 {
	var v uint64
	for b := range n {
		o = mem.Find(o.Addr)
		v |= mem.read(o, off+b, 1) << (b * 8)
	}
	return v
}

// write stores n bytes, 1 to 8, into a live object.
func (mem *Memory) write(o *Object, off, n, v uint64) {
	mem.changed = true
	if o.shared {
		o = mem.own(o)
	}
	c, base := o.small, uint64(0)
	if c.data == nil {
		c, base = mem.chunk(o, off)
	}
	i := off - base
	if i+n > uint64(len(c.data)) {
		for b := range n {
			mem.write(o, off+b, 1, v>>(b*8)&0xff)
		}
		return
	}
	if mem.undo.logging {
		mem.undo.logWrite(o, c, base, i, n)
	}
	if c.undef != nil {
		for b := i; b < i+n; b++ {
			c.setUndef(b, false)
		}
	}
	put(c.data[i:], n, v)
}

// Read reads n bytes, up to 16, of a live object. Bytes that have not been chosen yet are chosen.
func (mem *Memory) Read(o *Object, off, n uint64) (lo, hi uint64) {
	if n <= 8 {
		return mem.read(o, off, n), 0
	}
	lo = mem.read(o, off, 8)
	return lo, mem.read(mem.Find(o.Addr), off+8, n-8)
}

// Write writes n bytes, up to 16, of a live object.
func (mem *Memory) Write(o *Object, off, n, lo, hi uint64) {
	if n <= 8 {
		mem.write(o, off, n, lo)
		return
	}
	mem.write(o, off, 8, lo)
	mem.write(mem.Find(o.Addr), off+8, n-8, hi)
}

// Peek returns a byte of memory without choosing anything; ok is false
// where there is no byte or it has not been chosen yet.
func (mem *Memory) Peek(addr uint64) (b byte, ok bool) {
	o, off, ok := mem.Locate(addr, 1, false)
	if !ok {
		return 0, false
	}
	c, base := mem.chunk(o, off)
	if c.isUndef(off - base) {
		return 0, false
	}
	return c.data[off-base], true
}

// get reads n bytes, 1 to 8, little-endian.
func get(d []byte, n uint64) uint64 {
	switch n {
	case 1:
		return uint64(d[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(d))
	case 4:
		return uint64(binary.LittleEndian.Uint32(d))
	case 8:
		return binary.LittleEndian.Uint64(d)
	}
	var v uint64
	for i := range n {
		v |= uint64(d[i]) << (i * 8)
	}
	return v
}

// put writes n bytes, 1 to 8, little-endian.
func put(d []byte, n, v uint64) {
	switch n {
	case 1:
		d[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(d, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(d, uint32(v))
	case 8:
		binary.LittleEndian.PutUint64(d, v)
	default:
		for i := range n {
			d[i] = byte(v >> (i * 8))
		}
	}
}
