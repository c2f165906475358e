package encoding

import (
	"slices"

	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/engine/internal/ordering"
	"whittle.dev/term"
)

// read encodes what a read may see.
func (e *Encoder) read(ev *events.Event) error {
	if t := e.Sections.Waiting(ev); t != nil {
		return e.wait(t)
	}
	cells := e.Cells.Of(ev)
	if len(cells) > 1 {
		whole := cells[0].Value
		for _, c := range cells[1:] {
			whole = e.s.Concat(c.Value, whole)
		}
		if err := e.equate(ev.Value, whole); err != nil {
			return err
		}
	}
	readCell := e.readCell
	if e.Graph.Summarised {
		readCell = e.sequential
	}
	for _, c := range cells {
		if err := readCell(c); err != nil {
			return err
		}
	}
	return nil
}

// readCell adds the read-from choices of a cell: every write that can be the
// last one to the place before the read, and the initial content.
func (e *Encoder) readCell(c *eventfacts.Cell) error {
	if v, ok := e.Values.Constant(c); ok {
		return e.assert(e.s.Eq(c.Value, e.s.BV(8*c.Size, v)))
	}
	ev := c.Event
	near, err := e.Visible.Near(c)
	if err != nil {
		return err
	}
	near = e.Values.Possible(near)
	hiding, sources, err := e.Visible.Writes(c, near)
	if err != nil {
		return err
	}
	withInit := len(hiding) == 0
	if len(sources) == 1 && len(hiding) == 1 && hiding[0] == sources[0] {
		if err := e.sees(e.active(ev), ordering.Source{Write: sources[0]}, c); err != nil {
			return err
		}
		return e.assert(e.s.Eq(c.Value, sources[0].Value))
	}
	if len(sources) == 0 && withInit {
		v, err := e.Initial.Value(c)
		if err != nil {
			return err
		}
		if e.weak != nil {
			if err := e.sees(e.active(ev), e.model.Initial(c), c); err != nil {
				return err
			}
		}
		return e.assert(e.s.Eq(c.Value, v))
	}
	choices := make([]term.Term, 0, len(sources)+2)
	choices = append(choices, e.s.Not(e.active(ev)))
	if e.choices += len(sources); e.choices > e.maxPairs {
		return events.ErrTooLarge
	}
	rivals := rivalIndex(sources)
	for _, w := range sources {
		rf := e.s.Fresh("rf", term.Bool)
		choices = append(choices, rf)
		means := e.s.And(e.active(w.Event), e.Cells.Same(w, c), e.s.Eq(w.Value, c.Value))
		if err := e.assert(e.s.Implies(rf, means)); err != nil {
			return err
		}
		e.model.ReadFrom(rf, ordering.Source{Write: w}, c)
		if err := e.sees(rf, ordering.Source{Write: w}, c); err != nil {
			return err
		}
		for _, w2 := range rivals(w) {
			if err := e.Meter.Tick(1); err != nil {
				return err
			}
			if w2 != w && e.Cells.Meet(w, w2) {
				if err := e.pair(w, w2); err != nil {
					return err
				}
			}
		}
	}
	if withInit {
		rf := e.s.Fresh("rf", term.Bool)
		choices = append(choices, rf)
		if err := e.readInitial(rf, c, near); err != nil {
			return err
		}
	}
	if err := e.halve(c, 0, choices[1:]); err != nil {
		return err
	}
	return e.assert(e.s.Or(choices...))
}

// rivalIndex returns a function that lists the writes that may be to the same
// place as a given one, and perhaps some more.
func rivalIndex(sources []*eventfacts.Cell) func(*eventfacts.Cell) []*eventfacts.Cell {
	at := map[uint64][]*eventfacts.Cell{}
	var other []*eventfacts.Cell
	for _, w := range sources {
		if w.Fixed {
			at[w.Place] = append(at[w.Place], w)
		} else {
			other = append(other, w)
		}
	}
	return func(w *eventfacts.Cell) []*eventfacts.Cell {
		switch {
		case !w.Fixed:
			return sources
		case len(other) == 0:
			return at[w.Place]
		}
		return append(slices.Clip(at[w.Place]), other...)
	}
}

// readInitial lets rf mean that c reads the initial content of its place: all
// writes to the place are after the read.
func (e *Encoder) readInitial(rf term.Term, c *eventfacts.Cell, near []*eventfacts.Cell) error {
	v, err := e.Initial.Value(c)
	if err != nil {
		return err
	}
	if err := e.assert(e.s.Implies(rf, e.s.Eq(c.Value, v))); err != nil {
		return err
	}
	initial := e.model.Initial(c)
	e.model.ReadFrom(rf, initial, c)
	if err := e.sees(rf, initial, c); err != nil {
		return err
	}
	for _, w := range near {
		pair := initialPair{initial, w}
		if e.initialPairs[pair] {
			continue
		}
		e.initialPairs[pair] = true
		if lit := e.s.And(e.active(w.Event), e.Cells.Same(w, c)); !e.s.IsFalse(lit) {
			e.overwrites(lit, initial, w)
		}
	}
	return nil
}

// initialPair is an initial content and a write to its place.
type initialPair struct {
	initial ordering.Source
	write   *eventfacts.Cell
}
