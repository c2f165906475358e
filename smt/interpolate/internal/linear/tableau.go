package linear

import (
	"context"

	"whittle.dev/internal/simplex"
	"whittle.dev/internal/simplex/rational"
)

// Tableau decides conjunctions of rows over the rationals, incrementally, by the simplex method. Integrality
// plays no part but in how rows were tightened before.
type Tableau struct {
	solver *simplex.Solver
	vars   map[Var]simplex.Var
	rows   []held
	dead   []Part // why the last row contradicts the others, nil if Add found nothing
	proof  []Part
}

// held is a row with how its sum relates to the variable of the simplex that stands for it.
type held struct {
	Row
	factor rational.Rat
}

// Part is a row, by its number, with a multiplier, which is positive unless the row is an equation.
type Part struct {
	Row    int
	Factor rational.Rat
}

// Mark is a state to go back to.
type Mark struct {
	bounds simplex.Mark
	rows   int
	dead   []Part
}

// NewTableau returns a tableau without rows.
func NewTableau() *Tableau {
	return &Tableau{solver: simplex.New(simplex.Config{}), vars: map[Var]simplex.Var{}}
}

// Mark returns the state at hand.
func (t *Tableau) Mark() Mark { return Mark{t.solver.Mark(), len(t.rows), t.dead} }

// Backtrack takes back the rows that were added since m was taken.
func (t *Tableau) Backtrack(m Mark) {
	t.solver.Backtrack(m.bounds)
	t.rows, t.dead = t.rows[:m.rows], m.dead
}

// Row returns a row by its number.
func (t *Tableau) Row(i int) Row { return t.rows[i].Row }

// Len is the number of rows.
func (t *Tableau) Len() int { return len(t.rows) }

// Add adds a row and reports whether it may still be satisfiable with the others. If not, Proof says why. The
// number of the row is the Len before.
func (t *Tableau) Add(r Row) bool {
	n := len(t.rows)
	if len(r.Sum) == 0 {
		t.rows = append(t.rows, held{Row: r})
		return !r.Absurd() || t.fail(n)
	}
	terms := make([]simplex.Term, len(r.Sum))
	for i, m := range r.Sum {
		v, ok := t.vars[m.Var]
		if !ok {
			v = t.solver.NewVar(false)
			t.vars[m.Var] = v
		}
		terms[i] = simplex.Term{Coef: m.Coef, Var: v}
	}
	v, factor, _ := t.solver.Form(terms)
	t.rows = append(t.rows, held{r, factor})
	limit := r.Const.Div(factor).Neg()
	bound := func(upper bool) bool {
		val := rational.Exactly(limit)
		switch {
		case r.Rel == Lt && upper:
			val = rational.Below(limit)
		case r.Rel == Lt:
			val = rational.Above(limit)
		}
		return t.solver.Assert(v, upper, val, simplex.Reason(n)) || t.explain(true)
	}
	if r.Rel == Eq {
		return bound(true) && bound(false)
	}
	return bound(factor.Sign() > 0)
}

// fail makes row n the proof, and is false.
func (t *Tableau) fail(n int) bool {
	sign := rational.Of(1)
	if t.rows[n].Const.Sign() < 0 { // of an equation
		sign = rational.Of(-1)
	}
	t.proof = []Part{{n, sign}}
	t.dead = t.proof
	return false
}

// explain turns the conflict of the simplex into the proof, and is false. If the last row crosses a bound, it
// is not in the simplex.
func (t *Tableau) explain(crossing bool) bool {
	t.proof = nil
	for _, a := range t.solver.Conflict() {
		n := int(a.Reason)
		f := a.Factor.Div(t.rows[n].factor)
		if !a.Upper {
			f = f.Neg()
		}
		t.proof = append(t.proof, Part{n, f})
	}
	if crossing {
		t.dead = t.proof
	}
	return false
}

// Check reports whether the rows have a rational solution; known is false if the context ended.
func (t *Tableau) Check(ctx context.Context) (feasible, known bool) {
	if t.dead != nil {
		t.proof = t.dead
		return false, true
	}
	switch t.solver.Check(ctx) {
	case simplex.Feasible:
		return true, true
	case simplex.Infeasible:
		return t.explain(false), true
	}
	return false, false
}

// Proof returns rows with multipliers whose sum has no variables and is absurd (Farkas' lemma), after Add or
// Check found the rows contradictory. The slice is valid until they do again.
func (t *Tableau) Proof() []Part { return t.proof }

// Peek is Point for as long as the tableau does not change: it computes the values that are asked for.
func (t *Tableau) Peek() func(Var) rational.Rat {
	delta := t.solver.Delta(nil)
	return func(v Var) rational.Rat {
		x, ok := t.vars[v]
		if !ok {
			return rational.Rat{}
		}
		return t.solver.Concrete(x, delta)
	}
}

// Point returns a solution, after Check said that there is one: a function from variables to their values.
// Variables in no row are zero.
func (t *Tableau) Point() func(Var) rational.Rat {
	delta := t.solver.Delta(nil)
	values := make(map[Var]rational.Rat, len(t.vars))
	for v, x := range t.vars {
		values[v] = t.solver.Concrete(x, delta)
	}
	return func(v Var) rational.Rat { return values[v] }
}

// Sum adds up parts of a proof that are wanted.
func (t *Tableau) Sum(proof []Part, wanted func(row int) bool) Row {
	sum := Row{Rel: Eq}
	for _, p := range proof {
		if wanted(p.Row) {
			sum = Combine(sum, p.Factor, t.rows[p.Row].Row)
		}
	}
	return sum
}

// Eval returns the value of the sum of a row at a point, its constant included.
func (r Row) Eval(point func(Var) rational.Rat) rational.Rat {
	s := r.Const
	for _, m := range r.Sum {
		s = s.Add(m.Coef.Mul(point(m.Var)))
	}
	return s
}
