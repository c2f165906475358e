package multistate

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// branch takes the Assume edges that leave a location: a run goes each way that some values take.
func (x *expansion) branch(r *run, edges []int32) {
	th := r.st.threads[r.i]
	proc := th.top().proc
	conds := make([]term.Term, len(edges), len(edges)+1)
	symbolic := false
	for i, k := range edges {
		conds[i] = x.registers.eval(proc.Edges[k].Op.(cfa.Assume).Cond, th)
		symbolic = symbolic || !x.s.IsConst(conds[i])
	}
	// The last alternative: no condition holds, and the thread ends.
	none := x.s.Not(x.s.Or(conds...))
	if th.atomic > 0 && !x.s.IsFalse(none) {
		x.blocks(r)
	}
	if th.atomic > 0 || !x.cfg.Deadlocks && r.st.alone(r.i) {
		none = x.s.False() // nobody is left to go on, and a circle of threads that wait is of no interest
	}
	conds = append(conds, none)
	var open []int
	for i, c := range conds {
		if !x.s.IsFalse(c) {
			open = append(open, i)
		}
	}
	if len(open) == 0 || !x.rec.follows(r, open) {
		r.over = true
		return
	}
	if len(open) > 1 {
		r.met = r.met || symbolic
		if choice, ok := x.rec.choose(r, conds, open); ok {
			open = []int{choice}
		}
	}
	var others []*run
	for n, i := range open {
		w := r // the last way
		if n < len(open)-1 {
			w = r.fork()
			others = append(others, w)
		}
		if x.conditions.assume(w.st, conds[i]) == smt.Unsat {
			w.over = true
			continue
		}
		if len(open) > 1 {
			w.script.add(r.edges, uint64(i))
		}
		if i == len(edges) {
			x.halt(w, stuck)
			continue
		}
		e := proc.Edges[edges[i]]
		x.rec.taken(w, e, len(edges))
		w.st.thread(w.i).top().loc = e.To
		if proc.back[edges[i]] {
			x.loop(w, e)
		}
	}
	x.later(others)
}

// later puts runs on the stack, so that the first of them is followed first.
func (x *expansion) later(runs []*run) {
	for _, r := range slices.Backward(runs) {
		if !r.over {
			x.stack = append(x.stack, r)
		}
	}
}
