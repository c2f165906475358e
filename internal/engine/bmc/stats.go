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
	threads, events, guards, goals, steps  int
	reads, choices, pairs, races, anywhere int
	twins                                  int // threads
	unroll, solve                          time.Duration
	solverStats                            []smt.Stat
}

// graph notes the sizes of a graph.
func (c *counters) graph(g *events.Graph) {
	c.threads, c.events, c.guards, c.goals, c.steps = len(g.Threads), len(g.Events), g.Guards.Len(),
		len(g.Goals), g.Steps
}

// facts notes what was found out about a graph that is not encoded.
func (c *counters) facts(f *facts) {
	c.reads, c.choices, c.pairs, c.races, c.twins = 0, 0, 0, 0, 0
	c.anywhere = f.cells.Anywhere()
}

// encoding notes what the encoder made.
func (c *counters) encoding(e *encoder) {
	c.facts(e.facts)
	c.choices, c.pairs = e.model.Sizes()
	c.races = len(e.races.pairs)
	for _, t := range e.twins {
		c.twins += len(t)
	}
	for _, ev := range e.g.Events {
		if !ev.Write && e.seen[ev.Value] {
			c.reads++
		}
	}
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
		engine.Count("reads encoded", c.reads),
		engine.Count("read-from choices", c.choices),
		engine.Count("write-order edges", c.pairs),
		engine.Count("accesses to unknown objects", c.anywhere),
		engine.Count("interchangeable threads", c.twins),
		engine.Count("guards", c.guards),
		engine.Count("goals", c.goals),
		engine.Count("edges walked", c.steps),
		engine.Seconds("unroll time", c.unroll),
		engine.Seconds("encode and solve time", c.solve),
	}
	if c.races > 0 {
		out = append(out, engine.Count("pairs that may race", c.races))
	}
	for _, s := range c.solverStats {
		out = append(out, engine.Count(s.Name, s.Value))
	}
	return out
}
