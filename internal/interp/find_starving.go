package interp

import (
	"bytes"
	"context"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// maxStarving bounds the rounds in which an execution has to come back to a state.
const maxStarving = 1000

// Starving goes on with an execution of a program with an observer: after its schedule each thread has its
// turn, one after the other, until the machine is in a state in which it was between two rounds. So this can
// go on for ever, and it is fair. The trace is that of an execution in which a thread waits for ever, and
// was replayed; nil: none was found. The error is about the program.
func Starving(ctx context.Context, p *cfa.Program, begin *trace.Trace, fairness property.Fairness) (
	*trace.Trace, error) {
	c, err := bytecode.Compile(p)
	if err != nil {
		return nil, err
	}
	m := newMachine(c, Config{Decider: NewScripted(begin.Inputs), MaxSteps: maxSteps, Record: true})
	m.ctx = ctx
	f := &starvingFinder{m: m, observer: p.Observer.Thread}
	tr := f.find(begin, bytecode.NewLiveness(c))
	if tr == nil || ctx.Err() != nil {
		return nil, ctx.Err()
	}
	tr.Lasso.Fairness = fairness
	for i, t := range m.threads {
		if i == f.observer || t.done {
			continue
		}
		tr.Lasso.Starves = i
		if _, err := Replay(ctx, p, tr); err == nil {
			return tr, nil
		}
	}
	return nil, ctx.Err()
}

// starvingFinder executes a program, and lets its observer look after each step of another thread.
type starvingFinder struct {
	m        *Machine
	observer int
}

// find returns the execution, with the part that repeats; nil: it does not come back to a state.
func (f *starvingFinder) find(begin *trace.Trace, live *bytecode.Liveness) *trace.Trace {
	m := f.m
	for _, k := range begin.Schedule {
		if k.Thread >= len(m.threads) {
			return nil
		}
		for t := m.threads[k.Thread]; t.counts.get(k.Origin) <= k.Occurrence || t.atomic > 0; {
			if t.done || !f.step(t, m.step(t)) {
				return nil
			}
		}
	}
	var states [][]byte
	var marks []int
	for range maxStarving {
		now := m.AppendState(nil, live)
		for i, was := range states {
			if bytes.Equal(was, now) {
				return f.trace(marks[i], len(m.rec.schedule), len(states)-i)
			}
		}
		states, marks = append(states, now), append(marks, len(m.rec.schedule))
		if !f.round() {
			break
		}
	}
	return nil
}

// round gives each thread a turn. It is false if the execution ends.
func (f *starvingFinder) round() bool {
	for i := 0; i < len(f.m.threads); i++ {
		t := f.m.threads[i]
		for n := 0; i != f.observer && !t.done && (n < turnEdges || f.m.owner >= 0); n++ {
			ev := f.m.step(t)
			if ev == Blocked {
				break
			}
			if !f.step(t, ev) {
				return false
			}
			if ev > Inside {
				break
			}
		}
	}
	return true
}

// step lets the observer look after a step that others can tell. It is false if the thread could make none,
// or the execution ends.
func (f *starvingFinder) step(t *thread, ev Event) bool {
	if ev == Blocked || f.m.outcome.Kind != Running {
		return false
	}
	if ev <= Inside || t.index == f.observer || f.observer >= len(f.m.threads) {
		return true
	}
	for {
		switch ev := f.m.step(f.m.threads[f.observer]); {
		case ev > Visible || f.m.outcome.Kind != Running:
			return false
		case ev == Visible:
			return true
		}
	}
}

// trace is the execution, after one more time of as many rounds as repeat.
func (f *starvingFinder) trace(first, second, rounds int) *trace.Trace {
	for range rounds {
		if !f.round() {
			return nil
		}
	}
	tr := f.m.Trace().Machine()
	tr.Property, tr.Violation = property.NoStarvation, trace.NoViolation
	tr.Lasso = &trace.Lasso{First: first, Second: second, Exit: trace.NoThread}
	return tr
}
