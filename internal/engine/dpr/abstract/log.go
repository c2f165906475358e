package abstract

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/dpr/oracle"
)

// frame is one activation of a procedure, or, once in an execution, the registers of the thread. Words are
// right where values are nil.
type frame struct {
	proc   *cfa.Proc
	sites  []*site
	loc    cfa.LocID
	call   *cfa.Edge
	words  []uint64
	values []*value
}

// change is one change of the state, with what was there before.
type change struct {
	frame *frame // of a register; nil: bytes of an object
	at    int    // the register, or the offset

	object *object
	value  *value
	number uint64
	cell   *cell
	whole  bool // the object as a whole: alive, blurred
	alive  bool
	blur   bool
}

// mark is a state that can be returned to.
type mark struct {
	log    int
	index  oracle.Mark
	frames []*frame
	locs   []cfa.LocID
}

// note logs a change. Outside of sides nothing is taken back.
func (x *execution) note(c change) {
	if x.depth > 0 {
		x.log = append(x.log, c)
	}
}

// set gives a register a value.
func (x *execution) set(f *frame, at int, v *value, n uint64) {
	if x.depth > 0 {
		x.note(change{frame: f, at: at, value: f.values[at], number: f.words[at]})
	}
	f.values[at], f.words[at] = v, n
}

// mark notes the state.
func (x *execution) mark() mark {
	m := mark{log: len(x.log), index: x.index.Mark(), frames: x.frames[:len(x.frames):len(x.frames)],
		locs: make([]cfa.LocID, len(x.frames))}
	for i, f := range x.frames {
		m.locs[i] = f.loc
	}
	return m
}

// undo returns to a state.
func (x *execution) undo(m mark) {
	x.takeBack(m.log)
	x.frames = m.frames
	for i, f := range x.frames {
		f.loc = m.locs[i]
	}
	x.index.Reset(m.index)
}

// takeBack takes back the changes from an entry of the log on.
func (x *execution) takeBack(from int) {
	for i := len(x.log) - 1; i >= from; i-- {
		c := &x.log[i]
		switch {
		case c.frame != nil:
			c.frame.values[c.at], c.frame.words[c.at] = c.value, c.number
		case c.whole:
			c.object.alive, c.object.blur = c.alive, c.blur
		case c.cell == nil:
			delete(c.object.cells, c.at)
		default:
			c.object.cells[c.at] = c.cell
		}
	}
	x.log = x.log[:from]
}

// key names what was changed.
type key struct {
	frame  *frame
	object *object
	at     int
	whole  bool
}

func (c *change) key() key { return key{c.frame, c.object, c.at, c.whole} }

// delta is the state of what was changed since a mark, each thing once.
type delta []change

// few is how many changes are searched one by one.
const few = 16

func (x *execution) delta(m mark) delta {
	var d delta
	var seen map[key]bool
	if len(x.log)-m.log > few {
		seen = make(map[key]bool, len(x.log)-m.log)
	}
	for i := m.log; i < len(x.log); i++ {
		k := x.log[i].key()
		if seen == nil {
			if d.find(k) != nil {
				continue
			}
		} else if seen[k] {
			continue
		} else {
			seen[k] = true
		}
		d = append(d, x.current(k))
	}
	return d
}

// find returns the state of something, or nil.
func (d delta) find(k key) *change {
	for i := range d {
		if d[i].key() == k {
			return &d[i]
		}
	}
	return nil
}

// finder finds changes of a delta by their keys.
func (d delta) finder() func(key) *change {
	if len(d) <= few {
		return d.find
	}
	index := make(map[key]int, len(d))
	for i := range d {
		index[d[i].key()] = i
	}
	return func(k key) *change {
		if i, ok := index[k]; ok {
			return &d[i]
		}
		return nil
	}
}

// current is the state of something.
func (x *execution) current(k key) change {
	c := change{frame: k.frame, object: k.object, at: k.at, whole: k.whole}
	switch {
	case k.frame != nil:
		c.value, c.number = k.frame.values[k.at], k.frame.words[k.at]
	case k.whole:
		c.alive, c.blur = k.object.alive, k.object.blur
	default:
		c.cell = k.object.cells[k.at]
	}
	return c
}

// apply makes a change.
func (x *execution) apply(c change) {
	switch {
	case c.frame != nil:
		x.set(c.frame, c.at, c.value, c.number)
	case c.whole:
		x.setObject(c.object, c.alive, c.blur)
	default:
		x.setCell(c.object, c.at, c.cell)
	}
}

// join makes the state one that is right after each of several deltas.
func (x *execution) join(sides []delta) {
	finders := make([]func(key) *change, len(sides))
	for i, d := range sides {
		finders[i] = d.finder()
	}
	for i, d := range sides {
	next:
		for j := range d {
			k := d[j].key()
			for _, earlier := range finders[:i] {
				if earlier(k) != nil {
					continue next
				}
			}
			lost := k.object != nil && !k.whole && x.lost(k, finders)
			before := x.current(k)
			all := before
			if i == 0 {
				all = d[j]
			}
			for n, find := range finders {
				c := find(k)
				if c == nil {
					c = &before
				}
				if n > 0 {
					all = x.either(all, *c, lost)
				}
			}
			x.apply(all)
		}
	}
}

// lost reports whether bytes that have no cell after one of the sides are not as they were at first.
func (x *execution) lost(k key, sides []func(key) *change) bool {
	size := 0
	for _, find := range sides {
		if c := find(k); c != nil && c.cell != nil {
			size = max(size, c.cell.size)
		}
		if c := find(key{object: k.object, whole: true}); c != nil && c.blur {
			return true
		}
	}
	if c := k.object.cells[k.at]; c != nil {
		size = max(size, c.size)
	}
	return k.object.overlaps(k.at, size, sides)
}

// either is what is right after two changes of the same thing.
func (x *execution) either(a, b change, lost bool) change {
	switch {
	case a.frame != nil:
		a.value, a.number = x.r.ranges.join(a.value, a.number, b.value, b.number,
			x.r.widths[a.frame.proc][a.at])
	case a.whole:
		a.alive, a.blur = a.alive && b.alive, a.blur || b.blur
	default:
		a.cell = a.object.eitherCell(&x.r.ranges, a.at, a.cell, b.cell, lost)
	}
	return a
}
