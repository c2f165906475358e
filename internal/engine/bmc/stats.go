package bmc

import (
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/smt"
)

// counters collects the statistics of a run; sizes are those of the last
// bound.
type counters struct {
	threads, events, guards, goals, steps int
	unroll, solve                         time.Duration
	solverStats                           []smt.Stat
}

func (c *counters) graph(g *events.Graph) {
	c.threads, c.events, c.guards, c.goals, c.steps = len(g.Threads), len(g.Events), g.Guards.Len(), len(g.Goals), g.Steps
}

func (c *counters) solver(s smt.Solver) {
	if st, ok := s.(smt.Statser); ok {
		c.solverStats = st.Stats()
	}
}

func (c *counters) list(bound int) []engine.Stat {
	out := []engine.Stat{
		engine.Count("loop bound", bound),
		engine.Count("threads", c.threads),
		engine.Count("events", c.events),
		engine.Count("guards", c.guards),
		engine.Count("goals", c.goals),
		engine.Count("edges walked", c.steps),
		engine.Seconds("unroll time", c.unroll),
		engine.Seconds("encode and solve time", c.solve),
	}
	for _, s := range c.solverStats {
		out = append(out, engine.Count(s.Name, s.Value))
	}
	return out
}
