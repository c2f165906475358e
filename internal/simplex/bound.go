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

// variable is what is known of a Var.
type variable struct {
	value   rational.Value
	lo, hi  int32 // in the trail of bounds, 0 for none
	form    int32 // in the table of forms, or -1 for a variable of the caller
	row     int32 // the row it is basic in, or -1
	integer bool
	active  bool // it is in the matrix, or is a variable of the caller
	watched bool // the caller wants bounds on it
	pending bool
	changed bool
	saved   bool
}

// rounded returns the bound that val is on x: on an integer variable an integer.
func (x *variable) rounded(val rational.Value, upper bool) rational.Value {
	switch {
	case !x.integer || val.IsInt():
		return val
	case upper:
		return rational.Exactly(val.Floor())
	}
	return rational.Exactly(val.Ceil())
}

// trail is what is known of each variable, with the bounds in force.
type trail struct {
	vars   []variable
	bounds []bound // in the order of assertion; bounds[0] is no bound
}

// NumVars returns the number of variables, those of forms included.
func (tr *trail) NumVars() int { return len(tr.vars) }

// Integer reports that v has only integer values: the caller made it so, or it is the value of a form with
// integer coefficients over such variables.
func (tr *trail) Integer(v Var) bool { return tr.vars[v].integer }

// Mark returns the state at hand.
func (tr *trail) Mark() Mark { return Mark(len(tr.bounds)) }

// retract takes back all bounds that were asserted since m was taken.
func (tr *trail) retract(m Mark) {
	for i := len(tr.bounds) - 1; i >= int(m); i-- {
		b := &tr.bounds[i]
		if b.upper {
			tr.vars[b.v].hi = b.prev
		} else {
			tr.vars[b.v].lo = b.prev
		}
	}
	tr.bounds = tr.bounds[:m]
}

// assert is [Solver.Assert], without propagation.
func (s *solution) assert(v Var, upper bool, val rational.Value, why Reason) bool {
	s.activate(v)
	x := &s.vars[v]
	val = x.rounded(val, upper)
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
	return true
}

// Bound returns the upper or lower bound in force on v, if there is one.
func (tr *trail) Bound(v Var, upper bool) (val rational.Value, why Reason, ok bool) {
	i := tr.vars[v].lo
	if upper {
		i = tr.vars[v].hi
	}
	if i == 0 {
		return rational.Value{}, 0, false
	}
	return tr.bounds[i].val, tr.bounds[i].reason, true
}

// below reports that the value of x is less than its lower bound.
func (tr *trail) below(x *variable) bool {
	return x.lo != 0 && x.value.Less(tr.bounds[x.lo].val)
}

// above reports that the value of x is greater than its upper bound.
func (tr *trail) above(x *variable) bool {
	return x.hi != 0 && tr.bounds[x.hi].val.Less(x.value)
}

// canRise reports that x is less than its upper bound, if any.
func (tr *trail) canRise(x *variable) bool {
	return x.hi == 0 || x.value.Less(tr.bounds[x.hi].val)
}

// canFall reports that x is greater than its lower bound, if any.
func (tr *trail) canFall(x *variable) bool {
	return x.lo == 0 || tr.bounds[x.lo].val.Less(x.value)
}
