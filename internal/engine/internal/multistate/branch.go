package multistate

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// branch takes the Assume edges that leave a location.
func (x *Stepper) branch(r *run, edges []int32, stack *[]*run, out *Step) {
	th := r.st.threads[r.i]
	f := th.top()
	proc := f.proc
	conds := make([]term.Term, len(edges), len(edges)+1)
	symbolic := 0
	for i, k := range edges {
		conds[i] = x.eval(proc.Edges[k].Op.(cfa.Assume).Cond, th)
		if !x.s.IsConst(conds[i]) {
			symbolic++
		}
	}
	// The last alternative: no condition holds, and the thread ends.
	none := x.s.Not(x.s.Or(conds...))
	if th.atomic > 0 && !x.s.IsFalse(none) {
		r.blocks()
	}
	if th.atomic > 0 || r.st.alone(r.i) {
		none = x.s.False() // nobody is left to go on
	}
	conds = append(conds, none)
	var open []int
	for i, c := range conds {
		if !x.s.IsFalse(c) {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		r.over = true
		return
	}
	if len(open) > 1 {
		r.met = r.met || symbolic > 0
		if choice, ok := x.rec.choose(r, conds, open); ok {
			open = []int{choice}
		}
	}
	decide := len(open) > 1
	var ways []*run
	for n, i := range open {
		w := r
		if n < len(open)-1 {
			w = r.fork(x)
		}
		ways = append(ways, w)
		if x.assume(w.st, conds[i]) == smt.Unsat {
			w.over = true
			continue
		}
		if decide {
			w.script.add(r.edges, uint64(i))
		}
		if i == len(edges) {
			x.halt(w, out, stuck)
			continue
		}
		e := proc.Edges[edges[i]]
		t := x.thread(w.st, w.i)
		x.rec.taken(w, e, len(edges))
		t.top().loc = e.To
		if proc.back[edges[i]] {
			x.loop(w, out)
		}
	}
	for n := len(ways) - 1; n >= 0; n-- {
		if w := ways[n]; w != r && !w.over {
			*stack = append(*stack, w)
		}
	}
}
