package steps

import "whittle.dev/term"

// symmetry asserts that interchangeable processes make their first steps in the order of their numbers. Of a
// path and all that come from it by exchanging such processes, and of the orders of their independent steps,
// the one that is first in the lexicographic order of the processes' numbers is such: were the first step of
// the larger of two before that of the smaller, exchanging them would make the path smaller. It is also the
// one that order allows, and exchanging processes keeps the length of a path, whether it is a projection, and
// whether it reaches a goal of a kind. So both can be asserted together.
type symmetry struct {
	e       *Encoder
	classes [][]int
	started []term.Term // by process, for those in classes
}

func newSymmetry(e *Encoder) *symmetry {
	s := &symmetry{e: e, classes: e.sys.Interchangeable(), started: make([]term.Term, len(e.sys.Processes))}
	for p := range s.started {
		s.started[p] = e.st.False()
	}
	return s
}

// step asserts that step i is no first step too early.
func (s *symmetry) step(i int) {
	if len(s.classes) == 0 {
		return
	}
	st := s.e.st
	acts := make([][]term.Term, len(s.started))
	for l, sel := range s.e.sel[i] {
		p := s.e.sys.Instructions[l].Process
		acts[p] = append(acts[p], sel)
	}
	for _, class := range s.classes {
		for k, q := range class {
			if k > 0 {
				s.e.assert(st.Implies(st.Or(acts[q]...), s.started[class[k-1]]))
			}
		}
	}
	for _, class := range s.classes {
		for _, p := range class {
			s.started[p] = st.Or(s.started[p], st.Or(acts[p]...))
		}
	}
}
