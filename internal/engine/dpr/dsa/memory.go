package dsa

import (
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/dpr/oracle"
	"whittle.dev/term"
)

// memory has the values of bytes that were stored, and what was smeared over them: at the end of a scope
// it is noted which places its sides may have stored to, and merged into a value when it is loaded.
type memory[V any] struct {
	shape   *Shape
	bytes   map[uint64]*[chunk]int32 // by address / chunk: indices in entries, 0: never stored
	entries []entry[V]
	regions map[uint64]*region[V]
	objects map[pointsto.ObjID][]*region[V]
	smears  []smear[V] // over everything
	clock   int
	tree    *oracle.Tree
	changed bool // by the program: more is known than what was loaded
}

const chunk = 8

// entry is a value of some bytes from an address on.
type entry[V any] struct {
	value V
	addr  uint64
	size  int
	time  int
}

// region is an object.
type region[V any] struct {
	start  uint64
	object pointsto.ObjID
	undef  bool // its bytes are inputs until they are set
	name   oracle.Name
	smears []smear[V]
}

// smear is the end of a scope in which a place may have been stored to.
type smear[V any] struct {
	guard V
	ref   pointsto.Ref
	exact bool // the offset of ref is known
	time  int
}

// begin makes the tables at the first use of memory: many executions have none.
func (m *memory[V]) begin() {
	if m.entries == nil {
		m.bytes = map[uint64]*[chunk]int32{}
		m.entries = make([]entry[V], 1)
		m.regions = map[uint64]*region[V]{}
		m.objects = map[pointsto.ObjID][]*region[V]{}
	}
}

// region finds the object of an address.
func (m *memory[V]) region(addr uint64) *region[V] {
	m.begin()
	p := m.shape.info.Prog
	n := p.RegionOf(addr)
	r := m.regions[n]
	if r == nil {
		r = &region[V]{start: p.RegionStart(n)}
		if o, ok := m.shape.info.Points.StaticObject(addr); ok {
			r.object = o
			r.undef = m.shape.info.Points.Objects[o].Static.Undefined
			r.name = m.tree.Below(oracle.Root, cfa.NoEdge, n)
		}
		m.regions[n] = r
		m.objects[r.object] = append(m.objects[r.object], r)
	}
	return r
}

// alloc notes a new object.
func (m *memory[V]) alloc(e *cfa.Edge, addr uint64, name oracle.Name) {
	m.begin()
	m.clock++
	m.changed = true
	r := &region[V]{start: addr, undef: !e.Op.(cfa.Alloc).Zero, name: name}
	r.object, _ = m.shape.info.Points.Site(e)
	m.regions[m.shape.info.Prog.RegionOf(addr)] = r
	m.objects[r.object] = append(m.objects[r.object], r)
}

// store notes that n bytes were stored.
func (m *memory[V]) store(addr uint64, n int, v V) {
	m.begin()
	m.clock++
	id := int32(len(m.entries))
	m.entries = append(m.entries, entry[V]{v, addr, n, m.clock})
	for i := range uint64(n) {
		*m.byte(addr + i) = id
	}
}

func (m *memory[V]) byte(addr uint64) *int32 {
	m.begin()
	c := m.bytes[addr/chunk]
	if c == nil {
		c = new([chunk]int32)
		m.bytes[addr/chunk] = c
	}
	return &c[addr%chunk]
}

// smear notes that places may have been stored to, or objects freed, depending on a guard.
func (m *memory[V]) smear(guard V, refs []pointsto.Ref, anywhere bool) {
	if len(refs) == 0 && !anywhere {
		return
	}
	m.clock++
	m.changed = true
	if anywhere {
		m.smears = append(m.smears, smear[V]{guard: guard, time: m.clock})
		return
	}
	for _, ref := range refs {
		_, exact := ref.Off.Exact()
		if o := m.shape.info.Points.Objects[ref.Obj]; o.Static != nil {
			m.region(o.Static.Addr)
		}
		for _, r := range m.objects[ref.Obj] {
			r.smears = append(r.smears, smear[V]{guard, ref, exact, m.clock})
		}
	}
}

// widest is the largest access in bytes.
const widest = 16

// over calls f with the guards that were smeared over n bytes since a time.
func (m *memory[V]) over(r *region[V], addr uint64, n, since int, f func(guard V)) {
	for i := len(r.smears) - 1; i >= 0 && r.smears[i].time > since; i-- {
		s := &r.smears[i]
		if s.exact && n > 0 {
			off, _ := s.ref.Off.Exact()
			if at := int64(addr - r.start); at+int64(n) <= off || off+widest <= at {
				continue
			}
		}
		f(s.guard)
	}
	for i := len(m.smears) - 1; i >= 0 && m.smears[i].time > since; i-- {
		f(m.smears[i].guard)
	}
}

// life lists the guards of branches that may have ended the life of the object at an address.
func (m *memory[V]) life(addr uint64) (out []V) {
	m.over(m.region(addr), addr, 0, 0, func(g V) { out = append(out, g) })
	return out
}

// load is the value of some bytes.
func (w *Walker[V]) load(addr uint64, sort term.Sort, lo, hi uint64) V {
	m := &w.memory
	n := sort.Width() / 8
	if id := *m.byte(addr); id != 0 {
		if e := m.entries[id]; e.addr == addr && e.size == n && m.whole(id, addr, n) {
			return w.merged(e.value, sort, addr, n, e.time)
		}
	}
	var parts []Part[V]
	for i := 0; i < n; {
		at := addr + uint64(i)
		id := *m.byte(at)
		k := 1
		for i+k < n && id != 0 && *m.byte(at + uint64(k)) == id {
			k++
		}
		v, first, since, whole := w.initial(at, lo, hi, i), 0, 0, term.BitVec(8)
		if id != 0 {
			e := m.entries[id]
			v, first, since, whole = e.value, int(at-e.addr), e.time, term.BitVec(8*e.size)
		}
		parts = append(parts, Part[V]{w.merged(v, whole, at, k, since), first, k})
		i += k
	}
	return w.keep(addr, n, w.domain.Bytes(parts, lo, hi))
}

// whole reports whether n bytes are those of one entry.
func (m *memory[V]) whole(id int32, addr uint64, n int) bool {
	for i := 1; i < n; i++ {
		if *m.byte(addr + uint64(i)) != id {
			return false
		}
	}
	return true
}

// initial is the value of a byte that was never stored: byte i of a value.
func (w *Walker[V]) initial(addr, lo, hi uint64, i int) V {
	b := lo >> (8 * i % 64) & 0xff
	if i >= 8 {
		b = hi >> (8 * (i - 8)) & 0xff
	}
	r := w.memory.region(addr)
	if r.undef {
		return w.domain.Input(w.ByteName(r.name, addr-r.start), nil, term.BitVec(8), b, 0)
	}
	return w.domain.Constant(term.BitVec(8), b, 0)
}

// ByteName names a byte of an object that has a name.
func (w *Walker[V]) ByteName(object oracle.Name, off uint64) oracle.Name {
	return w.Index.Tree().Below(object, cfa.NoEdge, off)
}

// merged is a value with what was smeared over its bytes since a time, which are then as they are now.
func (w *Walker[V]) merged(v V, sort term.Sort, addr uint64, n, since int) V {
	any := false
	w.memory.over(w.memory.region(addr), addr, n, since, func(g V) {
		v = w.domain.Merge(g, v, sort)
		any = true
	})
	if any && sort.Width() == 8*n {
		return w.keep(addr, n, v)
	}
	return v
}

// keep notes the value of some bytes as it is now.
func (w *Walker[V]) keep(addr uint64, n int, v V) V {
	w.memory.store(addr, n, v)
	return v
}
