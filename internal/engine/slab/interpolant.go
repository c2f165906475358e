package slab

import (
	"context"
	"slices"

	"whittle.dev/internal/engine/slab/conjunction"
	"whittle.dev/smt"
	"whittle.dev/smt/interpolate"
	"whittle.dev/term"
)

// What separates two halves that no single bound or equation does.

// interpolant asks for a Craig interpolant, of a single literal if there is one.
func (s *separation) interpolant(ctx context.Context) (formula, bool, error) {
	x, k := s.x, s.x.asker
	if x.interpolator == nil {
		return 0, false, nil
	}
	back := map[term.Term]term.Term{}
	opt := interpolate.Options{Strength: x.strategy.strength.option()}
	for v, sym := range k.state(s.at).syms {
		back[sym] = x.problem.vars[v].Sym
		if x.voc.reader.Enumerated(x.problem.vars[v].Sym) && x.problem.vars[v].Counter {
			opt.Finite = append(opt.Finite, sym)
		}
	}
	for i, q := range x.used {
		if i < maxReused {
			opt.Reuse = append(opt.Reuse, k.instance(part{q, s.at}))
		}
	}
	var halves [2][]term.Term
	for i, half := range [][]part{s.first, s.second} {
		for _, p := range half {
			halves[i] = append(halves[i], k.instance(p))
		}
	}
	k.questions++
	sep, r := x.interpolator.Separate(ctx, halves[0], halves[1], opt)
	if r.Status != smt.Unsat {
		return 0, false, ctx.Err()
	}
	return x.voc.formula(x.voc.st.Substitute(sep.Term, back)), true, nil
}

// maxReused bounds the predicates that are offered for reuse.
const maxReused = 32

// maxHull bounds the numbers for which all differences are looked at.
const maxHull = 12

// hull looks for a conjunction of equations and bounds that the first half implies and the second
// contradicts, or the other way round.
func (s *separation) hull(ctx context.Context) (formula, bool, error) {
	for _, turned := range []bool{false, true} {
		inside, outside := s.first, s.second
		if turned {
			inside, outside = outside, inside
		}
		lits, ok, err := s.implied(ctx, inside)
		if err != nil || !ok {
			return 0, false, err
		}
		parts := slices.Clone(outside)
		for _, f := range lits {
			parts = append(parts, part{f, s.at})
		}
		ans, err := s.x.ask(ctx, parts, s.at)
		if err != nil {
			return 0, false, err
		}
		if ans.sat {
			continue
		}
		var chosen []term.Term
		for _, i := range ans.core {
			if i >= len(outside) {
				chosen = append(chosen, s.x.voc.entries[parts[i].f].t)
			}
		}
		q := s.x.voc.formula(s.x.voc.st.And(chosen...))
		if turned {
			q = s.x.voc.not(q)
		}
		return q, true, nil
	}
	return 0, false, nil
}

// implied returns literals that a half implies: values of enumerated variables, bounds of differences.
func (s *separation) implied(ctx context.Context, half []part) (lits []formula, ok bool, err error) {
	voc, k := s.x.voc, s.x.asker
	numbers := voc.reader.Numbers()
	if _, ok := k.fragment(half); !ok || len(numbers) > maxHull {
		return nil, false, nil
	}
	ans, err := s.x.ask(ctx, half, s.at)
	if err != nil || !ans.sat {
		return nil, false, err
	}
	for v := range s.x.problem.vars {
		sym := s.x.problem.vars[v].Sym
		c, known := s.x.valueIn(ans.model, v, s.at)
		if !known || !voc.reader.Enumerated(sym) {
			continue
		}
		f := voc.formula(voc.st.Eq(sym, c))
		other, err := s.x.ask(ctx, append(slices.Clip(half), part{voc.not(f), s.at}), s.at)
		if err != nil {
			return nil, false, err
		}
		if !other.sat {
			lits = append(lits, f)
		}
	}
	for _, x := range append(numbers, conjunction.None) {
		for _, y := range append(slices.Clip(numbers), conjunction.None) {
			if x == y || x != conjunction.None && y != conjunction.None && !voc.reader.SameSort(x, y) {
				continue
			}
			small, _ := k.fragment(half)
			k.questions++
			if b, ok := k.small.Greatest(small, x, y, s.at); ok && !b.Unbounded {
				lits = append(lits, s.x.boundFormula(x, y, b.Weight))
			}
		}
	}
	return lits, true, ctx.Err()
}

// precondition is what the second half needs before its step, negated: the weakest interpolant. It is known
// without elimination if the step is an assignment without inputs. Of its conjuncts those are taken that the
// first half contradicts.
func (s *separation) precondition(ctx context.Context) (formula, bool, error) {
	x := s.x
	voc := x.voc
	step := s.last.step
	if !step.isAssignment() {
		return 0, false, nil
	}
	values := map[term.Term]term.Term{}
	for _, u := range step.updates {
		values[x.problem.vars[u.v].Sym] = u.value
	}
	parts := slices.Clone(s.first)
	add := func(f formula) bool {
		e := &voc.entries[f]
		if len(e.inputs) > 0 {
			return false
		}
		parts = append(parts, part{f, s.at})
		return true
	}
	for _, f := range step.guards {
		add(f) // one with inputs is left out: what is left may contradict the first half all the same
	}
	for _, f := range s.last.to.label {
		known := true
		voc.entries[f].now.each(func(v int) { known = known && step.sets.has(v) })
		if known {
			for _, c := range voc.st.Conjuncts(voc.st.Substitute(voc.entries[f].t, values)) {
				add(voc.formula(c))
			}
		}
	}
	ans, err := x.ask(ctx, parts, s.at)
	if err != nil || ans.sat {
		return 0, false, err
	}
	var chosen []term.Term
	for _, i := range ans.core {
		if i >= len(s.first) {
			chosen = append(chosen, voc.entries[parts[i].f].t)
		}
	}
	return voc.formula(voc.st.Not(voc.st.And(chosen...))), true, nil
}
