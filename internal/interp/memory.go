package interp

import (
	"encoding/binary"
	"sort"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
)

// object is one object of memory: static, heap or stack.
type object struct {
	addr, size uint64
	small      chunk            // the content, unless pages is used
	spare      chunk            // room for the content of a later object here
	pages      map[uint64]chunk // of objects larger than bigObject, by offset / pageSize
	static     int32            // index in Program.Objects, or -1
	kind       cfa.AllocKind    // of a dynamic object
	zero       bool             // a dynamic object that starts at zero
	live       bool
	readOnly   bool
	exposed    bool // on the stack: its address was stored, or given to another thread
	// shared is set once two machines point to the object; it must be copied
	// before it is written. It is never unset.
	shared bool
	op     *cfa.Alloc // of a dynamic object
	key    trace.Key  // of the Alloc edge, or trace.Static
	number int        // counts the allocations of a run from 1
}

// chunk is a stretch of content. A set bit of undef marks a byte that holds
// a value that nobody has chosen yet; nil: there is none.
type chunk struct {
	data  []byte
	undef []uint64
}

const (
	bigObject = 1 << 16
	pageSize  = 1 << 12
	// maxDense bounds the table of regions; objects in regions behind it,
	// which only a scripted address can name, are in a map.
	maxDense = 1 << 22
)

// memory is the address space: at most one object in each region.
type memory struct {
	prog  *cfa.Program
	bits  uint
	dense []*object
	far   map[uint64]*object
	// next is the first region that was never given to an object by the
	// machine's own choice; freed lists dead regions, oldest first, from
	// head on.
	next  uint64
	freed []uint64
	head  int
	// reuseAt is the value of next from which on freed regions are preferred.
	reuseAt uint64
	allocs  int
	used    uint64 // bytes of content
	objects uint64 // live and dead
}

func newMemory(p *cfa.Program, reuseAfter uint64) memory {
	mem := memory{prog: p, bits: uint(p.OffsetBits), next: max(p.RegionOf(p.HeapBase), 1)}
	for i, o := range p.Objects {
		obj := &object{addr: o.Addr, size: o.Size, static: int32(i), live: true,
			readOnly: o.ReadOnly || o.Kind == cfa.Func, key: trace.Static(i)}
		r := p.RegionOf(o.Addr)
		mem.set(r, obj)
		mem.next = max(mem.next, r+1)
	}
	mem.reuseAt = mem.next + reuseAfter
	return mem
}

// total is about how many bytes the objects take, with their descriptions.
func (mem *memory) total() uint64 { return mem.used + 256*mem.objects }

// region returns the object in region r, or nil.
func (mem *memory) region(r uint64) *object {
	if r < uint64(len(mem.dense)) {
		return mem.dense[r]
	}
	return mem.far[r]
}

// find returns the object, dead or alive, whose region addr lies in, or nil.
func (mem *memory) find(addr uint64) *object { return mem.region(addr >> mem.bits) }

// set puts an object (nil: none) into a region.
func (mem *memory) set(r uint64, o *object) {
	switch had := mem.region(r) != nil; {
	case !had && o != nil:
		mem.objects++
	case had && o == nil:
		mem.objects--
	}
	if r >= maxDense {
		if mem.far == nil {
			mem.far = make(map[uint64]*object)
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

// nextFree proposes a region for a new object; ok is false when the address
// space is exhausted. It takes nothing away.
func (mem *memory) nextFree() (r uint64, ok bool) {
	limit := mem.prog.Regions()
	for mem.next < limit && mem.region(mem.next) != nil {
		mem.next++ // taken by a scripted address
	}
	if mem.next >= mem.reuseAt || mem.next >= limit {
		for _, r := range mem.freed[mem.head:] {
			if !mem.region(r).live { // else it was taken by a scripted address
				return r, true
			}
		}
	}
	return mem.next, mem.next < limit
}

// take removes a region from what nextFree proposes.
func (mem *memory) take(r uint64) {
	switch {
	case mem.head < len(mem.freed) && mem.freed[mem.head] == r:
		mem.head++
	case r == mem.next:
		mem.next++
	}
}

// release makes the region of a dead object available again.
func (mem *memory) release(r uint64) { mem.freed = append(mem.freed, r) }

// compact drops the used part of the list of freed regions; it must not be
// called while a section may be rolled back.
func (mem *memory) compact() {
	if mem.head > 1024 && mem.head > len(mem.freed)/2 {
		n := copy(mem.freed, mem.freed[mem.head:])
		mem.freed, mem.head = mem.freed[:n], 0
	}
}

// chunk returns the content of o around offset off, and the offset in o at
// which it starts.
func (mem *memory) chunk(o *object, off uint64) (c chunk, base uint64) {
	if o.size <= bigObject {
		if o.small.data == nil {
			o.small = mem.content(o, 0, o.size)
		}
		return o.small, 0
	}
	page := off / pageSize
	c, ok := o.pages[page]
	if !ok {
		if o.pages == nil {
			o.pages = make(map[uint64]chunk)
		}
		c = mem.content(o, page*pageSize, min(pageSize, o.size-page*pageSize))
		o.pages[page] = c
	}
	return c, page * pageSize
}

// content makes the initial content of n bytes of o from offset off on.
func (mem *memory) content(o *object, off, n uint64) chunk {
	mem.used += n
	c, undef := o.room(n), !o.zero
	if o.static >= 0 {
		st := mem.prog.Objects[o.static]
		undef = st.Undefined
		mem.initialise(c.data, st.Init, off)
	}
	if undef {
		words := int(n+63) / 64
		c.undef = o.spare.undef
		if cap(c.undef) < words {
			c.undef = make([]uint64, words)
		}
		c.undef = c.undef[:words]
		for i := range c.undef {
			c.undef[i] = ^uint64(0)
		}
	}
	return c
}

// room makes n zero bytes, in spare room if there is enough.
func (o *object) room(n uint64) chunk {
	if uint64(cap(o.spare.data)) < n {
		return chunk{data: make([]byte, n)}
	}
	data := o.spare.data[:n]
	clear(data)
	return chunk{data: data}
}

// initialise copies the part of inits that falls on data, which stands at off.
func (mem *memory) initialise(data []byte, inits []cfa.Init, off uint64) {
	end := off + uint64(len(data))
	// An initial value is at most a few words, so start a little before off.
	i := sort.Search(len(inits), func(i int) bool { return inits[i].Offset+4096 > off })
	for ; i < len(inits) && inits[i].Offset < end; i++ {
		v := mem.prog.Terms.ConstValue(inits[i].Value)
		bytes := make([]uint64, (v.Sort().Width()+63)/64)
		valueWords(bytes, v)
		for b := range uint64(v.Sort().Width() / 8) {
			if p := inits[i].Offset + b; p >= off && p < end {
				data[p-off] = byte(bytes[b/8] >> (b % 8 * 8))
			}
		}
	}
}

// own returns the object of region r ready to be written: a copy, when
// another machine sees it too.
func (mem *memory) own(r uint64, o *object) *object {
	if !o.shared {
		return o
	}
	c := *o
	c.shared = false
	c.small = o.small.clone()
	if o.pages != nil {
		c.pages = make(map[uint64]chunk, len(o.pages))
		for i, p := range o.pages {
			c.pages[i] = p.clone()
		}
	}
	mem.set(r, &c)
	return &c
}

func (c chunk) clone() chunk {
	return chunk{data: append([]byte(nil), c.data...), undef: append([]uint64(nil), c.undef...)}
}

// isUndef reports whether byte i has not been chosen.
func (c chunk) isUndef(i uint64) bool { return c.undef != nil && c.undef[i/64]>>(i%64)&1 != 0 }

func (c chunk) setUndef(i uint64, undef bool) {
	if c.undef == nil {
		return
	}
	if undef {
		c.undef[i/64] |= 1 << (i % 64)
	} else {
		c.undef[i/64] &^= 1 << (i % 64)
	}
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
