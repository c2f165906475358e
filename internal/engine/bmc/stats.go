package bmc

import (
	"time"
	"whittle.dev/internal/engine/bmc/encoding"
	"whittle.dev/internal/engine/internal/eventfacts"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/smt"
)

// counters collects the statistics of a run; sizes are those of the last bound.
type counters struct {
	threads, events, guards, goals, steps int
	anywhere                              int
	sizes                                 encoding.Sizes
	unroll, solve                         time.Duration
	solverStats                           []smt.Stat
	cuts                                  int // of questions that were shared
	cubes, helped                         int // that were closed, and of these by other processes
}

// graph notes the sizes of a graph.
func (c *counters) graph(g *events.Graph) {
	c.threads, c.events, c.guards, c.goals, c.steps = len(g.Threads), len(g.Events), g.Guards.Len(),
		len(g.Goals), g.Steps
}

// encoding notes what is known of a graph and what was made of it.
func (c *counters) encoding(f *eventfacts.Facts, z encoding.Sizes) {
	c.anywhere = f.Cells.Anywhere()
	c.sizes = z
}

// solver notes what a solver did.
func (c *counters) solver(s smt.Solver) {
	if st, ok := s.(smt.Statser); ok {
		c.solverStats = st.Stats()
	}
}

// list is what is reported.
func (c *counters) list(bound int) []engine.Stat {
	out := []engine.Stat{
		engine.Count("loop bound", bound),
		engine.Count("threads", c.threads),
		engine.Count("events", c.events),
		engine.Count("reads encoded", c.sizes.Reads),
		engine.Count("read-from choices", c.sizes.Choices),
		engine.Count("write-order edges", c.sizes.WriteOrder),
		engine.Count("accesses to unknown objects", c.anywhere),
		engine.Count("interchangeable threads", c.sizes.Twins),
		engine.Count("guards", c.guards),
		engine.Count("goals", c.goals),
		engine.Count("edges walked", c.steps),
		engine.Seconds("unroll time", c.unroll),
		engine.Seconds("encode and solve time", c.solve),
	}
	if c.sizes.Races > 0 {
		out = append(out, engine.Count("pairs that may race", c.sizes.Races))
	}
	if c.cuts > 0 {
		out = append(out, engine.Count("cuts into cubes", c.cuts), engine.Count("cubes closed", c.cubes),
			engine.Count("cubes closed by helpers", c.helped))
	}
	for _, s := range c.solverStats {
		out = append(out, engine.Count(s.Name, s.Value))
	}
	return out
}
