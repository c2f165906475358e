package stateset

import (
	"whittle.dev/smt"
	"whittle.dev/smt/exists"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// contains reports whether slice a is known to be a part of slice b.
func (s *Set) contains(a, b int32) bool {
	if sub, ok := s.answer(pair{a, b}); ok {
		return sub
	}
	if s.load(b).full {
		return true
	}
	status, point := s.lookUp(a, b)
	if status == smt.Unknown {
		s.queries++
		status, point = s.notSubsetEq(s.load(a), s.load(b))
		s.keep(a, b, status, point)
	}
	switch status {
	case smt.Unsat:
		s.remember(pair{a, b}, true)
		return true
	case smt.Sat:
		s.remember(pair{a, b}, false)
		if point != nil {
			s.slices.addPoint(a, point)
		}
		return false
	}
	// That there was no answer is remembered as a difference.
	s.counts.Unknown++
	s.remember(pair{a, b}, false)
	return false
}

// notSubsetEq gives the formula notsubseteq (section 2.5) to the solver. If it has a solution, point is a
// value of a that is not in b.
func (s *Set) notSubsetEq(a, b *slice) (smt.Status, []term.Value) {
	st := s.s
	sub := map[term.Term]term.Term{}
	var bound []term.Term
	for i, sym := range b.syms {
		y := s.bound.Symbol(i, st.Sort(sym))
		sub[sym] = y
		bound = append(bound, y)
	}
	u := term.NewSubstituter(st, sub)
	differ := make([]term.Term, 0, len(a.vals)+1)
	for i, v := range a.vals {
		differ = append(differ, st.Not(st.Eq(v, u.Apply(b.vals[i]))))
	}
	for _, c := range b.conj {
		differ = append(differ, st.Not(u.Apply(c)))
	}
	solver, err := exists.New(st, exists.Config{Rounds: s.cfg.Rounds,
		Solver: func(st *term.Store) (smt.Solver, error) {
			var inner smt.Solver = native.New(st, native.Config{Conflicts: s.cfg.Conflicts})
			if s.cfg.Wrap != nil {
				inner = s.cfg.Wrap(st, inner)
			}
			return inner, nil
		}})
	if err != nil {
		return smt.Unknown, nil
	}
	defer solver.Close() // nothing depends on how it ends
	for _, c := range a.conj {
		if err := solver.Assert(c); err != nil {
			return smt.Unknown, nil
		}
	}
	if err := solver.AssertForAll(bound, st.Or(differ...)); err != nil {
		return smt.Unknown, nil
	}
	r := solver.Check(s.ctx)
	if r.Status != smt.Sat {
		return r.Status, nil
	}
	point := make([]term.Value, len(a.vals))
	for i, v := range a.vals {
		val, ok := solver.Value(v)
		if !ok {
			return r.Status, nil
		}
		point[i] = val
	}
	return r.Status, point
}
