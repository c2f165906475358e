package interp

import (
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
