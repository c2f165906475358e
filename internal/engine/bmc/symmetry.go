package bmc

import "whittle.dev/internal/engine/internal/eventfacts"

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
