package simplex

import (
	"context"

	"whittle.dev/internal/simplex/rational"
)

// The search for a feasible assignment is Check of Dutertre and de Moura, section 3: while a basic variable
// is out of bounds, it moves to the bound by an exchange with a variable of its row that has room. Two things
// differ. Assert changes no value: the variables whose bounds changed wait, and the next check moves those
// that are not basic. And a check that fails restores the values from before, which satisfy all bounds that
// were there at the last feasible check; the exchanges stay, for the matrix is right for any values.

// Status is the answer of a check.
type Status int

const (
	Unknown    Status = iota // the context ended
	Feasible                 // the values satisfy all bounds
	Infeasible               // Conflict says why
)

// String returns the status in a word.
func (st Status) String() string { return [...]string{"unknown", "feasible", "infeasible"}[st] }

// savedValue is a value at the last feasible assignment.
type savedValue struct {
	v     Var
	value rational.Value
}

// solution is an assignment that satisfies the rows and, after a feasible check, all bounds.
type solution struct {
	tableau
	cfg      Config
	pending  []Var // bounds changed since the last feasible check
	heap     heap  // basic variables that may be out of bounds
	saved    []savedValue
	conflict []Antecedent
	pivots   int64 // of the check at hand
}

// Check looks for values of all variables within their bounds, over the rationals.
func (s *solution) Check(ctx context.Context) Status {
	s.stats.Checks++
	s.pivots = 0
	for _, v := range s.pending {
		x := &s.vars[v]
		if !x.active {
			continue
		}
		switch {
		case x.row >= 0 && s.fixed(x) && s.eliminate(v):
		case x.row >= 0:
			s.suspect(v)
		case s.below(x):
			s.update(v, s.bounds[x.lo].val)
		case s.above(x):
			s.update(v, s.bounds[x.hi].val)
		}
	}
	for {
		v, ok := s.heap.pop()
		if !ok {
			s.commit()
			return Feasible
		}
		x := &s.vars[v]
		below := s.below(x)
		if !below && !s.above(x) {
			continue
		}
		if s.pivots++; s.pivots%32 == 0 && ctx.Err() != nil {
			s.restore()
			return Unknown
		}
		enter, ok := s.entering(x.row, below)
		if !ok {
			s.stats.Conflicts++
			s.explainRow(x.row, below)
			s.restore()
			return Infeasible
		}
		target := x.lo
		if !below {
			target = x.hi
		}
		s.exchange(x.row, enter, s.bounds[target].val)
	}
}

// eliminate solves the equation that the row of v is, v being fixed, for a variable without bounds: it
// becomes basic. No bound can make it leave, so in effect it is gone, until it gets a bound of its own.
func (s *solution) eliminate(v Var) bool {
	m := &s.matrix
	r := s.vars[v].row
	best := -1
	for i := range m.rows[r] {
		e := &m.rows[r][i]
		if x := &s.vars[e.v]; e.v == v || x.lo != 0 || x.hi != 0 {
			continue
		}
		if best < 0 || len(m.cols[e.v]) < len(m.cols[m.rows[r][best].v]) {
			best = i
		}
	}
	if best < 0 {
		return false
	}
	s.exchange(r, m.rows[r][best].v, s.bounds[s.vars[v].lo].val)
	return true
}

// suspect notes a basic variable that is out of bounds.
func (s *solution) suspect(v Var) {
	if x := &s.vars[v]; s.below(x) || s.above(x) {
		s.heap.push(v)
	}
}

// update gives v, which is not basic, a value, and all basic variables theirs.
func (s *solution) update(v Var, to rational.Value) {
	theta := to.Sub(s.vars[v].value)
	s.set(v, to)
	for _, p := range s.matrix.cols[v] {
		b := s.matrix.base[p.row]
		step := theta.MulInt(s.matrix.rows[p.row][p.at].coef.Neg()).DivInt(s.matrix.coefBase(p.row))
		s.set(b, s.vars[b].value.Add(step))
		s.suspect(b)
	}
}

// set changes the value of v and keeps the old one for restore.
func (s *solution) set(v Var, to rational.Value) {
	x := &s.vars[v]
	if !x.saved {
		x.saved = true
		s.saved = append(s.saved, savedValue{v, x.value})
	}
	x.value = to
}

// commit makes the values at hand those that restore goes back to.
func (s *solution) commit() {
	for _, old := range s.saved {
		s.vars[old.v].saved = false
	}
	s.saved = s.saved[:0]
	for _, v := range s.pending {
		s.vars[v].pending = false
	}
	s.pending = s.pending[:0]
}

// restore goes back to the values of the last feasible check. The variables that wait go on waiting, since
// some of their bounds may stay in force.
func (s *solution) restore() {
	for _, old := range s.saved {
		s.vars[old.v].saved = false
		s.vars[old.v].value = old.value
	}
	s.saved = s.saved[:0]
	s.heap.clear()
}

// entering chooses a variable by which the basic one of row r can rise or fall: one without bounds, which
// will not have to leave again, and the one with the shortest column, so that the exchange touches few
// rows. After many pivots it is the least one, by Bland's rule.
func (s *solution) entering(r int32, rise bool) (Var, bool) {
	m := &s.matrix
	base := m.base[r]
	// With sum a_j*x_j = 0 a basic variable of positive coefficient rises when a positive one falls.
	positive := m.coefBase(r).Sign() > 0
	best, found := Var(0), false
	bland := s.pivots > s.cfg.Bland
	for i := range m.rows[r] {
		e := &m.rows[r][i]
		if e.v == base {
			continue
		}
		x := &s.vars[e.v]
		if up := (e.coef.Sign() > 0 == positive) != rise; up && !s.canRise(x) || !up && !s.canFall(x) {
			continue
		}
		if found {
			c := 0
			if !bland {
				c = s.cost(e.v) - s.cost(best)
			}
			if c > 0 || c == 0 && e.v > best {
				continue
			}
		}
		best, found = e.v, true
	}
	return best, found
}

// cost is lower for a variable that is better to make basic.
func (s *solution) cost(v Var) int {
	n := len(s.matrix.cols[v])
	if x := &s.vars[v]; x.lo != 0 || x.hi != 0 {
		n += len(s.vars)
	}
	return n
}

// exchange moves the basic variable of row r to a value by moving v, and makes v basic instead.
func (s *solution) exchange(r int32, v Var, to rational.Value) {
	m := &s.matrix
	theta := to.Sub(s.vars[m.base[r]].value)
	a := m.coefOf(r, v)
	theta = theta.MulInt(m.coefBase(r).Neg()).DivInt(a)
	s.update(v, s.vars[v].value.Add(theta))
	s.pivot(r, v)
	s.suspect(v)
}
