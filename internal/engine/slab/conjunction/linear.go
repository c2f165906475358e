package conjunction

import (
	"context"
	"math/big"

	"whittle.dev/internal/simplex"
	"whittle.dev/internal/simplex/rational"
)

// Sums of more than two variables of sort Real, or with other coefficients than 1 and -1, are no differences.
// A question with such a literal has all its literals over Real decided by the simplex; others keep to the
// graph, which is several times faster.

// monomial is by * ref.
type monomial struct {
	ref Ref
	by  rational.Rat
}

// linearLiteral is that the sum is at most c, or below it.
func linearLiteral(terms []coefficient, c *big.Rat, strict bool) *Formula {
	f := &Formula{kind: linear, x: None, y: None, linear: true}
	for _, t := range terms {
		if t.by.Sign() != 0 {
			f.sum = append(f.sum, monomial{t.ref, rational.FromBig(t.by)})
		}
	}
	f.most = rational.Exactly(rational.FromBig(c))
	if strict {
		f.most = rational.Below(f.most.R)
	}
	return f
}

// simplexTheory is the theory of the literals over Real of a question.
type simplexTheory struct {
	r      *Reader
	solver *simplex.Solver
	width  int
	vars   map[int]simplex.Var // by place
	forms  map[instance]form
	asked  int
	bottom simplex.Mark // nothing is asserted
	// values are by place those of the last check.
	values map[int]rational.Rat
	places []int // of the question
}

type instance struct {
	f  *Formula
	at int
}

// form is a variable of the simplex that is a sum, divided by a factor.
type form struct {
	v      simplex.Var
	factor rational.Rat
}

// trimAfter is the number of questions after which rows that are not in use are taken out.
const trimAfter = 256

// begin forgets the last question. Places have other numbers once there are more inputs.
func (t *simplexTheory) begin(width int) {
	if t.solver == nil || t.width != width {
		t.solver, t.width = simplex.New(simplex.Config{}), width
		t.vars, t.forms = map[int]simplex.Var{}, map[instance]form{}
		t.values = map[int]rational.Rat{}
		t.bottom = t.solver.Mark()
	}
	t.solver.Backtrack(t.bottom)
	t.places = t.places[:0]
	clear(t.values)
	if t.asked++; t.asked%trimAfter == 0 {
		t.solver.Trim()
	}
}

// variable returns the variable of a place.
func (t *simplexTheory) variable(place int) simplex.Var {
	v, ok := t.vars[place]
	if !ok {
		v = t.solver.NewVar(false)
		t.vars[place] = v
	}
	if _, used := t.values[place]; !used {
		t.values[place] = rational.Rat{}
		t.places = append(t.places, place)
	}
	return v
}

// assert adds a literal about step at; if that is a conflict, the reasons are told to blame.
func (t *simplexTheory) assert(s *Solver, f *Formula, at int, reason int32, blame func(int32)) bool {
	sum, most := t.r.linear(f)
	terms := make([]simplex.Term, len(sum))
	for i, m := range sum {
		terms[i] = simplex.Term{Coef: m.by, Var: t.variable(s.place(m.ref, at))}
	}
	key := instance{f, at}
	g, ok := t.forms[key]
	if !ok {
		if g.v, g.factor, ok = t.solver.Form(terms); !ok {
			return most.Sign() >= 0 // the sum is 0; readers make no such literal
		}
		t.forms[key] = g
	}
	if !t.solver.Assert(g.v, g.factor.Sign() > 0, most.Mul(g.factor.Inv()), simplex.Reason(reason)) {
		t.blame(blame)
		return false
	}
	return true
}

func (t *simplexTheory) blame(blame func(int32)) {
	for _, a := range t.solver.Conflict() {
		blame(int32(a.Reason))
	}
}

// consistent decides what is asserted, and computes values.
func (t *simplexTheory) consistent(blame func(int32)) bool {
	if t.solver.Check(context.Background()) == simplex.Infeasible {
		t.blame(blame)
		return false
	}
	delta := t.solver.Delta(nil)
	for _, p := range t.places {
		t.values[p] = t.solver.Concrete(t.vars[p], delta)
	}
	return true
}

// linear is a literal over Real as a sum with its bound.
func (r *Reader) linear(f *Formula) ([]monomial, rational.Value) {
	if f.kind == linear {
		return f.sum, f.most
	}
	n, strict := f.c, false
	if n&(1<<strictBits-1) != 0 {
		n, strict = n+1, true
	}
	var sum []monomial
	if f.x != None {
		sum = append(sum, monomial{f.x, rational.Of(1)})
	}
	if f.y != None {
		sum = append(sum, monomial{f.y, rational.Of(-1)})
	}
	c := rational.Frac(n>>strictBits, r.scale.Int64())
	if strict {
		return sum, rational.Below(c)
	}
	return sum, rational.Exactly(c)
}

// satisfied evaluates a literal over Real.
func (r *Reader) satisfied(f *Formula, value func(Ref) rational.Rat) bool {
	sum, most := r.linear(f)
	total := rational.Rat{}
	for _, m := range sum {
		total = total.Add(m.by.Mul(value(m.ref)))
	}
	return rational.Exactly(total).Cmp(most) <= 0
}
