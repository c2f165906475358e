package simplex

import (
	"context"

	"whittle.dev/internal/simplex/rational"
)

// The way from a feasible assignment to integer values is a sequence of small steps, cheap ones first:
// divisibility of rows, moving variables within their room, a cube, cuts, and splits. A split excludes the
// values at hand and is made of two bounds on one variable. If the feasible region is bounded, only
// finitely many of these bounds cut it, and since every fourth step at least is such a split, a caller that
// asserts and retracts bounds as a DPLL(T) search does comes to an end.

// StepKind says what the caller is asked to do.
type StepKind int

const (
	Stopped  StepKind = iota // nothing: the context ended
	Integral                 // nothing: the values of all integer variables are integers
	Conflict                 // retract a bound: those in From are contradictory
	Split                    // assert Var <= Bound, or Var >= Bound + 1
	Cut                      // assert Var <= Bound (Upper) or Var >= Bound, which follows from From
)

// A Step is what [Solver.Step] found.
type Step struct {
	Kind  StepKind
	Var   Var
	Upper bool
	Bound rational.Rat

	// From holds the bounds behind a conflict or a cut. These rest on divisibility, so there are no
	// factors: a sum does not prove them.
	From []Antecedent
}

// After the first cuts, others are rare: they make the rows dense and the numbers big, which costs bounded
// problems more than cuts save.
const (
	fewCuts  = 4
	rareCuts = 16 // steps per cut
)

// intSearch is the state of the search for integer values.
type intSearch struct {
	turn      uint // counts the steps that need a cut or a split
	base      Mark // where the bounds of the cube test begin
	fractions []Var
}

// Step looks for integer values after a feasible check. It may move variables within their bounds.
func (s *Solver) Step(ctx context.Context) Step {
	if !s.settle(ctx) {
		return Step{}
	}
	if !s.findFractions() {
		return Step{Kind: Integral}
	}
	if !s.cfg.NoCuts {
		if from := s.divisible(); from != nil {
			s.stats.Conflicts++
			return Step{Kind: Conflict, From: from}
		}
	}
	if s.patch() && !s.findFractions() {
		return Step{Kind: Integral}
	}
	s.ints.turn++
	if s.ints.turn%4 == 1 {
		if s.cube(ctx) {
			return Step{Kind: Integral}
		}
		if !s.settle(ctx) { // other variables may be basic now
			return Step{}
		}
		if !s.findFractions() {
			return Step{Kind: Integral}
		}
	}
	v, bounded := s.splitVar()
	if s.cfg.NoCuts {
		return s.splitAt(v)
	}
	var step Step
	ok := false
	scarce := s.stats.Cuts > fewCuts+int64(s.ints.turn)/rareCuts
	switch turn := s.ints.turn % 4; {
	case turn == 0:
		return s.splitAt(v)
	case turn == 1 && !scarce:
		step, ok = s.gomory()
	case turn == 2 && !scarce:
		step, ok = s.mir()
	case turn == 3 && (!bounded || s.ints.turn%16 == 3):
		step, ok = s.hermite()
	}
	if !ok && !bounded {
		step, ok = s.disjunction()
	}
	if !ok {
		return s.splitAt(v)
	}
	return step
}

// settle gives all integer variables that are not basic integer values. It returns false if the context
// ended.
func (s *Solver) settle(ctx context.Context) bool {
	// Bounds on integer variables are integers, so rounding has room, and there is a solution still.
	return s.roundNonbasic() || s.Check(ctx) == Feasible
}

// roundNonbasic gives integer values to the integer variables that are not basic. Failed checks may leave
// fractions there. It returns false if basic variables may be out of bounds now.
func (s *Solver) roundNonbasic() bool {
	moved := false
	for i := range s.vars {
		x := &s.vars[i]
		if x.integer && x.active && x.row < 0 && !x.value.IsInt() {
			s.update(Var(i), rational.Exactly(x.value.Floor()))
			moved = true
		}
	}
	return !moved
}

// findFractions collects the integer variables whose value is none; all of them are basic.
func (s *Solver) findFractions() bool {
	s.ints.fractions = s.ints.fractions[:0]
	for i := range s.vars {
		if x := &s.vars[i]; x.integer && x.row >= 0 && !x.value.IsInt() {
			s.ints.fractions = append(s.ints.fractions, Var(i))
		}
	}
	return len(s.ints.fractions) > 0
}

// fixed reports that x has equal bounds.
func (s *Solver) fixed(x *variable) bool {
	return x.lo != 0 && x.hi != 0 && s.bounds[x.lo].val.Equal(s.bounds[x.hi].val)
}

// disjunction asks for a split on a form instead of the variable of a row (M. Karamanov and G. Cornuejols,
// "Branching on general disjunctions", Mathematical Programming 128, 2011). Of the row x = sum a_j*x_j of the
// first fractional variable it takes x minus the integer variables times their rounded coefficients: these
// have integer values, so the form has the fraction of x. What is left depends on fractions and real
// variables alone, so its range is small where x and the x_j go to infinity together.
func (s *Solver) disjunction() (Step, bool) {
	v := s.ints.fractions[0]
	r := s.vars[v].row
	own := s.matrix.coefBase(r).Neg()
	half := rational.Frac(1, 2)
	terms := []Term{{rational.Of(1), v}}
	for _, e := range s.matrix.rows[r] {
		if e.v == v || !s.vars[e.v].integer {
			continue
		}
		if k := e.coef.Rat().DivInt(own).Add(half).Floor(); !k.IsZero() {
			terms = append(terms, Term{k.Neg(), e.v})
		}
	}
	if len(terms) == 1 {
		return Step{}, false
	}
	w, _, ok := s.Form(terms)
	if !ok || s.Assigned(w).IsInt() {
		return Step{}, false
	}
	s.stats.Splits++
	return Step{Kind: Split, Var: w, Bound: s.Assigned(w).Floor()}, true
}

// splitVar chooses a fractional variable: one of the caller if there is one, for these are shared by all
// forms, and that with the smallest range, if there are bounds.
func (s *Solver) splitVar() (best Var, bounded bool) {
	var least rational.Rat
	rank := 4 // 0: bounded variable of the caller, 1: one without bounds, 2 and 3: the same for forms
	for _, v := range s.ints.fractions {
		x := &s.vars[v]
		k := 1
		var size rational.Rat
		if x.lo != 0 && x.hi != 0 {
			k = 0
			size = s.bounds[x.hi].val.R.Sub(s.bounds[x.lo].val.R)
		}
		if x.form >= 0 {
			k += 2
		}
		if k < rank || k == rank && size.Less(least) {
			best, least, rank = v, size, k
		}
	}
	return best, rank%2 == 0
}

// splitAt asks for a decision on v.
func (s *Solver) splitAt(v Var) Step {
	s.stats.Splits++
	return Step{Kind: Split, Var: v, Bound: s.vars[v].value.Floor()}
}
