package ceds

import "whittle.dev/internal/engine"

// stats lists the counters; the order is fixed.
func (s *search) stats() []engine.Stat {
	k, e := s.known.Counts(), s.steps.Emptiness()
	return []engine.Stat{
		engine.Count("states", len(s.nodes)),
		engine.Count("states with symbolic data", k.Variants),
		engine.Count("transitions", s.transitions),
		engine.Count("edges", s.edges),
		engine.Count("threads", s.threads),
		engine.Count("slices", k.Slices),
		engine.Count("terms", s.steps.Terms().NumTerms()),
		engine.Count("emptiness checks", e.Asked),
		engine.Count("emptiness by a model", e.Model),
		engine.Count("emptiness from the cache", e.Cached),
		engine.Count("emptiness by the solver", e.Solver),
		engine.Count("answers from an earlier run", s.set.steps.Queries.Counts().Earlier),
		engine.Count("equality checks", k.Checks),
		engine.Count("equality syntactic", k.Syntactic),
		engine.Count("equality from the cache", k.Cached),
		engine.Count("equality refuted by a value", k.Model),
		engine.Count("equality by the solver", k.Solver),
		engine.Count("equality undecided", k.Unknown),
	}
}
