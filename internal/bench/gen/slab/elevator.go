package slab

import (
	"whittle.dev/internal/bench/gen/guarded"
	"whittle.dev/internal/ts/transition"
)

// Elevator is the example of table 1: a request for a floor is accepted, and the elevator moves up or down
// until it is there. It must not go beyond the floor max.
type Elevator struct {
	// Corrected restricts a request to floors up to max. As printed the input is only restricted in the step
	// ready, which is enough for the proof, but not for the one of figures 2 and 3.
	Corrected bool
	// Broken leaves the input of the first request open.
	Broken bool
}

// System makes the system. The conjunct pc' = pc of table 1 is not there where pc changes; the input has any
// value after each step that does not restrict it.
func (e Elevator) System() *transition.System {
	m := guarded.New()
	pc, current, req, input, top := m.Counter("pc"), m.IntVar("current"), m.IntVar("req"), m.IntVar("input"),
		m.IntVar("max")
	m.Init(pc.Is(0), m.Le(current.Term, top.Term))
	if !e.Broken {
		m.Init(m.Le(input.Term, top.Term))
	}
	free := input.Changes()
	request := m.When(pc.Is(0))
	if e.Corrected && !e.Broken {
		request = append(request, m.Le(input.Term, top.Term))
	}
	up, down := m.Gt(req.Term, current.Term), m.Lt(req.Term, current.Term)
	m.Command("request", request, pc.Sets(1), req.Becomes(input.Term), free)
	m.Command("ready", m.When(pc.AtLeast(1), m.Eq(req.Term, current.Term)), pc.Sets(0), free,
		guarded.Demanding(m.Le(input.Next, top.Term)))
	m.Command("up", m.When(pc.Is(1), up), pc.Sets(2), free)
	m.Command("down", m.When(pc.Is(1), down), pc.Sets(3), free)
	m.Command("moveUp", m.When(pc.Is(2), up), current.Becomes(current.Plus(1)), free)
	m.Command("moveDn", m.When(pc.Is(3), down), current.Becomes(current.Plus(-1)), free)
	m.Bad("beyond", m.Gt(current.Term, top.Term))
	return m.System()
}
