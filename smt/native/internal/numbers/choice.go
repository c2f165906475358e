package numbers

import (
	"whittle.dev/internal/simplex/rational"
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/smt/native/internal/linear"
)

const (
	// fewLeaves is the number of ways through the choices of a form up to which its comparison is a choice of
	// comparisons, without an unknown for the choice.
	fewLeaves = 16

	manyLeaves = 1 << 20
)

// Choose returns a if cond holds, else b, of one sort.
func (t *Table) Choose(cond aig.Lit, a, b linear.Form, integer bool) linear.Form {
	switch {
	case cond == aig.True || a.Equal(b):
		return a
	case cond == aig.False:
		return b
	}
	if cond.Complemented() {
		cond, a, b = cond.Neg(), b, a
	}
	u := unknown{kind: choice, cond: cond, a: a, b: b, leaves: min(t.leaves(a)+t.leaves(b), manyLeaves)}
	loA, hiA, okA := t.bounds(a)
	loB, hiB, okB := t.bounds(b)
	if okA && okB {
		u.within = true
		u.lo, u.hi = loA, hiA
		if loB.Less(loA) {
			u.lo = loB
		}
		if hiA.Less(hiB) {
			u.hi = hiB
		}
	}
	return t.derive(u, integer)
}

// leaves returns the number of ways through the choices of f, at most manyLeaves.
func (t *Table) leaves(f linear.Form) int32 {
	n := int32(1)
	for _, m := range f.Terms {
		if u := &t.info[m.Var]; u.kind == choice {
			if n = n * min(u.leaves, manyLeaves/n+1); n >= manyLeaves {
				return manyLeaves
			}
		}
	}
	return n
}

// bounds returns the bounds of a form of numbers and bounded choices.
func (t *Table) bounds(f linear.Form) (lo, hi rational.Rat, ok bool) {
	lo, hi = f.Const, f.Const
	for _, m := range f.Terms {
		u := &t.info[m.Var]
		if !u.within {
			return lo, hi, false
		}
		x, y := u.lo.Mul(m.Coef), u.hi.Mul(m.Coef)
		if m.Coef.Sign() < 0 {
			x, y = y, x
		}
		lo, hi = lo.Add(x), hi.Add(y)
	}
	return lo, hi, true
}

// split returns the condition of the last choice in f, or 0 if there is none or there are too many ways.
func (t *Table) split(f linear.Form) aig.Lit {
	if t.leaves(f) > fewLeaves {
		return 0
	}
	for i := len(f.Terms) - 1; i >= 0; i-- {
		if u := &t.info[f.Terms[i].Var]; u.kind == choice {
			return u.cond
		}
	}
	return 0
}

// choose returns f where cond is true: choices by it are what they choose.
func (t *Table) choose(f linear.Form, cond aig.Lit) linear.Form {
	for again := true; again; {
		again = false
		parts := []linear.Form{linear.Number(f.Const)}
		for _, m := range f.Terms {
			u := &t.info[m.Var]
			switch {
			case u.kind == choice && u.cond == cond:
				parts = append(parts, u.a.Scale(m.Coef))
			case u.kind == choice && u.cond == cond.Neg():
				parts = append(parts, u.b.Scale(m.Coef))
			default:
				parts = append(parts, linear.Form{Terms: []linear.Monomial{m}})
				continue
			}
			again = true // the chosen form may have choices by cond too
		}
		if again {
			f = linear.Sum(parts...)
		}
	}
	return f
}
