package bmc

import (
	"slices"

	"whittle.dev/internal/engine/internal/eventfacts"
)

// breakSymmetry orders the twins. It must come before anything is asked.
func (e *encoder) breakSymmetry() error {
	twins, err := eventfacts.Symmetry(e.g, e.symbols, e.cells, e.meter)
	if err != nil {
		return err
	}
	e.twins = twins
	for _, c := range twins {
		for i, th := range c[1:] {
			e.model.Before(c[i].Chain[1], th.Chain[1])
		}
	}
	return nil
}

// takePart makes the twins that include anything the first of their class.
func (p *projection) takePart() error {
	e := p.e
	for _, c := range e.twins {
		for i, b := range c[1:] {
			a := c[i]
			if len(p.below[b.ID]) == 0 || p.ordered[b.ID] || !slices.Equal(p.stops[a.ID], p.stops[b.ID]) {
				continue
			}
			p.ordered[b.ID] = true
			if err := e.assert(e.s.Implies(p.symbol(b.ID, 0), p.symbol(a.ID, 0))); err != nil {
				return err
			}
		}
	}
	return nil
}
