package simplex

import "whittle.dev/internal/simplex/rational"

// bound is an entry of the trail: v <= val or v >= val.
type bound struct {
	val    rational.Value
	reason Reason
	v      Var
	prev   int32 // the weaker bound that it replaced, 0 for none
	upper  bool
}

// An Antecedent is a bound that a conflict or a consequence rests on, with the factor, positive, of its
// inequality in the sum that proves it (Farkas' lemma): sum Factor * (Var - bound) for upper bounds and sum
// Factor * (bound - Var) for lower ones cancels all variables and leaves what is not <= 0.
type Antecedent struct {
	Factor rational.Rat
	Reason Reason
	Var    Var
	Upper  bool
}

// A Mark is a state of the bounds to go back to.
type Mark int32

// Mark returns the state at hand.
func (s *Solver) Mark() Mark { return Mark(len(s.bounds)) }

// Assert adds the bound v <= val (upper) or v >= val for a reason. A strict bound has an infinitesimal
// part, see [rational.Below] and [rational.Above]; a bound on an integer variable is rounded first. It
// returns false if the bound crosses the opposite one: then it is not added, and [Solver.Conflict] names
// both.
func (s *Solver) Assert(v Var, upper bool, val rational.Value, why Reason) bool {
	s.activate(v)
	x := &s.vars[v]
	if x.integer && !val.IsInt() {
		if upper {
			val = rational.Exactly(val.Floor())
		} else {
			val = rational.Exactly(val.Ceil())
		}
	}
	own, opposite := x.lo, x.hi
	if upper {
		own, opposite = x.hi, x.lo
	}
	if own != 0 {
		if c := val.Cmp(s.bounds[own].val); c == 0 || c > 0 == upper {
			return true // known
		}
	}
	if opposite != 0 {
		if c := val.Cmp(s.bounds[opposite].val); c != 0 && c < 0 == upper {
			s.stats.Conflicts++
			one := rational.Of(1)
			s.conflict = append(s.conflict[:0], Antecedent{one, why, v, upper},
				Antecedent{one, s.bounds[opposite].reason, v, !upper})
			s.relaxPair(val, opposite)
			return false
		}
	}
	i := int32(len(s.bounds))
	s.bounds = append(s.bounds, bound{val, why, v, own, upper})
	if upper {
		x.hi = i
	} else {
		x.lo = i
	}
	if !x.pending {
		x.pending = true
		s.pending = append(s.pending, v)
	}
	if !x.changed {
		x.changed = true
		s.changed = append(s.changed, v)
	}
	return true
}

// relaxPair replaces the opposite bound of a crossing pair by the oldest one that val crosses too.
func (s *Solver) relaxPair(val rational.Value, opposite int32) {
	crossed := func(i int32) bool {
		c := val.Cmp(s.bounds[i].val)
		return c != 0 && c > 0 == s.bounds[i].upper
	}
	for s.bounds[opposite].prev != 0 && crossed(s.bounds[opposite].prev) {
		opposite = s.bounds[opposite].prev
	}
	s.conflict[1].Reason = s.bounds[opposite].reason
}

// Backtrack retracts all bounds that were asserted since m was taken.
func (s *Solver) Backtrack(m Mark) {
	for i := len(s.bounds) - 1; i >= int(m); i-- {
		b := &s.bounds[i]
		if b.upper {
			s.vars[b.v].hi = b.prev
		} else {
			s.vars[b.v].lo = b.prev
		}
	}
	s.bounds = s.bounds[:m]
	for n := len(s.derived); n > 0 && s.derived[n-1].height > int32(m); n-- {
		s.arena = s.arena[:s.derived[n-1].first]
		s.derived = s.derived[:n-1]
	}
}

// Bound returns the upper or lower bound in force on v, if there is one.
func (s *Solver) Bound(v Var, upper bool) (val rational.Value, why Reason, ok bool) {
	i := s.vars[v].lo
	if upper {
		i = s.vars[v].hi
	}
	if i == 0 {
		return rational.Value{}, 0, false
	}
	return s.bounds[i].val, s.bounds[i].reason, true
}

// below reports that the value of x is less than its lower bound.
func (s *Solver) below(x *variable) bool {
	return x.lo != 0 && x.value.Less(s.bounds[x.lo].val)
}

// above reports that the value of x is greater than its upper bound.
func (s *Solver) above(x *variable) bool {
	return x.hi != 0 && s.bounds[x.hi].val.Less(x.value)
}

// canRise reports that x is less than its upper bound, if any.
func (s *Solver) canRise(x *variable) bool {
	return x.hi == 0 || x.value.Less(s.bounds[x.hi].val)
}

// canFall reports that x is greater than its lower bound, if any.
func (s *Solver) canFall(x *variable) bool {
	return x.lo == 0 || s.bounds[x.lo].val.Less(x.value)
}

// Conflict returns the bounds that contradict each other after Assert or Check said so. None can be left out.
// The slice is valid until the next call that finds a conflict.
func (s *Solver) Conflict() []Antecedent { return s.conflict }
