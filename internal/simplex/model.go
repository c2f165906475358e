package simplex

import (
	"slices"

	"whittle.dev/internal/simplex/rational"
)

// Assigned returns the value of v, with its infinitesimal part, at the last feasible check.
func (tab *tableau) Assigned(v Var) rational.Value {
	x := &tab.vars[v]
	if !x.active {
		return tab.evaluate(tab.forms.list[x.form].terms)
	}
	return x.value
}

// Delta returns a positive number that may stand for the infinitesimal: with it all bounds hold, and the
// variables that are named are in the same order as before, in particular different if they were (Dutertre
// and de Moura, section 5.1). Call it after a feasible check.
func (tab *tableau) Delta(apart []Var) rational.Rat {
	delta := rational.Of(1)
	// a <= b shall hold of the numbers too.
	order := func(a, b rational.Value) {
		if a.R.Less(b.R) && b.D.Less(a.D) {
			if d := b.R.Sub(a.R).Div(a.D.Sub(b.D)); d.Less(delta) {
				delta = d
			}
		}
	}
	for i := range tab.vars {
		x := &tab.vars[i]
		if x.lo != 0 {
			order(tab.bounds[x.lo].val, x.value)
		}
		if x.hi != 0 {
			order(x.value, tab.bounds[x.hi].val)
		}
	}
	if len(apart) > 1 {
		vals := make([]rational.Value, len(apart))
		for i, v := range apart {
			vals[i] = tab.Assigned(v)
		}
		slices.SortFunc(vals, rational.Value.Cmp)
		for i := range vals[1:] {
			order(vals[i], vals[i+1])
		}
		delta = delta.Div(rational.Of(2)) // at delta itself neighbours may meet
	}
	return delta
}

// Concrete returns the value of v at the last feasible check for a delta of [Solver.Delta].
func (tab *tableau) Concrete(v Var, delta rational.Rat) rational.Rat {
	x := tab.Assigned(v)
	return x.R.Add(x.D.Mul(delta))
}
