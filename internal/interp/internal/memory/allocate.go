package memory

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
)

// NextFree proposes a region for a new object; ok is false when the address
// space is exhausted. It takes nothing away.
func (mem *Memory) NextFree() (r uint64, ok bool) {
	limit := mem.prog.Regions() - 1 // no object is in the last one
	for mem.next < limit && mem.Region(mem.next) != nil {
		mem.next++ // taken by a scripted address
	}
	if mem.next >= mem.reuseAt || mem.next >= limit {
		for _, r := range mem.freed[mem.head:] {
			if !mem.Region(r).Live { // else it was taken by a scripted address
				return r, true
			}
		}
	}
	return mem.next, mem.next < limit
}

// Allocations counts the objects created so far.
func (mem *Memory) Allocations() int { return mem.allocs }

// Create begins the life of an object of size bytes at the start of region r, which has no live one. The edge
// op makes it, and key names that.
func (mem *Memory) Create(r uint64, op *cfa.Alloc, key trace.Key, size uint64) *Object {
	mem.allocs++
	mem.changed = true
	old := mem.Region(r)
	o := old
	if old == nil || old.shared || mem.undo.logging {
		o = new(Object)
	}
	*o = Object{Addr: mem.prog.RegionStart(r), Size: size, Static: -1, Kind: op.Kind, zero: op.Zero,
		Live: true,
		Op:   op, Key: key, Number: mem.allocs, spare: o.spare}
	if mem.undo.logging {
		mem.undo.logRegion(r, old)
	}
	switch {
	case mem.head < len(mem.freed) && mem.freed[mem.head] == r:
		mem.head++
	case r == mem.next:
		mem.next++
	}
	if o != old {
		mem.set(r, o) // neither has content
	}
	return o
}

// End ends the life of an object, whose region is available again.
func (mem *Memory) End(o *Object) {
	mem.changed = true
	r := o.Addr >> mem.bits
	if mem.undo.logging {
		mem.undo.logRegion(r, o)
	}
	dead := o
	if o.shared || mem.undo.logging {
		dead = new(Object)
		*dead = *o
	}
	mem.used -= o.bytes()
	dead.die(mem.Reuse)
	mem.set(r, dead)
	mem.freed = append(mem.freed, r)
	if !mem.undo.logging {
		mem.compact()
	}
}

// compact drops the used part of the list of freed regions; it must not be
// called while a section may be rolled back.
func (mem *Memory) compact() {
	if mem.head > 1024 && mem.head > len(mem.freed)/2 {
		n := copy(mem.freed, mem.freed[mem.head:])
		mem.freed, mem.head = mem.freed[:n], 0
	}
}

// Expose notes that other threads may get to know an address: the end of a stack object is visible from then
// on. A rollback leaves this as it is: more steps than needed are visible then.
func (mem *Memory) Expose(addr uint64) {
	o := mem.Find(addr)
	if o == nil || o.Kind != cfa.Stack || o.Static >= 0 || o.Exposed {
		return
	}
	mem.own(o).Exposed = true
}
