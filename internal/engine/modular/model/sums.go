package model

import "whittle.dev/term"

// What threads hold is a sum of locals: of two accounts, what was taken from one and is not yet in the other
// one. Such a sum is a Counter, whose steps add what a local is after them and subtract what it was.

// sum adds the counter of a sum of locals. It cannot wrap around unless these are the widest.
func (s *System) sum(of [][]term.Term) term.Term {
	n := Counter{Of: of}
	width := 0
	for _, locals := range of {
		n.Weight = append(n.Weight, make([]int64, len(locals)))
		for l, x := range locals {
			if x != term.None {
				n.Weight[len(n.Weight)-1][l] = 1
				width = max(width, s.Terms.Sort(x).Width())
			}
		}
	}
	if width <= wide {
		width += wide
	}
	return s.ghost(n, "sum", width)
}

// shares adds that no part of a sum is more than all, where none is negative: what solvers find out bit by
// bit.
func (s *System) shares(parts []Factor, constant int64) {
	for _, p := range parts {
		if (p.N > 0) != (constant < 0) {
			return
		}
	}
	for _, p := range parts {
		w := s.Terms.Sort(p.Sym).Width()
		if most := max(constant, -constant); w > 62 || most < 1<<w {
			s.Laws = append(s.Laws, s.Terms.BVUle(p.Sym, s.Terms.BV(w, uint64(most))))
		}
	}
}

// afterSum is After for a sum.
func (n *Counter) afterSum(st *term.Store, template int, e *Edge) term.Term {
	width := st.Sort(n.Sym).Width()
	value := func(loc int, after bool) term.Term {
		x := n.Of[template][loc]
		if x == term.None {
			return st.BV(width, 0)
		}
		if t, ok := e.Updates[x]; ok && after {
			x = t
		}
		return st.ZeroExt(width-st.Sort(x).Width(), x)
	}
	was, is := value(e.From, false), value(e.To, true)
	if was == is {
		return term.None
	}
	return st.BVSub(st.BVAdd(n.Sym, is), was)
}

// summed is what is known of a sum: it is no less than what some threads add, and just that if they are all
// that a counter counts at its places.
func (s *System) summed(n *Counter, of func(int, term.Term) term.Term, threads [][2]int) []term.Term {
	st := s.Terms
	own := s.counts(n, of, threads)
	var out []term.Term
	if s.exact(n) {
		width := st.Sort(n.Sym).Width()
		top := st.Extract(width-1, width-1, n.Sym) // it would take 1 << 31 threads with the largest values
		out = append(out, st.BVUle(own, n.Sym), st.Eq(top, st.BV(1, 0)))
	}
	for k := range s.Counters {
		if m := &s.Counters[k]; m.Of == nil && n.within(m) > 0 {
			out = append(out, st.Or(st.Not(s.Exactly(k, of, threads...)), st.Eq(n.Sym, own)))
		}
	}
	return out
}

// exact reports whether a sum of locals cannot wrap around.
func (s *System) exact(n *Counter) bool {
	for _, locals := range n.Of {
		for _, x := range locals {
			if x != term.None && s.Terms.Sort(x).Width()+wide > s.Terms.Sort(n.Sym).Width() {
				return false
			}
		}
	}
	return true
}
