package multistate

// Waking.
//
// A thread stops before an operation because of what others may still do. When these have gone on, nothing of
// it may be left: then the operation commutes with all that others can do from now on, as it would have had
// the thread come to it now, and the thread goes on in the step of the other one. That is a persistent set of
// one thread (see independence.go). That no thread is put off for ever is taken care of as for all steps: an
// endless loop is cut at its head into a state that is opened when it is known. A thread is not woken to
// start threads, so that these come one by one.

// wake returns a thread that goes on in the present step, or -1.
func (x *expansion) wake(r *run) int {
	if x.rec != nil {
		if n := len(r.script.wakes); n < len(x.rec.script.wakes) {
			return x.rec.script.wakes[n]
		}
		return -1
	}
	if x.independence.effects == nil || x.cfg.NoWake || r.asleep {
		return -1
	}
	for k, t := range r.st.threads {
		if t.status == settled && !t.crowd && len(t.deferred) == 0 && t.atomic == 0 && len(t.frames) > 0 &&
			x.independence.commutes(r.st, k, t.next()) {
			return k
		}
	}
	return -1
}
