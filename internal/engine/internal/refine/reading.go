package refine

import (
	"math/big"

	"whittle.dev/term"
)

// A Reading reads formulas over words as formulas over integers, as if nothing ever wrapped around, and
// formulas over the integers as ones over words again. What it says has to be checked on the words.
type Reading struct{ x *ideal }

// NewReading returns a reading for a system with these formulas: words have a sign unless most comparisons
// are without.
func NewReading(st *term.Store, formulas []term.Term) *Reading {
	x := &ideal{Refiner: &Refiner{st: st}, ints: map[term.Term]term.Term{}, words: map[term.Term]term.Term{},
		memo: map[term.Term]term.Term{}}
	x.unsigned = x.fewSigned(formulas)
	return &Reading{x}
}

// Condition is a formula over words as one over integers.
func (r *Reading) Condition(t term.Term) term.Term { return r.x.condition(t) }

// Number is a word as an integer.
func (r *Reading) Number(t term.Term) term.Term { return r.x.number(t) }

// Word is the word that a symbol of an integer stands for; None if it stands for none.
func (r *Reading) Word(sym term.Term) term.Term { return r.x.words[sym] }

// Fits is the condition that an integer is the value of a word of a width.
func (r *Reading) Fits(n term.Term, width int) term.Term {
	st, low, high := r.x.st, new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(width))
	if !r.x.unsigned {
		high.Rsh(high, 1)
		low.Neg(high)
	}
	return st.And(st.Le(st.Int(low), n), st.Lt(n, st.Int(high)))
}

// Back is a formula over integers as one over words; None if it has parts other than linear atoms.
func (r *Reading) Back(t term.Term) term.Term {
	st := r.x.st
	args := st.Args(t)
	switch op := st.Op(t); {
	case op == term.OpConst, op == term.OpSymbol:
		return t
	case op == term.OpNot, op == term.OpAnd, op == term.OpOr,
		(op == term.OpEq || op == term.OpIte) && st.Sort(args[1]).IsBool():
		parts := make([]term.Term, len(args))
		for i, a := range args {
			if parts[i] = r.Back(a); parts[i] == term.None {
				return term.None
			}
		}
		return st.Mk(op, nil, parts...)
	}
	return r.x.atom(t)
}
