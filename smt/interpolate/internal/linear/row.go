package linear

import (
	"slices"

	"whittle.dev/internal/simplex/rational"
)

// Var is a variable; what it stands for is the caller's.
type Var int32

// Rel is how the sum of a row compares to zero.
type Rel uint8

// The relations.
const (
	Le Rel = iota // sum <= 0
	Lt            // sum < 0
	Eq            // sum = 0
)

// Mono is a coefficient, not zero, times a variable.
type Mono struct {
	Var  Var
	Coef rational.Rat
}

// Row is the constraint that a sum compares to zero. Rows are immutable.
type Row struct {
	Sum   []Mono // ascending by variable
	Const rational.Rat
	Rel   Rel
}

// Coef returns the coefficient of a variable, zero if it does not occur.
func (r Row) Coef(v Var) rational.Rat {
	i, ok := slices.BinarySearchFunc(r.Sum, v, func(m Mono, v Var) int { return int(m.Var - v) })
	if !ok {
		return rational.Rat{}
	}
	return r.Sum[i].Coef
}

// Scale returns r times k. For inequalities k must be positive; for k < 0 the sum is that of the row read
// backwards, and the caller sets Rel.
func (r Row) Scale(k rational.Rat) Row {
	out := Row{Rel: r.Rel, Const: r.Const.Mul(k), Sum: make([]Mono, len(r.Sum))}
	for i, m := range r.Sum {
		out.Sum[i] = Mono{m.Var, m.Coef.Mul(k)}
	}
	return out
}

// Combine returns x + k*y. It is strict if one of them is, an equation if both are.
func Combine(x Row, k rational.Rat, y Row) Row {
	out := Row{Const: x.Const.Add(k.Mul(y.Const)), Sum: make([]Mono, 0, len(x.Sum)+len(y.Sum))}
	switch {
	case x.Rel == Lt || y.Rel == Lt:
		out.Rel = Lt
	case x.Rel == Eq && y.Rel == Eq:
		out.Rel = Eq
	}
	i, j := 0, 0
	for i < len(x.Sum) || j < len(y.Sum) {
		switch {
		case j == len(y.Sum) || i < len(x.Sum) && x.Sum[i].Var < y.Sum[j].Var:
			out.Sum = append(out.Sum, x.Sum[i])
			i++
		case i == len(x.Sum) || y.Sum[j].Var < x.Sum[i].Var:
			out.Sum = append(out.Sum, Mono{y.Sum[j].Var, k.Mul(y.Sum[j].Coef)})
			j++
		default:
			if c := x.Sum[i].Coef.Add(k.Mul(y.Sum[j].Coef)); !c.IsZero() {
				out.Sum = append(out.Sum, Mono{x.Sum[i].Var, c})
			}
			i, j = i+1, j+1
		}
	}
	return out
}

// Absurd reports that a row without variables is false.
func (r Row) Absurd() bool {
	if len(r.Sum) > 0 {
		return false
	}
	s := r.Const.Sign()
	return s > 0 || s == 0 && r.Rel == Lt || s != 0 && r.Rel == Eq
}

// Trivial reports that a row without variables is true.
func (r Row) Trivial() bool { return len(r.Sum) == 0 && !r.Absurd() }

// Normal returns r with coprime integer coefficients; the first one of an equation is positive. If integral
// holds of all variables, a strict inequality becomes one that is not and the constant is rounded, so that no
// integer solution is lost. An equation keeps its constant, which then may not be an integer.
func (r Row) Normal(integral func(Var) bool) Row {
	if len(r.Sum) == 0 {
		return r
	}
	lcm, gcd := rational.OfInt(1), rational.OfInt(0)
	ints := true
	for _, m := range r.Sum {
		lcm = rational.Lcm(lcm, m.Coef.Den())
		ints = ints && integral(m.Var)
	}
	for _, m := range r.Sum {
		gcd = rational.Gcd(gcd, m.Coef.MulInt(lcm).Num())
	}
	k := lcm.Rat().DivInt(gcd).Abs()
	if r.Rel == Eq && r.Sum[0].Coef.Sign() < 0 {
		k = k.Neg()
	}
	if !k.Equal(rational.Of(1)) {
		r = r.Scale(k)
	}
	if !ints || r.Rel == Eq {
		return r
	}
	if r.Rel == Lt { // sum + c < 0 is sum <= -c - something: sum <= ceil(-c) - 1
		r.Rel = Le
		r.Const = r.Const.Neg().Ceil().Sub(rational.Of(1)).Neg()
	} else {
		r.Const = r.Const.Neg().Floor().Neg()
	}
	return r
}

// compareForms orders rows by their sums without the constants.
func compareForms(a, b Row) int {
	return slices.CompareFunc(a.Sum, b.Sum, func(x, y Mono) int {
		if x.Var != y.Var {
			return int(x.Var - y.Var)
		}
		return x.Coef.Cmp(y.Coef)
	})
}

// tighter reports that a, of the same sum as b, implies b.
func tighter(a, b Row) bool {
	c := a.Const.Cmp(b.Const)
	switch {
	case b.Rel == Eq:
		return a.Rel == Eq && c == 0
	case a.Rel == Eq:
		return c > 0 || c == 0 && b.Rel == Le
	}
	return c > 0 || c == 0 && (a.Rel == Lt || b.Rel == Le)
}

// Rename returns r over other variables, whose order must be that of the old ones.
func (r Row) Rename(to func(Var) Var) Row {
	out := Row{Const: r.Const, Rel: r.Rel, Sum: make([]Mono, len(r.Sum))}
	for i, m := range r.Sum {
		out.Sum[i] = Mono{to(m.Var), m.Coef}
	}
	return out
}
