package bmc

import (
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/smt/native"
)

// sampleEvery is the time between two samples for the history.
const sampleEvery = 10 * time.Millisecond

// sampler tells the numbers of a round while it goes on. nil tells nobody.
type sampler struct {
	task   engine.Task
	last   time.Time
	solver *native.Solver
	fixed  []engine.Stat // sizes of the graph
}

// newSampler returns nil if nobody wants to know.
func newSampler(t engine.Task) *sampler {
	if !t.Explain {
		return nil
	}
	return &sampler{task: t}
}

// graph tells that a graph was made.
func (s *sampler) graph(bound int, c *counters) {
	if s == nil {
		return
	}
	s.fixed = []engine.Stat{engine.Count("loop bound", bound), engine.Count("events", c.events),
		engine.Count("goals", c.goals)}
	s.task.Emit(engine.Event{Samples: s.fixed})
}

// tick is called now and then while the solver works.
func (s *sampler) tick() {
	if s == nil || s.solver == nil {
		return
	}
	if now := time.Now(); now.Sub(s.last) >= sampleEvery {
		s.last = now
		s.tell()
	}
}

// tell tells the numbers of the solver.
func (s *sampler) tell() {
	if s == nil || s.solver == nil {
		return
	}
	var list []engine.Stat
	for _, x := range s.solver.Stats() {
		switch x.Name {
		case "gates", "vars", "clauses", "conflicts", "learnt clauses":
			list = append(list, engine.Count(x.Name, x.Value))
		}
	}
	s.task.Emit(engine.Event{Samples: list})
}
