package encoding

import "whittle.dev/internal/engine/internal/eventfacts"

// BreakSymmetry orders the twins. It must come before anything is asked.
func (e *Encoder) BreakSymmetry() error {
	twins, err := eventfacts.Symmetry(e.Graph, e.Symbols, e.Cells, e.Meter)
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
