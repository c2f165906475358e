package analysis

import (
	"container/heap"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// procFacts is what the analysis precomputes about a procedure.
type procFacts struct {
	proc  *cfa.Proc
	order *Order
	live  []RegSet
	stops thresholds
	// loops tells, by the head of a loop, what its body changes: only that is
	// widened there. What else changes from visit to visit of the head comes
	// from a loop around it.
	loops map[cfa.LocID]*loopFacts
}

type loopFacts struct {
	sets   RegSet // the registers that are set
	stores bool   // memory may change
	// middle: the loop can be entered behind its head.
	middle bool
}

func loopsOf(proc *cfa.Proc, order *Order) map[cfa.LocID]*loopFacts {
	out := make(map[cfa.LocID]*loopFacts)
	for _, l := range order.Locs {
		if order.IsHead(l) {
			out[l] = &loopFacts{}
		}
	}
	for _, e := range proc.Edges {
		if !order.Reaches(e.From) {
			continue
		}
		for h := order.Head(e.To); h != NoLoc; h = order.Outer(h) {
			if e.To != h && !order.Contains(h, e.From) {
				out[h].middle = true
			}
		}
		for h := order.Head(e.From); h != NoLoc; h = order.Outer(h) {
			if !order.Contains(h, e.To) {
				continue
			}
			l := out[h]
			if r := cfa.Def(e.Op); r != cfa.NoReg {
				l.sets = l.sets.with(r)
			}
			switch e.Op.(type) {
			case cfa.Store, cfa.Call, cfa.Alloc, cfa.Free, cfa.Spawn:
				l.stores = true
			}
		}
	}
	return out
}

// instance is a procedure in the context of the calls that lead to it, from the
// start of its thread.
type instance struct {
	*procFacts
	caller   *instance // nil: the thread starts here
	at       cfa.LocID // of the call in the caller
	root     *iroot
	children map[childKey]*instance
	// made are the objects that this procedure and those it calls allocate.
	made []int32

	entry  *istate // joined over all calls; nil: not entered
	states []*istate
	visits []int
	work   worklist
	// exit is the state at the returns, nil if there is none, and result what
	// is returned.
	exit   *istate
	result aval
}

type childKey struct {
	edge cfa.EdgeID
	proc cfa.ProcID
}

// iroot is a class of threads that are started at one place: their calls and
// locals are analysed together.
type iroot struct {
	in     *instance
	parent *iroot
	args   []aval
	// News of the present pass of narrowing.
	freshArgs []aval
	started   bool
}

type iplaceOfEdge struct {
	in  *instance
	loc cfa.LocID
}

func (x *Invariant) facts(p cfa.ProcID) (*procFacts, error) {
	if f := x.procs[p]; f != nil {
		return f, nil
	}
	proc := x.prog.Procs[p]
	f := &procFacts{proc: proc, order: WTO(proc)}
	f.loops = loopsOf(proc, f.order)
	var err error
	if f.live, err = Live(x.ctx, x.regs, x.prog, proc, f.order); err != nil {
		return nil, err
	}
	f.stops = x.constants(proc)
	for _, c := range f.stops {
		if len(x.stops) < maxStops && !slices.Contains(x.stops, c) {
			x.stops = append(x.stops, c)
		}
	}
	x.procs[p] = f
	return f, nil
}

// maxStops bounds the thresholds.
const maxStops = 64

// constants returns the numbers that conditions of a procedure speak of, and
// their neighbours.
func (x *Invariant) constants(proc *cfa.Proc) thresholds {
	st := x.prog.Terms
	var out thresholds
	x.epoch++
	var visit func(t term.Term, depth int)
	visit = func(t term.Term, depth int) {
		if depth == 0 || len(out) >= maxStops || x.stamp[t] == x.epoch {
			return
		}
		x.stamp[t] = x.epoch
		if c, ok := st.ConstUint64(t); ok && st.Sort(t).Width() > 1 {
			if st.Sort(t).Width() == x.prog.PtrWidth && x.byRegion[x.prog.RegionOf(c)] != 0 {
				return
			}
			for _, n := range []uint64{c - 1, c, c + 1} {
				if !slices.Contains(out, n) {
					out = append(out, n)
				}
			}
			return
		}
		for i := range st.NumArgs(t) {
			visit(st.Arg(t, i), depth-1)
		}
	}
	for _, e := range proc.Edges {
		switch op := e.Op.(type) {
		case cfa.Assume:
			visit(op.Cond, 12)
		case cfa.Await:
			visit(op.Cond, 12)
		case cfa.Assign:
			x.ranges(op.Value, &out, 6)
		}
	}
	return out
}

// ranges adds the largest values of remainders and of low bits.
func (x *Invariant) ranges(t term.Term, out *thresholds, depth int) {
	st := x.prog.Terms
	if depth == 0 || len(*out) >= maxStops || widthOf(st.Sort(t)) > 64 {
		return
	}
	n := uint64(0)
	switch st.Op(t) {
	case term.OpExtract:
		if hi, lo := st.Params(t); lo == 0 && hi < 16 {
			n = maskOf(hi + 1)
		}
	case term.OpBVURem, term.OpBVSRem:
		if k, ok := st.ConstUint64(st.Arg(t, 1)); ok {
			n = k - 1
		}
	}
	if n != 0 && !slices.Contains(*out, n) {
		*out = append(*out, n)
	}
	for i := range st.NumArgs(t) {
		x.ranges(st.Arg(t, i), out, depth-1)
	}
}

func (x *Invariant) newInstance(p cfa.ProcID, caller *instance, at cfa.LocID, root *iroot) *instance {
	f, err := x.facts(p)
	if err != nil {
		x.fail(err)
		return nil
	}
	if x.instances++; x.instances > x.limits.Instances {
		x.giveUp("too many calls")
		return nil
	}
	n := len(f.proc.Locs)
	in := &instance{procFacts: f, caller: caller, at: at, root: root, children: make(map[childKey]*instance),
		states: make([]*istate, n), visits: make([]int, n)}
	in.work = worklist{order: f.order, queued: make([]bool, n)}
	x.all = append(x.all, in)
	return in
}

// wake has a location looked at again, and the calls that lead to it.
func (x *Invariant) wake(at iplaceOfEdge) {
	for in, l := at.in, at.loc; in != nil; in, l = in.caller, in.at {
		if in.states[l] == nil {
			return // it will be looked at when it is reached
		}
		in.work.push(l)
	}
}

func (x *Invariant) wakeAll(list []iplaceOfEdge) {
	for _, at := range list {
		x.wake(at)
	}
}

// readers enters a location in a list of those that depend on something.
func (x *Invariant) readers(list *[]iplaceOfEdge, in *instance, l cfa.LocID) {
	if x.fresh == nil && !x.checking && !slices.Contains(*list, iplaceOfEdge{in, l}) {
		*list = append(*list, iplaceOfEdge{in, l})
	}
}

// arrive brings a state to a location.
func (x *Invariant) arrive(in *instance, l cfa.LocID, s *istate) {
	x.restrict(s, in.live[l])
	old := in.states[l]
	if old == nil {
		in.states[l] = s
		in.work.push(l)
		return
	}
	how := joining
	if n := in.visits[l]; in.order.IsHead(l) && n >= widenAfter {
		stops := in.stops
		if n >= widenAfter+lateGrowth {
			stops = nil
		}
		how = widening(in.loops[l], func(a, b aval) aval { return a.widen(b, stops) })
	}
	if next, changed := x.mergeStates(old, s, how); changed {
		in.states[l] = next
		in.visits[l]++
		in.work.push(l)
	}
}

// run propagates states in an instance until nothing changes.
func (x *Invariant) run(in *instance) {
	for len(in.work.locs) > 0 && x.goOn() {
		l := heap.Pop(&in.work).(cfa.LocID)
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
	in.exit, in.result = nil, aval{}
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
		var next, before *istate // before: without the edges back to a head
		loop := in.loops[l]
		add := func(s *istate, back bool) {
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

// edge is the effect of an edge, calls included.
func (x *Invariant) edge(in *instance, e *cfa.Edge, s *istate) *istate {
	x.steps++
	op, ok := e.Op.(cfa.Call)
	if !ok {
		return x.transfer(in, e, s)
	}
	args := make([]aval, len(op.Args))
	for i, a := range op.Args {
		args[i] = x.eval(s, a)
	}
	var out *istate
	for _, p := range x.targets(s, e, op.Proc, op.Target) {
		next := x.call(in, e, op, p, args, s)
		switch {
		case next == nil:
		case out == nil:
			out = next
		default:
			out, _ = x.mergeStates(out, next, joining)
		}
	}
	return out
}

// targets are the procedures that a call or spawn may enter.
func (x *Invariant) targets(s *istate, e *cfa.Edge, proc cfa.ProcID, target term.Term) []cfa.ProcID {
	if proc != cfa.NoProc {
		return []cfa.ProcID{proc}
	}
	a := x.eval(s, target)
	if a.isTop() {
		x.giveUp("a call through an unknown address can be reached")
	}
	var out []cfa.ProcID
	rest := a.some
	for _, r := range a.refs {
		o := x.objs[r.obj].static
		off, exact := r.off.Const()
		if o == nil || o.Kind != cfa.Func || !exact || off != 0 || o.Proc == cfa.NoProc {
			rest = true
			if o != nil && o.Kind == cfa.Func && !exact {
				x.giveUp("a call through a computed address can be reached")
			}
			continue
		}
		out = append(out, o.Proc)
	}
	if rest {
		x.undefined(e, "call through a pointer that is no function")
	}
	return out
}

// call is the effect of a call of one procedure.
func (x *Invariant) call(in *instance, e *cfa.Edge, op cfa.Call, p cfa.ProcID, args []aval, s *istate) *istate {
	if x.checking {
		return nil
	}
	key := childKey{e.ID, p}
	child := in.children[key]
	if child == nil {
		for c := in; c != nil; c = c.caller {
			if c.proc.ID == p {
				x.giveUp("recursion")
				return nil
			}
		}
		if child = x.newInstance(p, in, e.From, in.root); child == nil {
			return nil
		}
		in.children[key] = child
	}
	entry := s.fork()
	entry.defs = nil
	entry.regs = nil
	for _, r := range s.regs {
		if x.prog.Regs[r.reg].Scope == cfa.Thread {
			entry.regs = append(entry.regs, r)
		}
	}
	x.pass(entry, child.proc, args)
	if x.fresh != nil {
		child.entry = entry
		x.descend(child)
	} else {
		x.enter(child, entry)
		x.run(child)
	}
	if child.exit == nil {
		return nil
	}
	return x.back(s, child, op)
}

// enter adds to the states in which an instance is entered.
func (x *Invariant) enter(in *instance, entry *istate) {
	if in.entry == nil {
		in.entry = entry
	} else {
		var changed bool
		if in.entry, changed = x.mergeStates(in.entry, entry, joining); !changed {
			return
		}
	}
	x.arrive(in, in.proc.Entry, in.entry.fork())
}

// pass gives the arguments of a call to the parameters. Those that do not fit
// are treated as by the engines, missing ones as unknown.
func (x *Invariant) pass(s *istate, proc *cfa.Proc, args []aval) {
	for i, r := range proc.Params {
		v := topOf(x.width(r))
		if i < len(args) {
			v = x.resized(args[i], x.width(r))
		}
		s.put(r, v)
	}
}

// back is the state behind a call: the registers of the caller before it, and
// for the rest what the called procedure left.
func (x *Invariant) back(s *istate, child *instance, op cfa.Call) *istate {
	out := child.exit.fork()
	out.regs = nil
	for _, r := range s.regs {
		if x.prog.Regs[r.reg].Scope == cfa.Local {
			out.put(r.reg, x.afterAlloc(r.val, child.made))
		}
	}
	for _, r := range child.exit.regs {
		out.put(r.reg, r.val)
	}
	out.defs = s.defs
	x.forget(out, func(d regDef) bool { return d.term == term.None })
	if op.Dst != cfa.NoReg {
		v := child.result
		if v.empty() {
			v = topOf(x.width(op.Dst))
		}
		x.assign(out, op.Dst, x.resized(v, x.width(op.Dst)))
	}
	return out
}

// afterAlloc is what a register of a caller holds behind a call that may have
// allocated objects again: what was the last instance need not be it any more.
func (x *Invariant) afterAlloc(v aval, made []int32) aval {
	if len(made) == 0 {
		return v
	}
	out := v
	for _, r := range v.refs {
		if !r.old && hasObj(made, r.obj) {
			r.old = true
			out.refs = mergeRefs(out.refs, []aref{r}, strided.join)
		}
	}
	return out
}

// finish is a return: from the thread's first procedure it ends the thread.
func (x *Invariant) finish(in *instance, op cfa.Return, s *istate) {
	var v aval
	if op.Value != term.None {
		v = x.eval(s, op.Value)
	}
	if in.caller == nil {
		if in.root.parent != nil {
			if op.Value == term.None {
				v = numberOf(single(x.prog.PtrWidth, 0))
			}
			x.exit(s, v)
		}
		return // else the process ends
	}
	if x.checking {
		return
	}
	if op.Value == term.None {
		v = topOf(widthOf(in.proc.Result))
	}
	regs := s.regs
	s.regs, s.defs = nil, nil
	for _, r := range regs {
		if x.prog.Regs[r.reg].Scope == cfa.Thread {
			s.regs = append(s.regs, r)
		}
	}
	if !in.result.contains(v) {
		in.result = in.result.join(v)
	}
	if in.exit == nil {
		in.exit = s
	} else {
		in.exit, _ = x.mergeStates(in.exit, s, joining)
	}
}

// exit is the end of a thread with a value.
func (x *Invariant) exit(s *istate, v aval) {
	if x.checking {
		return
	}
	v = x.resized(v, x.prog.PtrWidth)
	x.publish(s, v)
	v = x.foreign(v)
	if x.fresh != nil {
		x.freshFinished, x.freshExits = true, x.freshExits.join(v)
		return
	}
	if !x.finished || !x.exits.contains(v) {
		x.finished, x.exits = true, x.grow(x.exits, v, x.exitsGrown)
		x.exitsGrown++
		x.wakeAll(x.exitReaders)
	}
}

// maxRoots is how many places that start one procedure are kept apart.
const maxRoots = 40

// spawn starts a thread: from now on other threads see the static objects and
// what the arguments lead to.
func (x *Invariant) spawn(in *instance, e *cfa.Edge, op cfa.Spawn, s *istate) *istate {
	args := make([]aval, len(op.Args))
	for i, a := range op.Args {
		args[i] = x.eval(s, a)
		if args[i].empty() {
			return nil
		}
	}
	if s.alone {
		for o := range x.statics {
			if m := x.own(s, int32(o)); m != nil {
				s.setOwn(int32(o), nil)
				x.expose(s, int32(o), m, x.objs[o].static.Size)
			}
		}
	}
	s.alone, s.crowd = false, true
	for i := range args {
		x.publish(s, args[i])
		args[i] = x.foreign(args[i])
	}
	x.forget(s, func(d regDef) bool { return d.term == term.None })
	procs := x.targets(s, e, op.Proc, op.Target)
	if len(procs) == 0 {
		return nil
	}
	if !x.checking {
		for _, p := range procs {
			x.start(in, e, p, args)
		}
	}
	x.assign(s, op.Dst, x.resized(numberOf(plain(span(x.prog.PtrWidth, 1, maskOf(x.prog.PtrWidth)))), x.width(op.Dst)))
	return s
}

// start adds a thread to the class of those that are started at a place.
func (x *Invariant) start(in *instance, e *cfa.Edge, p cfa.ProcID, args []aval) {
	key := rootKey{in, e.ID, p}
	r := x.roots[key]
	if r == nil {
		for a := in.root; a != nil && r == nil; a = a.parent {
			if a.in.proc.ID == p && a.parent != nil {
				r = a // threads that start threads of their own kind
			}
		}
		if r == nil && x.perProc[p] >= maxRoots {
			r = x.lastRoot[p]
		}
		if r == nil {
			r = &iroot{parent: in.root}
			if r.in = x.newInstance(p, nil, NoLoc, r); r.in == nil {
				return
			}
			x.perProc[p]++
			x.lastRoot[p] = r
			x.rootList = append(x.rootList, r)
		}
		x.roots[key] = r
	}
	if x.fresh != nil {
		r.freshArgs, _ = x.joinArgs(r.freshArgs, args, 0)
		r.started = true
		return
	}
	var changed bool
	if r.args, changed = x.joinArgs(r.args, args, r.in.visits[r.in.proc.Entry]); changed || r.in.entry == nil {
		x.enter(r.in, x.entryOf(r, r.args))
	}
}

func (x *Invariant) joinArgs(old, args []aval, times int) ([]aval, bool) {
	changed := false
	out := slices.Clone(old)
	for i, v := range args {
		switch {
		case i == len(out):
			out, changed = append(out, v), true
		case !out[i].contains(v):
			out[i], changed = x.grow(out[i], v, times), true
		}
	}
	return out, changed
}

// entryOf is the state in which a thread starts.
func (x *Invariant) entryOf(r *iroot, args []aval) *istate {
	s := &istate{crowd: true}
	if r.parent == nil {
		s = &istate{alone: true}
	}
	for i, reg := range x.prog.Regs {
		if reg.Scope != cfa.Thread {
			continue
		}
		w := widthOf(reg.Sort)
		switch {
		case w == 0 || w > 64:
		case cfa.RegID(i) == x.prog.Self:
			s.put(cfa.RegID(i), numberOf(plain(span(w, 1, maskOf(w)))))
		default:
			s.put(cfa.RegID(i), numberOf(single(w, 0)))
		}
	}
	x.pass(s, r.in.proc, args)
	return s
}
