package multistate

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/smt"
)

// Where a thread is disabled.
//
// A thread is disabled for some values of a state if it stands before a Join of a thread that has not ended,
// or before a section in which a condition is not met that is waited for. The section is followed from its
// beginning up to there, as far as it does nothing that others could tell. A thread with a deferred Join (see
// deferred_join.go) stands before it; that it has gone on to invisible edges makes no difference.

// waiting is a state, with the values alone for which a thread is disabled. The thread may be in its section:
// it has changed nothing by which another thread would be enabled.
type waiting struct {
	st *State
	// op is the operation that does not return, or the zero one; child is the thread that is joined, or -1.
	op    operation
	child int
}

// disabled lists the ways in which thread i of a state is disabled. sure is false if that cannot be told.
func (x *Stepper) disabled(st *State, i int) (list []waiting, sure bool, err error) {
	t := st.threads[i]
	if len(t.deferred) > 0 {
		return []waiting{{st: st, child: int(t.deferred[0])}}, true, nil // there is one
	}
	if t.status != settled || !x.mayWait(t) {
		return nil, true, nil
	}
	first := st.fork()
	first.logged = true
	exp := expansion{Stepper: x, probe: &probe{sure: true}, known: len(st.threads),
		stack: []*run{{st: first, i: i}}}
	for len(exp.stack) > 0 {
		r := exp.stack[len(exp.stack)-1]
		exp.stack = exp.stack[:len(exp.stack)-1]
		if err := exp.follow(r); err != nil {
			return nil, false, err
		}
	}
	return exp.probe.found, exp.probe.sure, nil
}

// probe is what is found out about a thread.
type probe struct {
	found []waiting
	sure  bool // no run was left that might wait
}

// mayWait reports whether a thread stands before an edge at which it might be disabled.
func (x *Stepper) mayWait(t *thread) bool {
	e := t.next()
	switch e.Op.(type) {
	case cfa.Join:
		return true
	case cfa.AtomicBegin:
		return x.p.waits[t.top().proc.ID]
	}
	return false
}

// waits says of each procedure whether an Await is in it, or in one that it may call.
func waits(p *cfa.Program) []bool {
	out := make([]bool, len(p.Procs))
	for changed := true; changed; {
		changed = false
		for i, proc := range p.Procs {
			for _, e := range proc.Edges {
				yes := false
				switch op := e.Op.(type) {
				case cfa.Await:
					yes = true
				case cfa.Call:
					yes = op.Proc == cfa.NoProc || out[op.Proc]
				}
				if yes && !out[i] {
					out[i], changed = true, true
				}
			}
		}
	}
	return out
}

// maxProbe bounds the edges of a section before what it waits for.
const maxProbe = 10_000

// follow executes the beginning of the next step of a thread, until it is disabled or can go on.
func (x *expansion) follow(r *run) error {
	for !r.over {
		if x.out.Edges++; x.out.Edges&0x3ff == 0 && x.ctx.Err() != nil {
			return errCanceled
		}
		if r.edges > maxProbe {
			x.probe.sure = false
			return nil
		}
		f := r.st.threads[r.i].top()
		edges := f.proc.Locs[f.loc].Out
		if len(edges) == 0 {
			return nil
		}
		e := f.proc.Edges[edges[0]]
		r.before = false
		r.edges++
		switch op := e.Op.(type) {
		case cfa.Assume:
			x.branch(r, edges)
		case cfa.Await:
			x.awaits(r, op)
			r.over = true // it can go on
		case cfa.Join:
			x.joins(r, e, op)
			r.over = true
		case cfa.Havoc:
			r.drew = true
			x.operation(r, e)
		default:
			_, call := op.(cfa.Call)
			_, back := op.(cfa.Return)
			switch {
			case !call && !back && !cfa.IsQuiet(op): // cfa.Check: no Await comes after it in a section
				return nil
			case back && len(r.st.threads[r.i].frames) == 1:
				return nil
			}
			r.st.thread(r.i)
			x.operation(r, e)
			r.over = r.over || r.st.threads[r.i].atomic == 0
		}
	}
	return nil
}

// awaits notes for which values the thread waits for a condition.
func (x *expansion) awaits(r *run, op cfa.Await) {
	cond := x.registers.eval(op.Cond, r.st.threads[r.i])
	if x.s.IsTrue(cond) {
		return
	}
	w := r.st.fork()
	if x.conditions.assume(w, x.s.Not(cond)) == smt.Unsat {
		return
	}
	if r.drew {
		x.probe.sure = false // with another choice it might go on
		return
	}
	found := waiting{st: w, child: -1}
	if ops := w.threads[r.i].ops; len(ops) > 0 {
		found.op = ops[0]
	}
	x.probe.found = append(x.probe.found, found)
}

// joins notes for which values the thread waits for the end of another one.
func (x *expansion) joins(r *run, e *cfa.Edge, op cfa.Join) {
	id, ok := x.explicit(r, e, explicit{term: x.registers.eval(op.Thread, r.st.threads[r.i])})
	if !ok {
		return
	}
	if k, ok := r.st.byID(id); ok && k >= 0 && r.st.threads[k].status != finished {
		x.probe.found = append(x.probe.found, waiting{st: r.st, child: k})
	}
}
