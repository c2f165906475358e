package memory

import (
	"maps"
	"slices"
	"sort"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/trace"
)

// Object is one object of memory: static, heap or stack.
type Object struct {
	Addr, Size uint64
	small      chunk            // the content, unless pages is used
	spare      chunk            // room for the content of a later object here
	pages      map[uint64]chunk // of objects larger than bigObject, by offset / pageSize
	Static     int32            // index in Program.Objects, or -1
	Kind       cfa.AllocKind    // of a dynamic object
	zero       bool             // a dynamic object that starts at zero
	Live       bool
	ReadOnly   bool
	code       bool // a function, which is neither read nor written
	Exposed    bool // on the stack: its address was stored, or given to another thread
	// shared is set once two machines point to the object; it must be copied
	// before it is written. It is never unset.
	shared bool
	Op     *cfa.Alloc // of a dynamic object
	Key    trace.Key  // of the Alloc edge, or trace.Static
	Number int        // counts the allocations of a run from 1
}

// chunk is a stretch of content. A set bit of undef marks a byte whose value has not been chosen yet; nil:
// there is none.
type chunk struct {
	data  []byte
	undef []uint64
}

const (
	bigObject = 1 << 16
	pageSize  = 1 << 12
)

// die ends the life of an object that no other machine points to. Its room may be
// kept for the next object of its region.
func (o *Object) die(keep bool) {
	o.spare = chunk{}
	if keep && !o.shared && len(o.small.data) <= pageSize {
		o.spare = o.small
	}
	o.Live, o.shared, o.small, o.pages = false, false, chunk{}, nil
}

// bytes is how much content of o was made so far.
func (o *Object) bytes() uint64 {
	if o == nil {
		return 0
	}
	n := uint64(len(o.small.data))
	for _, p := range o.pages {
		n += uint64(len(p.data))
	}
	return n
}

// chunk returns the content of o around offset off, and the offset in o at which it starts.
func (mem *Memory) chunk(o *Object, off uint64) (c chunk, base uint64) {
	if o.Size <= bigObject {
		if o.small.data == nil {
			o.small = mem.content(o, 0, o.Size)
		}
		return o.small, 0
	}
	page := off / pageSize
	c, ok := o.pages[page]
	if !ok {
		if o.pages == nil {
			o.pages = make(map[uint64]chunk)
		}
		c = mem.content(o, page*pageSize, min(pageSize, o.Size-page*pageSize))
		o.pages[page] = c
	}
	return c, page * pageSize
}

// content makes the initial content of n bytes of o from offset off on.
func (mem *Memory) content(o *Object, off, n uint64) chunk {
	mem.used += n
	c, undef := o.room(n), !o.zero
	if o.Static >= 0 {
		st := mem.prog.Objects[o.Static]
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
func (o *Object) room(n uint64) chunk {
	if uint64(cap(o.spare.data)) < n {
		return chunk{data: make([]byte, n)}
	}
	data := o.spare.data[:n]
	clear(data)
	return chunk{data: data}
}

// initialise copies the part of inits that falls on data, which stands at off.
func (mem *Memory) initialise(data []byte, inits []cfa.Init, off uint64) {
	end := off + uint64(len(data))
	// An initial value is at most a few words, so start a little before off.
	i := sort.Search(len(inits), func(i int) bool { return inits[i].Offset+4096 > off })
	for ; i < len(inits) && inits[i].Offset < end; i++ {
		v := mem.prog.Terms.ConstValue(inits[i].Value)
		bytes := make([]uint64, (v.Sort().Width()+63)/64)
		bytecode.ValueWords(bytes, v)
		for b := range uint64(v.Sort().Width() / 8) {
			if p := inits[i].Offset + b; p >= off && p < end {
				data[p-off] = byte(bytes[b/8] >> (b % 8 * 8))
			}
		}
	}
}

// own returns o ready to be written: a copy, when another machine sees it too.
func (mem *Memory) own(o *Object) *Object {
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
	mem.set(o.Addr>>mem.bits, &c)
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

// Blocks lists the objects of the heap that live and that the program has to free, by address.
func (mem *Memory) Blocks() []*Object {
	return slices.DeleteFunc(mem.Live(), func(o *Object) bool {
		return o.Static >= 0 || !o.Kind.IsHeap() || o.Op.Given
	})
}

// Live lists the objects that live, by address.
func (mem *Memory) Live() []*Object {
	var out []*Object
	add := func(o *Object) {
		if o != nil && o.Live {
			out = append(out, o)
		}
	}
	for _, o := range mem.dense {
		add(o)
	}
	for _, r := range slices.Sorted(maps.Keys(mem.far)) {
		add(mem.far[r])
	}
	return out
}

// Words calls f with what each stretch of n bytes of a live object holds, as a number, at whatever offset,
// unless some of them have not been chosen.
func (mem *Memory) Words(o *Object, n uint64, f func(uint64)) {
	word, known := uint64(0), uint64(0)
	for off := range o.Size {
		if o.pages != nil && o.pages[off/pageSize].data == nil && o.Static < 0 {
			known = 0 // nothing was written here
			continue
		}
		c, base := mem.chunk(o, off)
		if c.isUndef(off - base) {
			known = 0
			continue
		}
		word = word>>8 | uint64(c.data[off-base])<<(8*(n-1))
		if known++; known >= n {
			f(word)
		}
	}
}
