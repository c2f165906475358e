package ceds

import (
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/emptiness"
	"whittle.dev/internal/engine/internal/stateset"
)

// counts are what steppers and views count.
type counts struct {
	emptiness emptiness.Counts
	compared  stateset.Counts
	terms     int
}

func (c *counts) add(d counts) {
	c.emptiness.Add(d.emptiness)
	c.compared.Add(d.compared)
	c.terms += d.terms
}

// counts are those of a worker, since the beginning.
func (w *worker) counts() counts {
	c := w.retired
	c.add(counts{w.steps.Emptiness(), w.known.Counts(), w.steps.Terms().NumTerms()})
	return c
}

// counts are those of all workers.
func (s *search) counts() counts {
	var c counts
	for _, w := range s.workers {
		c.add(w.counts())
	}
	return c
}

// stats lists the counters; the order is fixed. No worker may run.
func (s *search) stats() []engine.Stat {
	var transitions, edges int64
	for _, w := range s.workers {
		transitions += w.transitions
		edges += w.edges
	}
	c := s.counts()
	k, e := c.compared, c.emptiness
	_, variants, slices := s.states.Size()
	out := []engine.Stat{
		engine.Count("states", s.size()),
		engine.Count("states with symbolic data", variants),
		engine.Count("transitions", transitions),
		engine.Count("edges", edges),
		engine.Count("threads", s.threads()),
		engine.Count("slices", slices),
		engine.Count("terms", c.terms),
	}
	count := func(name string, n int64) { out = append(out, engine.Count(name, n)) }
	e.Each(count)
	out = append(out, engine.Count("answers from an earlier run", s.set.steps.Queries.Counts().Earlier))
	if c := s.set.steps.Queries.Counts(); c.Foreign+c.Refused > 0 {
		out = append(out, engine.Count("answers of others", c.Foreign),
			engine.Count("answers of others refused", c.Refused))
	}
	k.Each(count)
	return out
}
