package eventfacts

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/internal/box"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// Initial is the initial content of the memory of a graph: zero, known, or a symbol where it is undefined.
type Initial struct {
	g         *events.Graph
	points    *PointsTo
	cells     *Cells
	undefined map[undefinedPlace]term.Term // symbols
	reads     []undefinedRead              // elements of arrays
}

// NewInitial prepares the initial content of a graph.
func NewInitial(g *events.Graph, points *PointsTo, cells *Cells) *Initial {
	return &Initial{g: g, points: points, cells: cells, undefined: map[undefinedPlace]term.Term{}}
}

// maxTable is the largest number of cells of initial content that are spelled
// out for a read at an unknown address.
const maxTable = 4096

// Value is the initial content of the place of a cell.
func (in *Initial) Value(c *Cell) (term.Term, error) {
	if c.Fixed {
		return in.at(c.Place, c.Size), nil
	}
	s := in.g.Terms
	regions := c.regions
	if c.all {
		regions = in.points.allRegions()
	}
	zero := s.BV(8*c.Size, 0)
	out := zero
	if c.Event.Life {
		return zero, nil
	}
	w, bits := in.g.Program.PtrWidth, in.g.Program.OffsetBits
	at := in.cells.access[c.Event.ID].at
	for _, r := range regions {
		size, content := in.extent(r)
		if content == zeroContent {
			continue
		}
		base := in.g.Program.RegionStart(r)
		if content == undefinedContent && size/uint64(c.Size) > maxUndefined {
			region := s.Extract(w-1, bits, c.Addr)
			out = s.Ite(s.Eq(region, s.BV(w-bits, r)), in.undefinedArray(r, c.Size, c.Addr), out)
			continue
		}
		// Only places that the address can be.
		m := box.Mask(min(at.known, 32))
		first := base + (at.low+uint64(c.Index*c.Size)-base)&m
		for a, n := first, 0; a+uint64(c.Size) <= base+size; a += m + 1 {
			if end := in.zeros(r, a); end >= a+uint64(c.Size) {
				a += (end - a - uint64(c.Size)) / (m + 1) * (m + 1) // the last place that ends there
				continue
			}
			v := in.at(a, c.Size)
			if v == zero {
				continue
			}
			if n++; n > maxTable {
				return term.None, fmt.Errorf("an initialised table of more than %d entries is read at an "+
					"unknown index", maxTable)
			}
			out = s.Ite(s.Eq(c.Addr, s.BV(w, a)), v, out)
		}
	}
	return out, nil
}

// maxUndefined is the largest number of cells of an undefined object that have a symbol each.
const maxUndefined = 128

type contentKind uint8

const (
	zeroContent contentKind = iota
	knownContent
	undefinedContent
)

// extent is the size of an object and the kind of its initial content.
func (in *Initial) extent(region uint64) (uint64, contentKind) {
	if o := in.g.StaticObject(region); o != nil {
		switch {
		case o.Undefined:
			return o.Size, undefinedContent
		case len(o.Init) == 0 || o.Kind == cfa.Func:
			return o.Size, zeroContent
		}
		return o.Size, knownContent
	}
	if o := in.g.DynamicObject(region); o != nil && !o.Op.Zero {
		if n, ok := in.g.Terms.ConstUint64(o.Size); ok {
			return n, undefinedContent
		}
		return 1 << 62, undefinedContent
	}
	return 0, zeroContent
}

// zeros is the end of the zero bytes at an address of known content, as far as they are told.
func (in *Initial) zeros(region, addr uint64) (end uint64) {
	if o := in.g.StaticObject(region); o != nil && !o.Undefined {
		return in.g.Zeros(o, addr)
	}
	return addr
}

// at is the initial content of size bytes at a constant address.
func (in *Initial) at(addr uint64, size int) term.Term {
	region := in.g.Program.RegionOf(addr)
	if in.g.IsLife(addr) {
		return in.g.Terms.BV(8*size, 0)
	}
	if o := in.g.StaticObject(region); o != nil && !o.Undefined {
		return in.g.InitialContent(o, addr, size)
	}
	if o := in.g.DynamicObject(region); o != nil && o.Op.Zero {
		return in.g.Terms.BV(8*size, 0)
	}
	return in.symbol(addr, size)
}

// symbol stands for undefined initial content.
func (in *Initial) symbol(addr uint64, size int) term.Term {
	region := in.g.Program.RegionOf(addr)
	if n, _ := in.extent(region); n/uint64(size) > maxUndefined {
		return in.undefinedArray(region, size, in.g.Terms.BV(in.g.Program.PtrWidth, addr))
	}
	u := undefinedPlace{addr, size}
	if _, ok := in.undefined[u]; !ok {
		in.undefined[u] = in.g.Terms.Symbol(fmt.Sprintf("init!%x!%d", addr, size), term.BitVec(8*size))
	}
	return in.undefined[u]
}

// undefinedArray is the undefined initial content at an address in a large object, or one whose size is a
// term: an element of an array that stands for all cells of that size.
func (in *Initial) undefinedArray(region uint64, size int, addr term.Term) term.Term {
	sort := in.g.Terms.ArraySort(term.BitVec(in.g.Program.PtrWidth), term.BitVec(8*size))
	v := in.g.Terms.Select(in.g.Terms.Symbol(fmt.Sprintf("init!%x!%d[]", region, size), sort), addr)
	in.reads = append(in.reads, undefinedRead{addr: addr, value: v, region: region,
		size: size})
	return v
}

// undefinedRead is a read of undefined initial content at an address that may be unknown.
type undefinedRead struct {
	addr, value term.Term
	region      uint64
	size        int
}

// undefinedPlace is a place of undefined initial content that was read.
type undefinedPlace struct {
	addr uint64
	size int
}

// interval is an interval around the initial content of the place of a cell.
func (in *Initial) interval(c *Cell) box.Box {
	w := 8 * c.Size
	switch {
	case w > 64:
		return box.Full(w)
	case c.Event.Life:
		return box.Single(w, 0)
	case c.Fixed:
		r := in.g.Program.RegionOf(c.Place)
		if o := in.g.StaticObject(r); o != nil && !o.Undefined {
			if x, ok := in.g.Terms.ConstUint64(in.g.InitialContent(o, c.Place, c.Size)); ok {
				return box.Single(w, x)
			}
		} else if o := in.g.DynamicObject(r); o != nil && o.Op.Zero {
			return box.Single(w, 0)
		}
		return box.Full(w)
	}
	regions := c.regions
	if c.all {
		regions = in.points.allRegions()
	}
	for _, r := range regions {
		if _, content := in.extent(r); content != zeroContent {
			return box.Full(w)
		}
	}
	return box.Single(w, 0)
}

// Chosen is the undefined content that a model chose, by address. value gives the values of terms in the
// model; ok is false for those that it says nothing of.
func (in *Initial) Chosen(value func(term.Term) (v term.Value, ok bool)) map[uint64]byte {
	out := map[uint64]byte{}
	put := func(addr uint64, v term.Value, size int) {
		for i := range size {
			out[addr+uint64(i)] = Octet(v, i)
		}
	}
	for u, sym := range in.undefined {
		if v, ok := value(sym); ok {
			put(u.addr, v, u.size)
		}
	}
	for _, u := range in.reads {
		v, ok := value(u.value)
		if !ok {
			continue
		}
		if addr, ok := value(u.addr); ok && in.g.Program.RegionOf(addr.Uint64()) == u.region {
			put(addr.Uint64(), v, u.size)
		}
	}
	return out
}

// Octet is the i-th byte of a bit-vector, the lowest being the 0th.
func Octet(v term.Value, i int) byte {
	b := v.Big()
	var octet byte
	for k := range 8 {
		octet |= byte(b.Bit(8*i+k)) << k
	}
	return octet
}
