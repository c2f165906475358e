package bmc

import (
	"math/bits"
	"slices"

	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// shape is what is known about the values of a bit-vector term: which regions
// of memory it can point into, and its low bits.
type shape struct {
	// regions are the regions that it may be an address of, if it is one;
	// ascending. all: every region.
	regions []uint64
	all     bool
	// The low known bits are those of low. A term that was found to have no
	// value yet is none.
	low   uint64
	known int
	none  bool
	// soft: the low bits are those of the values that a program can make use of as
	// an address, see shapes.soft. Who relies on them makes them a condition.
	soft bool
}

var bottom = shape{none: true, known: 64}

func number(v uint64) shape { return shape{low: v, known: 64} }

// join is the shape of a value that is either of two.
func (a shape) join(b shape) shape {
	a.soft, b.soft = a.soft || b.soft, a.soft || b.soft
	if a.none {
		return b
	}
	if b.none {
		return a
	}
	c := shape{regions: union(a.regions, b.regions), all: a.all || b.all, low: a.low, soft: a.soft}
	c.known = min(a.known, b.known)
	if d := a.low ^ b.low; d != 0 {
		c.known = min(c.known, bits.TrailingZeros64(d))
	}
	c.low &= mask(c.known)
	return c
}

func mask(n int) uint64 {
	if n >= 64 {
		return ^uint64(0)
	}
	return 1<<n - 1
}

func union(a, b []uint64) []uint64 {
	if len(b) == 0 {
		return a
	}
	if len(a) == 0 {
		return b
	}
	out := make([]uint64, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case a[0] > b[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

func (a shape) equal(b shape) bool {
	return a.none == b.none && a.all == b.all && a.soft == b.soft && a.known == b.known && a.low == b.low &&
		slices.Equal(a.regions, b.regions)
}

// shapes computes shapes for all accesses of a graph: a points-to analysis in
// the manner of Andersen over the events, with places of constant address
// kept apart.
type shapes struct {
	g *events.Graph
	// soft lets low bits of pointers be known although the memory that they were read
	// from had undefined content once, and addresses be aligned. Using an address
	// that is not so is then taken to be an invalid access.
	soft bool
	// settled: undefined content counts where no pointers are, see settle.
	settled bool
	symbols map[term.Term]shape // of reads and joins
	memo    map[term.Term]shape
	// What memory may hold: at constant places by word, a bucket of 1<<word
	// bytes, and what was written to unknown places of a region.
	word       int
	places     map[uint64]shape
	unknown    map[uint64]shape
	everywhere shape
	inits      map[uint64]shape // by region: join over the initial content
}

func newShapes(g *events.Graph, cfg *Config) *shapes {
	a := &shapes{g: g, symbols: map[term.Term]shape{}, inits: map[uint64]shape{}}
	a.soft = !cfg.NoSoftAddresses
	a.word = bits.TrailingZeros(uint(g.Program.PtrWidth / 8))
	a.everywhere = bottom
	a.places, a.unknown = map[uint64]shape{}, map[uint64]shape{}
	for _, e := range g.Events {
		if !e.Write {
			a.symbols[e.Value] = bottom
		}
	}
	for _, v := range g.Anys {
		a.symbols[v] = a.undefined()
	}
	for _, j := range g.Joins {
		if j.Value != term.None {
			a.symbols[j.Value] = bottom
		}
	}
	return a
}

// run iterates to a fixed point, first as if undefined content had no value.
func (a *shapes) run(stop func() bool) {
	if a.soft {
		a.iterate(stop)
	}
	a.settled = true
	a.iterate(stop)
}

// undefined is the shape of undefined content: any number, and no pointer that a
// program could use, but for one of which nothing is known.
func (a *shapes) undefined() shape {
	if a.soft {
		return shape{none: true, known: 64, soft: true}
	}
	return shape{}
}

// settle is the shape of the value of a symbol. Where memory holds pointers and
// undefined content, only the pointers are looked at. Where it holds numbers and
// undefined content there may be any number.
func (a *shapes) settle(v shape) shape {
	if a.settled && v.soft && len(v.regions) == 0 && !v.all {
		return shape{}
	}
	return v
}

// address is the shape of the address of an event. If it is soft, then the
// access is valid only where the low bits are as the shape says.
func (a *shapes) address(e *events.Event) shape {
	at := a.of(e.Addr)
	if e.Life {
		// What is known of the offset is known of every life byte.
		at.known = min(at.known, a.g.Program.OffsetBits)
		at.low &= mask(at.known)
		return at
	}
	if a.soft && !at.none && e.Valid != term.None {
		align := bits.TrailingZeros(uint(min(e.Size, 1<<a.word)))
		if at.known < align && at.low == 0 {
			at.known, at.soft = align, true
		}
	}
	return at
}

func (a *shapes) iterate(stop func() bool) {
	for changed := true; changed && !stop(); {
		changed = false
		a.memo = map[term.Term]shape{}
		set := func(m map[uint64]shape, k uint64, v shape) {
			old, ok := m[k]
			if !ok {
				old = bottom
			}
			if n := old.join(v); !ok || !n.equal(old) {
				m[k] = n
				changed = true
			}
		}
		for _, e := range a.g.Events {
			if e.Life {
				continue // numbers, at places of their own
			}
			at := a.address(e)
			if e.Write {
				v := a.placed(a.of(e.Value), e.Size, at)
				if spots, ok := a.spots(e, at); ok {
					for _, c := range spots {
						for b := c >> a.word; b <= (c+uint64(e.Size)-1)>>a.word; b++ {
							set(a.places, b, v)
						}
						// all of the region, for unknown reads
						set(a.unknown, ^(c >> a.g.Program.OffsetBits), v)
					}
					continue
				}
				if a.anywhere(at) {
					if n := a.everywhere.join(v); !n.equal(a.everywhere) {
						a.everywhere, changed = n, true
					}
					continue
				}
				for _, r := range at.regions {
					set(a.unknown, r, v)
					set(a.unknown, ^r, v)
				}
				continue
			}
			v := a.placed(a.read(e, at), e.Size, at)
			if old := a.symbols[e.Value]; !old.join(v).equal(old) {
				a.symbols[e.Value] = old.join(v)
				changed = true
			}
		}
		exit := bottom
		for _, t := range a.g.Threads {
			for _, f := range t.Finishes {
				exit = exit.join(a.of(f.Value))
			}
		}
		for _, j := range a.g.Joins {
			if j.Value == term.None {
				continue
			}
			v := a.symbols[j.Value].join(exit)
			if !v.equal(a.symbols[j.Value]) {
				a.symbols[j.Value] = v
				changed = true
			}
		}
	}
}

// placed is the shape of a value as it is stored or read: the low bits are
// kept only for whole, aligned pointers, since other accesses may see parts.
func (a *shapes) placed(v shape, size int, at shape) shape {
	if !v.none &&
		(size*8 != a.g.Program.PtrWidth || at.none || mask(at.known)&uint64(size-1) != uint64(size-1) ||
			at.low&uint64(size-1) != 0) {
		v.low, v.known = 0, 0
	}
	return v
}

// spots lists the addresses that an event can have, if these are one in each object
// that it may be to: the address is constant, or that of a field of one of
// several objects.
func (a *shapes) spots(e *events.Event, at shape) ([]uint64, bool) {
	if c, ok := a.g.Terms.ConstUint64(e.Addr); ok {
		return []uint64{c}, true
	}
	bits := a.g.Program.OffsetBits
	if at.known < bits || at.none || a.anywhere(at) {
		return nil, false
	}
	out := make([]uint64, len(at.regions))
	for i, r := range at.regions {
		out[i] = r<<bits | at.low&mask(bits)
	}
	return out, true
}

// anywhere reports whether an address can be any address: it is computed from
// no pointer that is known.
func (a *shapes) anywhere(s shape) bool { return s.all || (len(s.regions) == 0 && !s.none) }

func (a *shapes) read(e *events.Event, at shape) shape {
	at0 := func(m map[uint64]shape, k uint64) shape {
		if s, ok := m[k]; ok {
			return s
		}
		return bottom
	}
	v := a.everywhere
	if at.none {
		return v
	}
	if spots, ok := a.spots(e, at); ok {
		for _, c := range spots {
			r := c >> a.g.Program.OffsetBits
			for b := c >> a.word; b <= (c+uint64(e.Size)-1)>>a.word; b++ {
				v = v.join(at0(a.places, b))
			}
			v = v.join(at0(a.unknown, r)).join(a.initialAt(r, c, e.Size))
		}
		return v
	}
	regions := at.regions
	if a.anywhere(at) {
		regions = a.allRegions()
	}
	for _, r := range regions {
		v = v.join(at0(a.unknown, ^r)).join(a.initial(r))
	}
	return v
}

func (a *shapes) allRegions() []uint64 {
	var out []uint64
	p := a.g.Program
	for _, o := range p.Objects {
		out = append(out, p.RegionOf(o.Addr))
	}
	for _, o := range a.g.Objects {
		out = append(out, p.RegionOf(o.Addr))
	}
	slices.Sort(out)
	return out
}

func (a *shapes) initialAt(region, addr uint64, size int) shape {
	if a.g.IsLife(addr) {
		return number(0)
	}
	if o := a.g.StaticObject(region); o != nil {
		if o.Undefined {
			return a.undefined()
		}
		if addr < o.Addr || addr+uint64(size) > o.Addr+o.Size {
			return bottom
		}
		return a.of(a.g.InitialContent(o, addr, size))
	}
	return a.initial(region)
}

// initial is the join over the initial content of an object.
func (a *shapes) initial(region uint64) shape {
	if v, ok := a.inits[region]; ok {
		return v
	}
	v := a.undefined()
	if o := a.g.StaticObject(region); o != nil && !o.Undefined {
		v = number(0)
		for _, in := range o.Init {
			c := a.of(in.Value)
			w := a.g.Program.PtrWidth
			if a.g.Terms.Sort(in.Value).Width() != w || (o.Addr+in.Offset)%uint64(w/8) != 0 {
				c.low, c.known = 0, 0
			}
			v = v.join(c)
		}
	} else if o := a.g.DynamicObject(region); o != nil && o.Op.Zero {
		v = number(0)
	}
	a.inits[region] = v
	return v
}
