package bmc

import (
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/smt/native"
)

// sampleEvery is the time between two samples for the history.
const sampleEvery = 10 * time.Millisecond

// history tells the numbers of a round while it goes on; nil tells nothing.
type history struct {
	task   engine.Task
	last   time.Time
	solver *native.Solver
}

// newHistory returns nil where it is not asked for.
func newHistory(t engine.Task) *history {
	if !t.Explain {
		return nil
	}
	return &history{task: t}
}

// graph says that a graph was made.
func (h *history) graph(bound int, c *counters) {
	if h == nil {
		return
	}
	h.task.Emit(engine.Event{Samples: []engine.Stat{engine.Count("loop bound", bound),
		engine.Count("events", c.events), engine.Count("goals", c.goals)}})
}

// watch makes a solver the one that tick and tell speak of.
func (h *history) watch(s *native.Solver) {
	if h != nil {
		h.solver = s
	}
}

// tick is called now and then while the solver works.
func (h *history) tick() {
	if h == nil || h.solver == nil {
		return
	}
	if now := time.Now(); now.Sub(h.last) >= sampleEvery {
		h.last = now
		h.tell()
	}
}

// tell tells the numbers of the solver.
func (h *history) tell() {
	if h == nil || h.solver == nil {
		return
	}
	var list []engine.Stat
	for _, x := range h.solver.Stats() {
		switch x.Name {
		case "gates", "vars", "clauses", "conflicts", "learnt clauses":
			list = append(list, engine.Count(x.Name, x.Value))
		}
	}
	h.task.Emit(engine.Event{Samples: list})
}
