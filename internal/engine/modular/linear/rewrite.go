package linear

import (
	"maps"
	"slices"

	"whittle.dev/term"
)

// Rewrite writes the sums in terms in one way, with what variables were solved for in their place: "a - (b +
// 1)" and "(a - b) - 1" become one term, so that a solver sees one circuit where there were two.
func (e *Equations) Rewrite(list []term.Term) []term.Term {
	done := map[term.Term]term.Term{}
	out := make([]term.Term, len(list))
	for i, t := range list {
		out[i] = e.rewrite(t, done)
	}
	return out
}

func (e *Equations) rewrite(t term.Term, done map[term.Term]term.Term) term.Term {
	if out, ok := done[t]; ok {
		return out
	}
	out := t
	if sort := e.st.Sort(t); sort.IsBitVec() && sort.Width() > 1 && sort.Width() <= maxWidth {
		s := sum{of: map[term.Term]uint64{}}
		e.put(&s, sort.Width(), 1, t)
		if _, itself := s.of[t]; !itself || e.st.Op(t) == term.OpSymbol || e.st.Op(t) == term.OpExtract {
			e.reduce(&s, sort.Width(), map[term.Term]bool{})
			out = e.build(&s, sort.Width())
			done[t] = out
			return out
		}
	}
	if args := e.st.Args(t); len(args) > 0 {
		with := map[term.Term]term.Term{}
		for _, a := range args {
			if b := e.rewrite(a, done); b != a {
				with[a] = b
			}
		}
		if len(with) > 0 {
			out = e.st.Substitute(t, with)
		}
	}
	done[t] = out
	return out
}

// build is the term of a sum.
func (e *Equations) build(s *sum, w int) term.Term {
	out, down := term.None, []term.Term(nil)
	plus := func(t term.Term) {
		if len(down) > 0 { // next to what it is subtracted from
			t, down = e.st.BVSub(t, down[0]), down[1:]
		}
		if out == term.None {
			out = t
		} else {
			out = e.st.BVAdd(out, t)
		}
	}
	keys := slices.Sorted(maps.Keys(s.of))
	for _, t := range keys {
		if s.of[t] == mask(w) {
			down = append(down, t)
		}
	}
	for _, t := range keys {
		switch n := s.of[t]; n {
		case mask(w):
		case 1:
			plus(t)
		default:
			plus(e.st.BVMul(e.st.BV(w, n), t))
		}
	}
	if out == term.None {
		out = e.st.BV(w, 0)
	}
	for _, t := range down {
		out = e.st.BVSub(out, t)
	}
	return e.st.BVAdd(out, e.st.BV(w, s.c))
}
