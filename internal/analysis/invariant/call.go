package invariant

import (
	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// instance is a procedure in the context of the calls that lead to it, from the
// start of its thread.
type instance struct {
	*procFacts
	caller   *instance // nil: the thread starts here
	at       cfa.LocID // of the call in the caller
	root     *root
	children map[childKey]*instance
	// made are the objects that this procedure and those it calls allocate.
	made []int32

	entry  *state // joined over all calls; nil: not entered
	states []*state
	visits []int
	work   *analysis.Worklist
	// exit is the state at the returns, nil if there is none, and result what
	// is returned.
	exit   *state
	result value
}

type childKey struct {
	edge cfa.EdgeID
	proc cfa.ProcID
}

func (x *Invariant) newInstance(p cfa.ProcID, caller *instance, at cfa.LocID, root *root) *instance {
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
		states: make([]*state, n), visits: make([]int, n)}
	in.work = analysis.NewWorklist(f.proc, f.order, false)
	x.all = append(x.all, in)
	return in
}

// targets are the procedures that a call or spawn may enter.
func (x *Invariant) targets(s *state, e *cfa.Edge, proc cfa.ProcID, target term.Term) []cfa.ProcID {
	if proc != cfa.NoProc {
		return []cfa.ProcID{proc}
	}
	a := x.eval(s, target)
	// Every number behind the first region may be the address of a function.
	if a.isTop() || a.some && (a.num.Lo > a.num.Hi || x.prog.RegionOf(a.num.Hi) != 0) {
		x.giveUp("a call through an unknown address can be reached")
	}
	var out []cfa.ProcID
	rest := a.some
	for _, r := range a.refs {
		o := x.objs[r.obj].static
		off, exact := r.off.Const()
		if o == nil || o.Kind != cfa.Func || !exact || off != 0 || o.Proc == cfa.NoProc {
			rest = true
			if o != nil && o.Kind == cfa.Func && !exact || !x.staysIn(r) {
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

// staysIn reports whether a reference leads to no other object than its own.
func (x *Invariant) staysIn(r ref) bool {
	if x.objs[r.obj].static == nil {
		return r.off.Lo <= r.off.Hi && r.off.Hi < 1<<(x.prog.OffsetBits-1)
	}
	n, region := x.addresses(r), x.prog.RegionOf(x.objs[r.obj].static.Addr)
	return n.Lo <= n.Hi && x.prog.RegionOf(n.Lo) == region && x.prog.RegionOf(n.Hi) == region
}

// anyCall is the effect of a call, of whichever procedures it may be.
func (x *Invariant) anyCall(in *instance, e *cfa.Edge, op cfa.Call, s *state) *state {
	args := make([]value, len(op.Args))
	for i, a := range op.Args {
		args[i] = x.eval(s, a)
	}
	var out *state
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

// call is the effect of a call of one procedure.
func (x *Invariant) call(in *instance, e *cfa.Edge, op cfa.Call, p cfa.ProcID, args []value, s *state) *state {
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
func (x *Invariant) enter(in *instance, entry *state) {
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
func (x *Invariant) pass(s *state, proc *cfa.Proc, args []value) {
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
func (x *Invariant) back(s *state, child *instance, op cfa.Call) *state {
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
	out.forget(func(d regDef) bool { return d.term == term.None })
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
func (x *Invariant) afterAlloc(v value, made []int32) value {
	if len(made) == 0 {
		return v
	}
	out := v
	for _, r := range v.refs {
		if !r.old && hasObj(made, r.obj) {
			r.old = true
			x.ends(x.objs[r.obj], false, x.objs[r.obj].left)
			out.refs = mergeRefs(out.refs, []ref{r}, absint.Strided.Join)
		}
	}
	return out
}

// finish is a return: from the thread's first procedure it ends the thread.
func (x *Invariant) finish(in *instance, op cfa.Return, s *state) {
	var v value
	if op.Value != term.None {
		v = x.eval(s, op.Value)
	}
	if in.caller == nil {
		if in.root.parent != nil {
			if op.Value == term.None {
				v = numberOf(absint.Single(x.prog.PtrWidth, 0))
			}
			x.exit(s, v)
		}
		return // else the process ends
	}
	if x.checking {
		return
	}
	if op.Value == term.None {
		v = topOf(absint.Width(in.proc.Result))
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
