package encoding

import (
	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// wait encodes a read that waits for a lock: instead of seeing some write it orders the sections of the
// lock, see eventfacts.Sections.
func (e *Encoder) wait(t *eventfacts.Taking) error {
	for _, o := range e.Sections.Rivals(t) {
		key := [2]int{min(o.Take.ID, t.Take.ID), max(o.Take.ID, t.Take.ID)}
		if o == t || e.sectionPairs[key] {
			continue
		}
		e.sectionPairs[key] = true
		if err := e.orderSections(t, o); err != nil {
			return err
		}
	}
	return nil
}

// orderSections orders two critical sections.
func (e *Encoder) orderSections(a, b *eventfacts.Taking) error {
	if err := e.Meter.Tick(1); err != nil {
		return err
	}
	// Those of one thread mostly follow on each other whatever happens.
	for _, p := range [2][2]*eventfacts.Taking{{a, b}, {b, a}} {
		for _, end := range p[0].Ends {
			if end.Thread == p[1].Take.Thread && e.Order.Before(end, p[1].Take) &&
				e.Graph.Guards.Implies(p[1].Take.Guard, end.Guard) {
				return nil
			}
		}
	}
	if e.choices += 2; e.choices > e.maxPairs {
		return events.ErrTooLarge
	}
	any := []term.Term{e.s.Not(e.s.And(e.active(a.Take), e.active(b.Take)))}
	for _, p := range [2][2]*eventfacts.Taking{{a, b}, {b, a}} {
		first, second := p[0], p[1]
		if e.Order.Before(second.Take, first.Take) {
			continue
		}
		for _, end := range first.Ends {
			switch {
			case e.Order.Before(second.Take, end):
				continue
			case e.Order.Before(end, second.Take):
				any = append(any, e.active(end))
				continue
			}
			lit := e.s.Fresh("cs", term.Bool)
			e.cuts.choice(cutSections, end.ID, second.Take.ID, 0, lit)
			if err := e.assert(e.s.Implies(lit, e.active(end))); err != nil {
				return err
			}
			e.model.Section(lit, end, second.Take)
			any = append(any, lit)
		}
	}
	return e.assert(e.s.Or(any...))
}
