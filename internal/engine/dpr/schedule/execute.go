package schedule

import (
	"errors"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/english"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/trace"
)

// execute makes the execution of a plan; nil: any one.
func (x *explorer) execute(p *plan) error {
	r := &run{x: x, index: map[*root]int{}, epoch: 1}
	r.machine = x.code.Start(interp.Config{Decider: r, Observer: r, MaxSteps: x.steps})
	r.start(x.main)
	x.Executions++
	err := r.follows(p)
	if err == nil && r.err == nil {
		r.expected = nil
		r.free(p)
	}
	x.Steps += r.machine.Steps() + startCost
	x.Questions = x.ask.asked
	if r.err != nil {
		return r.err
	}
	if err != nil {
		return err
	}
	return x.ended(r)
}

// follows makes the steps of a plan.
func (r *run) follows(p *plan) error {
	if p == nil {
		return nil
	}
	r.expected = p.expected
	for _, at := range p.points {
		if at.index < 0 {
			continue
		}
		t, ok := r.index[at.root]
		if !ok {
			return errors.New("a thread of a plan does not start")
		}
		for r.threads[t].done <= at.index {
			if ev := r.step(t); ev != interp.Visible && ev != interp.Local {
				if r.err != nil {
					return r.err
				}
				return fmt.Errorf("a step of a plan cannot be made: %v", r.machine.Outcome().Kind)
			}
		}
	}
	t, ok := r.index[p.target.root]
	if !ok {
		return errors.New("a thread of a plan does not start")
	}
	n, was := p.target, len(p.target.steps)
	for !n.explored || n.open() && len(n.steps) == was {
		if ev := r.step(t); ev != interp.Visible {
			break
		}
	}
	if !n.explored {
		// Behaviour that is undefined ends it before the read is told of.
		if r.machine.Outcome().Kind == interp.Running {
			return errors.New("what is new in a plan does not come")
		}
		n.explored, n.next = true, over
	}
	return nil
}

// turnSteps is how many steps a thread makes before others have their turn, freeSteps how many all make after
// what is new in an execution: what lies after them is looked for when there is nothing else.
const (
	turnSteps = 200
	freeSteps = 2000
)

// free goes on until no thread can make a step, or the process ends.
func (r *run) free(p *plan) {
	t, made := 0, 0
	if p != nil {
		t = r.index[p.target.root]
	}
	for n := 0; n < freeSteps && r.err == nil && !r.inside; n++ {
		if r.machine.Outcome().Kind != interp.Running {
			return
		}
		if !r.ready(t) || made >= turnSteps {
			if t = r.other(t); t < 0 {
				return
			}
			made = 0
		}
		r.step(t)
		made++
	}
}

func (r *run) ready(t int) bool {
	p := r.threads[t]
	return !p.over && p.done < r.x.depth && p.blocked != r.epoch && !r.machine.Finished(t)
}

// other is another thread that may make a step; -1: there is none.
func (r *run) other(t int) int {
	for i := range r.threads {
		if u := (t + 1 + i) % len(r.threads); r.ready(u) {
			return u
		}
	}
	return -1
}

// ended looks at how an execution ended.
func (x *explorer) ended(r *run) error {
	switch o := r.machine.Outcome(); o.Kind {
	case interp.Violated:
		if !x.prop.Covers(o.Property) {
			return nil
		}
		m := x.again(&r.log)
		if m.Outcome().Kind != interp.Violated {
			return errors.New("a violation does not come again")
		}
		x.Trace = m.Trace()
	case interp.Undefined:
		if _, ub := o.Edge.Op.(cfa.UB); !ub && x.Refused == nil {
			x.Refused = &o
		}
	case interp.Unsupported:
		if x.Refused == nil || x.Refused.Kind != interp.Unsupported {
			x.Refused = &o
		}
	case interp.StepLimit, interp.MemoryLimit:
		x.open("an execution of " + english.Count(int(x.steps), "step") + " did not end")
	case interp.Failed:
		return o.Err
	}
	return nil
}

// again makes an execution once more and records it.
func (x *explorer) again(log *script) *interp.Machine {
	s := &scripted{log: *log}
	m := x.code.Start(interp.Config{Decider: s, MaxSteps: x.steps, Record: true})
	for _, t := range log.turns {
		for m.Outcome().Kind == interp.Running && !m.Ends(t) {
			if ev, err := m.Step(t); err != nil || ev > interp.Inside {
				break
			}
		}
	}
	return m
}

// scripted decides as in an execution that was made before.
type scripted struct {
	interp.Zero
	log script
}

// Havoc implements interp.Decider.
func (s *scripted) Havoc(trace.Key, int) (lo, hi uint64) {
	v := s.log.inputs[0]
	s.log.inputs = s.log.inputs[1:]
	return v[0], v[1]
}

// Address implements interp.Decider.
func (s *scripted) Address(trace.Key, uint64) uint64 {
	a := s.log.addrs[0]
	s.log.addrs = s.log.addrs[1:]
	return a
}

// ThreadID implements interp.Decider.
func (s *scripted) ThreadID(trace.Key, uint64) uint64 {
	id := s.log.ids[0]
	s.log.ids = s.log.ids[1:]
	return id
}
