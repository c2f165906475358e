package refine

import (
	"context"
	"slices"

	"whittle.dev/term"
)

// eliminate returns conjuncts that follow from "there are values of the inputs such that the given conjuncts
// hold" and have no inputs in them; as a rule they are equivalent to it. For bit-vectors an equation
// c*n + t = 0 with an odd c defines n; with c = 2^v*c' there is an n exactly if t is a multiple of 2^v: so
// inputs that are multiplied leave congruences behind, which are what parities of loops are about (Dietsch et
// al., section 4). Of several equations the one with the fewest factors of two eliminates n from the others.
func (r *Refiner) eliminate(ctx context.Context, conj, inputs []term.Term) []term.Term {
	cases := maxDistinctions
	return r.eliminateCases(ctx, conj, inputs, &cases)
}

// maxDistinctions bounds the disjuncts from which inputs are eliminated one by one, and the values of inputs
// of sort Bool that are told apart. Conjuncts beyond are dropped.
const maxDistinctions = 100

func (r *Refiner) eliminateCases(ctx context.Context, conj, inputs []term.Term, cases *int) []term.Term {
	e := &elimination{Refiner: r, ctx: ctx, gone: map[term.Term]bool{}, cases: cases}
	for _, n := range inputs {
		e.gone[n] = true
	}
	for _, t := range conj {
		e.add(t)
	}
	for _, n := range inputs {
		e.input(n)
	}
	e.numbers()
	for _, t := range e.work { // what is left: disjunct by disjunct, or not at all
		e.disjunction(t)
	}
	return e.done
}

type elimination struct {
	*Refiner
	ctx   context.Context
	gone  map[term.Term]bool
	work  []term.Term // conjuncts with inputs in them
	done  []term.Term
	cases *int // that may still be distinguished
}

// add enters a conjunct where it belongs.
func (e *elimination) add(t term.Term) {
	for _, c := range e.st.Conjuncts(t) {
		if e.touched(c) {
			if !slices.Contains(e.work, c) {
				e.work = append(e.work, c)
			}
		} else if !slices.Contains(e.done, c) {
			e.done = append(e.done, c)
		}
	}
}

func (e *elimination) touched(t term.Term) bool {
	return slices.ContainsFunc(e.st.Symbols(t), func(s term.Term) bool { return e.gone[s] })
}

// input eliminates one input, if it is a bit-vector or Bool.
func (e *elimination) input(n term.Term) {
	sort := e.st.Sort(n)
	switch {
	case sort.IsBool():
		e.boolean(n)
	case sort.IsBitVec():
		x := e.occurrence(n)
		if x != term.None && !e.byEquation(x) {
			e.byBounds(x)
		}
	}
}

// boolean eliminates an input of sort Bool by its two values, where it is not free to be either.
func (e *elimination) boolean(n term.Term) {
	var with []term.Term
	e.work = slices.DeleteFunc(e.work, func(t term.Term) bool {
		in := e.st.Contains(t, n)
		if in {
			with = append(with, t)
		}
		return in
	})
	if len(with) == 0 {
		return
	}
	if *e.cases -= 2; *e.cases < 0 {
		return
	}
	all := e.st.And(with...)
	e.add(e.st.Or(e.st.Substitute(all, map[term.Term]term.Term{n: e.st.True()}),
		e.st.Substitute(all, map[term.Term]term.Term{n: e.st.False()})))
}

// occurrence returns the term by which an input occurs in the conjuncts: itself, or the lowest bits of it if
// only those matter. None if it does not occur.
func (e *elimination) occurrence(n term.Term) term.Term {
	found, several := term.None, false
	e.st.Walk(func(t term.Term) bool {
		low := false
		if e.st.Op(t) == term.OpExtract && e.st.Arg(t, 0) == n {
			_, lo := e.st.Params(t)
			low = lo == 0
		}
		if t != n && !low {
			return true
		}
		found, several = t, several || found != term.None
		return false
	}, e.work...)
	if several {
		return n
	}
	return found
}

// byEquation eliminates x by the equation with the fewest factors of two in its coefficient.
func (e *elimination) byEquation(x term.Term) bool {
	best, least := -1, 64
	var pivot wordSum
	for i, t := range e.work {
		s, ok := difference(e.st, t)
		if !ok || s.coef(x) == 0 || s.width != e.st.Sort(x).Width() {
			continue
		}
		rest := s.without(x)
		if slices.ContainsFunc(rest.terms, func(u term.Term) bool { return e.st.Contains(u, x) }) {
			continue
		}
		if v := valuation(s.coef(x)); v < least {
			best, least, pivot = i, v, s
		}
	}
	if best < 0 {
		return false
	}
	c, rest := pivot.coef(x), pivot.without(x)
	unit := inverse(c >> least) // of the odd part
	work := slices.Delete(slices.Clone(e.work), best, best+1)
	e.work = nil
	if least == 0 { // x = -rest/c
		value := rest.formula(e.st, -unit, pivot.width)
		sub := term.NewSubstituter(e.st, map[term.Term]term.Term{x: value})
		for _, t := range work {
			e.add(sub.Apply(t))
		}
		return true
	}
	e.add(e.st.Eq(rest.formula(e.st, 1, least), e.st.BV(least, 0)))
	for _, t := range work {
		if !e.st.Contains(t, x) {
			e.add(t)
			continue
		}
		// Equations are reduced by the pivot; of others nothing is known.
		s, ok := difference(e.st, t)
		if !ok || s.coef(x) == 0 || s.width != pivot.width {
			continue
		}
		k := s.coef(x) >> least * unit
		left := s.without(x)
		sum := e.st.BVSub(left.formula(e.st, 1, s.width), rest.formula(e.st, k, s.width))
		if next := e.st.Eq(sum, e.st.BV(s.width, 0)); !e.st.Contains(next, x) {
			e.add(next)
		}
	}
	return true
}

// byBounds eliminates x that occurs in comparisons of itself with terms only: each lower bound is at most
// each upper bound of the same kind. Comparisons that leave x a value are dropped, and so is everything else.
func (e *elimination) byBounds(x term.Term) {
	st := e.st
	type bound struct {
		t      term.Term
		signed bool
		strict bool
	}
	var lower, upper []bound
	work := e.work
	e.work = nil
	for _, t := range work {
		if !e.st.Contains(t, x) {
			e.add(t)
			continue
		}
		inner, positive := t, true
		if st.Op(t) == term.OpNot {
			inner, positive = st.Arg(t, 0), false
		}
		op := st.Op(inner)
		if op != term.OpBVUlt && op != term.OpBVSlt {
			if st.Op(inner) == term.OpOr || st.Op(inner) == term.OpAnd {
				e.work = append(e.work, t)
			}
			continue
		}
		a, b := st.Arg(inner, 0), st.Arg(inner, 1) // a < b, or b <= a
		if !positive {
			a, b = b, a
		}
		signed := op == term.OpBVSlt
		switch {
		case a == x && !e.st.Contains(b, x):
			upper = append(upper, bound{b, signed, positive})
		case b == x && !e.st.Contains(a, x):
			lower = append(lower, bound{a, signed, positive})
		}
	}
	for _, lo := range lower {
		for _, up := range upper {
			switch {
			case lo.signed != up.signed:
			case lo.signed && (lo.strict || up.strict):
				e.add(st.BVSlt(lo.t, up.t))
			case lo.signed:
				e.add(st.BVSle(lo.t, up.t))
			case lo.strict || up.strict:
				e.add(st.BVUlt(lo.t, up.t))
			default:
				e.add(st.BVUle(lo.t, up.t))
			}
		}
	}
	for _, b := range append(lower, upper...) {
		if b.strict { // x < t needs a t that is not the least value, t < x one that is not the greatest
			e.add(st.Not(st.Eq(b.t, e.extreme(st.Sort(x).Width(), b.signed,
				slices.Contains(lower, b)))))
		}
	}
}

// extreme is the greatest or the least value of a width.
func (e *elimination) extreme(width int, signed, greatest bool) term.Term {
	ones := e.st.BVNot(e.st.BV(width, 0))
	switch {
	case signed && width > 1:
		low := e.st.BVLShr(ones, e.st.BV(width, 1)) // 0111
		if greatest {
			return low
		}
		return e.st.BVNot(low)
	case signed != greatest:
		return ones
	}
	return e.st.BV(width, 0)
}

// numbers eliminates inputs of sort Int and Real from linear constraints.
func (e *elimination) numbers() {
	var linear, rest []term.Term
	for _, t := range e.work {
		arithmetic := false
		for _, s := range e.st.Symbols(t) {
			if sort := e.st.Sort(s); e.gone[s] && (sort.IsInt() || sort.IsReal()) {
				arithmetic = true
			}
		}
		if arithmetic {
			linear = append(linear, t)
		} else {
			rest = append(rest, t)
		}
	}
	if len(linear) == 0 {
		return
	}
	projected, ok := e.itp.Project(e.ctx, linear, func(s term.Term) bool { return !e.gone[s] })
	if !ok {
		return
	}
	e.work = rest
	for _, t := range projected {
		e.add(t)
	}
}

// disjunction eliminates the inputs from a conjunct that is a disjunction, disjunct by disjunct.
func (e *elimination) disjunction(t term.Term) {
	st := e.st
	var cases []term.Term
	switch {
	case st.Op(t) == term.OpOr:
		cases = st.Args(t)
	case st.Op(t) == term.OpNot && st.Op(st.Arg(t, 0)) == term.OpAnd:
		for _, a := range st.Args(st.Arg(t, 0)) {
			cases = append(cases, st.Not(a))
		}
	default:
		return
	}
	if *e.cases -= len(cases); *e.cases < 0 {
		return
	}
	inputs := slices.DeleteFunc(st.Symbols(t), func(s term.Term) bool { return !e.gone[s] })
	parts := make([]term.Term, len(cases))
	for i, c := range cases {
		parts[i] = st.And(e.eliminateCases(e.ctx, st.Conjuncts(c), inputs, e.cases)...)
	}
	e.add(st.Or(parts...))
}
