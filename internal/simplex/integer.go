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

	// From holds the bounds that led to a conflict or a cut. These rest on divisibility, so there are no
	// factors: a sum does not prove them.
	From []Antecedent
}

// After the first cuts, others are rare: they make the rows dense and the numbers big, which costs bounded
// problems more than cuts save.
const (
	fewCuts  = 4
	rareCuts = 16 // steps per cut
)

// integers is the search for integer values.
type integers struct {
	*solution
	turn      uint // counts the steps that need a cut or a split
	base      Mark // where the bounds of the cube test begin
	fractions []Var
}

// step is [Solver.Step].
func (n *integers) step(ctx context.Context) Step {
	if !n.settle(ctx) {
		return Step{}
	}
	if !n.findFractions() {
		return Step{Kind: Integral}
	}
	if !n.cfg.NoCuts {
		if from := n.divisible(); from != nil {
			n.stats.Conflicts++
			return Step{Kind: Conflict, From: from}
		}
	}
	if n.patch() && !n.findFractions() {
		return Step{Kind: Integral}
	}
	n.turn++
	if n.turn%4 == 1 {
		if n.cube(ctx) {
			return Step{Kind: Integral}
		}
		if !n.settle(ctx) { // other variables may be basic now
			return Step{}
		}
		if !n.findFractions() {
			return Step{Kind: Integral}
		}
	}
	v, bounded := n.splitVar()
	if n.cfg.NoCuts {
		return n.splitAt(v)
	}
	var step Step
	ok := false
	scarce := n.stats.Cuts > fewCuts+int64(n.turn)/rareCuts
	switch turn := n.turn % 4; {
	case turn == 0:
		return n.splitAt(v)
	case turn == 1 && !scarce:
		step, ok = n.gomory()
	case turn == 2 && !scarce:
		step, ok = n.mir()
	case turn == 3 && (!bounded || n.turn%16 == 3):
		step, ok = n.hermite()
	}
	if !ok && !bounded {
		step, ok = n.disjunction()
	}
	if !ok {
		return n.splitAt(v)
	}
	return step
}

// settle gives all integer variables that are not basic integer values. It returns false if the context
// ended.
func (n *integers) settle(ctx context.Context) bool {
	// Bounds on integer variables are integers, so rounding has room, and there is a solution still.
	return n.roundNonbasic() || n.Check(ctx) == Feasible
}

// roundNonbasic gives integer values to the integer variables that are not basic. Failed checks may leave
// fractions there. It returns false if basic variables may be out of bounds now.
func (n *integers) roundNonbasic() bool {
	moved := false
	for i := range n.vars {
		x := &n.vars[i]
		if x.integer && x.active && x.row < 0 && !x.value.IsInt() {
			n.update(Var(i), rational.Exactly(x.value.Floor()))
			moved = true
		}
	}
	return !moved
}

// findFractions collects the integer variables whose value is none; all of them are basic.
func (n *integers) findFractions() bool {
	n.fractions = n.fractions[:0]
	for i := range n.vars {
		if x := &n.vars[i]; x.integer && x.row >= 0 && !x.value.IsInt() {
			n.fractions = append(n.fractions, Var(i))
		}
	}
	return len(n.fractions) > 0
}

// fixed reports that x has equal bounds.
func (tr *trail) fixed(x *variable) bool {
	return x.lo != 0 && x.hi != 0 && tr.bounds[x.lo].val.Equal(tr.bounds[x.hi].val)
}

// disjunction asks for a split on a form instead of the variable of a row (M. Karamanov and G. Cornuejols,
// "Branching on general disjunctions", Mathematical Programming 128, 2011). Of the row x = sum a_j*x_j of the
// first fractional variable it takes x minus the integer variables times their rounded coefficients: these
// have integer values, so the form has the fraction of x. What is left depends on fractions and real
// variables alone, so its range is small where x and the x_j go to infinity together.
func (n *integers) disjunction() (Step, bool) {
	v := n.fractions[0]
	r := n.vars[v].row
	own := n.matrix.coefBase(r).Neg()
	half := rational.Frac(1, 2)
	terms := []Term{{rational.Of(1), v}}
	for _, e := range n.matrix.rows[r] {
		if e.v == v || !n.vars[e.v].integer {
			continue
		}
		if k := e.coef.Rat().DivInt(own).Add(half).Floor(); !k.IsZero() {
			terms = append(terms, Term{k.Neg(), e.v})
		}
	}
	if len(terms) == 1 {
		return Step{}, false
	}
	w, _, ok := n.Form(terms)
	if !ok || n.Assigned(w).IsInt() {
		return Step{}, false
	}
	n.stats.Splits++
	return Step{Kind: Split, Var: w, Bound: n.Assigned(w).Floor()}, true
}

// splitVar chooses a fractional variable: one of the caller if there is one, for these are shared by all
// forms, and that with the smallest range, if there are bounds.
func (n *integers) splitVar() (best Var, bounded bool) {
	var least rational.Rat
	rank := 4 // 0: bounded variable of the caller, 1: one without bounds, 2 and 3: the same for forms
	for _, v := range n.fractions {
		x := &n.vars[v]
		k := 1
		var size rational.Rat
		if x.lo != 0 && x.hi != 0 {
			k = 0
			size = n.bounds[x.hi].val.R.Sub(n.bounds[x.lo].val.R)
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
func (n *integers) splitAt(v Var) Step {
	n.stats.Splits++
	return Step{Kind: Split, Var: v, Bound: n.vars[v].value.Floor()}
}
