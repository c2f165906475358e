package encoding

import (
	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/engine/internal/ordering"
	"whittle.dev/term"
)

// An access of several cells is one event all the same: of writes to the very same bytes a read sees one, and
// two of them are in one order at all cells. With accesses to other bytes each cell is a place of its own,
// which is weaker than processors are.

// whole lets a read that sees a source in one cell see no other one in another, of those that write all that
// it reads.
func (w *weak) whole(lit term.Term, source ordering.Source, c *eventfacts.Cell) error {
	if len(w.Cells.Of(c.Event)) == 1 || source.Write != nil && !w.aligned(source.Write, c) {
		return nil
	}
	var from *events.Event
	if source.Write != nil {
		from = source.Write.Event
	}
	views := w.views[c.Event]
	if views == nil {
		views = map[*events.Event]term.Term{}
		w.views[c.Event] = views
	}
	view, ok := views[from]
	if !ok {
		view = w.s.Fresh("view", term.Bool)
		for _, ev := range w.viewed[c.Event] {
			if err := w.assert(w.s.Not(w.s.And(view, views[ev]))); err != nil {
				return err
			}
		}
		views[from] = view
		w.viewed[c.Event] = append(w.viewed[c.Event], from)
	}
	return w.assert(w.s.Implies(lit, view))
}

// agree gives two writes the same order at all cells.
func (w *weak) agree(a, b *eventfacts.Cell, before term.Term) error {
	if len(w.Cells.Of(a.Event)) == 1 || !w.aligned(a, b) {
		return nil
	}
	k := [2]*events.Event{a.Event, b.Event}
	other, ok := w.agreed[k]
	if !ok {
		w.agreed[k] = before
		return nil
	}
	return w.assert(w.s.Eq(before, other))
}

// aligned reports whether two cells are the same parts of accesses of one size, so that these are to the same
// bytes if the cells are the same place.
func (w *weak) aligned(a, b *eventfacts.Cell) bool {
	return a.Index == b.Index && a.Event.Size == b.Event.Size
}
