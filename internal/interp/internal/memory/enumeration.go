package memory

import (
	"encoding/binary"
	"slices"
)

// Clone copies the memory. The contents of objects are shared until one of the two writes them. There must be
// no open Begin.
func (mem *Memory) Clone() *Memory {
	c := *mem
	c.undo = undo{}
	c.dense = append([]*Object(nil), mem.dense...)
	c.freed = append([]uint64(nil), mem.freed[mem.head:]...)
	c.head = 0
	if mem.far != nil {
		c.far = make(map[uint64]*Object, len(mem.far))
		for r, o := range mem.far {
			o.shared = true
			c.far[r] = o
		}
	}
	for _, o := range mem.dense {
		if o != nil {
			o.shared = true
		}
	}
	return &c
}

// FirstFree returns the first region that no object was ever given by choice of the memory itself.
func (mem *Memory) FirstFree() uint64 { return mem.next }

// NeverUsed reports whether region r has had no object so far, and can have one in the table of regions.
func (mem *Memory) NeverUsed(r uint64) bool {
	return r < min(maxDense, mem.prog.Regions()) && mem.Region(r) == nil
}

// AppendState appends the memory in a canonical form, in which the contents of dead objects do not occur.
func (mem *Memory) AppendState(b []byte) []byte {
	b = binary.AppendUvarint(b, mem.next)
	if mem.next >= mem.prog.Regions() {
		for _, r := range mem.freed[mem.head:] {
			b = binary.AppendUvarint(b, r)
		}
	}
	for r, o := range mem.dense {
		if o == nil || o.ReadOnly && o.Static >= 0 {
			continue
		}
		b = binary.AppendUvarint(b, uint64(r))
		b = mem.appendObject(b, o)
	}
	return b
}

func (mem *Memory) appendObject(b []byte, o *Object) []byte {
	if !o.Live {
		return append(b, 0)
	}
	b = binary.AppendUvarint(append(b, 1+byte(o.Kind)), o.Size)
	if o.Size <= bigObject {
		c, _ := mem.chunk(o, 0)
		return appendChunk(b, c)
	}
	pages := make([]uint64, 0, len(o.pages))
	for i := range o.pages {
		pages = append(pages, i)
	}
	slices.Sort(pages)
	b = binary.AppendUvarint(b, uint64(len(pages)))
	for _, i := range pages {
		b = appendChunk(binary.AppendUvarint(b, i), o.pages[i])
	}
	return b
}

func appendChunk(b []byte, c chunk) []byte {
	for i, d := range c.data {
		if c.isUndef(uint64(i)) {
			b = append(b, 1, 0)
		} else {
			b = append(b, 0, d)
		}
	}
	return b
}
