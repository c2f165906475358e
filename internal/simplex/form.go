package simplex

import (
	"encoding/binary"
	"slices"

	"whittle.dev/internal/simplex/rational"
)

// A Term is a coefficient times a variable.
type Term struct {
	Coef rational.Rat
	Var  Var
}

// formTerm is a term of a form as it is kept.
type formTerm struct {
	coef rational.Int
	v    Var
}

// form is a sum of at least two terms in the order of their variables. The coefficients are coprime integers
// and the first one is positive, so that equal halfspaces have bounds on one variable.
type form struct {
	terms []formTerm
	v     Var // its value
}

// formTable finds the forms that are known.
type formTable struct {
	list  []form
	index map[string]int32
	key   []byte
}

func newFormTable() formTable { return formTable{index: map[string]int32{}} }

// Form returns a variable v and a factor, not zero, such that the sum of the terms is factor times v. Terms
// may repeat a variable, of the caller or of another form. If the sum is constantly 0, ok is false.
func (s *Solver) Form(terms []Term) (v Var, factor rational.Rat, ok bool) {
	sum := s.collect(terms)
	if len(sum) == 0 {
		return 0, rational.Rat{}, false
	}
	if len(sum) == 1 {
		return sum[0].Var, sum[0].Coef, true
	}
	// The factor that makes the coefficients coprime integers.
	num, den := rational.Int{}, rational.OfInt(1)
	for _, t := range sum {
		num = rational.Gcd(num, t.Coef.Num())
		den = rational.Lcm(den, t.Coef.Den())
	}
	factor = num.Rat().DivInt(den)
	if sum[0].Coef.Sign() < 0 {
		factor = factor.Neg()
	}
	f := form{terms: make([]formTerm, len(sum))}
	integer := true
	for i, t := range sum {
		f.terms[i] = formTerm{t.Coef.Div(factor).Num(), t.Var}
		integer = integer && s.vars[t.Var].integer
	}
	tab := &s.forms
	key := tab.keyOf(f.terms)
	if id, found := tab.index[string(key)]; found {
		return tab.list[id].v, factor, true
	}
	f.v = s.newVar(variable{integer: integer, form: int32(len(tab.list)), row: -1})
	tab.index[string(key)] = int32(len(tab.list))
	tab.list = append(tab.list, f)
	return f.v, factor, true
}

// collect adds up the terms of each variable of the caller, in their order.
func (s *Solver) collect(terms []Term) []Term {
	var sum []Term
	for _, t := range terms {
		if id := s.vars[t.Var].form; id >= 0 {
			for _, ft := range s.forms.list[id].terms {
				sum = append(sum, Term{t.Coef.MulInt(ft.coef), ft.v})
			}
			continue
		}
		sum = append(sum, t)
	}
	slices.SortStableFunc(sum, func(a, b Term) int { return int(a.Var - b.Var) })
	n := 0
	for i := 0; i < len(sum); {
		t := sum[i]
		for i++; i < len(sum) && sum[i].Var == t.Var; i++ {
			t.Coef = t.Coef.Add(sum[i].Coef)
		}
		if !t.Coef.IsZero() {
			sum[n] = t
			n++
		}
	}
	return sum[:n]
}

// keyOf returns the text by which a form is found; it is valid until the next call.
func (tab *formTable) keyOf(terms []formTerm) []byte {
	key := tab.key[:0]
	for _, t := range terms {
		key = binary.AppendUvarint(key, uint64(t.v))
		key = append(key, t.coef.String()...)
		key = append(key, ' ')
	}
	tab.key = key
	return key
}

// TermsOf returns the sum whose value v is: itself, if v is a variable of the caller.
func (s *Solver) TermsOf(v Var) []Term {
	id := s.vars[v].form
	if id < 0 {
		return []Term{{rational.Of(1), v}}
	}
	var sum []Term
	for _, t := range s.forms.list[id].terms {
		sum = append(sum, Term{t.coef.Rat(), t.v})
	}
	return sum
}

// evaluate returns the value of a form under the assignment at hand.
func (s *Solver) evaluate(terms []formTerm) rational.Value {
	var sum rational.Value
	for _, t := range terms {
		sum = sum.Add(s.vars[t.v].value.MulInt(t.coef))
	}
	return sum
}

// activate puts the row of a form into the matrix, with its variable basic.
func (s *Solver) activate(v Var) {
	x := &s.vars[v]
	if x.active {
		return
	}
	x.active = true
	terms := s.forms.list[x.form].terms
	x.value = s.evaluate(terms)
	r := s.matrix.addRow(v, terms, s.vars)
	x.row = r
	for int(r) >= len(s.rowMark) {
		s.rowMark = append(s.rowMark, 0)
	}
}

// Trim takes the rows of forms out of the matrix that have no bounds and are not watched. They come back when
// a bound is asserted. Call it when many forms went out of use, without bounds that shall be retracted.
func (s *Solver) Trim() {
	for i := range s.forms.list {
		v := s.forms.list[i].v
		x := &s.vars[v]
		if !x.active || x.watched || x.lo != 0 || x.hi != 0 {
			continue
		}
		if x.row < 0 {
			if len(s.matrix.cols[v]) > 0 {
				s.pivot(s.shortestRow(v), v)
			}
		}
		s.matrix.removeRow(x.row)
		x.row = -1
		x.active = false
	}
}

// shortestRow returns the row with the fewest entries among those in which v occurs.
func (s *Solver) shortestRow(v Var) int32 {
	best := s.matrix.cols[v][0].row
	for _, p := range s.matrix.cols[v] {
		if len(s.matrix.rows[p.row]) < len(s.matrix.rows[best]) {
			best = p.row
		}
	}
	return best
}
