package abstract

import (
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
)

// object is an object of memory.
type object struct {
	id    pointsto.ObjID
	start uint64
	size  uint64
	// initial are the bytes that it begins with; nil: zero. undef: any bytes.
	initial  []byte
	undef    bool
	readOnly bool
	alive    bool
	blur     bool // what has no cell is not known
	untidy   bool // cells may overlap
	cells    map[int]*cell
}

// cell is the value of some bytes from an offset on.
type cell struct {
	size   int
	value  *value
	number uint64
}

const widest = 16

// eitherCell is what is right of an offset for two cells. One that is nil has the bytes as they were at
// first; lost says that this is not known.
func (o *object) eitherCell(r *ranges, at int, a, b *cell, lost bool) *cell {
	switch {
	case a == b:
		return a
	case a == nil:
		a, b = b, a
	}
	size := a.size
	switch {
	case b != nil && b.size != a.size:
		o.untidy = true
		size = max(a.size, b.size)
		return &cell{size: size, value: anything(8 * size)}
	case b == nil:
		n, ok := o.first(at, size)
		if !ok || lost {
			o.untidy = o.untidy || lost
			return &cell{size: size, value: anything(8 * size)}
		}
		b = &cell{size: size, number: n}
	}
	c := &cell{size: size}
	c.value, c.number = r.join(a.value, a.number, b.value, b.number, 8*size)
	return c
}

// overlaps reports whether bytes from an offset on are also part of a cell at another one, as cells are
// before the sides or at the end of one of them.
func (o *object) overlaps(at, size int, sides []func(key) *change) bool {
	for start := at - widest + 1; start < at+size; start++ {
		if start == at {
			continue
		}
		cells := []*cell{o.cells[start]}
		for _, find := range sides {
			if c := find(key{object: o, at: start}); c != nil {
				cells = append(cells, c.cell)
			}
		}
		for _, c := range cells {
			if c != nil && start+c.size > at {
				return true
			}
		}
	}
	return false
}

// first is what n bytes are at first.
func (o *object) first(at, n int) (uint64, bool) {
	if o.undef || o.blur || n > 8 {
		return 0, false
	}
	var v uint64
	for i := range n {
		if at+i < len(o.initial) {
			v |= uint64(o.initial[at+i]) << (8 * i)
		}
	}
	return v, true
}

func (x *execution) setCell(o *object, at int, c *cell) {
	x.note(change{object: o, at: at, cell: o.cells[at]})
	if c == nil {
		delete(o.cells, at)
	} else {
		o.cells[at] = c
	}
}

func (x *execution) setObject(o *object, alive, blur bool) {
	x.note(change{object: o, whole: true, alive: o.alive, blur: o.blur})
	o.alive, o.blur = alive, blur
}

// object finds the object of an address, or nil.
func (x *execution) object(addr uint64) *object {
	p := x.r.info.Prog
	n := p.RegionOf(addr)
	if o := x.objects[n]; o != nil {
		return o
	}
	id, ok := x.r.info.Points.StaticObject(addr)
	if !ok {
		return nil
	}
	st := x.r.info.Points.Objects[id].Static
	o := &object{id: id, start: st.Addr, size: st.Size, initial: x.r.image(id), undef: st.Undefined,
		readOnly: st.ReadOnly || st.Kind == cfa.Func, alive: true, cells: map[int]*cell{}}
	x.objects[n] = o
	return o
}

// valid reports whether n bytes at an address may be accessed.
func (x *execution) valid(addr uint64, n int, write bool) bool {
	o := x.object(addr)
	return o != nil && o.alive && addr-o.start < o.size && uint64(n) <= o.size-(addr-o.start) &&
		!(write && o.readOnly)
}

// load reads n bytes.
func (x *execution) load(addr uint64, n int) (*value, uint64) {
	o := x.object(addr)
	if o == nil || n > 8 {
		return anything(8 * n), 0
	}
	at := int(addr - o.start)
	if c := o.cells[at]; c != nil && c.size == n {
		return c.value, c.number
	}
	// Bytes of several cells are put together if all are known.
	var number uint64
	for i := range n {
		b, ok := o.byte(at + i)
		if !ok {
			return anything(8 * n), 0
		}
		number |= uint64(b) << (8 * i)
	}
	return nil, number
}

// byte is a byte of an object, if it is known.
func (o *object) byte(at int) (byte, bool) {
	for start := at; start > at-widest; start-- {
		c := o.cells[start]
		if c == nil || start+c.size <= at {
			continue
		}
		if c.value != nil || c.size > 8 {
			return 0, false
		}
		return byte(c.number >> (8 * (at - start))), true
	}
	b, ok := o.first(at, 1)
	return byte(b), ok
}

// store writes n bytes. Cells that it cuts fall into bytes.
func (x *execution) store(addr uint64, n int, v *value, number uint64) {
	o := x.object(addr)
	if o == nil {
		return
	}
	at := int(addr - o.start)
	if c := o.cells[at]; c == nil || c.size != n || o.untidy {
		for start := at - widest + 1; start < at+n; start++ {
			if c := o.cells[start]; c != nil && start+c.size > at && (start != at || c.size != n) {
				x.cutCell(o, start, c, at, n)
			}
		}
	}
	x.setCell(o, at, &cell{n, v, number})
}

// cutCell leaves the bytes of a cell outside of n bytes from an offset on.
func (x *execution) cutCell(o *object, start int, c *cell, at, n int) {
	x.setCell(o, start, nil)
	for i := range c.size {
		if start+i >= at && start+i < at+n {
			continue
		}
		b := &cell{size: 1, number: c.number >> (8 * i) & 0xff}
		if c.value != nil || c.size > 8 {
			b.value = anything(8)
		}
		x.setCell(o, start+i, b)
	}
}

// spoil forgets what places hold, since they may have been stored to, or their objects freed.
func (x *execution) spoil(refs []pointsto.Ref, anywhere bool) {
	for _, st := range x.r.info.Prog.Objects {
		x.object(st.Addr)
	}
	for _, n := range x.sorted() {
		o := x.objects[n]
		hit := anywhere
		for _, r := range refs {
			hit = hit || r.Obj == o.id
		}
		if !hit || o.readOnly {
			continue
		}
		for at := range o.cells {
			x.setCell(o, at, nil)
		}
		x.setObject(o, o.alive && (x.r.safe || !x.r.freed(o)), true)
	}
}
