package invariant

import (
	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
)

// fixpoint propagates states along edges until nothing changes.
type fixpoint struct {
	prog    *cfa.Program
	out     *outcome
	space   *space
	mem     *memory
	states  *states
	do      *effects
	calls   *calls
	threads *threads
}

// arrive brings a state to a location.
func (x *fixpoint) arrive(in *instance, l cfa.LocID, s *state) {
	x.states.restrict(s, in.live[l])
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
	if next, changed := x.states.mergeStates(old, s, how); changed {
		in.states[l] = next
		in.visits[l]++
		in.work.Push(l)
	}
}

// run propagates states in an instance until nothing changes.
func (x *fixpoint) run(in *instance) {
	for !in.work.Empty() && x.out.goOn() {
		l := in.work.Pop()
		for _, i := range in.proc.Locs[l].Out {
			e := in.proc.Edges[i]
			if next := x.edge(in, e, in.states[l]); next != nil {
				x.arrive(in, e.To, next)
			}
		}
	}
}

// descend computes the states of an instance once more from their predecessors. Whatever is computed from
// states that cover all executions covers them, so this is right at any time, and takes back what widening
// has given away.
func (x *fixpoint) descend(in *instance) {
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
		if !x.out.goOn() {
			return
		}
		var next, before *state // before: without the edges back to a head
		loop := in.loops[l]
		add := func(s *state, back bool) {
			x.states.restrict(s, in.live[l])
			if next == nil {
				next = s
			} else {
				next, _ = x.states.mergeStates(next, s, joining)
			}
			switch {
			case loop == nil || back:
			case before == nil:
				before = s
			default:
				before, _ = x.states.mergeStates(before, s, joining)
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

// edge is the effect of an edge: the state after it, nil when no execution passes.
func (x *fixpoint) edge(in *instance, e *cfa.Edge, from *state) *state {
	x.out.steps++
	if op, ok := e.Op.(cfa.Call); ok {
		return x.calls.anyCall(in, e, op, from)
	}
	s := from.fork()
	switch op := e.Op.(type) {
	case cfa.Return:
		x.calls.finish(in, op, s)
		return nil
	case cfa.Spawn:
		return x.threads.spawn(in, e, op, s)
	case cfa.Join:
		return x.threads.join(in, e, op, s)
	case cfa.Exit:
		x.threads.leave(op, s)
		return nil
	}
	return x.do.transfer(in, e, s)
}

// narrowings is how often at most the states are computed anew from the found ones.
const narrowings = 2

// solve finds an invariant and narrows it.
func (x *fixpoint) solve() {
	for again := true; again && x.out.goOn(); {
		again = false
		for i := 0; i < len(x.threads.rootList); i++ {
			if in := x.threads.rootList[i].in; !in.work.Empty() {
				x.run(in)
				again = true
			}
		}
	}
	for again, n := true, 0; again && n < narrowings && x.out.goOn(); n++ {
		again = x.narrowAll()
	}
}

// narrowAll computes everything once more from what was found. It reports
// whether that took something away that other threads see.
func (x *fixpoint) narrowAll() bool {
	x.mem.startNarrowing()
	x.threads.startNarrowing()
	for i := 0; i < len(x.threads.rootList); i++ {
		if in := x.threads.rootList[i].in; in.entry != nil {
			x.descend(in)
		}
	}
	if !x.out.goOn() {
		return false
	}
	less := x.mem.endNarrowing()
	return x.threads.endNarrowing() || less
}

// check looks at every edge in the states that were found, and changes nothing.
func (x *fixpoint) check() {
	x.out.checking = true
	for _, in := range x.calls.all {
		for l, s := range in.states {
			if s == nil || !x.out.goOn() {
				continue
			}
			for _, i := range in.proc.Locs[l].Out {
				x.edge(in, in.proc.Edges[i], s)
			}
		}
	}
	for _, o := range x.space.objs[x.space.statics:] {
		if o.sized && o.most > x.prog.MaxObject() {
			x.out.giveUp("an object may be larger than the address space is cut for")
		}
	}
}
