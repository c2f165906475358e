package arith

import (
	"whittle.dev/internal/simplex"
	"whittle.dev/internal/simplex/rational"
	"whittle.dev/sat"
	"whittle.dev/smt/native/internal/linear"
)

// trimEvery is the number of final checks after which the rows of splits and cuts that are not in force leave
// the matrix.
const trimEvery = 8

// FinalCheck implements [sat.Theory]: it looks for integer values. A split needs no clause: its atom is a
// bound in either case.
func (t *Theory) FinalCheck(s *sat.Search) {
	t.search = s
	switch t.lp.Check(s.Context()) {
	case simplex.Unknown:
		s.GiveUp()
		return
	case simplex.Infeasible:
		t.conflict(t.lp.Conflict())
		return
	}
	if t.finals++; t.finals%trimEvery == 0 {
		t.lp.Trim()
	}
	step := t.lp.Step(s.Context())
	switch step.Kind {
	case simplex.Stopped:
		s.GiveUp()
	case simplex.Integral:
		t.delta = t.lp.Delta(nil)
	case simplex.Conflict:
		t.conflict(step.From)
	case simplex.Split:
		// Towards zero, so that variables without bounds do not chase each other to infinity.
		l := t.literal(step.Var, rational.Exactly(step.Bound))
		if step.Bound.Sign() < 0 {
			l = l.Not()
		}
		s.Prefer(l)
	case simplex.Cut:
		at := rational.Exactly(step.Bound)
		var l sat.Lit
		if step.Upper {
			l = t.literal(step.Var, at)
		} else {
			l = t.literal(step.Var, t.before(step.Var, at)).Not()
		}
		s.AddClause(append(t.negated(step.From, t.buf[:0]), l)...)
	}
}

// Value implements [linear.Backend].
func (t *Theory) Value(v linear.Var) rational.Rat {
	if int(v) >= len(t.columns) || t.columns[v] == 0 {
		return rational.Rat{}
	}
	return t.lp.Concrete(t.columns[v]-1, t.delta)
}
