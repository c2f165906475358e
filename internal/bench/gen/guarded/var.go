package guarded

import (
	"math/big"

	"whittle.dev/term"
)

// Var is a variable of a machine. As a term it is its value before a step.
type Var struct {
	term.Term
	// Next is its value after a step, for the effect Demanding.
	Next  term.Term
	index int
	m     *Machine
}

// Num is the number n as a term of the variable's sort: Int, Real or a bit-vector, where n is taken modulo
// two to the power of the width.
func (v Var) Num(n int64) term.Term {
	switch sort := v.m.Sort(v.Term); sort {
	case term.Int:
		return v.m.Int64(n)
	case term.Real:
		return v.m.Real(new(big.Rat).SetInt64(n))
	default:
		return v.m.BVBig(sort.Width(), big.NewInt(n))
	}
}

// Is is v = n.
func (v Var) Is(n int64) term.Term { return v.m.Eq(v.Term, v.Num(n)) }

// IsNot is v != n.
func (v Var) IsNot(n int64) term.Term { return v.m.Not(v.Is(n)) }

// AtMost is v <= n. Bit-vectors are compared without sign, here and below.
func (v Var) AtMost(n int64) term.Term { return v.m.atMost(v.Term, v.Num(n)) }

// AtLeast is v >= n.
func (v Var) AtLeast(n int64) term.Term { return v.m.atMost(v.Num(n), v.Term) }

// Below is v < n.
func (v Var) Below(n int64) term.Term { return v.m.Not(v.AtLeast(n)) }

// Above is v > n.
func (v Var) Above(n int64) term.Term { return v.m.Not(v.AtMost(n)) }

// Plus is v + n.
func (v Var) Plus(n int64) term.Term {
	if v.m.Sort(v.Term).IsBitVec() {
		return v.m.BVAdd(v.Term, v.Num(n))
	}
	return v.m.IntAdd(v.Term, v.Num(n))
}

func (m *Machine) atMost(a, b term.Term) term.Term {
	if m.Sort(a).IsBitVec() {
		return m.BVUle(a, b)
	}
	return m.Le(a, b)
}

// effectKind says what an effect is.
type effectKind uint8

const (
	becomes effectKind = iota // the conjunct v' = t
	changes                   // v has any value after the step
	demands                   // the conjunct t
	reads                     // t is an input
)

// Effect is a part of a command beside its guards.
type Effect struct {
	kind effectKind
	v    int
	t    term.Term
}

// Becomes is the effect that v has the value e after the step, which is over the state before and inputs.
func (v Var) Becomes(e term.Term) Effect { return Effect{becomes, v.index, e} }

// Sets is the effect that v is the number n after the step.
func (v Var) Sets(n int64) Effect { return v.Becomes(v.Num(n)) }

// Changes is the effect that v has any value after the step, as far as no Demanding restricts it.
func (v Var) Changes() Effect { return Effect{kind: changes, v: v.index} }

// Demanding is the effect that a relation between the states before and after holds.
func Demanding(relation term.Term) Effect { return Effect{kind: demands, t: relation} }

// Reading is the effect that an input may occur in the guards and effects of the command.
func Reading(input term.Term) Effect { return Effect{kind: reads, t: input} }
