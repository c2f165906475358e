package stateset

import (
	"slices"
)

// Equality slice by slice (section 3.2): by theorem 3.6 a state is a part of another one if and only if each
// of its slices is a part of the slice of the other one over the same slots.

// matches reports whether the state v is known by the state old.
func (s *Set) matches(v, old variant) bool {
	if slices.Equal(v.class, old.class) {
		// The cheap comparisons first: one slice that differs suffices.
		var open []int
		for n := range v.slices {
			switch r, ok := s.quick(v.slices[n], old.slices[n]); {
			case ok && !r:
				return false
			case !ok:
				open = append(open, n)
			}
		}
		for _, n := range open {
			if !s.slow(v.slices[n], old.slices[n]) {
				return false
			}
		}
		return true
	}
	for _, group := range joinClasses(v.class, old.class) {
		a, b := s.gather(v, group), s.gather(old, group)
		r, ok := s.quick(a, b)
		if !ok {
			r = s.slow(a, b)
		}
		if !r {
			return false
		}
	}
	return true
}

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

// slow decides what quick did not: by what the slices say of their slots, or by the solver. A comparison
// counts as one that the solver decided if it was asked about one direction at least.
func (s *Set) slow(a, b int32) bool {
	equal := s.cfg.Match == Equal
	if s.obvious(a, b) && (!equal || s.obvious(b, a)) {
		s.counts.Syntactic++
		return true
	}
	before := s.queries
	match := s.contains(a, b) && (!equal || s.contains(b, a))
	if s.queries > before {
		s.counts.Solver++
	} else {
		s.counts.Cached++
	}
	return match
}
