package encoding

import (
	"cmp"
	"slices"

	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// copied is a read of what stood at an address before it was copied.
type copied struct {
	source *events.Event
	addr   term.Term
}

// sequential encodes what a cell of a read sees in a graph with summaries, which has one thread: the last
// write to its place, in the order of the program.
func (e *Encoder) sequential(c *eventfacts.Cell) error {
	v, err := e.before(c)
	if err != nil {
		return err
	}
	return e.assert(e.s.Eq(c.Value, v))
}

// before is what stands at the place of a cell where its event is.
func (e *Encoder) before(c *eventfacts.Cell) (term.Term, error) {
	writes, err := e.Visible.Near(c)
	if err != nil {
		return term.None, err
	}
	nodes := e.Graph.Nodes
	slices.SortStableFunc(writes, func(a, b *eventfacts.Cell) int {
		return cmp.Or(nodes[a.Event.Node].Index-nodes[b.Event.Node].Index, a.Event.Pos-b.Event.Pos)
	})
	first, hidden := 0, false // nothing before is seen
	for i, w := range slices.Backward(writes) {
		if w.Event.Range == nil && e.s.IsTrue(e.Cells.Same(w, c)) && e.Order.Surely(w.Event, c.Event) {
			first, hidden = i, true
			break
		}
	}
	v := term.None
	if hidden {
		v = writes[first].Value
		first++
	} else if v, err = e.Initial.Value(c); err != nil {
		return term.None, err
	}
	done := map[*events.Event]bool{}
	for _, w := range writes[first:] {
		if err := e.Meter.Tick(1); err != nil {
			return term.None, err
		}
		if e.choices++; e.choices > e.maxPairs {
			return term.None, events.ErrTooLarge
		}
		if w.Event.Range == nil {
			v = e.s.Ite(e.s.And(e.active(w.Event), e.Cells.Same(w, c)), w.Value, v)
			continue
		}
		if done[w.Event] {
			continue // another cell of the same range
		}
		done[w.Event] = true
		x, err := e.ranged(w.Event, c)
		if err != nil {
			return term.None, err
		}
		v = e.s.Ite(e.s.And(e.active(w.Event), e.Cells.Inside(w.Event, c)), x, v)
	}
	return v, nil
}

// ranged is what the place of a cell holds after a write of a range in which it lies.
func (e *Encoder) ranged(w *events.Event, c *eventfacts.Cell) (term.Term, error) {
	r, s := w.Range, e.s
	cells := e.Cells.Of(w)
	if cells[0].Size != c.Size {
		return e.any(w, c), nil
	}
	switch {
	case r.Value != term.None:
		return e.filled(w, c, cells), nil
	case r.Source == nil:
		return e.any(w, c), nil
	}
	// The places of the copy and of its source correspond only where both are cut into what is copied at
	// once.
	of := e.Cells.Of(r.Source)
	if len(cells) > 1 || len(of) > 1 {
		return e.any(w, c), nil
	}
	k := copied{r.Source, s.BVAdd(c.Addr, r.Shift)}
	from := e.copies[k]
	if from == nil {
		from = e.Cells.At(of[0], k.addr)
		e.copies[k] = from
		v, err := e.before(from)
		if err != nil {
			return term.None, err
		}
		if err := e.assert(s.Eq(from.Value, v)); err != nil {
			return term.None, err
		}
	}
	if s.IsFalse(r.Mixed) {
		return from.Value, nil
	}
	return s.Ite(r.Mixed, e.any(w, c), from.Value), nil
}

// filled is what stands at the place of a cell in a range that holds one value again and again.
func (e *Encoder) filled(w *events.Event, c *eventfacts.Cell, cells []*eventfacts.Cell) term.Term {
	s, r := e.s, w.Range
	at := func(i int) term.Term {
		lo := 8 * i * c.Size
		return s.Extract(lo+8*c.Size-1, lo, r.Value)
	}
	v := at(0)
	width := s.Sort(c.Addr).Width()
	within := s.BVAnd(s.BVSub(c.Addr, r.Base), s.BV(width, uint64(w.Size)-1))
	for i := 1; i < len(cells); i++ {
		v = s.Ite(s.Eq(within, s.BV(width, uint64(i*c.Size))), at(i), v)
	}
	return v
}

// any is the content of a place after a write of a range of which nothing is known: the same for all who read
// it there.
func (e *Encoder) any(w *events.Event, c *eventfacts.Cell) term.Term {
	s := e.s
	sort := s.ArraySort(term.BitVec(s.Sort(c.Addr).Width()), term.BitVec(8*c.Size))
	k := anyContent{w, c.Size}
	if e.contents[k] == term.None {
		e.contents[k] = s.Fresh("content", sort)
	}
	return s.Select(e.contents[k], c.Addr)
}

// anyContent is the content of a range in cells of a size.
type anyContent struct {
	write *events.Event
	size  int
}
