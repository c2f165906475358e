package steps

import "whittle.dev/term"

// order asserts that of all orders of independent steps the path has the one that is first in the
// lexicographic order of the processes' numbers. A path is that one exactly if each step that comes after one
// of a process with a larger number depends on a step since the last of these, that one included; else it
// could be made before that one (A. Anisimov, D. Knuth, "Inhomogeneous sorting", 1979). The constraints of
// "Monotonic Partial Order Reduction" do the same with chains of dependencies.
//
// Two steps are dependent if their process is the same, or if one writes what the other reads or
// writes, arrays as a whole: that depends on the instructions alone, so a path and its
// reordering have the same dependencies. A projection stays one, since no step gets after
// one that reads what it writes. Dummies are all in front and no part of the order.
type order struct {
	e    *Encoder
	vars []int // that more than one process accesses
	// since[q] is about the steps from the last one of a process with a number above q on.
	since []since
}

type since struct {
	any         term.Term   // there is such a step
	acted       term.Term   // q itself has made one of them
	wrote, read []term.Term // by index of order.vars: one of them has written, read the variable
}

func newOrder(e *Encoder) *order {
	m := &order{e: e, since: make([]since, len(e.sys.Processes))}
	for v := range e.sys.Vars {
		if e.shared[v] {
			m.vars = append(m.vars, v)
		}
	}
	no := e.st.False()
	for q := range m.since {
		s := since{any: no, acted: no}
		for range m.vars {
			s.wrote, s.read = append(s.wrote, no), append(s.read, no)
		}
		m.since[q] = s
	}
	return m
}

// step asserts that step i is in order.
func (m *order) step(i int) {
	e, st := m.e, m.e.st
	acts, reads, writes := e.effects(i)
	above := st.False() // a process above q makes the step
	for q := len(acts) - 1; q >= 0; q-- {
		s := &m.since[q]
		if !st.IsFalse(s.any) && !st.IsFalse(acts[q]) {
			depends := []term.Term{st.Not(acts[q]), st.Not(s.any), s.acted}
			for k, v := range m.vars {
				depends = append(depends, st.And(reads[v], s.wrote[k]),
					st.And(writes[v], st.Or(s.wrote[k], s.read[k])))
			}
			e.assert(st.Or(depends...))
		}
		keep := st.Not(above)
		s.any = st.Or(s.any, above)
		s.acted = st.And(keep, st.Or(s.acted, acts[q]))
		for k, v := range m.vars {
			s.wrote[k] = st.Or(st.And(keep, s.wrote[k]), writes[v])
			s.read[k] = st.Or(st.And(keep, s.read[k]), reads[v])
		}
		above = st.Or(above, acts[q])
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
