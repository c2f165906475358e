package multistate

import "whittle.dev/internal/cfa"

// Waking.
//
// A thread stops before an operation because of what others may still do. When these have gone on, nothing of
// it may be left: then the operation commutes with all that others can do from now on, as it would have had
// the thread come to it now, and the thread goes on in the step of the other one. That is a persistent set of
// one thread (see debt.go); that no thread is put off for ever is taken care of as for all steps: an endless
// loop is cut at its head into a state that is opened when it is known. A thread is not woken to start
// threads, so that these come one by one.

// wake returns a thread that goes on in the present step, or -1.
func (x *Stepper) wake(r *run) int {
	if x.rec != nil {
		if n := len(r.script.wakes); n < len(x.rec.script.wakes) {
			return x.rec.script.wakes[n]
		}
		return -1
	}
	if x.future == nil || x.cfg.NoWake || r.asleep {
		return -1
	}
	old := r.i
	defer func() { r.i = old }()
	for k, t := range r.st.threads {
		if t.status != settled || len(t.debts) > 0 || t.atomic > 0 || len(t.frames) == 0 {
			continue
		}
		f := t.top()
		r.i = k
		if e := only(f.proc.Proc, f.loc); x.commutes(r, e) {
			return k
		}
	}
	return -1
}

// commutes reports whether an operation of the running thread commutes with all that others can do.
func (x *Stepper) commutes(r *run, e *cfa.Edge) bool {
	switch op := e.Op.(type) {
	case cfa.Load:
		return x.independent(r, op.Addr, uint64(x.p.Regs[op.Dst].Sort.Width()/8), false)
	case cfa.Store:
		return x.independent(r, op.Addr, uint64(x.s.Sort(op.Value).Width()/8), true)
	case cfa.Free:
		return x.independent(r, op.Addr, 0, true)
	case cfa.Alloc, cfa.Havoc:
		if x.future == nil {
			return false
		}
		own := x.spanOf(e, r.st.threads[r.i], false)
		return x.unrivalled(r, func(sets sets, t *thread) bool { return !x.reaches(sets, t, own) })
	case cfa.AtomicBegin:
		return x.sectionCommutes(r, e)
	case cfa.Join:
		return x.joinable(r, e, op)
	}
	return false
}
