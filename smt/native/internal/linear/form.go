package linear

import (
	"cmp"
	"slices"

	"whittle.dev/internal/simplex/rational"
)

// Var is an unknown number.
type Var int32

// Monomial is Coef * Var.
type Monomial struct {
	Var  Var
	Coef rational.Rat
}

// Form is the sum of the monomials and Const. The unknowns ascend, and no coefficient is zero. Forms are
// immutable.
type Form struct {
	Terms []Monomial
	Const rational.Rat
}

// Number is the form of a number.
func Number(c rational.Rat) Form { return Form{Const: c} }

// Of is the form of an unknown.
func Of(v Var) Form { return Form{Terms: []Monomial{{v, rational.Of(1)}}} }

// IsConst reports that f is a number.
func (f Form) IsConst() bool { return len(f.Terms) == 0 }

// Plus returns f + c.
func (f Form) Plus(c rational.Rat) Form {
	f.Const = f.Const.Add(c)
	return f
}

// Scale returns f * c.
func (f Form) Scale(c rational.Rat) Form {
	if c.IsZero() {
		return Form{}
	}
	out := Form{Const: f.Const.Mul(c), Terms: make([]Monomial, len(f.Terms))}
	for i, m := range f.Terms {
		out.Terms[i] = Monomial{m.Var, m.Coef.Mul(c)}
	}
	return out
}

// Add returns f + g.
func (f Form) Add(g Form) Form {
	switch {
	case g.IsConst():
		return f.Plus(g.Const)
	case f.IsConst():
		return g.Plus(f.Const)
	}
	out := Form{Const: f.Const.Add(g.Const), Terms: make([]Monomial, 0, len(f.Terms)+len(g.Terms))}
	i, j := 0, 0
	for i < len(f.Terms) && j < len(g.Terms) {
		x, y := f.Terms[i], g.Terms[j]
		switch {
		case x.Var < y.Var:
			out.Terms = append(out.Terms, x)
			i++
		case x.Var > y.Var:
			out.Terms = append(out.Terms, y)
			j++
		default:
			if c := x.Coef.Add(y.Coef); !c.IsZero() {
				out.Terms = append(out.Terms, Monomial{x.Var, c})
			}
			i, j = i+1, j+1
		}
	}
	out.Terms = append(out.Terms, f.Terms[i:]...)
	out.Terms = append(out.Terms, g.Terms[j:]...)
	return out
}

// Sub returns f - g.
func (f Form) Sub(g Form) Form { return f.Add(g.Scale(rational.Of(-1))) }

// Sum returns the sum of many forms: a repeated Add would take the square of the time.
func Sum(fs ...Form) Form {
	var out Form
	var all []Monomial
	for _, f := range fs {
		out.Const = out.Const.Add(f.Const)
		all = append(all, f.Terms...)
	}
	slices.SortStableFunc(all, func(a, b Monomial) int { return cmp.Compare(a.Var, b.Var) })
	for i := 0; i < len(all); {
		m := all[i]
		for i++; i < len(all) && all[i].Var == m.Var; i++ {
			m.Coef = m.Coef.Add(all[i].Coef)
		}
		if !m.Coef.IsZero() {
			out.Terms = append(out.Terms, m)
		}
	}
	return out
}

// Equal reports that two forms are the same.
func (f Form) Equal(g Form) bool {
	return f.Const.Equal(g.Const) && slices.EqualFunc(f.Terms, g.Terms, func(a, b Monomial) bool {
		return a.Var == b.Var && a.Coef.Equal(b.Coef)
	})
}

// Value returns the value of f where unknowns have the given values.
func (f Form) Value(of func(Var) rational.Rat) rational.Rat {
	sum := f.Const
	for _, m := range f.Terms {
		sum = sum.Add(of(m.Var).Mul(m.Coef))
	}
	return sum
}
