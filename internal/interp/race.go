package interp

import (
	"whittle.dev/internal/trace"
)

// race checks that the last access of the schedule and the access of the violation conflict and that nothing
// orders them: they are next to each other, in different threads, touch a common byte, one of them is a
// store, and one of them is plain and outside of an atomic section.
func (r *replay) race() error {
	m := r.m
	n := len(r.tr.Schedule)
	if n == 0 {
		return r.diverge("there is no access before it")
	}
	first := r.tr.Schedule[n-1]
	t, err := r.thread(r.tr.Violation.Thread)
	if err != nil {
		return err
	}
	if first.Thread == t.index {
		return r.diverge("the access before it is made by the same thread")
	}
	steps := len(m.rec.steps)
	for t.counts.get(r.key.Origin) <= r.key.Occurrence {
		if t.done {
			return r.diverge("the thread has finished without the access")
		}
		switch ev := m.step(t); {
		case ev == Blocked:
			return r.diverge("the thread is disabled")
		case m.outcome.Kind == Canceled:
			return m.outcome.Err
		case ev == Stopped:
			return r.diverge("the execution ends: %s", &m.outcome)
		case ev == Visible && t.counts.get(r.key.Origin) <= r.key.Occurrence:
			return r.diverge("the two accesses are not next to each other")
		}
	}
	second := m.rec.find(steps, len(m.rec.steps), r.key)
	for _, a := range m.rec.lastAccesses(steps, first) {
		if second != nil && r.conflict(a, second) {
			return nil
		}
	}
	return r.diverge("the two accesses do not conflict")
}

// find returns the recorded access with a key, or nil.
func (r *recorder) find(from, to int, k trace.Key) *trace.Step {
	for i := to - 1; i >= from; i-- {
		if s := &r.steps[i]; s.Key == k && isAccess(s) {
			return s
		}
	}
	return nil
}

// lastAccesses returns the accesses of the visible step k, the last one
// before index end: one access, or all of a section.
func (r *recorder) lastAccesses(end int, k trace.Key) []*trace.Step {
	var out []*trace.Step
	i := end - 1
	for i >= 0 && r.steps[i].Key != k {
		i--
	}
	if i < 0 {
		return nil
	}
	if isAccess(&r.steps[i]) {
		return []*trace.Step{&r.steps[i]}
	}
	for j := range r.steps[:end] {
		if s := &r.steps[j]; s.Section != 0 && s.Section == r.steps[i].Section && isAccess(s) {
			out = append(out, s)
		}
	}
	return out
}

func isAccess(s *trace.Step) bool { return s.Kind == trace.KindLoad || s.Kind == trace.KindStore }

// conflict reports whether two accesses of different threads race.
func (r *replay) conflict(a, b *trace.Step) bool {
	overlap := a.Addr < b.Addr+uint64(b.Value.Width/8) && b.Addr < a.Addr+uint64(a.Value.Width/8)
	write := a.Kind == trace.KindStore || b.Kind == trace.KindStore
	return overlap && write && (r.unordered(a) || r.unordered(b))
}

// unordered reports whether an access is neither atomic nor in an atomic section.
func (r *replay) unordered(s *trace.Step) bool {
	return s.Section == 0 && unordered(r.m.code.Origin(s.Origin))
}
