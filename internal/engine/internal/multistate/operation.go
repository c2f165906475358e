package multistate

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// operation executes an edge that is no Assume.
func (x *Stepper) operation(r *run, e *cfa.Edge, stack *[]*run, out *Step) {
	th := r.st.threads[r.i]
	switch op := e.Op.(type) {
	case cfa.Assign:
		x.assign(op.Dst, x.eval(op.Value, th), th)
		x.next(r, e)
	case cfa.Havoc:
		v := x.s.False()
		if !x.excluded(r.st, th, op) {
			v = x.fresh(r.st, x.p.Regs[op.Dst].Sort)
		}
		x.rec.havoc(r, e, v)
		x.assign(op.Dst, v, th)
		x.next(r, e)
	case cfa.Load, cfa.Store, cfa.Free:
		x.access(r, e, stack, out)
	case cfa.AtomicBegin:
		th.atomic++
		x.next(r, e)
	case cfa.AtomicEnd:
		if th.atomic == 0 {
			x.end(r, out, Unsupported, e, "the end of an atomic section outside of one")
			return
		}
		if th.atomic--; th.atomic == 0 {
			r.begun = nil
		}
		x.next(r, e)
	case cfa.Await:
		if !x.s.IsTrue(x.eval(op.Cond, th)) {
			r.blocks()
		}
		if x.assume(r.st, x.eval(op.Cond, th)) == smt.Unsat {
			r.over = true // disabled
			return
		}
		r.met = r.met || !x.s.IsConst(x.eval(op.Cond, th))
		x.next(r, e)
	case cfa.Spawn:
		x.spawn(r, e, op, stack, out)
	case cfa.Join:
		x.join(r, e, op, stack, out)
	case cfa.Call:
		x.call(r, e, op, stack, out)
	case cfa.Return:
		x.ret(r, e, op, out)
	case cfa.Alloc:
		x.alloc(r, e, op, stack, out)
	case cfa.Fence:
		x.next(r, e)
	case cfa.Exit:
		if op.Kind == cfa.ExitProcess {
			x.halt(r, out, stuck)
			return
		}
		x.finish(r, e, x.eval(op.Value, th), out)
	case cfa.Violation:
		x.rec.count(r, e, false)
		out.report(Stop{Violated, e, op.Message, r.script.clone()})
		r.over = true
	case cfa.Unsupported:
		x.end(r, out, Unsupported, e, op.What)
	case cfa.UB:
		x.end(r, out, Undefined, e, op.What)
	case cfa.Print:
		x.next(r, e)
	default:
		x.end(r, out, Unsupported, e, fmt.Sprintf("operation %T", op))
	}
}

// next moves on along an edge.
func (x *Stepper) next(r *run, e *cfa.Edge) {
	th := x.thread(r.st, r.i)
	x.rec.count(r, e, visible(e))
	th.top().loc = e.To
}

// finish ends a thread, and the section it may be in.
func (x *Stepper) finish(r *run, e *cfa.Edge, value term.Term, out *Step) {
	th := x.thread(r.st, r.i)
	if value == term.None {
		value = x.s.BV(x.p.PtrWidth, 0)
	}
	x.rec.count(r, e, true)
	th.exit = value
	th.shared = nil
	x.pay(r)
	x.halt(r, out, finished)
}

// target finds the procedure that a call runs; the run is over if there is none.
func (x *Stepper) target(r *run, e *cfa.Edge, proc cfa.ProcID, addr term.Term, stack *[]*run,
	out *Step) (cfa.ProcID, bool) {
	if proc != cfa.NoProc {
		return proc, true
	}
	a, ok := x.concrete(r, e, x.eval(addr, r.st.threads[r.i]), stack, out)
	if !ok {
		return 0, false
	}
	o := x.region(r.st, a>>x.p.bits)
	if o == nil || o.function == cfa.NoProc || o.addr != a {
		x.end(r, out, Undefined, e, "call through a pointer that is no function")
		return 0, false
	}
	return o.function, true
}

// arguments evaluates the arguments of a call of proc.
func (x *Stepper) arguments(th *thread, proc *procedure, args []term.Term) []term.Term {
	vals := make([]term.Term, 0, len(proc.Params))
	for i, p := range proc.Params {
		v := x.zero(x.p.Regs[p].Sort)
		if i < len(args) {
			v = x.fit(x.eval(args[i], th), x.p.Regs[p].Sort)
		}
		vals = append(vals, v)
	}
	return vals
}

func (x *Stepper) pass(f *frame, vals []term.Term) {
	for i, p := range f.proc.Params {
		f.regs[x.p.slot[p]] = vals[i]
	}
}

func (x *Stepper) call(r *run, e *cfa.Edge, op cfa.Call, stack *[]*run, out *Step) {
	id, ok := x.target(r, e, op.Proc, op.Target, stack, out)
	if !ok {
		return
	}
	th := x.thread(r.st, r.i)
	if len(th.frames) >= x.cfg.MaxDepth {
		x.end(r, out, Unsupported, e, fmt.Sprintf("more than %d nested calls", x.cfg.MaxDepth))
		return
	}
	proc := x.p.procs[id]
	vals := x.arguments(th, proc, op.Args)
	x.keepLive(th.top(), e.To, op.Dst)
	f := x.frame(proc)
	f.call = e
	f.nth = x.rec.occurrence(r, e)
	x.pass(&f, vals)
	x.next(r, e)
	th.frames = append(th.frames, f)
	if r.edges >= localEdges && x.rec == nil {
		// A deep recursion without loops: let it come back to a known state.
		r.script.cut = r.edges
		out.emit(r)
	}
}

// keepLive makes the registers of a frame dead that are not live at loc, and dst.
func (x *Stepper) keepLive(f *frame, loc cfa.LocID, dst cfa.RegID) {
	live := f.proc.live[loc]
	for i := range f.regs {
		for len(live) > 0 && live[0] < int32(i) {
			live = live[1:]
		}
		if len(live) == 0 || live[0] != int32(i) || dst != cfa.NoReg && f.proc.locals[i] == dst {
			f.regs[i] = term.None
		}
	}
}

func (x *Stepper) ret(r *run, e *cfa.Edge, op cfa.Return, out *Step) {
	th := x.thread(r.st, r.i)
	v := x.eval(op.Value, th)
	if len(th.frames) == 1 {
		if r.i == 0 {
			x.halt(r, out, stuck) // the process ends
			return
		}
		x.finish(r, e, v, out)
		return
	}
	f := th.top()
	x.rec.count(r, e, false)
	th.frames = th.frames[:len(th.frames)-1]
	dst := f.call.Op.(cfa.Call).Dst
	if dst == cfa.NoReg {
		return
	}
	sort := x.p.Regs[dst].Sort
	if v == term.None {
		v = x.fresh(r.st, sort)
		x.rec.noResult(r, f, v)
	}
	x.assign(dst, x.fit(v, sort), th)
}

func (x *Stepper) spawn(r *run, e *cfa.Edge, op cfa.Spawn, stack *[]*run, out *Step) {
	id, ok := x.target(r, e, op.Proc, op.Target, stack, out)
	if !ok {
		return
	}
	th := x.thread(r.st, r.i)
	vals := x.arguments(th, x.p.procs[id], op.Args)
	i := x.start(r.st, id)
	child := r.st.threads[i]
	x.pass(child.top(), vals)
	x.rec.spawn(r, e, child.id)
	if op.Dst != cfa.NoReg {
		x.assign(op.Dst, x.fit(x.s.BV(x.p.PtrWidth, child.id), x.p.Regs[op.Dst].Sort), th)
	}
	r.todo = append(r.todo, i)
	x.next(r, e)
}

func (x *Stepper) join(r *run, e *cfa.Edge, op cfa.Join, stack *[]*run, out *Step) {
	id, ok := x.concrete(r, e, x.eval(op.Thread, r.st.threads[r.i]), stack, out)
	if !ok {
		return
	}
	if id == 0 || id > uint64(len(r.st.threads)) {
		x.end(r, out, Undefined, e, "join of what is no thread")
		return
	}
	u := r.st.threads[id-1]
	if u.status != finished {
		if !x.owable(r, e, op) {
			r.blocks()
			r.over = true // disabled
			return
		}
		if u.status == stuck {
			// It waits for ever: nobody owes the end of a thread that is stuck.
			if r.before {
				x.halt(r, out, stuck)
			} else {
				r.over = true
			}
			return
		}
		x.owe(r.st, r.i, int32(id-1))
		x.next(r, e)
		return
	}
	th := x.thread(r.st, r.i)
	if op.Dst != cfa.NoReg {
		x.assign(op.Dst, x.fit(u.exit, x.p.Regs[op.Dst].Sort), th)
	}
	x.next(r, e)
}
