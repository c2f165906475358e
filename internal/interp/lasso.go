package interp

import (
	"bytes"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// standing is a location in a procedure that a thread has entered. A thread is at the standings of its
// frames.
type standing struct {
	proc *bytecode.Proc
	loc  cfa.LocID
}

func (t *thread) standings() []standing {
	out := make([]standing, len(t.frames))
	for i, f := range t.frames {
		out[i] = standing{f.proc, f.loc}
	}
	return out
}

// lasso checks that the only thread comes back to where it was: before the edge with which the part begins
// that repeats, and before that of the violation. That what it does there can be done for ever is for the
// maker of the trace to know. With several threads, see interleaved.
func (r *replay) lasso() error {
	switch {
	case r.tr.Again == nil:
		return r.silent()
	case slices.ContainsFunc(r.tr.Schedule, func(k trace.Key) bool { return k.Thread > 0 }):
		return r.interleaved()
	}
	r.key = *r.tr.Again
	first, err := r.before()
	if err != nil {
		return err
	}
	r.m.rec.repeats = first.steps
	r.key = r.tr.Violation
	second, err := r.before()
	if err != nil {
		return err
	}
	if !comesBack(first.at, second.at) {
		return r.diverge("the thread is not where it was before")
	}
	r.m.recurs(r.key, second.edge, goesOn)
	return nil
}

// stay is where the only thread is before an edge, and after how many recorded steps.
type stay struct {
	at    []standing
	edge  *cfa.Edge
	steps int
}

// silent checks that the only thread comes back to where it was after the edge of the key, if there is one.
// What it does there has no edge in what the maker of the trace looked at: calls that do nothing.
func (r *replay) silent() error {
	if r.key = r.tr.Violation; r.key != trace.NoViolation {
		if _, err := r.before(); err != nil {
			return err
		}
	}
	r.key.Thread = 0
	t, err := r.thread(0)
	if err != nil {
		return err
	}
	for been := []stay(nil); ; {
		now := stay{at: t.standings(), steps: len(r.m.rec.steps)}
		i := slices.IndexFunc(been, func(s stay) bool { return comesBack(s.at, now.at) })
		if e := t.repeated(); i >= 0 && e != nil {
			r.m.rec.repeats = been[i].steps
			r.m.recurs(trace.Key{Origin: e.Origin, Occurrence: t.counts.get(e.Origin)}, e, goesOn)
			r.m.rec.again = &trace.Key{Origin: e.Origin, Occurrence: t.counts.get(e.Origin) - 1}
			return nil
		}
		been = append(been, now)
		if err := r.alone(t); err != nil {
			return err
		}
	}
}

// repeated is an edge from where a thread is that it has taken before; nil: none.
func (t *thread) repeated() *cfa.Edge {
	f := t.top()
	for _, i := range f.proc.CFA.Locs[f.loc].Out {
		if e := f.proc.CFA.Edges[i]; t.counts.get(e.Origin) > 0 {
			return e
		}
	}
	return nil
}

// alone makes a step of the only thread.
func (r *replay) alone(t *thread) error {
	switch ev := r.m.step(t); {
	case ev == Blocked:
		return r.diverge("the thread is disabled")
	case ev == Stopped || t.done:
		return r.diverge("the execution ends: %s", &r.m.outcome)
	case len(r.m.threads) > 1:
		return r.diverge("there are other threads")
	}
	return nil
}

// before executes the only thread until it has executed the edge of the key, and returns where it was before
// it.
func (r *replay) before() (out stay, err error) {
	k := r.key
	r.m.stopAt(k)
	t, err := r.thread(k.Thread)
	if err != nil {
		return out, err
	}
	if t.counts.get(k.Origin) > k.Occurrence {
		return out, r.diverge("the step was made before its turn")
	}
	for t.counts.get(k.Origin) <= k.Occurrence || t.atomic > 0 {
		if t.counts.get(k.Origin) == k.Occurrence {
			if e := t.leaving(k.Origin); e != nil {
				out = stay{t.standings(), e, len(r.m.rec.steps)}
			}
		}
		if err := r.alone(t); err != nil {
			return out, err
		}
	}
	return out, nil
}

// leaving is the edge of this origin that leads from where a thread is; nil: none.
func (t *thread) leaving(origin cfa.EdgeID) *cfa.Edge {
	f := t.top()
	for _, i := range f.proc.CFA.Locs[f.loc].Out {
		if e := f.proc.CFA.Edges[i]; e.Origin == origin {
			return e
		}
	}
	return nil
}

// comesBack reports whether a thread is where it was before, perhaps deeper in a recursion.
func comesBack(first, second []standing) bool {
	n := len(first) - 1
	return n >= 0 && len(second) > n && slices.Equal(first[:n], second[:n]) &&
		first[n] == second[len(second)-1]
}

// What is said of executions without end, by one thread and by several.
const (
	goesOn  = "the loop goes on for ever"
	allGoOn = "the threads go on for ever, though none is left out (weak fairness)"
)

// recurs ends the execution at an edge from where on it repeats what it did.
func (m *Machine) recurs(k trace.Key, e *cfa.Edge, what string) {
	m.outcome = Outcome{Kind: Violated, Property: property.Termination, Key: k, Edge: e, Pos: e.Pos,
		User: userPos(m.threads[k.Thread], e), What: what}
}

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
