package linear

import (
	"encoding/binary"

	"whittle.dev/internal/simplex/rational"
)

// Vars are the unknowns and their sorts. The zero value has none.
type Vars struct {
	ints []bool
}

// Add makes an unknown, an integer or a real.
func (vs *Vars) Add(integer bool) Var {
	vs.ints = append(vs.ints, integer)
	return Var(len(vs.ints) - 1)
}

// Len is the number of unknowns.
func (vs *Vars) Len() int { return len(vs.ints) }

// IsInt reports that v is an integer.
func (vs *Vars) IsInt(v Var) bool { return vs.ints[v] }

// Reset forgets all unknowns.
func (vs *Vars) Reset() { vs.ints = vs.ints[:0] }

// Atom says that the sum of the monomials, at least one, is at most Bound, or less than Bound if Strict. See
// the package comment for its normal form.
type Atom struct {
	Terms  []Monomial
	Bound  rational.Rat
	Strict bool
}

// Truth is what is known of a comparison.
type Truth uint8

// A comparison is an atom or its negation, or decided.
const (
	IsAtom Truth = iota
	IsNegated
	IsTrue
	IsFalse
)

// Compare returns what f <= 0, or f < 0 if strict, is: a truth value, an atom or the negation of an atom.
func (vs *Vars) Compare(f Form, strict bool) (a Atom, is Truth) {
	if f.IsConst() {
		if s := f.Const.Sign(); s < 0 || s == 0 && !strict {
			return Atom{}, IsTrue
		}
		return Atom{}, IsFalse
	}
	terms, factor, ints := vs.primitive(f.Terms)
	// The sum of terms is at most, or, for a negative factor, at least bound.
	bound := f.Const.Mul(factor).Neg()
	atLeast := factor.Sign() < 0
	if atLeast {
		strict = !strict // s >= b is not s < b, and s > b is not s <= b
	}
	if ints {
		if strict {
			bound = bound.Ceil().Sub(rational.Of(1))
			strict = false
		} else {
			bound = bound.Floor()
		}
	}
	is = IsAtom
	if atLeast {
		is = IsNegated
	}
	return Atom{terms, bound, strict}, is
}

// Equation returns the atoms whose conjunction, with the second one negated, says that f = 0. known is IsTrue
// or IsFalse if that is decided, else IsAtom.
func (vs *Vars) Equation(f Form) (atMost, less Atom, known Truth) {
	if f.IsConst() {
		if f.Const.IsZero() {
			return Atom{}, Atom{}, IsTrue
		}
		return Atom{}, Atom{}, IsFalse
	}
	terms, factor, ints := vs.primitive(f.Terms)
	bound := f.Const.Mul(factor).Neg()
	if !ints {
		return Atom{terms, bound, false}, Atom{terms, bound, true}, IsAtom
	}
	if !bound.IsInt() {
		return Atom{}, Atom{}, IsFalse
	}
	return Atom{terms, bound, false}, Atom{terms, bound.Sub(rational.Of(1)), false}, IsAtom
}

// primitive multiplies the coefficients so that they are integers without a common divisor, the first one
// positive. It returns the factor, and whether all unknowns are integers.
func (vs *Vars) primitive(ms []Monomial) (terms []Monomial, factor rational.Rat, ints bool) {
	num, den := rational.OfInt(0), rational.OfInt(1)
	ints = true
	for _, m := range ms {
		num = rational.Gcd(num, m.Coef.Num())
		den = rational.Lcm(den, m.Coef.Den())
		ints = ints && vs.ints[m.Var]
	}
	factor = den.Rat().Div(num.Rat())
	if ms[0].Coef.Sign() < 0 {
		factor = factor.Neg()
	}
	if n, ok := factor.Int64(); ok && n == 1 {
		return ms, factor, ints
	}
	terms = make([]Monomial, len(ms))
	for i, m := range ms {
		terms[i] = Monomial{m.Var, m.Coef.Mul(factor)}
	}
	return terms, factor, ints
}

// Key returns bytes that are the same for equal atoms alone, appended to buf.
func (a *Atom) Key(buf []byte) []byte {
	for _, m := range a.Terms {
		buf = binary.AppendUvarint(buf, uint64(m.Var)+1)
		buf = appendNumber(buf, m.Coef)
	}
	buf = append(buf, 0)
	buf = appendNumber(buf, a.Bound)
	if a.Strict {
		buf = append(buf, 1)
	}
	return buf
}

// Key returns bytes that are the same for equal forms alone, appended to buf.
func (f Form) Key(buf []byte) []byte {
	a := Atom{Terms: f.Terms, Bound: f.Const}
	return a.Key(buf)
}

// appendNumber writes a small integer, or the text of another number with its length.
func appendNumber(buf []byte, x rational.Rat) []byte {
	if n, ok := x.Int64(); ok {
		return binary.AppendVarint(append(buf, 0), n)
	}
	t := x.String()
	return append(binary.AppendUvarint(append(buf, 1), uint64(len(t))), t...)
}
