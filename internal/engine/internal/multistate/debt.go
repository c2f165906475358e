package multistate

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Joins as debts.
//
// A Join of a thread that has ended reads what never changes, so it commutes with all that others do, and
// comes at once like an access that is independent of them: a persistent set of one thread (P. Godefroid,
// "Partial-order methods for the verification of concurrent systems", LNCS 1032, 1996, chapter 4).
//
// A Join of a thread that has not ended is passed as well, as a debt of the waiting thread. What may follow
// until the debt is paid are quiet edges only: local ones that end no path, loads that commute with all that
// others can do until then, and further Joins. Before any other edge the thread stops until all its debts are
// paid. The execution that this stands for makes the quiet edges when the last of the threads has ended:
// nobody can tell, they read the same values then, and they could not have ended in a violation or for
// another reason before. So the threads that one waits for may end in any order without it making a
// difference.
//
// A thread that owes the end of another one takes no step before that. So what the latter does need not be
// interleaved with the future of the former.

// owable reports whether a Join of a thread that has not ended becomes a debt: nobody may read its result,
// which is not known yet.
func (x *Stepper) owable(r *run, e *cfa.Edge, op cfa.Join) bool {
	th := r.st.threads[r.i]
	if x.cfg.NoJoins || x.cfg.NoTau || th.atomic > 0 {
		return false
	}
	if op.Dst == cfa.NoReg {
		return true
	}
	if x.p.Regs[op.Dst].Scope == cfa.Thread {
		return false
	}
	_, live := slices.BinarySearch(th.top().proc.live[e.To], x.p.slot[op.Dst])
	return !live
}

// joinable reports whether a Join comes at once.
func (x *Stepper) joinable(r *run, e *cfa.Edge, op cfa.Join) bool {
	if x.cfg.NoJoins {
		return false
	}
	id, ok := x.s.ConstUint64(x.eval(op.Thread, r.st.threads[r.i]))
	if !ok || id == 0 || id > uint64(len(r.st.threads)) {
		return false
	}
	return r.st.threads[id-1].status == finished || x.owable(r, e, op)
}

// owe gives thread i a debt.
func (x *Stepper) owe(st *State, i int, u int32) {
	th := x.thread(st, i)
	if k, ok := slices.BinarySearch(th.debts, u); !ok {
		th.debts = slices.Insert(th.debts, k, u)
	}
}

// pay takes the running thread, which ends, off the debts of others. Those that have no more go on.
func (x *Stepper) pay(r *run) {
	for j, t := range r.st.threads {
		k, ok := slices.BinarySearch(t.debts, int32(r.i))
		if !ok || !t.alive() {
			continue
		}
		t = x.thread(r.st, j)
		if t.debts = slices.Delete(t.debts, k, k+1); len(t.debts) > 0 {
			continue
		}
		x.rec.paid(j)
		if t.status == settled {
			t.status = running
			r.todo = append(r.todo, j)
		}
	}
}

// strand makes the threads stuck that owe the end of thread i, which is.
func (x *Stepper) strand(st *State, i int32) {
	for j, t := range st.threads {
		if _, ok := slices.BinarySearch(t.debts, i); !ok || !t.alive() {
			continue
		}
		t = x.thread(st, j)
		t.status, t.frames, t.shared, t.debts = stuck, nil, nil, nil
		x.strand(st, int32(j))
	}
}

// waits reports whether thread j takes no step before thread i has ended.
func (st *State) waits(j, i int) bool {
	if t := st.threads[j]; len(t.debts) == 0 || t.status == running {
		return t.status == stuck
	}
	return st.waitsFor(j, i, make([]visit, len(st.threads)))
}

// visit says how far a search has come with a thread.
type visit uint8

const (
	entered visit = iota + 1
	left          // it does not wait for the one that is asked about
)

// waitsFor is waits; threads that wait for each other in a circle never take a step.
func (st *State) waitsFor(j, i int, seen []visit) bool {
	t := st.threads[j]
	switch {
	case seen[j] == entered, t.status == stuck:
		return true
	case seen[j] == left, t.status == running: // it may have quiet edges to make
		return false
	}
	seen[j] = entered
	for _, u := range t.debts {
		if int(u) == i || st.waitsFor(int(u), i, seen) {
			return true
		}
	}
	seen[j] = left
	return false
}

// due reports whether the running thread has to pay its debts before it leaves its location by one of
// some edges, of which e is the first.
func (x *Stepper) due(r *run, e *cfa.Edge, edges []int32) bool {
	if x.rec != nil {
		return x.rec.stops(r)
	}
	th := r.st.threads[r.i]
	switch op := e.Op.(type) {
	case cfa.Assign, cfa.Fence:
		return false
	case cfa.Assume:
		for _, k := range edges {
			c := x.eval(th.top().proc.Edges[k].Op.(cfa.Assume).Cond, th)
			if x.s.IsTrue(c) {
				return false
			}
			if !x.s.IsFalse(c) {
				return true
			}
		}
		return true // the thread ends
	case cfa.Load:
		return !x.quiet(r, op)
	case cfa.Join:
		return !x.joinable(r, e, op)
	case cfa.Call:
		return op.Proc == cfa.NoProc || len(th.frames) >= x.cfg.MaxDepth
	case cfa.Return:
		return len(th.frames) == 1 || op.Value == term.None
	}
	return true
}

// quiet reports whether a load by a thread that owes something can be made before its debts are paid.
func (x *Stepper) quiet(r *run, op cfa.Load) bool {
	th := r.st.threads[r.i]
	a, ok := x.s.ConstUint64(x.eval(op.Addr, th))
	if !ok {
		return false
	}
	n := uint64(x.p.Regs[op.Dst].Sort.Width() / 8)
	_, ok = x.valid(r.st, a, n, false)
	return ok && x.independent(r, op.Addr, n, false)
}
