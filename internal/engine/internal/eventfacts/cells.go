package eventfacts

import (
	"maps"
	"slices"

	"whittle.dev/internal/engine/internal/box"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// A Cell is a part of memory that every access reads or writes as a whole.
// Accesses that can overlap must be cut into cells of one size, so that two
// cells are either the same or disjoint and comparing addresses is enough.
type Cell struct {
	ID    uint32 // counted from 0, in the order in which the cells were made
	Event *events.Event
	Index int // among the cells of the event
	Addr  term.Term
	Size  int // bytes
	Value term.Term
	// Place is the address if Fixed, that is if it is a constant.
	Place uint64
	Fixed bool

	group   int // cells of different groups never meet
	regions []uint64
	all     bool // regions are all
}

// Cells cuts the events of a graph into cells, and finds those that may be the same place.
type Cells struct {
	// Guessed is set if the low bits of some address are a guess, see NewPointsTo.
	Guessed bool

	g       *events.Graph
	points  *PointsTo
	access  []access  // by event
	byEvent [][]*Cell // by event; nil until made
	count   uint32
	writes  []group // by group
}

// access is what the cutting knows about one event.
type access struct {
	at    Pointer
	konst uint64
	fixed bool // the address is konst
	group int
	unit  int // cell size
}

// group is a set of writes that may be the same place.
type group struct {
	at    map[uint64][]*Cell // to constant addresses
	other []*Cell            // to others
}

// NewCells cuts the events of a graph.
func NewCells(g *events.Graph, points *PointsTo) *Cells {
	c := &Cells{g: g, points: points, access: make([]access, len(g.Events)),
		byEvent: make([][]*Cell, len(g.Events))}
	groups := c.cut()
	c.writes = make([]group, groups)
	for _, ev := range g.Events {
		if !ev.Write {
			continue
		}
		for _, x := range c.Of(ev) {
			gr := &c.writes[x.group]
			if !x.Fixed {
				gr.other = append(gr.other, x)
				continue
			}
			if gr.at == nil {
				gr.at = map[uint64][]*Cell{}
			}
			gr.at[x.Place] = append(gr.at[x.Place], x)
		}
	}
	return c
}

// Of returns the cells of an event, that of the lowest address first.
func (c *Cells) Of(ev *events.Event) []*Cell {
	if list := c.byEvent[ev.ID]; list != nil {
		return list
	}
	ac, s := &c.access[ev.ID], c.g.Terms
	out := make([]*Cell, ev.Size/ac.unit)
	for i := range out {
		x := &Cell{ID: c.count, Event: ev, Index: i, Size: ac.unit, group: ac.group,
			regions: ac.at.regions, all: c.points.anywhere(ac.at)}
		x.Addr = s.BVAdd(ev.Addr, s.BV(c.g.Program.PtrWidth, uint64(i*ac.unit)))
		x.Place, x.Fixed = ac.konst+uint64(i*ac.unit), ac.fixed
		switch {
		case len(out) == 1:
			x.Value = ev.Value
		case ev.Write:
			x.Value = s.Extract(8*(i+1)*ac.unit-1, 8*i*ac.unit, ev.Value)
		default:
			x.Value = s.Fresh("cell", term.BitVec(8*ac.unit))
		}
		out[i] = x
		c.count++
	}
	c.byEvent[ev.ID] = out
	return out
}

// Same is the condition that two cells are at the same address.
func (c *Cells) Same(x, y *Cell) term.Term {
	if x.Fixed && y.Fixed {
		return c.g.Terms.Bool(x.Place == y.Place)
	}
	return c.g.Terms.Eq(x.Addr, y.Addr)
}

// Meet reports whether two cells of a group may be the same place.
func (c *Cells) Meet(x, y *Cell) bool {
	if x.Fixed && y.Fixed {
		return x.Place == y.Place
	}
	if x.Addr == y.Addr {
		return true
	}
	p, q := c.access[x.Event.ID].at, c.access[y.Event.ID].at
	m := box.Mask(min(p.known, q.known, 32))
	if (p.low+uint64(x.Index*x.Size)-q.low-uint64(y.Index*y.Size))&m != 0 {
		return false
	}
	return x.all || y.all || intersect(x.regions, y.regions)
}

// Alike reports whether two cells may be the same place.
func (c *Cells) Alike(x, y *Cell) bool {
	return x.group == y.group && x.Event != y.Event && c.Meet(x, y)
}

// Inside is the condition that a cell lies in the range of a write, see events.Range.
func (c *Cells) Inside(w *events.Event, x *Cell) term.Term {
	s, r := c.g.Terms, w.Range
	if w.Life != x.Event.Life {
		return s.False()
	}
	if r.Size != term.None {
		return s.BVUlt(s.BVSub(x.Addr, r.Base), r.Size)
	}
	at := c.access[w.ID].at
	if c.points.anywhere(at) {
		return s.True()
	}
	width, bits := c.g.Program.PtrWidth, c.g.Program.OffsetBits
	region := s.Extract(width-1, bits, x.Addr)
	var any []term.Term
	for _, k := range at.regions {
		any = append(any, s.Eq(region, s.BV(width-bits, k)))
	}
	return s.Or(any...)
}

// At is a cell like that of a read, at another address in the same objects.
func (c *Cells) At(x *Cell, addr term.Term) *Cell {
	y := *x
	y.ID, y.Addr, y.Value = c.count, addr, c.g.Terms.Fresh("cell", term.BitVec(8*x.Size))
	y.Place, y.Fixed = c.g.Terms.ConstUint64(addr)
	c.count++
	return &y
}

// intersect reports whether two ascending lists have an element in common.
func intersect(a, b []uint64) bool {
	return slices.ContainsFunc(a, func(x uint64) bool {
		_, found := slices.BinarySearch(b, x)
		return found
	})
}

// writesMeeting lists the writes that may be to the place of x, in the order of the graph.
func (c *Cells) writesMeeting(x *Cell) []*Cell {
	gr := &c.writes[x.group]
	var out []*Cell
	if x.Fixed {
		out = append(out, gr.at[x.Place]...)
	} else {
		for _, k := range slices.Sorted(maps.Keys(gr.at)) {
			if c.Meet(x, gr.at[k][0]) {
				out = append(out, gr.at[k]...)
			}
		}
	}
	for _, w := range gr.other {
		if c.Meet(x, w) {
			out = append(out, w)
		}
	}
	slices.SortFunc(out, func(a, b *Cell) int { return a.Event.ID - b.Event.ID })
	return out
}

// Anywhere counts the accesses to unknown objects.
func (c *Cells) Anywhere() int {
	n := 0
	for i := range c.access {
		if c.points.anywhere(c.access[i].at) {
			n++
		}
	}
	return n
}
