package exists

import (
	"math/big"
	"sort"

	"whittle.dev/term"
)

// generalize returns instances of the constraint that are false under the model of the outer solver: all but
// the last have terms over free symbols for some bound symbols, chosen so that they have the values of the
// counterexample, as in counterexample-guided quantifier instantiation (Niemetz et al.: "Solving quantified
// bit-vectors using invertibility conditions", CAV 2018). preset are terms for some bound symbols that are
// known to fit; nil for none.
func (s *Solver) generalize(c *constraint, outer *term.Evaluator, values *joint,
	preset map[term.Term]term.Term) []term.Term {
	st := s.st
	ev := term.NewEvaluator(st, values)
	constant := map[term.Term]term.Term{}
	for _, y := range c.vars {
		v, err := ev.Eval(y)
		if err != nil {
			v = st.ZeroValue(st.Sort(y))
		}
		constant[y] = st.FromValue(v)
	}
	var out []term.Term
	add := func(sub map[term.Term]term.Term, count *int64) {
		t := st.Substitute(c.body, sub)
		for _, other := range out {
			if other == t {
				return
			}
		}
		if v, err := outer.Eval(t); err == nil && !v.Bool() {
			out = append(out, t)
			*count++
		}
	}
	if !s.cfg.NoTerms {
		sk := &skolem{st: st, ev: ev, c: c, terms: map[term.Term]term.Term{}}
		for y, t := range preset {
			sk.terms[y] = t
		}
		sk.rels = implicant(st, ev, c.body)
		if len(preset) > 0 {
			sk.apply(preset)
		}
		for sk.solveEquations() {
		}
		if len(sk.terms) > 0 {
			add(sk.complete(constant), &s.counts.Terms)
		}
		if len(sk.terms) < len(c.vars) && sk.solveGaps() {
			add(sk.complete(constant), &s.counts.Terms)
		}
	}
	add(constant, &s.counts.Values)
	return out
}

// skolem collects terms for bound symbols. A term may contain bound symbols that
// have none yet; complete takes care of them.
type skolem struct {
	st    *term.Store
	ev    *term.Evaluator // of the counterexample and the proposal
	c     *constraint
	rels  []relation
	terms map[term.Term]term.Term
}

// apply replaces bound symbols in relations and terms.
func (k *skolem) apply(m map[term.Term]term.Term) {
	sub := term.NewSubstituter(k.st, m)
	for i, r := range k.rels {
		k.rels[i].a, k.rels[i].b = sub.Apply(r.a), sub.Apply(r.b)
	}
	for _, y := range k.c.vars { // in order: the order of new terms shows in their operands
		if t, ok := k.terms[y]; ok {
			k.terms[y] = sub.Apply(t)
		}
	}
}

// solveEquations solves one equation for one bound symbol.
func (k *skolem) solveEquations() bool {
	for _, r := range k.rels {
		if r.gap == (term.Value{}) && r.a != r.b && k.solve(r.a, r.b) {
			return true
		}
	}
	return false
}

// solveGaps solves what is no equation as one with the difference that the
// values have, those with the smallest difference first.
func (k *skolem) solveGaps() bool {
	var rels []relation
	for _, r := range k.rels {
		if r.gap != (term.Value{}) {
			rels = append(rels, r)
		}
	}
	size := func(v term.Value) *big.Int { // the absolute value
		b := v.Big()
		if n := v.Sort().Width(); b.Bit(n-1) == 1 {
			b = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(n)), b)
		}
		return b
	}
	sort.SliceStable(rels, func(i, j int) bool { return size(rels[i].gap).Cmp(size(rels[j].gap)) < 0 })
	any := false
	for _, r := range rels {
		sub := term.NewSubstituter(k.st, k.terms)
		if k.solve(sub.Apply(r.a), k.st.BVAdd(sub.Apply(r.b), k.st.FromValue(r.gap))) {
			any = true
		}
	}
	return any
}

// solve solves a = b for a bound symbol without a term. New symbols in
// the solution get the values that the counterexample gives them.
func (k *skolem) solve(a, b term.Term) bool {
	st := k.st
	for _, y := range boundIn(st, k.c.bound, a, b) {
		if _, done := k.terms[y]; done {
			continue
		}
		inv, ok := solveFor(st, y, a, b)
		if !ok {
			continue
		}
		t := inv.t
		if len(inv.fresh) > 0 {
			values := map[term.Term]term.Term{}
			for _, f := range inv.fresh {
				v, err := k.ev.Eval(f.def)
				if err != nil {
					return false
				}
				values[f.sym] = st.FromValue(v)
			}
			t = st.Substitute(t, values)
		}
		if st.IsConst(t) {
			continue // no more than the value
		}
		k.terms[y] = t
		k.apply(map[term.Term]term.Term{y: t})
		return true
	}
	return false
}

// complete returns terms without bound symbols for all of them.
func (k *skolem) complete(constant map[term.Term]term.Term) map[term.Term]term.Term {
	rest := map[term.Term]term.Term{}
	for y, v := range constant {
		if _, ok := k.terms[y]; !ok {
			rest[y] = v
		}
	}
	sub := term.NewSubstituter(k.st, rest)
	out := map[term.Term]term.Term{}
	for _, y := range k.c.vars {
		if t, ok := k.terms[y]; ok {
			out[y] = sub.Apply(t)
		} else {
			out[y] = constant[y]
		}
	}
	return out
}
