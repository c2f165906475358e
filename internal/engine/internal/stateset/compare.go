package stateset

import (
	"whittle.dev/smt"
	"whittle.dev/smt/exists"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// quick compares slice a of a new state with slice b of one that is known, without the solver. ok is false
// if that does not decide whether they match.
func (s *Set) quick(a, b int32) (match, ok bool) {
	s.counts.Checks++
	if a == b {
		s.counts.Syntactic++
		return true, true
	}
	if s.cfg.Match == Subsume && s.load(b).full {
		s.counts.Syntactic++
		return true, true
	}
	if !s.cfg.NoCache {
		sub, known := s.answer(pair{a, b})
		switch {
		case known && !sub:
			s.counts.Cached++
			return false, true
		case known && s.cfg.Match == Subsume:
			s.counts.Cached++
			return true, true
		}
		if s.cfg.Match == Equal {
			super, both := s.answer(pair{b, a})
			if both && !super || known && both {
				s.counts.Cached++
				return super, true
			}
		}
	}
	if !s.cfg.NoModels && (s.refuted(a, b) || s.cfg.Match == Equal && s.refuted(b, a)) {
		s.counts.Model++
		return false, true
	}
	return false, false
}

// slow decides what quick did not. A comparison counts as one that the solver decided if it was asked about
// one direction at least.
func (s *Set) slow(a, b int32) bool {
	if match, ok := s.plain(a, b); ok {
		return match
	}
	before := s.queries
	match := s.contains(a, b) && (s.cfg.Match == Subsume || s.contains(b, a))
	if s.queries > before {
		s.counts.Solver++
	} else {
		s.counts.Cached++
	}
	return match
}

// plain decides by what slices say of their slots, and by more values of them.
func (s *Set) plain(a, b int32) (match, ok bool) {
	equal := s.cfg.Match == Equal
	switch {
	case s.obvious(a, b) && (!equal || s.obvious(b, a)):
		s.counts.Syntactic++
		return true, true
	case s.cfg.NoModels:
		return false, false
	}
	s.sample(a)
	s.sample(b)
	if s.refuted(a, b) || equal && s.refuted(b, a) {
		s.counts.Model++
		return false, true
	}
	return false, false
}

// refuted reports whether a value of a is not in b.
func (s *Set) refuted(a, b int32) bool {
	for _, p := range s.slices.points(a) {
		if in, ok := s.has(s.load(b), p); ok && !in {
			s.remember(pair{a, b}, false)
			return true
		}
	}
	return false
}

// contains reports whether slice a is known to be a part of slice b.
func (s *Set) contains(a, b int32) bool {
	if sub, ok := s.answer(pair{a, b}); ok {
		return sub
	}
	if s.load(b).full {
		return true
	}
	status, point := s.recall(a, b)
	if status == smt.Unknown {
		s.queries++
		status, point = s.ask(s.load(a), s.load(b))
		s.tell(a, b, status, point)
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

// ask gives the formula notsubseteq to the solver. If it has a solution, point is a value of a that is not in
// b.
func (s *Set) ask(a, b *slice) (smt.Status, []term.Value) {
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
