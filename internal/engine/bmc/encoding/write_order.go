package encoding

import (
	"errors"

	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/engine/internal/ordering"
	"whittle.dev/term"
)

// pair orders two writes that may be to the same place, for a read that may read from w and could miss w2.
func (e *Encoder) pair(w, w2 *eventfacts.Cell) error {
	key := uint64(w.ID)<<32 | uint64(w2.ID)
	if err := e.Meter.Tick(1); err != nil || e.pairs[key] {
		return err
	}
	if len(e.pairs) >= e.maxPairs {
		return events.ErrTooLarge
	}
	e.pairs[key] = true
	same := e.Cells.Same(w, w2)
	if e.s.IsFalse(same) || e.Order.Before(w2.Event, w.Event) {
		return nil
	}
	if e.Order.Before(w.Event, w2.Event) {
		lit := e.s.And(e.active(w2.Event), same)
		e.overwrites(lit, ordering.Source{Write: w}, w2)
		return nil
	}
	x := e.s.Fresh("ws", term.Bool)
	y := e.s.Fresh("ws", term.Bool)
	e.cuts.choice(cutWrites, int(w.ID), int(w2.ID), 0, x)
	e.pairs[uint64(w2.ID)<<32|uint64(w.ID)] = true
	if err := e.assert(e.s.Implies(e.s.And(e.active(w.Event), e.active(w2.Event), same),
		e.s.Or(x, y))); err != nil {
		return err
	}
	e.overwrites(x, ordering.Source{Write: w}, w2)
	e.overwrites(y, ordering.Source{Write: w2}, w)
	if e.weak != nil {
		return errors.Join(e.weak.agree(w, w2, x), e.weak.agree(w2, w, y))
	}
	return nil
}

// overwrites lets lit, which is needed, say that a source is before a write to the same place.
func (e *Encoder) overwrites(lit term.Term, source ordering.Source, w *eventfacts.Cell) {
	e.need(lit)
	e.model.WriteOrder(lit, source, w)
	if e.weak != nil {
		e.weak.writes = append(e.weak.writes, overwritten{lit, source, w})
	}
}
