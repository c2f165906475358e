package steps

import "whittle.dev/term"

// monotonic asserts that a step of a process comes after a step of a process with a
// larger number only if a chain of dependencies leads from that to it. Of all orders of
// independent steps exactly one is such. What a chain that began with the last step of a process
// has written and read, and which processes it went through, is kept from step to step.
func (e *Encoder) monotonic() {
	st := e.st
	n := len(e.sys.Processes)
	var vars []int
	for v := range e.sys.Vars {
		if e.shared[v] {
			vars = append(vars, v)
		}
	}
	type chain struct {
		started     term.Term
		through     []term.Term
		wrote, read map[int]term.Term
	}
	chains := make([]chain, n)
	for p := range chains {
		chains[p] = chain{st.False(), make([]term.Term, n), map[int]term.Term{}, map[int]term.Term{}}
		for q := range n {
			chains[p].through[q] = st.False()
		}
		for _, v := range vars {
			chains[p].wrote[v], chains[p].read[v] = st.False(), st.False()
		}
	}
	for i := range e.opt.Depth {
		acts, reads, writes := e.effects(i)
		for p := range chains {
			c := &chains[p]
			any := make([]term.Term, 0, n+2*len(vars))
			for q := range n {
				any = append(any, st.And(acts[q], c.through[q]))
			}
			for _, v := range vars {
				any = append(any, st.And(reads[v], c.wrote[v]), st.And(writes[v], st.Or(c.wrote[v], c.read[v])))
			}
			linked := st.Or(any...)
			if !st.IsFalse(c.started) {
				for q := range p {
					e.assert(st.Or(st.Not(acts[q]), st.Not(c.started), linked))
				}
			}
			own := acts[p]
			grow := st.Or(own, linked)
			keep := st.Not(own)
			for q := range n {
				c.through[q] = st.Or(st.And(keep, c.through[q]), st.And(grow, acts[q]))
			}
			for _, v := range vars {
				c.wrote[v] = st.Or(st.And(keep, c.wrote[v]), st.And(grow, writes[v]))
				c.read[v] = st.Or(st.And(keep, c.read[v]), st.And(grow, reads[v]))
			}
			c.started = st.Or(c.started, own)
		}
	}
}

// effects are the conditions that step i is made by a process, and that it reads or writes
// a variable, arrays as a whole.
func (e *Encoder) effects(i int) (acts, reads, writes []term.Term) {
	st := e.st
	a := make([][]term.Term, len(e.sys.Processes))
	r, w := make([][]term.Term, len(e.sys.Vars)), make([][]term.Term, len(e.sys.Vars))
	for l := range e.sys.Instructions {
		sel := e.sel[i][l]
		if st.IsFalse(sel) {
			continue
		}
		in := &e.sys.Instructions[l]
		a[in.Process] = append(a[in.Process], sel)
		for _, v := range e.reads[l] {
			r[v] = append(r[v], sel)
		}
		for _, x := range in.ElemReads {
			r[x.Var] = append(r[x.Var], sel)
		}
		for _, v := range e.writes[l] {
			w[v] = append(w[v], sel)
		}
		for _, x := range in.ElemWrites {
			w[x.Var] = append(w[x.Var], sel)
		}
	}
	or := func(lists [][]term.Term) []term.Term {
		out := make([]term.Term, len(lists))
		for k, list := range lists {
			out[k] = st.Or(list...)
		}
		return out
	}
	return or(a), or(r), or(w)
}
