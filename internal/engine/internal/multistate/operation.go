package multistate

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// operation executes an edge that is no Assume.
func (x *expansion) operation(r *run, e *cfa.Edge) {
	th := r.st.threads[r.i]
	switch op := e.Op.(type) {
	case cfa.Assign:
		x.registers.assign(op.Dst, x.registers.eval(op.Value, th), th)
		x.next(r, e)
	case cfa.Havoc:
		v := x.s.False()
		if !x.excluded(r.st, th, op) {
			v = x.symbols.Fresh(&r.st.used, x.p.Regs[op.Dst].Sort)
		}
		x.rec.havoc(r, e, v)
		x.registers.assign(op.Dst, v, th)
		x.next(r, e)
	case cfa.Load, cfa.Store, cfa.Free:
		x.access(r, e)
	case cfa.AtomicBegin:
		if x.opens(r, e) {
			r.st.thread(r.i).atomic++
			x.next(r, e)
		}
	case cfa.AtomicEnd:
		if th.atomic == 0 {
			x.end(r, Unsupported, e, "the end of an atomic section outside of one")
			return
		}
		if th.atomic--; th.atomic == 0 {
			r.begun = nil
		}
		th.closes()
		x.next(r, e)
	case cfa.Await:
		cond := x.registers.eval(op.Cond, th)
		if !x.s.IsTrue(cond) {
			x.blocks(r)
		}
		if x.conditions.assume(r.st, cond) == smt.Unsat {
			r.over = true // disabled
			return
		}
		r.met = r.met || !x.s.IsConst(x.registers.eval(op.Cond, r.st.threads[r.i]))
		x.next(r, e)
	case cfa.Spawn:
		x.spawn(r, e, op)
	case cfa.Join:
		x.join(r, e, op)
	case cfa.Call:
		x.call(r, e, op)
	case cfa.Return:
		x.ret(r, e, op)
	case cfa.Alloc:
		x.alloc(r, e, op)
	case cfa.Fence:
		x.next(r, e)
	case cfa.Exit:
		if op.Kind == cfa.ExitProcess {
			x.exit(r, e)
			return
		}
		x.finish(r, e, x.registers.eval(op.Value, th))
	case cfa.Violation:
		if op.Lost && !x.losesBlock(r, op.Returned) {
			r.over = true
			return
		}
		x.rec.count(r, e, false)
		x.report(r, Violated, e, op.Message)
		r.over = true
	case cfa.Unsupported:
		x.end(r, Unsupported, e, op.What)
	case cfa.UB:
		x.end(r, Undefined, e, op.What)
	case cfa.Print:
		x.prints(r, e, op)
		x.next(r, e)
	default:
		x.end(r, Unsupported, e, fmt.Sprintf("operation %T", op))
	}
}

// next moves on along an edge.
func (x *expansion) next(r *run, e *cfa.Edge) {
	th := r.st.thread(r.i)
	x.rec.count(r, e, visible(e))
	th.top().loc = e.To
}

// finish ends a thread, and the section it may be in.
func (x *expansion) finish(r *run, e *cfa.Edge, value term.Term) {
	th := r.st.thread(r.i)
	if value == term.None {
		value = x.s.BV(x.p.PtrWidth, 0)
	}
	x.rec.count(r, e, true)
	th.exit = value
	th.shared = nil
	for _, j := range r.st.joined(r.i) {
		x.rec.joined(j)
		if r.st.threads[j].status == settled {
			r.st.threads[j].status = running
			r.todo = append(r.todo, j)
		}
	}
	x.halt(r, finished)
}

// exit ends a thread that ends the process next.
func (x *expansion) exit(r *run, e *cfa.Edge) {
	switch {
	case !x.cfg.Liveness:
		x.halt(r, stuck)
	case r.st.threads[r.i].atomic > 0:
		x.end(r, Unsupported, e, "the end of the process in an atomic section")
	default:
		x.halt(r, exiting)
	}
}

// target finds the procedure that a call runs; the run is over if there is none.
func (x *expansion) target(r *run, e *cfa.Edge, proc cfa.ProcID, addr term.Term) (cfa.ProcID, bool) {
	if proc != cfa.NoProc {
		return proc, true
	}
	a, ok := x.explicit(r, e, explicit{term: x.registers.eval(addr, r.st.threads[r.i])})
	if !ok {
		return 0, false
	}
	o := r.st.region(a >> x.p.bits)
	if o == nil || o.function == cfa.NoProc || o.addr != a {
		x.end(r, Undefined, e, "call through a pointer that is no function")
		return 0, false
	}
	return o.function, true
}

func (x *expansion) call(r *run, e *cfa.Edge, op cfa.Call) {
	id, ok := x.target(r, e, op.Proc, op.Target)
	if !ok {
		return
	}
	th := r.st.thread(r.i)
	if len(th.frames) >= x.cfg.MaxDepth {
		x.end(r, Unsupported, e, fmt.Sprintf("more than %d nested calls", x.cfg.MaxDepth))
		return
	}
	proc := x.p.procs[id]
	vals := x.registers.arguments(th, proc, op.Args)
	th.top().keepLive(e.To, op.Dst)
	f := x.registers.frame(proc)
	f.call = e
	f.nth = x.rec.occurrence(r, e)
	x.registers.pass(&f, vals)
	x.next(r, e)
	th.frames = append(th.frames, f)
	if r.edges >= localEdges && x.rec == nil {
		// A deep recursion without loops: let it come back to a known state.
		x.cut(r)
	}
}

func (x *expansion) ret(r *run, e *cfa.Edge, op cfa.Return) {
	th := r.st.thread(r.i)
	v := x.registers.eval(op.Value, th)
	if len(th.frames) == 1 {
		if r.i == 0 {
			x.exit(r, e)
			return
		}
		x.finish(r, e, v)
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
		v = x.symbols.Fresh(&r.st.used, sort)
		x.rec.noResult(r, f, v)
	}
	x.registers.assign(dst, x.p.fit(v, sort), th)
}

func (x *expansion) spawn(r *run, e *cfa.Edge, op cfa.Spawn) {
	id, ok := x.target(r, e, op.Proc, op.Target)
	if !ok {
		return
	}
	th := r.st.thread(r.i)
	if x.stays(r.st, id) {
		x.dormant = true
		r.st.started++
	} else {
		vals := x.registers.arguments(th, x.p.procs[id], op.Args)
		i := x.registers.start(r.st, id)
		x.registers.pass(r.st.threads[i].top(), vals)
		r.st.threads[i].crowd = x.cfg.Crowds && x.repeats(r.st.threads[r.i], e)
		r.todo = append(r.todo, i)
	}
	child := uint64(r.st.started)
	x.rec.spawn(r, e, child)
	if op.Dst != cfa.NoReg {
		x.registers.assign(op.Dst, x.p.fit(x.s.BV(x.p.PtrWidth, child), x.p.Regs[op.Dst].Sort), th)
	}
	x.next(r, e)
}

func (x *expansion) join(r *run, e *cfa.Edge, op cfa.Join) {
	if x.cfg.Crowds {
		x.joinAny(r, e, op)
		return
	}
	id, ok := x.explicit(r, e, explicit{term: x.registers.eval(op.Thread, r.st.threads[r.i])})
	if !ok {
		return
	}
	i, ok := r.st.byID(id)
	if !ok {
		x.end(r, Undefined, e, "join of what is no thread")
		return
	}
	if i < 0 {
		x.disable(r)
		return
	}
	u := r.st.threads[i]
	if u.status != finished {
		if !x.independence.deferrable(r.st, r.i, e, op) {
			x.disable(r)
			return
		}
		if u.status == stuck {
			// It waits for ever.
			if r.before {
				x.halt(r, stuck)
			} else {
				r.over = true
			}
			return
		}
		r.st.deferJoin(r.i, int32(i))
		x.rec.defers(i)
		x.next(r, e)
		return
	}
	th := r.st.thread(r.i)
	if op.Dst != cfa.NoReg {
		x.registers.assign(op.Dst, x.p.fit(u.exit, x.p.Regs[op.Dst].Sort), th)
	}
	x.next(r, e)
}
