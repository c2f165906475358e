package measures

import (
	"math/big"

	"whittle.dev/internal/ts/flow"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// Linear is a function of the state: a coefficient for each feature, and a constant.
type Linear struct {
	Coefs    []int64
	Constant int64
}

// Measure is a linear function for each location of a component that no edge of it increases. Strict are
// the edges that decrease it. It takes finitely many values, so an execution takes strict edges finitely
// often without leaving the component.
type Measure struct {
	Features []Feature
	Width    int            // bits of the numbers
	At       map[int]Linear // by location
	Edges    []int          // of the component
	Strict   []int
}

// Feature is a word that measures are made of, read as a number.
type Feature struct {
	Term   term.Term
	Signed bool
}

// number is a feature as a number of so many bits, with a sign.
func (f Feature) number(st *term.Store, t term.Term, width int) term.Term {
	by := width - st.Sort(t).Width()
	if f.Signed {
		return st.SignExt(by, t)
	}
	return st.ZeroExt(by, t)
}

// Value is the number that a value of the word is.
func (f Feature) Value(v term.Value) *big.Int {
	n := new(big.Int).Set(v.Big())
	if w := v.Sort().Width(); f.Signed && n.Bit(w-1) == 1 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(w)))
	}
	return n
}

// number is the value of a measure at a location, of words as value makes them of features.
func (m *Measure) number(st *term.Store, loc int, value func(term.Term) term.Term) term.Term {
	f := m.At[loc]
	sum := st.BVBig(m.Width, big.NewInt(f.Constant))
	for i, k := range f.Coefs {
		if k != 0 {
			x := m.Features[i].number(st, value(m.Features[i].Term), m.Width)
			sum = st.BVAdd(sum, st.BVMul(st.BVBig(m.Width, big.NewInt(k)), x))
		}
	}
	return sum
}

// Fails is the condition, on the state before an edge and its inputs, that the edge increases a measure, or,
// if it must decrease it, does not.
func (m *Measure) Fails(st *term.Store, vars []transition.Var, e *flow.Edge, strict bool) term.Term {
	next := make(map[term.Term]term.Term, len(e.Next))
	for v, t := range e.Next {
		next[vars[v].Sym] = t
	}
	sub := term.NewSubstituter(st, next)
	before := m.number(st, e.From, func(t term.Term) term.Term { return t })
	after := m.number(st, e.To, sub.Apply)
	if strict {
		return st.BVSle(before, after)
	}
	return st.BVSlt(before, after)
}
