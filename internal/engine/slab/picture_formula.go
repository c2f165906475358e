package slab

import (
	"math/big"
	"strings"

	"whittle.dev/term"
)

// infix writes a predicate as people do, "current <= max", as far as it consists of comparisons of sums. What
// it does not know stays SMT-LIB.
type infix struct{ st *term.Store }

func (f infix) formula(t term.Term) string {
	st := f.st
	switch st.Op(t) {
	case term.OpNot:
		return f.negation(st.Arg(t, 0))
	case term.OpAnd:
		return f.join(t, " and ")
	case term.OpOr:
		return f.join(t, " or ")
	case term.OpLe:
		return f.comparison(t, " <= ")
	case term.OpEq:
		return f.comparison(t, " = ")
	}
	return f.operand(t)
}

// negation is the negation of t.
func (f infix) negation(t term.Term) string {
	switch f.st.Op(t) {
	case term.OpLe:
		return f.comparison(t, " > ")
	case term.OpEq:
		if !f.st.Sort(f.st.Arg(t, 0)).IsBool() {
			return f.comparison(t, " != ")
		}
	case term.OpSymbol:
		return "not " + f.st.Name(t)
	}
	return "not (" + f.formula(t) + ")"
}

func (f infix) join(t term.Term, word string) string {
	var parts []string
	for _, a := range f.st.Args(t) {
		text := f.formula(a)
		if op := f.st.Op(a); op == term.OpAnd || op == term.OpOr {
			text = "(" + text + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, word)
}

// comparison writes both sides with positive coefficients, and the constant on the right if it is not needed
// on the left to have something there.
func (f infix) comparison(t term.Term, word string) string {
	a, b := f.st.Arg(t, 0), f.st.Arg(t, 1)
	if s := f.st.Sort(a); s.IsBool() {
		return f.formula(a) + word + f.formula(b)
	} else if !s.IsInt() && !s.IsReal() {
		return f.operand(a) + word + f.operand(b)
	}
	var sum linear
	sum.add(f.st, a, big.NewRat(1, 1))
	sum.add(f.st, b, big.NewRat(-1, 1))
	return sum.side(f.st, 1) + word + sum.side(f.st, -1)
}

// operand writes what is no formula of this kind: names as they are, words as numbers.
func (f infix) operand(t term.Term) string {
	switch {
	case f.st.Op(t) == term.OpSymbol:
		return f.st.Name(t)
	case f.st.IsConst(t) && f.st.Sort(t).IsBitVec():
		return f.st.ConstBig(t).String()
	}
	return f.st.String(t)
}

// linear is a sum of multiples of terms, and of a constant.
type linear struct {
	terms    []term.Term
	factors  []*big.Rat
	constant big.Rat
}

func (l *linear) add(st *term.Store, t term.Term, factor *big.Rat) {
	switch {
	case st.Op(t) == term.OpAdd:
		for _, a := range st.Args(t) {
			l.add(st, a, factor)
		}
	case st.IsConst(t):
		l.constant.Add(&l.constant, new(big.Rat).Mul(factor, constant(st, t)))
	case st.Op(t) == term.OpMul && st.NumArgs(t) == 2 && st.IsConst(st.Arg(t, 0)):
		l.add(st, st.Arg(t, 1), new(big.Rat).Mul(factor, constant(st, st.Arg(t, 0))))
	default:
		l.terms, l.factors = append(l.terms, t), append(l.factors, factor)
	}
}

// constant is the value of a constant of sort Int or Real.
func constant(st *term.Store, t term.Term) *big.Rat {
	if st.Sort(t).IsInt() {
		return new(big.Rat).SetInt(st.ConstBig(t))
	}
	return st.ConstRat(t)
}

// side are the terms whose factors have this sign. The constant is on the right, with its sign, unless
// nothing else is on the left.
func (l *linear) side(st *term.Store, sign int) string {
	var parts []string
	positive := false // a term has a positive factor
	for i, t := range l.terms {
		positive = positive || l.factors[i].Sign() > 0
		if l.factors[i].Sign() != sign {
			continue
		}
		text := infix{st}.operand(t)
		if k := new(big.Rat).Abs(l.factors[i]); k.Cmp(big.NewRat(1, 1)) != 0 {
			text = k.RatString() + " * " + text
		}
		parts = append(parts, text)
	}
	c := new(big.Rat).Neg(&l.constant) // as it stands on the right
	if sign > 0 != positive {
		if sign > 0 {
			c.Neg(c)
		}
		if c.Sign() != 0 || len(parts) == 0 {
			parts = append(parts, c.RatString())
		}
	}
	return strings.ReplaceAll(strings.Join(parts, " + "), "+ -", "- ")
}
