package interp

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/english"
)

// locate finds the object of an access of n bytes at addr. A non-empty bad
// says why the access is undefined behaviour.
func (m *Machine) locate(addr, n uint64, write bool) (o *object, off uint64, bad string) {
	o = m.mem.find(addr)
	if o == nil || !o.live {
		return nil, 0, m.badAddress(o, addr, n, write)
	}
	off = addr - o.addr // wraps round below the object
	if off >= o.size || n > o.size-off || write && o.readOnly {
		return nil, 0, m.badAddress(o, addr, n, write)
	}
	return o, off, ""
}

// badAddress explains an access that locate refuses.
func (m *Machine) badAddress(o *object, addr, n uint64, write bool) string {
	verb := "read"
	if write {
		verb = "write"
	}
	switch {
	case addr == 0:
		return fmt.Sprintf("%s of %s at a null pointer", verb, english.Count(n, "byte"))
	case o == nil:
		return fmt.Sprintf("%s of %s at the invalid address %#x", verb, english.Count(n, "byte"), addr)
	case !o.live && o.kind == cfa.Heap:
		return fmt.Sprintf("%s of %s in %s after it was freed", verb, english.Count(n, "byte"),
			m.objectName(o))
	case !o.live:
		return fmt.Sprintf("%s of %s in %s after its lifetime", verb, english.Count(n, "byte"),
			m.objectName(o))
	case write && o.readOnly && addr-o.addr < o.size:
		return fmt.Sprintf("write to the read-only object %s", m.objectName(o))
	}
	return fmt.Sprintf("%s of %s at offset %d of %s, which has %s", verb, english.Count(n, "byte"),
		int64(addr-o.addr), m.objectName(o), english.Count(o.size, "byte"))
}

// read returns n bytes, 1 to 8, of a live object, choosing those that nobody
// has chosen yet.
func (m *Machine) read(o *object, off, n uint64) uint64 {
	c, base := o.small, uint64(0)
	if c.data == nil {
		c, base = m.mem.chunk(o, off)
	}
	i := off - base
	if i+n > uint64(len(c.data)) {
		return m.readAcross(o, off, n)
	}
	if c.undef != nil {
		for b := i; b < i+n; b++ {
			if c.isUndef(b) {
				o = m.chooseByte(o, base+b)
				c, _ = m.mem.chunk(o, off)
			}
		}
	}
	return get(c.data[i:], n)
}

// readAcross reads over the border of two pages.
func (m *Machine) readAcross(o *object, off, n uint64) uint64 {
	var v uint64
	for b := range n {
		o = m.mem.find(o.addr)
		v |= m.read(o, off+b, 1) << (b * 8)
	}
	return v
}

// chooseByte asks for the initial content of a byte, and returns the object,
// which may have had to be copied.
func (m *Machine) chooseByte(o *object, off uint64) *object {
	v := m.decide.InitByte(o.key, off)
	m.chose, m.drawn = true, true
	if m.rec != nil {
		m.rec.initByte(o, off, v)
	}
	m.write(o, off, 1, uint64(v))
	return m.mem.find(o.addr)
}

// write stores n bytes, 1 to 8, into a live object.
func (m *Machine) write(o *object, off, n, v uint64) {
	if o.shared {
		o = m.mem.own(o.addr>>m.mem.bits, o)
	}
	c, base := o.small, uint64(0)
	if c.data == nil {
		c, base = m.mem.chunk(o, off)
	}
	i := off - base
	if i+n > uint64(len(c.data)) {
		for b := range n {
			m.write(o, off+b, 1, v>>(b*8)&0xff)
		}
		return
	}
	if m.sect.logging {
		m.sect.logWrite(o, c, base, i, n)
	}
	if c.undef != nil {
		for b := i; b < i+n; b++ {
			c.setUndef(b, false)
		}
	}
	put(c.data[i:], n, v)
}

// loadWords reads n bytes, up to 16.
func (m *Machine) loadWords(o *object, off, n uint64) (lo, hi uint64) {
	if n <= 8 {
		return m.read(o, off, n), 0
	}
	lo = m.read(o, off, 8)
	return lo, m.read(m.mem.find(o.addr), off+8, n-8)
}

// storeWords writes n bytes, up to 16.
func (m *Machine) storeWords(o *object, off, n, lo, hi uint64) {
	if n <= 8 {
		m.write(o, off, n, lo)
		return
	}
	m.write(o, off, 8, lo)
	m.write(m.mem.find(o.addr), off+8, n-8, hi)
}

// peekByte returns a byte of memory without choosing anything; ok is false
// where there is no byte or nobody has chosen it.
func (m *Machine) peekByte(addr uint64) (b byte, ok bool) {
	o := m.mem.find(addr)
	if o == nil || !o.live || addr-o.addr >= o.size {
		return 0, false
	}
	c, base := m.mem.chunk(o, addr-o.addr)
	i := addr - o.addr - base
	if c.isUndef(i) {
		return 0, false
	}
	return c.data[i], true
}
