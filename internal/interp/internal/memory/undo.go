package memory

import "slices"

// undo makes the effects of an atomic section on memory undoable.
type undo struct {
	logging bool
	log     []change
	// The rest are marks in what only grows.
	freed, head, allocs int
	next                uint64
}

// change is one effect on memory: on the content of the object at an address, or on what a region holds. It
// does not point to the object written, since that may be a copy made for the purpose (see Memory.own).
type change struct {
	addr   uint64 // of the object written
	off    uint64 // of up to 8 bytes in it
	n      uint8
	undef  uint8
	old    uint64
	whole  bool // region held obj
	region uint64
	obj    *Object
}

// Begin starts to log changes, until Commit or Rollback.
func (mem *Memory) Begin() {
	u := &mem.undo
	u.logging = true
	u.freed, u.head, u.allocs, u.next = len(mem.freed), mem.head, mem.allocs, mem.next
}

// Commit makes all changes permanent.
func (mem *Memory) Commit() {
	mem.undo.logging, mem.undo.log = false, mem.undo.log[:0]
	mem.compact()
}

// Rollback restores the state at the last Begin.
func (mem *Memory) Rollback() {
	u := &mem.undo
	u.logging = false
	for _, ch := range slices.Backward(u.log) {
		if ch.whole {
			mem.used += ch.obj.bytes() - mem.Region(ch.region).bytes()
			mem.set(ch.region, ch.obj)
			continue
		}
		mem.write(mem.Find(ch.addr), ch.off, uint64(ch.n), ch.old)
		if ch.undef != 0 {
			for b := range uint64(ch.n) {
				c, base := mem.chunk(mem.Find(ch.addr), ch.off+b)
				c.setUndef(ch.off+b-base, ch.undef>>b&1 != 0)
			}
		}
	}
	mem.freed, mem.head, mem.allocs, mem.next = mem.freed[:u.freed], u.head, u.allocs, u.next
	u.log = u.log[:0]
}

func (u *undo) logWrite(o *Object, c chunk, base, i, n uint64) {
	ch := change{addr: o.Addr, off: base + i, n: uint8(n), old: get(c.data[i:], n)}
	for b := range n {
		if c.isUndef(i + b) {
			ch.undef |= 1 << b
		}
	}
	u.log = append(u.log, ch)
}

// logRegion remembers what region r holds: nothing, or a live or dead object.
func (u *undo) logRegion(r uint64, o *Object) {
	u.log = append(u.log, change{region: r, obj: o, whole: true})
}
