package htmlreport

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
)

// memory is what a trace tells of the contents of memory, byte by byte: objects may be accessed
// with different types, through unions for example.
type memory struct {
	prog  *cfa.Program
	bytes map[uint64]byte
	// objects are the static objects by their regions.
	objects map[uint64]*cfa.Object
	// born is the row in which an object came to be, by its region; static objects are there from the start.
	born map[uint64]int
}

func newMemory(prog *cfa.Program) *memory {
	m := &memory{prog: prog, bytes: map[uint64]byte{}, objects: map[uint64]*cfa.Object{},
		born: map[uint64]int{}}
	if prog != nil {
		for _, o := range prog.Objects {
			m.objects[prog.RegionOf(o.Addr)] = o
		}
	}
	return m
}

// region is the number of the region that an address lies in; each region holds one object.
func (m *memory) region(addr uint64) uint64 {
	if m.prog == nil {
		return 0
	}
	return m.prog.RegionOf(addr)
}

// static reports whether an address lies in an object that is there from the start.
func (m *memory) static(addr uint64) bool { return m.objects[m.region(addr)] != nil }

// known reports whether an address lies in an object that is there from the start, or that a step has made;
// automatic objects of library models are not made by steps.
func (m *memory) known(addr uint64) bool {
	_, born := m.born[m.region(addr)]
	return born || m.static(addr)
}

// begin notes that an object was created.
func (m *memory) begin(addr, size uint64, row int) {
	m.born[m.region(addr)] = row
	m.forget(addr, size)
}

// forget drops what is known of some bytes.
func (m *memory) forget(addr, size uint64) {
	if size > uint64(len(m.bytes)) {
		for a := range m.bytes {
			if a >= addr && a-addr < size {
				delete(m.bytes, a)
			}
		}
		return
	}
	for a := addr; a-addr < size; a++ {
		delete(m.bytes, a)
	}
}

// write notes the bytes of a value.
func (m *memory) write(addr uint64, v *trace.Value) {
	for i := range uint64(v.Width / 8) {
		word := v.Bits
		if i >= 8 {
			word = v.High
		}
		m.bytes[addr+i] = byte(word >> (i % 8 * 8))
	}
}

// read puts a value together; ok is false if a byte of it is not known.
func (m *memory) read(addr uint64, width int, signed bool) (v trace.Value, ok bool) {
	v = trace.Value{Width: width, Signed: signed}
	if width == 0 || width%8 != 0 || width > 128 {
		return v, false
	}
	for i := range uint64(width / 8) {
		b, ok := m.bytes[addr+i]
		if !ok {
			return v, false
		}
		if i < 8 {
			v.Bits |= uint64(b) << (i * 8)
		} else {
			v.High |= uint64(b) << (i % 8 * 8)
		}
	}
	return v, true
}

// start enters the initial content of some bytes of a static object, where nothing is known yet.
func (m *memory) start(addr uint64, width int) {
	o := m.objects[m.region(addr)]
	if o == nil || o.Undefined || o.Kind == cfa.Func || addr < o.Addr {
		return
	}
	for i := range uint64(width / 8) {
		if _, known := m.bytes[addr+i]; !known && addr+i < o.Addr+o.Size {
			m.bytes[addr+i] = m.initial(o, addr+i-o.Addr)
		}
	}
}

// initial is the initial content of one byte.
func (m *memory) initial(o *cfa.Object, offset uint64) byte {
	for _, in := range o.Init {
		if in.Offset > offset {
			break
		}
		if size := uint64(m.prog.Terms.Sort(in.Value).Width() / 8); offset-in.Offset < size {
			if big := m.prog.Terms.ConstBig(in.Value); big != nil {
				return byte(big.Rsh(big, uint(offset-in.Offset)*8).Uint64())
			}
		}
	}
	return 0
}
