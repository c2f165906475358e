package memory

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
)

// maxDense bounds the table of regions; objects in regions after it, which only a scripted address can name,
// are in a map.
const maxDense = 1 << 22

// Memory is the address space: at most one object in each region.
type Memory struct {
	// Choose decides the initial content of a byte of an object, when it is first read.
	Choose func(o *Object, off uint64) byte
	// Reuse is set when the regions of dead objects are used again soon.
	Reuse bool

	prog  *cfa.Program
	bits  uint
	dense []*Object
	far   map[uint64]*Object
	// next is the first region that was never given to an object by the machine's own choice; freed lists
	// dead regions, oldest first, from head on.
	next  uint64
	freed []uint64
	head  int
	// reuseAt is the value of next from which on freed regions are preferred.
	reuseAt uint64
	allocs  int
	used    uint64 // bytes of content
	objects uint64 // live and dead
	undo    undo
	changed bool
}

// Changed reports whether the content of an object was changed, or chosen, or the life of one began or ended.
func (mem *Memory) Changed() bool { return mem.changed }

// New returns the memory at the start of a program. After reuseAfter regions were given to objects those of
// dead objects are used again; 0: only when there is no other.
func New(p *cfa.Program, reuseAfter uint64) *Memory {
	mem := &Memory{prog: p, bits: uint(p.OffsetBits), next: max(p.RegionOf(p.HeapBase), 1),
		Reuse: reuseAfter > 0}
	for i, o := range p.Objects {
		obj := &Object{Addr: o.Addr, Size: o.Size, Static: int32(i), Live: true,
			ReadOnly: o.ReadOnly || o.Kind == cfa.Func, code: o.Kind == cfa.Func, Key: trace.Static(i)}
		r := p.RegionOf(o.Addr)
		mem.set(r, obj)
		mem.next = max(mem.next, r+1)
	}
	if reuseAfter == 0 {
		reuseAfter = 1 << 62
	}
	mem.reuseAt = mem.next + reuseAfter
	return mem
}

// Total is about how many bytes the objects take, with their descriptions.
func (mem *Memory) Total() uint64 { return mem.used + 256*mem.objects }

// Region returns the object in region r, or nil.
func (mem *Memory) Region(r uint64) *Object {
	if r < uint64(len(mem.dense)) {
		return mem.dense[r]
	}
	return mem.far[r]
}

// Find returns the object, dead or alive, whose region addr lies in, or nil.
func (mem *Memory) Find(addr uint64) *Object { return mem.Region(addr >> mem.bits) }

// set puts an object (nil: none) into a region.
func (mem *Memory) set(r uint64, o *Object) {
	switch had := mem.Region(r) != nil; {
	case !had && o != nil:
		mem.objects++
	case had && o == nil:
		mem.objects--
	}
	if r >= maxDense {
		if mem.far == nil {
			mem.far = make(map[uint64]*Object)
		}
		mem.far[r] = o
		return
	}
	for r >= uint64(len(mem.dense)) {
		if n := uint64(cap(mem.dense)); r < n {
			mem.dense = mem.dense[:min(n, maxDense)]
			continue
		}
		mem.dense = append(mem.dense[:cap(mem.dense)], nil)
	}
	mem.dense[r] = o
}
