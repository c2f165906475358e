package axioms

import "whittle.dev/internal/cfa"

// sc is sequential consistency; "" or the axiom that is broken.
func (r *relations) sc() string {
	if !r.sb.or(r.rf, r.mo, r.rb).acyclic() {
		return "one order of all events"
	}
	return ""
}

// buffered is TSO, or PSO without the order of writes to different places: threads with store buffers. Orders
// of accesses matter only where a compiler makes an instruction of its own of them: a sequentially consistent
// write is an exchange. Other compilers' optimisations are left out, so the models are for assembly code,
// volatile and atomic accesses.
func (r *relations) buffered(writes bool) string {
	if !r.same(r.po).or(r.rf, r.mo, r.rb).acyclic() {
		return "coherence of each place"
	}
	kept := r.sb.filter(func(a, b int) bool {
		x, y := &r.Events[a], &r.Events[b]
		switch {
		case r.drains(x) || r.drains(y):
			return true
		case x.Kind == Fence && x.releases() || y.Kind == Fence && y.releases():
			// A release fence keeps the order of writes, the one thing that PSO gives up.
			return x.Kind != Read && y.Kind != Read
		case x.Kind == Fence || y.Kind == Fence:
			return false
		case x.Kind == Read:
			return true
		}
		return y.Kind == Write && (writes || x.Place == y.Place)
	})
	external := r.rf.filter(func(a, b int) bool { return r.Events[a].Thread != r.Events[b].Thread })
	if !kept.or(external, r.mo, r.rb).acyclic() {
		return "one order of what leaves the store buffers"
	}
	return ""
}

// drains reports whether an event waits until the store buffer of its thread is empty, and is not put there.
// A locked instruction does so even if it writes nothing.
func (r *relations) drains(e *Event) bool {
	switch e.Kind {
	case Read:
		return e.Pair != None || e.Failed
	case Write:
		return e.Pair != None || e.Order == cfa.SeqCst
	case Fence:
		return e.Order == cfa.SeqCst
	}
	return true
}
