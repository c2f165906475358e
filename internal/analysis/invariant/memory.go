package invariant

import (
	"cmp"
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
)

// memory is what the objects hold that threads share, with what is said of the content of those that one
// thread alone can see.
type memory struct {
	prog    *cfa.Program
	out     *outcome
	space   *space
	shared  []*content // by object
	initial *content   // of every object: no cell
	stops   absint.Thresholds
	// fresh is the shared memory that a pass of narrowing makes; nil: none is under way.
	fresh []*content
}

// narrowing reports whether what is stored is gathered anew.
func (x *memory) narrowing() bool { return x.fresh != nil }

// startNarrowing begins to gather anew what is stored.
func (x *memory) startNarrowing() {
	x.fresh = make([]*content, len(x.space.objs))
	for o := range x.fresh {
		x.fresh[o] = &content{}
		x.space.objs[o].sized = false
	}
}

// endNarrowing takes what was gathered for what shared memory holds, and reports whether that is less than
// before.
func (x *memory) endNarrowing() bool {
	less := false
	for o, m := range x.fresh {
		less = less || m.lacks(x.shared[o])
	}
	x.shared, x.fresh = x.fresh, nil
	return less
}

func (x *memory) addObject(o *object) int32 {
	x.space.objs = append(x.space.objs, o)
	x.shared = append(x.shared, &content{})
	if x.fresh != nil {
		x.fresh = append(x.fresh, &content{})
	}
	return int32(len(x.space.objs) - 1)
}

// own returns the content of an object if its last instance is private; nil when it cannot be.
func (x *memory) own(s *state, o int32) *content {
	if i, ok := slices.BinarySearchFunc(s.mem, o, func(p privateObj,
		o int32) int {
		return cmp.Compare(p.obj, o)
	}); ok {
		return s.mem[i].mem
	}
	if s.alone && x.space.objs[o].static != nil {
		return x.initial
	}
	return nil
}

// seen reports whether other threads may see the last instance of an object.
func (x *memory) seen(s *state, o int32) bool {
	if x.space.objs[o].static != nil {
		return s.crowd
	}
	return hasObj(s.shared, o)
}

// target is what an access does: for each reference, whether the private
// memory and whether the shared memory is concerned.
func (x *memory) concerned(s *state, r ref) (private *content, shared bool) {
	if r.old && x.space.objs[r.obj].static == nil {
		return nil, true
	}
	return x.own(s, r.obj), x.seen(s, r.obj)
}

// read returns what the places of an access may hold in private memory.
func (x *memory) readOwn(o int32, m *content, p place) value {
	g := gathered{val: value{width: 8 * p.size}}
	for _, c := range m.cells {
		r := p.relate(c)
		if _, ok := p.exact(); ok && r == alike {
			return c.val
		}
		g.add(r, c.val)
	}
	for _, s := range m.smears {
		g.add(p.relateSmear(s), s.val)
	}
	g.val = g.val.join(x.initially(o, p))
	return g.result(8 * p.size)
}

// readShared returns what the places of an access may hold in shared memory.
func (x *memory) readShared(o int32, p place) value {
	m := x.shared[o]
	g := gathered{val: value{width: 8 * p.size}}
	for _, c := range m.cells {
		g.add(p.relate(c), c.val)
	}
	for _, s := range m.smears {
		g.add(p.relateSmear(s), s.val)
	}
	for _, r := range m.raw {
		if p.off.Lo > p.off.Hi || p.off.Lo < r.hi && (r.lo <= p.off.Hi || r.lo-p.off.Hi < uint64(p.size)) {
			g.val = g.val.join(x.initially(o, p))
			break
		}
	}
	return g.result(8 * p.size)
}

// maxInits bounds how many initial values are looked at for one access.
const maxInits = 64

// initially is what the places of an access hold when the object is made.
func (x *memory) initially(o int32, p place) value {
	width := 8 * p.size
	obj := x.space.objs[o]
	if obj.static == nil {
		if obj.zero && width <= 64 {
			return numberOf(absint.Single(width, 0))
		}
		return topOf(width)
	}
	if width > 64 || obj.static.Undefined {
		return topOf(width)
	}
	if off, ok := p.exact(); ok {
		return x.space.initialOf(obj.static, off, p.size)
	}
	if len(obj.static.Init) == 0 {
		return numberOf(absint.Single(width, 0))
	}
	end := obj.static.Size
	if p.off.Lo > p.off.Hi || (min(p.off.Hi, end)-min(p.off.Lo, end))/p.off.Step > maxInits {
		return topOf(width)
	}
	out := value{width: width}
	for off := p.off.Lo; off <= p.off.Hi && off+uint64(p.size) <= end; off += p.off.Step {
		out = out.join(x.space.initialOf(obj.static, off, p.size))
	}
	return out
}

// writeOwn returns private memory after a store; all: the store takes place, at one of the places.
func (x *memory) writeOwn(o int32, m *content, p place, v value, all bool) *content {
	out := &content{cells: slices.Clone(m.cells), smears: m.smears}
	off, exact := p.exact()
	if exact {
		if !all {
			v = v.join(x.readOwn(o, m, p))
		}
		out.place(cell{off: off, size: p.size, val: v})
		out.bound()
		return out
	}
	for i, c := range out.cells {
		switch p.relate(c) {
		case alike:
			out.cells[i].val = c.val.join(v)
		case mixed:
			if !c.val.isZero() || !v.isZero() {
				out.cells[i].val = topOf(8 * c.size)
			}
		}
	}
	out.smears = slices.Clone(m.smears)
	mod, rem := p.lattice()
	out.smear(smear{mod: mod, rem: rem, size: p.size, val: v}, value.join)
	return out
}

// mergeContent returns private memory over both, and whether it differs from a.
func (x *memory) mergeContent(o int32, a, b *content, f merger) (*content, bool) {
	if a == b {
		return a, false
	}
	out := &content{cells: slices.Clone(a.cells), smears: a.smears}
	changed := false
	for i, c := range a.cells {
		w := x.readOwn(o, b, place{absint.Single(64, c.off), c.size})
		if !c.val.contains(w) {
			out.cells[i].val, changed = f(c.val, w), true
		}
	}
	for _, c := range b.cells {
		p := place{absint.Single(64, c.off), c.size}
		if slices.ContainsFunc(a.cells, func(d cell) bool { return d.off == c.off && d.size == c.size }) {
			continue
		}
		if v := x.readOwn(o, a, p); !a.covers(c) && (a.across(p) || !v.contains(c.val)) {
			c.val, changed = v.join(c.val), true
			out.place(c)
		}
	}
	for _, s := range b.smears {
		i := slices.IndexFunc(out.smears, func(t smear) bool {
			return t.mod == s.mod && t.rem == s.rem &&
				t.size == s.size
		})
		if i >= 0 && out.smears[i].val.contains(s.val) {
			continue
		}
		if collapsed(out.smears) {
			continue
		}
		out.smears = slices.Clone(out.smears)
		out.smear(s, f)
		changed = true
	}
	if !changed {
		return a, false
	}
	out.bound()
	return out, true
}

// growth is how often a place of shared memory grows before it is widened, and
// further how often it is widened to thresholds.
const (
	growth     = 3
	lateGrowth = 14
)

// grow joins or widens the value of a shared place.
func (x *memory) grow(old, v value, times int) value {
	switch {
	case times < growth || x.fresh != nil:
		return old.join(v)
	case times < lateGrowth:
		return old.widen(v, x.stops)
	}
	return old.widen(v, nil)
}

// writeShared adds a value to shared memory, and reports whether that was news.
func (x *memory) writeShared(m *content, p place, v value) bool {
	if v.empty() {
		return false
	}
	if off, ok := p.exact(); ok {
		for i := range m.cells {
			c := &m.cells[i]
			if c.off != off || c.size != p.size {
				continue
			}
			if c.val.contains(v) {
				return false
			}
			c.val = x.grow(c.val, v, c.grown)
			c.grown++
			return true
		}
		for _, s := range m.smears {
			if p.relateSmear(s) == alike && s.val.contains(v) || collapsed(m.smears) {
				return false
			}
		}
		m.cells = append(m.cells, cell{off: off, size: p.size, val: v})
		m.bound()
		return true
	}
	if collapsed(m.smears) {
		return false
	}
	mod, rem := p.lattice()
	for i := range m.smears {
		s := &m.smears[i]
		if s.mod != mod || s.rem != rem || s.size != p.size {
			continue
		}
		if s.val.contains(v) {
			return false
		}
		s.val = x.grow(s.val, v, s.grown)
		s.grown++
		return true
	}
	m.smear(smear{mod: mod, rem: rem, size: p.size, val: v}, value.join)
	return true
}

func (x *memory) mergeMem(a, b *state, f merger) ([]privateObj, bool) {
	out := make([]privateObj, 0, max(len(a.mem), len(b.mem)))
	changed := false
	i, j := 0, 0
	for i < len(a.mem) || j < len(b.mem) {
		switch {
		case j == len(b.mem) || i < len(a.mem) && a.mem[i].obj < b.mem[j].obj:
			p := a.mem[i]
			if c := x.own(b, p.obj); c != nil {
				var diff bool
				p.mem, diff = x.mergeContent(p.obj, p.mem, c, f)
				changed = changed || diff
			}
			out = append(out, p)
			i++
		case i == len(a.mem) || b.mem[j].obj < a.mem[i].obj:
			p := b.mem[j]
			if c := x.own(a, p.obj); c != nil {
				var diff bool
				p.mem, diff = x.mergeContent(p.obj, c, p.mem, f)
				changed = changed || diff
			} else {
				changed = true
			}
			out = append(out, p)
			j++
		default:
			p := a.mem[i]
			var diff bool
			p.mem, diff = x.mergeContent(p.obj, p.mem, b.mem[j].mem, f)
			changed = changed || diff
			out = append(out, p)
			i++
			j++
		}
	}
	if !changed {
		return a.mem, false
	}
	return out, true
}
