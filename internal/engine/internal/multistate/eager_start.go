package multistate

import "whittle.dev/internal/cfa"

// eagerStarts is how many threads are started ahead of their turn in one step. A loop that starts more
// starts one at a time, so that what a few threads do is seen before there are many.
const eagerStarts = 8

// startsAtOnce reports whether a thread is started in the same step as what was done before. It may be if the
// start commutes with all that other threads can do. It need not be: where it turns out that too many are
// started the run goes back to before the first.
func (x *expansion) startsAtOnce(r *run, op cfa.Spawn) bool {
	if op.Proc == cfa.NoProc || r.lazy || x.cfg.Crowds || !x.independence.start(r.st, r.i) {
		return false
	}
	if r.retreat == nil {
		r.retreat = r.fork()
		r.retreat.lazy = true
	}
	r.started++
	return true
}

// startsThreads reports whether a program may have more than one thread.
func startsThreads(p *cfa.Program) bool {
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			if _, ok := e.Op.(cfa.Spawn); ok {
				return true
			}
		}
	}
	return false
}

// stays reports whether a thread that is started in a procedure does not run, since as many run as may.
func (x *expansion) stays(st *State, proc cfa.ProcID) bool {
	if x.cfg.Active == 0 {
		return false
	}
	n := 0
	for _, t := range st.threads {
		if t.entry != nil && t.entry.ID == proc {
			if n++; n == x.cfg.Active {
				return true
			}
		}
	}
	return false
}
