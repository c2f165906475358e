package invariant

import (
	"cmp"
	"slices"

	"whittle.dev/internal/absint"
)

// content is what is known of the memory of an object. It is used in two ways: as the content of one instance
// that only one thread can see, where a store replaces what was there and bytes that no cell covers are as
// they were at first or as a smear says; and as all that the shared instances of an object ever hold, where
// cells overlap freely and nothing is replaced.
type content struct {
	cells  []cell  // private: ascending and apart
	smears []smear // in the order of their making
	// raw are the bytes of shared instances that another thread may see as they
	// were at first; ascending and apart.
	raw []byteRange
}

// cell is a scalar at an exact offset.
type cell struct {
	off   uint64
	size  int
	val   value
	grown int
}

// smear is the scalars at the offsets rem, rem+mod, rem+2*mod, ...
type smear struct {
	mod, rem uint64
	size     int
	val      value
	grown    int
}

type byteRange struct{ lo, hi uint64 } // hi is excluded

// place are the places of size bytes that an access may touch.
type place struct {
	off  absint.Strided
	size int
}

func (p place) exact() (uint64, bool) { return p.off.Const() }

// lattice returns the offsets as a congruence; mod 0: one offset.
func (p place) lattice() (mod, rem uint64) {
	if p.off.Step == 0 {
		return 0, p.off.Lo
	}
	if p.off.Lo > p.off.Hi { // round the circle, where only powers of two stay
		step := p.off.Step & -p.off.Step
		return step, p.off.Lo % step
	}
	return p.off.Step, p.off.Lo % p.off.Step
}

// relation says how places of two lattices lie to each other.
type relation uint8

const (
	apart relation = iota
	alike          // places coincide or have no byte in common
	mixed
)

func relate(mod1, rem1 uint64, n1 int, mod2, rem2 uint64, n2 int) relation {
	if mod1 == 0 && mod2 == 0 {
		switch {
		case rem1 == rem2 && n1 == n2:
			return alike
		case rem1 < rem2 && rem2-rem1 >= uint64(n1), rem2 < rem1 && rem1-rem2 >= uint64(n2):
			return apart
		}
		return mixed
	}
	g := absint.GCD(mod1, mod2)
	d := rem1%g - rem2%g // how far 1 lies behind 2, modulo g
	if rem1%g < rem2%g {
		d += g
	}
	switch {
	case n1 == n2 && d == 0 && uint64(n1) <= g:
		return alike
	case d >= uint64(n2) && g-d >= uint64(n1):
		return apart
	}
	return mixed
}

// relate says how a cell lies to the places of an access.
func (p place) relate(c cell) relation {
	if p.off.Lo <= p.off.Hi && p.off.Hi < 1<<62 &&
		(c.off >= p.off.Hi+uint64(p.size) || c.off+uint64(c.size) <= p.off.Lo) {
		return apart
	}
	mod, rem := p.lattice()
	return relate(mod, rem, p.size, 0, c.off, c.size)
}

func (p place) relateSmear(s smear) relation {
	mod, rem := p.lattice()
	return relate(mod, rem, p.size, s.mod, s.rem, s.size)
}

// gathered joins what overlaps an access.
type gathered struct {
	val   value
	other bool // something lies across, that is not zero
	zero  bool // something lies across, that is zero
}

func (g *gathered) add(r relation, v value) {
	switch {
	case r == alike:
		g.val = g.val.join(v)
	case r == mixed && v.isZero():
		g.zero = true
	case r == mixed && !v.empty():
		g.other = true
	}
}

func (g *gathered) result(width int) value {
	switch {
	case g.other, g.zero && !g.val.empty() && !g.val.isZero():
		return topOf(width)
	case g.zero && width <= 64:
		return numberOf(absint.Single(width, 0))
	case g.zero:
		return topOf(width)
	}
	return g.val
}

// maxPlaces bounds the cells, and maxSmears the smears, of one object.
const (
	maxPlaces = 48
	maxSmears = 12
)

// place puts a cell into private memory in place of what it covers. What it
// covers a part of becomes unknown together with it.
func (m *content) place(c cell) {
	end := func(c cell) uint64 { return c.off + uint64(c.size) }
	for again := true; again; {
		again = false
		kept := m.cells[:0]
		for _, d := range m.cells {
			switch {
			case end(d) <= c.off || end(c) <= d.off:
				kept = append(kept, d)
			case c.off <= d.off && end(d) <= end(c): // covered
			default:
				lo, hi := min(c.off, d.off), max(end(c), end(d))
				zero := c.val.isZero() && d.val.isZero() && hi-lo <= 8
				c = cell{off: lo, size: int(hi - lo)}
				if c.val = topOf(8 * c.size); zero {
					c.val = numberOf(absint.Single(8*c.size, 0))
				}
				again = true
			}
		}
		m.cells = kept
	}
	i, _ := slices.BinarySearchFunc(m.cells, c.off,
		func(d cell, off uint64) int { return cmp.Compare(d.off, off) })
	m.cells = slices.Insert(m.cells, i, c)
}

// smear adds a smear in place.
func (m *content) smear(s smear, f merger) {
	for i, t := range m.smears {
		if t.mod == s.mod && t.rem == s.rem && t.size == s.size {
			m.smears[i].val = f(t.val, s.val)
			return
		}
	}
	m.smears = append(m.smears, s)
	if len(m.smears) > maxSmears {
		m.smears = []smear{{mod: 1, size: 1, val: topOf(8)}}
	}
}

// bound makes smears of the cells when there are too many.
func (m *content) bound() {
	if len(m.cells) <= maxPlaces {
		return
	}
	cells := m.cells
	m.cells, m.smears = nil, slices.Clone(m.smears)
	var sizes []int
	for _, c := range cells {
		if !slices.Contains(sizes, c.size) {
			sizes = append(sizes, c.size)
		}
	}
	for _, n := range sizes {
		var s smear
		first := uint64(0)
		for _, c := range cells {
			switch {
			case c.size != n:
			case s.size == 0:
				s, first = smear{size: n, val: c.val}, c.off
			default:
				s.mod, s.val = absint.GCD(s.mod, absint.Distance(int64(c.off), int64(first))),
					s.val.join(c.val)
			}
		}
		if s.mod == 0 {
			s.mod = 1 << 40 // a single cell
		}
		s.rem = first % s.mod
		m.smear(s, value.join)
	}
}

// across reports whether something in private memory lies partly at a place: then the parts of the place hold
// different things, and what holds of all of it does not hold of each.
func (m *content) across(p place) bool {
	return slices.ContainsFunc(m.cells, func(d cell) bool { return p.relate(d) == mixed }) ||
		!collapsed(m.smears) &&
			slices.ContainsFunc(m.smears, func(s smear) bool { return p.relateSmear(s) == mixed })
}

// covers reports whether one cell says of every part of another cell's place that it
// may hold what that one holds.
func (m *content) covers(c cell) bool {
	return slices.ContainsFunc(m.cells, func(d cell) bool {
		return d.off <= c.off && c.off+uint64(c.size) <= d.off+uint64(d.size) && d.size > c.size &&
			!d.val.empty() && (!d.val.isZero() || c.val.isZero())
	})
}

func collapsed(s []smear) bool {
	return len(s) == 1 && s[0].mod == 1 && s[0].size == 1 && s[0].val.isTop()
}

// expose adds bytes whose initial content others may see, and reports whether that was news.
func (m *content) expose(r byteRange) bool {
	for _, old := range m.raw {
		if old.lo <= r.lo && r.hi <= old.hi {
			return false
		}
	}
	if r.lo >= r.hi {
		return false
	}
	kept := make([]byteRange, 0, len(m.raw)+1)
	for _, old := range m.raw {
		if old.hi < r.lo || r.hi < old.lo {
			kept = append(kept, old)
			continue
		}
		r.lo, r.hi = min(r.lo, old.lo), max(r.hi, old.hi)
	}
	i, _ := slices.BinarySearchFunc(kept, r.lo, func(s byteRange,
		lo uint64) int {
		return cmp.Compare(s.lo, lo)
	})
	m.raw = slices.Insert(kept, i, r)
	return true
}

// lacks reports whether shared memory holds less than other shared memory.
func (m *content) lacks(n *content) bool {
	if len(m.cells) != len(n.cells) || len(m.smears) != len(n.smears) {
		return true
	}
	for i, c := range m.cells {
		if d := n.cells[i]; c.off != d.off || c.size != d.size || !c.val.contains(d.val) {
			return true
		}
	}
	for i, s := range m.smears {
		if d := n.smears[i]; s.mod != d.mod || s.rem != d.rem || s.size != d.size || !s.val.contains(d.val) {
			return true
		}
	}
	return false
}
