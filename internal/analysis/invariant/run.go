package invariant

import (
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
)

type reader struct {
	in  *instance
	loc cfa.LocID
}

// wake has a location looked at again, and the calls that lead to it.
func (at reader) wake() {
	for in, l := at.in, at.loc; in != nil; in, l = in.caller, in.at {
		if in.states[l] == nil {
			return // it will be looked at when it is reached
		}
		in.work.Push(l)
	}
}

func wakeAll(list []reader) {
	for _, at := range list {
		at.wake()
	}
}

// readers enters a location in a list of those that depend on something.
func (x *Invariant) readers(list *[]reader, in *instance, l cfa.LocID) {
	if x.fresh == nil && !x.checking && !slices.Contains(*list, reader{in, l}) {
		*list = append(*list, reader{in, l})
	}
}

// arrive brings a state to a location.
func (x *Invariant) arrive(in *instance, l cfa.LocID, s *state) {
	x.restrict(s, in.live[l])
	old := in.states[l]
	if old == nil {
		in.states[l] = s
		in.work.Push(l)
		return
	}
	how := joining
	if n := in.visits[l]; in.order.IsHead(l) && n >= analysis.WidenAfter {
		stops := in.stops
		if n >= analysis.WidenAfter+lateGrowth {
			stops = nil
		}
		how = widening(in.loops[l], func(a, b value) value { return a.widen(b, stops) })
	}
	if next, changed := x.mergeStates(old, s, how); changed {
		in.states[l] = next
		in.visits[l]++
		in.work.Push(l)
	}
}

// run propagates states in an instance until nothing changes.
func (x *Invariant) run(in *instance) {
	for !in.work.Empty() && x.goOn() {
		l := in.work.Pop()
		for _, i := range in.proc.Locs[l].Out {
			e := in.proc.Edges[i]
			if next := x.edge(in, e, in.states[l]); next != nil {
				x.arrive(in, e.To, next)
			}
		}
	}
}

// descend computes the states of an instance once more from their
// predecessors. Whatever is computed from states that cover all executions
// covers them, so this is right at any time, and takes back what widening has
// given away.
func (x *Invariant) descend(in *instance) {
	in.exit, in.result = nil, value{}
	for _, c := range in.children {
		c.entry = nil
	}
	defer func() {
		for _, c := range in.children {
			if c.entry == nil {
				c.drop()
			}
		}
	}()
	for _, l := range in.order.Locs {
		if !x.goOn() {
			return
		}
		var next, before *state // before: without the edges back to a head
		loop := in.loops[l]
		add := func(s *state, back bool) {
			x.restrict(s, in.live[l])
			if next == nil {
				next = s
			} else {
				next, _ = x.mergeStates(next, s, joining)
			}
			switch {
			case loop == nil || back:
			case before == nil:
				before = s
			default:
				before, _ = x.mergeStates(before, s, joining)
			}
		}
		if l == in.proc.Entry && in.entry != nil {
			add(in.entry.fork(), false)
		}
		for _, i := range in.proc.Locs[l].In {
			e := in.proc.Edges[i]
			if !in.order.Reaches(e.From) || in.states[e.From] == nil {
				continue
			}
			if s := x.edge(in, e, in.states[e.From]); s != nil {
				add(s, loop != nil && in.order.Contains(l, e.From))
			}
		}
		if loop != nil && !loop.middle && next != nil && before != nil && next != before {
			// What the loop does not set is as it was when the loop was entered.
			next = next.fork()
			for _, r := range before.regs {
				// (The last instance of an object need not be it any more.)
				fixed := len(r.val.refs) == 0 || !loop.stores
				if fixed && x.prog.Regs[r.reg].Scope == cfa.Local && !loop.sets.Has(r.reg) {
					next.put(r.reg, r.val)
				}
			}
		}
		// The ends of paths have no state, though the edges to them do something.
		if in.states[l] != nil {
			in.states[l] = next
		}
	}
}

// edge is the effect of an edge: the state behind it, nil when no execution passes.
func (x *Invariant) edge(in *instance, e *cfa.Edge, from *state) *state {
	x.steps++
	if op, ok := e.Op.(cfa.Call); ok {
		return x.anyCall(in, e, op, from)
	}
	s := from.fork()
	switch op := e.Op.(type) {
	case cfa.Return:
		x.finish(in, op, s)
		return nil
	case cfa.Spawn:
		return x.spawn(in, e, op, s)
	case cfa.Join:
		return x.join(in, e, op, s)
	case cfa.Exit:
		x.leave(op, s)
		return nil
	}
	return x.transfer(in, e, s)
}
