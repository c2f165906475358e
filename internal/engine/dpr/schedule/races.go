package schedule

import (
	"context"
	"errors"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// Racer makes executions under random schedules, as a [Hunter] does, until two accesses of one race. What it
// does depends on the program and how much it is asked to do, not on time.
type Racer struct {
	hunter   *Hunter
	replayer *interp.Replayer
	// Trace leads to a race; nil: none was found so far.
	Trace *trace.Trace
	// Executions and Steps count executions and their edges. Of the races that these came to, Unconfirmed
	// are those whose traces do not replay.
	Executions, Unconfirmed int
	Steps                   uint64
}

// NewRacer prepares a search for data races. The error is about the program.
func NewRacer(ctx context.Context, p *cfa.Program) (*Racer, error) {
	h, err := NewHunter(ctx, p, property.NoDataRace)
	if err != nil {
		return nil, err
	}
	r, err := interp.NewReplayer(p)
	return &Racer{hunter: h, replayer: r}, err
}

// watchCost is how much dearer a step is of which accesses are looked at.
const watchCost = 2

// Run makes executions until a race is found or they have taken so many edges.
func (r *Racer) Run(edges uint64) error {
	h := r.hunter
	for until := r.Steps + edges; r.Trace == nil && r.Steps < until && h.ctx.Err() == nil; {
		h.turn++
		e := execution{seed: h.turn, family: family(h.turn % uint64(families)),
			limit: shortest * luby(h.turn/uint64(families)+1), length: h.length}
		m, c := r.execute(e, false)
		r.Executions++
		r.Steps += watchCost*m.Steps() + startCost
		if c.race == nil {
			continue
		}
		if err := r.confirm(e, c); err != nil {
			return err
		}
	}
	return nil
}

// execute makes an execution up to its first race, or its end.
func (r *Racer) execute(e execution, record bool) (*interp.Machine, *clocks) {
	h := r.hunter
	m := h.code.Start(interp.Config{Decider: newInputs(e.seed, h.known), MaxSteps: e.limit, Record: record})
	s, c := newDrawn(e), newClocks(m, record)
	for t := 0; t >= 0; {
		ev := r.visible(m, c, t)
		if ev == interp.Stopped || ev == interp.Visible && !c.end(t) || ev == interp.Blocked && !c.failed(t) {
			break
		}
		t = s.next(m, t, ev)
	}
	h.length = max(h.length, s.epoch)
	return m, c
}

// visible makes a visible step of a thread, which does not end the process.
func (r *Racer) visible(m *interp.Machine, c *clocks, t int) interp.Event {
	c.begin()
	for n := 1; ; n++ {
		if m.Ends(t) || n%4096 == 0 && r.hunter.ctx.Err() != nil {
			return interp.Blocked
		}
		c.edge(t)
		if ev, err := m.Step(t); err != nil || ev > interp.Inside {
			return ev
		}
	}
}

// confirm makes the execution that ends with a race and replays it.
func (r *Racer) confirm(e execution, found *clocks) error {
	m, c := r.execute(e, true)
	if r.hunter.ctx.Err() != nil {
		return nil
	}
	if c.race == nil || *c.race != *found.race {
		return fmt.Errorf("the race of schedule %d does not come again", e.seed)
	}
	tr := m.Trace()
	if len(tr.Schedule) != len(c.steps) {
		return fmt.Errorf("schedule %d has %d steps, not %d", e.seed, len(tr.Schedule), len(c.steps))
	}
	full, _, err := r.replayer.Replay(r.hunter.ctx, c.witness(tr), 0)
	var diverged *interp.DivergenceError
	switch {
	case errors.As(err, &diverged):
		r.Unconfirmed++
	case err != nil && r.hunter.ctx.Err() == nil:
		return err
	case err == nil:
		r.Trace = full
	}
	return nil
}

// witness is the trace of the steps that do not come after the first access of the race, and then of both.
func (c *clocks) witness(tr *trace.Trace) *trace.Trace {
	x := c.race
	first := &c.steps[x.first]
	out := &trace.Trace{Version: tr.Version, Property: property.NoDataRace}
	number := make([]int, c.m.NumThreads()) // of the threads that are left
	for t := range number {
		number[t] = -1
	}
	number[0] = 0
	left := 1
	for i := range c.steps[:x.second] {
		s := &c.steps[i]
		switch {
		case i < x.first:
		case s.thread == first.thread, s.before.of(first.thread) >= first.number:
			continue
		}
		out.Schedule = append(out.Schedule, tr.Schedule[i])
		for child := s.children[0]; child < s.children[1]; child++ {
			number[child] = left
			left++
		}
	}
	// An access of a section can only be the second of the two.
	out.Schedule = append(out.Schedule, tr.Schedule[x.first])
	out.Violation = c.step[x.secondAt].Key
	if a := &first.accesses[x.firstAt]; !a.Outside {
		out.Schedule[len(out.Schedule)-1] = tr.Schedule[x.second]
		out.Violation = a.Key
	}
	for i := range out.Schedule {
		out.Schedule[i].Thread = number[out.Schedule[i].Thread]
	}
	out.Violation.Thread = number[out.Violation.Thread]
	for _, in := range tr.Inputs {
		if in.Thread != trace.StaticThread {
			if in.Thread = number[in.Thread]; in.Thread < 0 {
				continue
			}
		}
		out.Inputs = append(out.Inputs, in)
	}
	return out
}
