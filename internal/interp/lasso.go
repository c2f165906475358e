package interp

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// standing is a location in a procedure that a thread has entered. A thread is at the standings of its frames.
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

// lasso checks that the only thread comes back to where it was: after the edge with which the part begins that
// repeats, and after that of the violation. That what it does there can be done for ever is for the maker of
// the trace to know.
func (r *replay) lasso() error {
	if r.tr.Again == nil {
		return r.diverge("an execution that does not end must say what repeats")
	}
	var first []standing
	for _, k := range []trace.Key{*r.tr.Again, r.tr.Violation} {
		r.key = k
		r.m.stopAt(k)
		t, err := r.thread(k.Thread)
		if err != nil {
			return err
		}
		if err := r.follow(k); err != nil {
			return err
		}
		switch {
		case r.m.outcome.Kind != Running:
			return r.diverge("the execution ends: %s", &r.m.outcome)
		case len(r.m.threads) > 1:
			return r.diverge("there are other threads")
		case first == nil:
			first = t.standings()
			r.m.rec.repeats = len(r.m.rec.steps)
		case !slices.Equal(first, t.standings()):
			return r.diverge("the thread is not where it was before")
		}
	}
	return r.m.recurs(r.key)
}

// recurs ends the execution after an edge from where on it repeats what it did.
func (m *Machine) recurs(k trace.Key) error {
	t := m.threads[k.Thread]
	f := t.top()
	pos := f.proc.CFA.Locs[f.loc].Pos
	var edge *cfa.Edge
	if out := f.proc.CFA.Locs[f.loc].Out; len(out) > 0 {
		edge = f.proc.CFA.Edges[out[0]]
		pos = edge.Pos
	}
	m.outcome = Outcome{Kind: Violated, Property: property.Termination, Key: k, Edge: edge, Pos: pos,
		User: userPos(t, pos), What: "the loop goes on for ever"}
	return nil
}
