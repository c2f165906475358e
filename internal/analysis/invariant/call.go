package invariant

import (
	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// calls are the procedures in the contexts of their calls.
type calls struct {
	prog    *cfa.Program
	out     *outcome
	space   *space
	mem     *memory
	states  *states
	terms   *evaluator
	code    *procedures
	threads *threads
	flow    *fixpoint
	all     []*instance
}

// instance is a procedure in the context of the calls that lead to it, from the start of its thread.
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
	// exit is the state at the returns, nil if there is none, and result what is returned.
	exit   *state
	result value
}

type childKey struct {
	edge cfa.EdgeID
	proc cfa.ProcID
}

func (x *calls) newInstance(p cfa.ProcID, caller *instance, at cfa.LocID, root *root) *instance {
	f, err := x.code.facts(p)
	if err != nil {
		x.out.fail(err)
		return nil
	}
	if len(x.all) >= x.out.limits.Instances {
		x.out.giveUp("too many calls")
		return nil
	}
	n := len(f.proc.Locs)
	in := &instance{procFacts: f, caller: caller, at: at, root: root, children: make(map[childKey]*instance),
		states: make([]*state, n), visits: make([]int, n)}
	in.work = analysis.NewWorklist(f.order, false)
	x.all = append(x.all, in)
	return in
}

// targets are the procedures that a call or spawn may enter.
func (x *calls) targets(s *state, e *cfa.Edge, proc cfa.ProcID, target term.Term) []cfa.ProcID {
	if proc != cfa.NoProc {
		return []cfa.ProcID{proc}
	}
	a := x.terms.eval(s, target)
	// Every number after the first region may be the address of a function.
	if a.isTop() || a.some && (a.num.Lo > a.num.Hi || x.prog.RegionOf(a.num.Hi) != 0) {
		x.out.giveUp("a call through an unknown address can be reached")
	}
	var out []cfa.ProcID
	rest := a.some
	for _, r := range a.refs {
		o := x.space.objs[r.obj].static
		off, exact := r.off.Const()
		if o == nil || o.Kind != cfa.Func || !exact || off != 0 || o.Proc == cfa.NoProc {
			rest = true
			if o != nil && o.Kind == cfa.Func && !exact || !x.space.staysIn(r) {
				x.out.giveUp("a call through a computed address can be reached")
			}
			continue
		}
		out = append(out, o.Proc)
	}
	if rest {
		x.out.undefined(e, "call through a pointer that is no function")
	}
	return out
}

// anyCall is the effect of a call, of whichever procedures it may be.
func (x *calls) anyCall(in *instance, e *cfa.Edge, op cfa.Call, s *state) *state {
	args := make([]value, len(op.Args))
	for i, a := range op.Args {
		args[i] = x.terms.eval(s, a)
	}
	var out *state
	for _, p := range x.targets(s, e, op.Proc, op.Target) {
		next := x.call(in, e, op, p, args, s)
		switch {
		case next == nil:
		case out == nil:
			out = next
		default:
			out, _ = x.states.mergeStates(out, next, joining)
		}
	}
	return out
}

// call is the effect of a call of one procedure.
func (x *calls) call(in *instance, e *cfa.Edge, op cfa.Call, p cfa.ProcID, args []value, s *state) *state {
	if x.out.checking {
		return nil
	}
	key := childKey{e.ID, p}
	child := in.children[key]
	if child == nil {
		for c := in; c != nil; c = c.caller {
			if c.proc.ID == p {
				x.out.giveUp("recursion")
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
	x.states.pass(entry, child.proc, args)
	if x.mem.narrowing() {
		child.entry = entry
		x.flow.descend(child)
	} else {
		x.enter(child, entry)
		x.flow.run(child)
	}
	if child.exit == nil {
		return nil
	}
	return x.back(s, child, op)
}

// enter adds to the states in which an instance is entered.
func (x *calls) enter(in *instance, entry *state) {
	if in.entry == nil {
		in.entry = entry
	} else {
		var changed bool
		if in.entry, changed = x.states.mergeStates(in.entry, entry, joining); !changed {
			return
		}
	}
	x.flow.arrive(in, in.proc.Entry, in.entry.fork())
}

// back is the state after a call: the registers of the caller before it, and
// for the rest what the called procedure left.
func (x *calls) back(s *state, child *instance, op cfa.Call) *state {
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
			v = topOf(x.states.width(op.Dst))
		}
		x.states.assign(out, op.Dst, x.space.resized(v, x.states.width(op.Dst)))
	}
	return out
}

// afterAlloc is what a register of a caller holds after a call that may have
// allocated objects again: what was the last instance need not be it any more.
func (x *calls) afterAlloc(v value, made []int32) value {
	if len(made) == 0 {
		return v
	}
	out := v
	for _, r := range v.refs {
		if !r.old && hasObj(made, r.obj) {
			r.old = true
			x.space.ends(x.space.objs[r.obj], false, x.space.objs[r.obj].left)
			out.refs = mergeRefs(out.refs, []ref{r}, absint.Strided.Join)
		}
	}
	return out
}

// finish is a return: from the thread's first procedure it ends the thread.
func (x *calls) finish(in *instance, op cfa.Return, s *state) {
	var v value
	if op.Value != term.None {
		v = x.terms.eval(s, op.Value)
	}
	if in.caller == nil {
		if in.root.parent != nil {
			if op.Value == term.None {
				v = numberOf(absint.Single(x.prog.PtrWidth, 0))
			}
			x.threads.exit(s, v)
		}
		return // else the process ends
	}
	if x.out.checking {
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
		in.exit, _ = x.states.mergeStates(in.exit, s, joining)
	}
}

// drop forgets an instance that is not entered.
func (in *instance) drop() {
	in.entry = nil
	clear(in.states)
	for _, c := range in.children {
		c.drop()
	}
}
