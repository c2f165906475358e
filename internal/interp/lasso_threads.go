package interp

import (
	"bytes"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
)

// interleaved checks that the steps of a schedule from that of Again on bring all threads and the memory back
// to the state before them, and that this is weakly fair: a thread that has not ended makes one of the steps,
// or is disabled at their end.
func (r *replay) interleaved() error {
	m := r.m
	begin := slices.Index(r.tr.Schedule, *r.tr.Again)
	if begin < 0 {
		r.key = *r.tr.Again
		return r.diverge("the step with which the part begins that repeats is not in the schedule")
	}
	live := m.Liveness()
	var first []byte
	for i, k := range r.tr.Schedule {
		r.entry, r.key = i, k
		if i == begin {
			first = m.AppendState(nil, live)
			m.rec.repeats = len(m.rec.steps)
		}
		m.stopAt(k)
		if err := r.follow(k); err != nil {
			return err
		}
		if m.outcome.Kind != Running {
			return r.diverge("the execution ends: %s", &m.outcome)
		}
	}
	r.key = r.tr.Violation
	if !bytes.Equal(first, m.AppendState(nil, live)) {
		return r.diverge("the state is not what it was before")
	}
	again, loop := *r.tr.Again, r.tr.Schedule[begin:]
	for _, t := range m.threads {
		moves := slices.ContainsFunc(loop, func(k trace.Key) bool { return k.Thread == t.index })
		if !moves && !m.rests(t.index) {
			return r.diverge("thread %d could make a step, and makes none", t.index)
		}
	}
	next := trace.Key{Thread: again.Thread, Origin: again.Origin,
		Occurrence: m.threads[again.Thread].counts.get(again.Origin)}
	edge := r.edgeOf(again.Origin)
	if edge == nil || r.tr.Violation != next {
		return r.diverge("it is not the step with which the part begins that repeats")
	}
	what := goesOn
	if slices.ContainsFunc(loop, func(k trace.Key) bool { return k.Thread != again.Thread }) {
		what = allGoOn
	}
	m.recurs(next, edge, what)
	return nil
}

// edgeOf is the edge of an origin; nil: there is none.
func (r *replay) edgeOf(origin cfa.EdgeID) *cfa.Edge {
	for _, proc := range r.m.code.CFA.Procs {
		for _, e := range proc.Edges {
			if e.Origin == origin {
				return e
			}
		}
	}
	return nil
}
