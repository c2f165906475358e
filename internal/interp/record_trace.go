package interp

import (
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// Trace returns what was recorded so far, with the end of the execution as its last step; nil without
// Config.Record. Property and Violation are those of the outcome, when it is a violation.
func (m *Machine) Trace() *trace.Trace {
	if m.rec == nil {
		return nil
	}
	o := &m.outcome
	t := &trace.Trace{Version: trace.Version, Property: o.Property, Violation: o.Key,
		Schedule: append([]trace.Key(nil), m.rec.schedule...),
		Inputs:   append([]trace.Input(nil), m.rec.inputs...)}
	steps := len(m.rec.steps)
	switch o.Kind {
	case Violated, Undefined, Unsupported:
		m.rec.ending(o)
	case Deadlock:
		t.Property, t.Violation = property.NoDeadlock, trace.NoViolation
		if m.stuck != nil {
			t.Violation = o.Key
		}
		m.rec.stuck()
	}
	t.Names = m.code.CFA.Names
	t.Steps = append([]trace.Step(nil), m.rec.steps...)
	m.rec.steps = m.rec.steps[:steps]
	readsFrom(t.Steps)
	t.Lives = m.names.told(append(m.about, m.missed))
	return t
}

// ending adds the step at which the execution ended.
func (r *recorder) ending(o *Outcome) {
	if o.Edge == nil {
		return
	}
	s := trace.Step{Key: o.Key, Kind: trace.KindUB, Message: o.What, Brief: r.m.brief, Visible: true}
	if o.Kind == Violated {
		s.Kind, s.Behaviour = trace.KindViolation, o.Behaviour
		if s.Message == "" {
			s.Message = string(o.Property)
		}
	}
	r.add(s, r.m.threads[o.Key.Thread], o.Edge)
	if last := &r.steps[len(r.steps)-1]; r.hidden > 0 && last.Thread > r.hidden {
		last.Thread--
	}
}

// cut leaves one round of the part that repeats, or has the second one be what repeats. Turns of a loop that
// does nothing are one step, which stands for the second round, too.
func (r *recorder) cut() {
	n := len(r.steps)
	switch {
	case !r.twice:
		r.steps = r.steps[:r.once]
	case r.once < n:
		r.repeats = r.once
	case n > r.repeats && r.steps[n-1].Kind == trace.KindJump:
		r.repeats = n - 1
	}
}

// stuck adds a step for each thread that a deadlock leaves.
func (r *recorder) stuck() {
	for _, t := range r.m.threads {
		if e := r.m.Next(t.index); r.m.isStuck(t) && e != nil {
			w := r.m.wait(t)
			r.add(trace.Step{Key: r.m.key(t, e, false), Kind: trace.KindDeadlock, Visible: true, Wait: &w,
				Message: "cannot go on" + w.Reason()}, t, e)
		}
	}
}

// readsFrom links loads to the stores of other threads that they see.
func readsFrom(steps []trace.Step) {
	type write struct{ step, thread int }
	last := make(map[uint64]write)
	for i := range steps {
		s := &steps[i]
		switch s.Kind {
		case trace.KindStore:
			for b := range uint64(s.Value.Width / 8) {
				last[s.Addr+b] = write{i, s.Thread}
			}
		case trace.KindLoad:
			if w, ok := last[s.Addr]; ok && w.thread != s.Thread {
				s.ReadFrom = w.step + 1
			}
		}
	}
}
