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
func (tab *tableau) Form(terms []Term) (v Var, factor rational.Rat, ok bool) {
	sum := tab.collect(terms)
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
		integer = integer && tab.vars[t.Var].integer
	}
	known := &tab.forms
	key := known.keyOf(f.terms)
	if id, found := known.index[string(key)]; found {
		return known.list[id].v, factor, true
	}
	f.v = tab.newVar(variable{integer: integer, form: int32(len(known.list)), row: -1})
	known.index[string(key)] = int32(len(known.list))
	known.list = append(known.list, f)
	return f.v, factor, true
}

// collect adds up the terms of each variable of the caller, in their order.
func (tab *tableau) collect(terms []Term) []Term {
	var sum []Term
	for _, t := range terms {
		if id := tab.vars[t.Var].form; id >= 0 {
			for _, ft := range tab.forms.list[id].terms {
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
func (tab *tableau) TermsOf(v Var) []Term {
	id := tab.vars[v].form
	if id < 0 {
		return []Term{{rational.Of(1), v}}
	}
	var sum []Term
	for _, t := range tab.forms.list[id].terms {
		sum = append(sum, Term{t.coef.Rat(), t.v})
	}
	return sum
}
