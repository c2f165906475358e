package run

import (
	"context"
	"fmt"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/plan"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// separate is the answer about one property of several as if it had been the only one asked: in the program
// that is made for that property alone, which witnesses, reports and programs that repeat a violation are
// about. The trace is carried over edge by edge and replayed there, or found again.
func (o Outcome) separate(ctx context.Context) (Outcome, error) {
	if tr := o.Result.Trace; o.joint == nil || tr != nil && tr.Weak != nil {
		return o, nil // of the latter there is no witness, and no program that repeats it
	}
	prog, _, err := settle.Load(ctx, o.task)
	if err != nil {
		return o, err
	}
	if tr := o.Result.Trace; tr != nil {
		prog = pass.Beyond(prog)
		others := property.Join(property.All()...).Without(o.task.Asked)
		same := correspondence{from: pass.Beyond(pass.Without(o.joint, others)), to: prog,
			edges: map[cfa.EdgeID]cfa.EdgeID{}, seen: map[cfa.ProcID]bool{}}
		same.match()
		moved, err := same.trace(tr.Machine())
		if err == nil {
			moved, err = interp.Replay(ctx, prog, moved)
		}
		if err != nil {
			return o.again(ctx, err)
		}
		o.Result.Trace = moved
	}
	o.prog, o.Files, o.joint = prog, prog.Files, nil
	o.Property = o.task.Asked
	return o, nil
}

// alone is a trace in a program for several properties as one of the program for the property that it
// violates, and the task about that one.
func alone(ctx context.Context, r Settled, tr *trace.Trace) (Settled, *trace.Trace, error) {
	if len(r.Asked.Members()) == 1 {
		return r, tr, nil
	}
	joint, _, err := settle.Load(ctx, r)
	if err != nil {
		return r, nil, err
	}
	r.Asked, r.Lowered, r.Property, r.Open = tr.Property, "", string(tr.Property), false
	o := Outcome{task: r, joint: joint, Result: engine.Violated(tr.Property, tr)}
	o.Verdict = o.Result.Verdict
	o, err = o.separate(ctx)
	return r, o.Result.Trace, err
}

// again is the answer to the question about the property alone, asked once more, since the trace has no
// counterpart in the program for it: an expression in which nothing can be violated is one step there. It was
// found before among more, so it should be found soon.
func (o Outcome) again(ctx context.Context, why error) (Outcome, error) {
	task := o.task
	if p := o.Verdict.Property; o.Verdict.Kind == property.False && p != task.Asked {
		// Another part of what is asked may be violated, too, and found first.
		task.Asked, task.Lowered, task.Property = p, "", string(p)
	}
	alone, err := CheckSettled(ctx, task, Options{Set: o.Settings, work: plan.AloneLeast + 2*o.work})
	switch {
	case err != nil:
		return o, err
	case alone.Verdict != o.Verdict:
		return o, fmt.Errorf("in the program for %s alone the trace has no counterpart (%w), and it was not "+
			"found again: %s", task.Asked, why, alone.Result.Why)
	}
	return alone, nil
}

// correspondence says which edges of the program for one property those of a program for several are. That
// has more: what violates other properties, the assumptions that stand for going on after it, and steps that
// watch over blocks of the heap (cfa.Program.Watch). Else they are the same, procedure by procedure and edge
// by edge.
type correspondence struct {
	from, to *cfa.Program
	edges    map[cfa.EdgeID]cfa.EdgeID
	seen     map[cfa.ProcID]bool // procedures of from
}

// match walks through both programs side by side: through the procedures that one name stands for, and from
// those to what they call, since a function that makes objects is there once for each of its calls.
func (c *correspondence) match() {
	type name struct {
		name string
		pos  source.Pos
	}
	named := func(p *cfa.Program) map[name][]*cfa.Proc {
		out := map[name][]*cfa.Proc{}
		for _, proc := range p.Procs {
			out[name{proc.Name, proc.Pos}] = append(out[name{proc.Name, proc.Pos}], proc)
		}
		return out
	}
	to := named(c.to)
	for n, list := range named(c.from) {
		if len(list) == 1 && len(to[n]) == 1 {
			c.procs(list[0], to[n][0])
		}
	}
}

// procs matches a procedure with another one, once.
func (c *correspondence) procs(p, q *cfa.Proc) {
	if c.seen[p.ID] {
		return
	}
	c.seen[p.ID] = true
	type pair struct{ at, is cfa.LocID }
	seen, work := map[pair]bool{}, []pair{{p.Entry, q.Entry}}
	before := map[pair]cfa.EdgeID{} // the edge of q that leads there
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		own := q.Locs[x.is].Out
		at := c.skip(p, x.at, q, own)
		if via, ok := before[x]; ok && at != x.at && len(p.Locs[x.at].In) == 1 {
			for _, k := range p.Locs[x.at].Out { // of these threads know nothing in q: they have come there
				c.edges[p.Edges[k].Origin] = via
			}
		}
		out := p.Locs[at].Out
		if seen[x] || len(out) != len(own) {
			continue
		}
		seen[x] = true
		for i := range out {
			e, f := p.Edges[out[i]], q.Edges[own[i]]
			c.edges[e.Origin] = f.Origin
			next := pair{e.To, f.To}
			before[next] = f.Origin
			work = append(work, next)
			call, ok := e.Op.(cfa.Call)
			same, both := f.Op.(cfa.Call)
			if ok && both && call.Proc != cfa.NoProc && same.Proc != cfa.NoProc {
				c.procs(c.from.Procs[call.Proc], c.to.Procs[same.Proc])
			}
		}
	}
}

// skip follows closed violations and what watches over blocks, and goes round branches of which one side is a
// closed violation, unless there is such a branch in q, too, of which no side has any steps.
func (c *correspondence) skip(p *cfa.Proc, at cfa.LocID, q *cfa.Proc, own []int32) cfa.LocID {
	for range p.Locs {
		at = c.closed(p, c.unwatched(p, at))
		out := p.Locs[at].Out
		if len(out) != 2 {
			break
		}
		a, b := p.Edges[out[0]], p.Edges[out[1]]
		if a.To == b.To || c.closed(p, a.To) != c.closed(p, b.To) {
			break
		}
		if len(own) == 2 && q.Edges[own[0]].To == q.Edges[own[1]].To && q.Edges[own[0]].Text == a.Text &&
			q.Edges[own[0]].Pos == a.Pos {
			break
		}
		at = a.To
	}
	return at
}

// closed is where the way goes on after closed violations: assumptions of true beside others of false.
func (c *correspondence) closed(p *cfa.Proc, at cfa.LocID) cfa.LocID {
	for range p.Locs {
		out := p.Locs[at].Out
		if len(out) != 2 {
			break
		}
		a, b := p.Edges[out[0]], p.Edges[out[1]]
		if c.assumes(a, false) {
			a, b = b, a
		}
		if !c.assumes(a, true) || !c.assumes(b, false) || passable(p, a.To) || passable(p, b.To) {
			break
		}
		at = a.To
	}
	return at
}

// passable reports whether what stands at a place is not supported but passable, in both programs.
func passable(p *cfa.Proc, at cfa.LocID) bool {
	return slices.ContainsFunc(p.Locs[at].Out, func(i int32) bool {
		u, ok := p.Edges[i].Op.(cfa.Unsupported)
		return ok && u.Passable
	})
}

// watches reports whether an edge watches over blocks, as none of the other program does.
func (c *correspondence) watches(e cfa.EdgeID) bool {
	return c.from.Watch > 0 && e >= c.from.Watch && c.to.Watch == 0
}

// unwatched is where the way goes on after steps that watch over blocks: before the Free, where there is one.
func (c *correspondence) unwatched(p *cfa.Proc, at cfa.LocID) cfa.LocID {
	after, seen := at, map[cfa.LocID]bool{}
	for work := []cfa.LocID{at}; len(work) > 0; work = work[1:] {
		l := work[0]
		if seen[l] {
			continue
		}
		seen[l] = true
		for _, i := range p.Locs[l].Out {
			e := p.Edges[i]
			_, frees := e.Op.(cfa.Free)
			switch {
			case c.watches(e.Origin):
				work = append(work, e.To)
			case frees:
				return l
			case after == at:
				after = l
			}
		}
	}
	return after
}

// assumes reports whether an edge assumes nothing but a constant.
func (c *correspondence) assumes(e *cfa.Edge, value bool) bool {
	a, ok := e.Op.(cfa.Assume)
	return ok && (value && c.from.Terms.IsTrue(a.Cond) || !value && c.from.Terms.IsFalse(a.Cond))
}

// trace carries a trace over.
func (c *correspondence) trace(tr *trace.Trace) (*trace.Trace, error) {
	out := *tr
	key := func(k trace.Key) (trace.Key, error) {
		if k == trace.NoViolation || k.Origin < 0 || k.Thread < 0 {
			return k, nil
		}
		to, ok := c.edges[k.Origin]
		if !ok {
			return k, fmt.Errorf("a step of the trace has no counterpart in the program for %s alone",
				tr.Property)
		}
		k.Origin = to
		return k, nil
	}
	out.Schedule, out.Inputs = nil, nil
	var err error
	for _, k := range tr.Schedule {
		if c.watches(k.Origin) {
			continue
		}
		if k, err = key(k); err != nil {
			return nil, err
		}
		out.Schedule = append(out.Schedule, k)
	}
	for _, in := range tr.Inputs {
		if c.watches(in.Key.Origin) {
			continue
		}
		if in.Key, err = key(in.Key); err != nil {
			return nil, err
		}
		out.Inputs = append(out.Inputs, in)
	}
	out.Violation, err = key(tr.Violation)
	return &out, err
}
