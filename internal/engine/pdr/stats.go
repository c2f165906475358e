package pdr

import (
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/refine"
	"whittle.dev/internal/english"
	"whittle.dev/smt"
)

// counters are the statistics of a run.
type counters struct {
	steps                           bool // edges are steps, not rounds of loops
	locations, edges                int
	refuted                         int
	frames                          int
	clauses, obligations, lifted    int
	refinements, predicates, lemmas int
	integers                        int // proofs that were found over integers
	refining                        time.Duration
	solver                          smt.Solver
	sources                         *refine.Refiner
	asked                           int64
}

// fact is what the frames and the first paths have shown; empty: nothing.
func (c *counters) fact() string {
	n := max(c.frames, c.refuted) - 1
	if n < 1 {
		return ""
	}
	if c.steps {
		return "no violation within " + english.Count(n, "step")
	}
	return "no violation within " + english.Count(n, "round") + " of loops"
}

func (c *counters) list() []engine.Stat {
	out := []engine.Stat{engine.Count("locations", c.locations), engine.Count("edges", c.edges),
		engine.Count("steps refuted", c.refuted),
		engine.Count("frames", c.frames), engine.Count("clauses", c.clauses),
		engine.Count("obligations", c.obligations), engine.Count("obligations lifted", c.lifted),
		engine.Count("refinements", c.refinements), engine.Count("predicates", c.predicates),
		engine.Count("lemmas", c.lemmas),
		engine.Count("proofs over integers", c.integers), engine.Count("questions", c.asked),
		engine.Seconds("refine time", c.refining)}
	if c.sources != nil {
		for _, s := range c.sources.Stats() {
			out = append(out, engine.Count(s.Name, s.Value))
		}
	}
	if st, ok := c.solver.(smt.Statser); ok {
		for _, s := range st.Stats() {
			out = append(out, engine.Count(s.Name, s.Value))
		}
	}
	return out
}
