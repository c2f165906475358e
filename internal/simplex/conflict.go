package simplex

import "whittle.dev/internal/simplex/rational"

// A row whose basic variable is out of bounds, and in which no other variable has room, is a conflict: each
// of its variables is held by one bound (Dutertre and de Moura, section 3.3). The variables that are not
// basic are independent, so a proper part of these bounds is satisfiable: the conflict is minimal. But
// while the sum of the bounds misses zero by more than it has to, older and weaker bounds do as well, which
// makes clauses that hold earlier in the search.

// Conflict returns the bounds that contradict each other after Assert or Check said so. None can be left out.
// The slice is valid until the next call that finds a conflict.
func (s *solution) Conflict() []Antecedent { return s.conflict }

// relaxPair replaces the opposite bound of a crossing pair by the oldest one that val crosses too.
func (s *solution) relaxPair(val rational.Value, opposite int32) {
	crossed := func(i int32) bool {
		c := val.Cmp(s.bounds[i].val)
		return c != 0 && c > 0 == s.bounds[i].upper
	}
	for s.bounds[opposite].prev != 0 && crossed(s.bounds[opposite].prev) {
		opposite = s.bounds[opposite].prev
	}
	s.conflict[1].Reason = s.bounds[opposite].reason
}

// explainRow makes the row of a basic variable that is below or above its bounds the conflict.
func (s *solution) explainRow(r int32, below bool) {
	// With the sign for which the basic variable is held from below, sum c_j*x_j = 0 is missed by
	// gap = sum of the least values of c_j*x_j.
	positive := s.matrix.coefBase(r).Sign() > 0 == below
	s.conflict = s.conflict[:0]
	var gap rational.Value
	for i := range s.matrix.rows[r] {
		e := &s.matrix.rows[r][i]
		c := e.coef
		if !positive {
			c = c.Neg()
		}
		b := s.holding(e.v, c.Sign() < 0, int32(len(s.bounds)))
		gap = gap.Add(s.bounds[b].val.MulInt(c))
	}
	for i := range s.matrix.rows[r] {
		e := &s.matrix.rows[r][i]
		c := e.coef
		if !positive {
			c = c.Neg()
		}
		b := s.holding(e.v, c.Sign() < 0, int32(len(s.bounds)))
		b, gap = s.weaken(b, c, gap)
		s.conflict = append(s.conflict, s.antecedent(b, c))
	}
}

// holding returns the bound that was in force on v when the trail had this height.
func (tr *trail) holding(v Var, upper bool, height int32) int32 {
	b := tr.vars[v].lo
	if upper {
		b = tr.vars[v].hi
	}
	for b >= height {
		b = tr.bounds[b].prev
	}
	return b
}

// weaken returns the oldest bound in place of b, on a variable with coefficient c, for which the gap of the
// sum stays positive, and the new gap.
func (tr *trail) weaken(b int32, c rational.Int, gap rational.Value) (int32, rational.Value) {
	for tr.bounds[b].prev != 0 {
		older := tr.bounds[b].prev
		next := gap.Sub(tr.bounds[b].val.Sub(tr.bounds[older].val).MulInt(c))
		if next.Sign() <= 0 {
			break
		}
		b, gap = older, next
	}
	return b, gap
}

// antecedent is bound b with the magnitude of c.
func (tr *trail) antecedent(b int32, c rational.Int) Antecedent {
	x := &tr.bounds[b]
	return Antecedent{c.Rat().Abs(), x.reason, x.v, x.upper}
}
