package eventfacts

import (
	"context"
	"math/bits"
	"slices"

	"whittle.dev/internal/engine/internal/box"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// Pointer is what is known about the values of a bit-vector term: which regions
// of memory it can point into, and its low bits.
type Pointer struct {
	// regions are the regions that it may be an address of, if it is one; ascending. all: every region.
	regions []uint64
	all     bool
	// The low known bits are those of low. A term that was found to have no value yet is none.
	low   uint64
	known int
	none  bool
	// guessed: the low bits are those of the values that a program can use as
	// an address, see PointsTo.guess. Using them makes them a condition.
	guessed bool
}

var bottom = Pointer{none: true, known: 64}

func number(v uint64) Pointer { return Pointer{low: v, known: 64} }

// join is what is known of a value that is either of two.
func (a Pointer) join(b Pointer) Pointer {
	a.guessed, b.guessed = a.guessed || b.guessed, a.guessed || b.guessed
	if a.none {
		return b
	}
	if b.none {
		return a
	}
	c := Pointer{regions: events.Union(a.regions, b.regions), all: a.all || b.all, low: a.low,
		guessed: a.guessed}
	c.known = min(a.known, b.known)
	if d := a.low ^ b.low; d != 0 {
		c.known = min(c.known, bits.TrailingZeros64(d))
	}
	c.low &= box.Mask(c.known)
	return c
}

func (a Pointer) equal(b Pointer) bool {
	return a.none == b.none && a.all == b.all && a.guessed == b.guessed && a.known == b.known &&
		a.low == b.low &&
		slices.Equal(a.regions, b.regions)
}

// PointsTo finds out where the pointers of a graph may point: an analysis in the manner of L. O. Andersen
// ("Program analysis and specialization for the C programming language", 1994) over the events, with places
// of constant address kept apart.
type PointsTo struct {
	g *events.Graph
	// guess lets low bits of pointers be known although the memory that they were read
	// from had undefined content once, and addresses be aligned. Using an address
	// that is not so is then taken to be an invalid access.
	guess bool
	// settled: undefined content counts where no pointers are, see settle.
	settled bool
	changed bool                  // in the present pass
	symbols map[term.Term]Pointer // of reads and joins
	memo    map[term.Term]Pointer
	// What memory may hold: at constant places by word, a bucket of 1<<word
	// bytes, and what was written to unknown places of a region.
	word       int
	places     map[uint64]Pointer
	unknown    map[uint64]Pointer
	everywhere Pointer
	inits      map[uint64]Pointer // by region: join over the initial content
}

// NewPointsTo analyses a graph. With guess, addresses are taken to be aligned; Cells.Guessed reports whether
// that made a difference. It stops with ctx's error.
func NewPointsTo(ctx context.Context, g *events.Graph, guess bool) (*PointsTo, error) {
	a := &PointsTo{g: g, guess: guess, symbols: map[term.Term]Pointer{}, inits: map[uint64]Pointer{},
		places: map[uint64]Pointer{}, unknown: map[uint64]Pointer{}, everywhere: bottom}
	a.word = bits.TrailingZeros(uint(g.Program.PtrWidth / 8))
	for _, e := range g.Events {
		if !e.Write {
			a.symbols[e.Value] = bottom
		}
	}
	for _, it := range g.Iterated {
		a.symbols[it.Symbol] = bottom
	}
	for _, v := range g.Arbitrary {
		a.symbols[v] = a.undefined()
	}
	for _, j := range g.Joins {
		if j.Value != term.None {
			a.symbols[j.Value] = bottom
		}
	}
	if guess {
		a.iterate(ctx) // as if undefined content had no value
	}
	a.settled = true
	a.iterate(ctx)
	return a, ctx.Err()
}

// undefined is what is known of undefined content: any number, and no pointer that a
// program could use, but for one of which nothing is known.
func (a *PointsTo) undefined() Pointer {
	if a.guess {
		return Pointer{none: true, known: 64, guessed: true}
	}
	return Pointer{}
}

// settle is what is known of the value of a symbol. Where memory holds pointers and undefined content, only
// the pointers are looked at. Where it holds numbers and undefined content there may be any number.
func (a *PointsTo) settle(v Pointer) Pointer {
	if a.settled && v.guessed && len(v.regions) == 0 && !v.all {
		return Pointer{}
	}
	return v
}

// address is what is known of the address of an event. If it is guessed, then the
// access is valid only where the low bits are so.
func (a *PointsTo) address(e *events.Event) Pointer {
	at := a.of(e.Addr)
	if e.Life {
		// What is known of the offset is known of every life byte.
		at.known = min(at.known, a.g.Program.OffsetBits)
		at.low &= box.Mask(at.known)
		return at
	}
	if a.guess && !at.none && e.Valid != term.None {
		align := bits.TrailingZeros(uint(min(e.Size, 1<<a.word)))
		if at.known < align && at.low == 0 {
			at.known, at.guessed = align, true
		}
	}
	return at
}

// iterate passes over the events until nothing changes, or the context has ended.
func (a *PointsTo) iterate(ctx context.Context) {
	for a.changed = true; a.changed && ctx.Err() == nil; {
		a.changed = false
		a.memo = map[term.Term]Pointer{}
		for _, e := range a.g.Events {
			switch {
			case e.Life: // numbers, at places of their own
			case e.Write:
				a.write(e)
			default:
				at := a.address(e)
				grow(a, a.symbols, e.Value, a.placed(a.read(e, at), e.Size, at))
			}
		}
		a.joins()
		for _, it := range a.g.Iterated {
			for _, v := range it.Values {
				if a.g.Terms.Sort(v).IsBitVec() {
					grow(a, a.symbols, it.Symbol, a.of(v))
				}
			}
		}
	}
}

// grow joins v to an entry of a map.
func grow[K comparable](a *PointsTo, m map[K]Pointer, k K, v Pointer) {
	old, ok := m[k]
	if !ok {
		old = bottom
	}
	if n := old.join(v); !ok || !n.equal(old) {
		m[k] = n
		a.changed = true
	}
}

// write adds what an event writes to what memory may hold.
func (a *PointsTo) write(e *events.Event) {
	at := a.address(e)
	v := a.placed(a.of(e.Value), e.Size, at)
	if spots, ok := a.spots(e, at); ok {
		for _, c := range spots {
			for b := c >> a.word; b <= (c+uint64(e.Size)-1)>>a.word; b++ {
				grow(a, a.places, b, v)
			}
			// all of the region, for unknown reads
			grow(a, a.unknown, ^(c >> a.g.Program.OffsetBits), v)
		}
		return
	}
	if a.anywhere(at) {
		if n := a.everywhere.join(v); !n.equal(a.everywhere) {
			a.everywhere, a.changed = n, true
		}
		return
	}
	for _, r := range at.regions {
		grow(a, a.unknown, r, v)
		grow(a, a.unknown, ^r, v)
	}
}

// joins brings the values with which threads finish to the joins that take them.
func (a *PointsTo) joins() {
	exit := bottom
	for _, t := range a.g.Threads {
		for _, f := range t.Finishes {
			exit = exit.join(a.of(f.Value))
		}
	}
	for _, j := range a.g.Joins {
		if j.Value != term.None {
			grow(a, a.symbols, j.Value, exit)
		}
	}
}

// placed is what is known of a value as it is stored or read: the low bits are
// kept only for whole, aligned pointers, since other accesses may see parts.
func (a *PointsTo) placed(v Pointer, size int, at Pointer) Pointer {
	if !v.none &&
		(size*8 != a.g.Program.PtrWidth || at.none || box.Mask(at.known)&uint64(size-1) != uint64(size-1) ||
			at.low&uint64(size-1) != 0) {
		v.low, v.known = 0, 0
	}
	return v
}

// spots lists the addresses that an event can have, if these are one in each object that it may be to: the
// address is constant, or that of a field of one of several objects.
func (a *PointsTo) spots(e *events.Event, at Pointer) ([]uint64, bool) {
	if c, ok := a.g.Terms.ConstUint64(e.Addr); ok {
		return []uint64{c}, true
	}
	bits := a.g.Program.OffsetBits
	if at.known < bits || at.none || a.anywhere(at) {
		return nil, false
	}
	out := make([]uint64, len(at.regions))
	for i, r := range at.regions {
		out[i] = r<<bits | at.low&box.Mask(bits)
	}
	return out, true
}

// anywhere reports whether an address can be any address: it is computed from no pointer that is known.
func (a *PointsTo) anywhere(s Pointer) bool { return s.all || (len(s.regions) == 0 && !s.none) }

// read is what is known of what a read at an address sees.
func (a *PointsTo) read(e *events.Event, at Pointer) Pointer {
	at0 := func(m map[uint64]Pointer, k uint64) Pointer {
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

// allRegions lists the regions of all objects, ascending.
func (a *PointsTo) allRegions() []uint64 {
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

// initialAt is what is known of the initial content of a place.
func (a *PointsTo) initialAt(region, addr uint64, size int) Pointer {
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
func (a *PointsTo) initial(region uint64) Pointer {
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
