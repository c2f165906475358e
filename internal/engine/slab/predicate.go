package slab

import (
	"context"
	"slices"

	"whittle.dev/internal/engine/slab/conjunction"
	"whittle.dev/term"
)

// The predicate that a node is split by separates the two halves of a minimal spurious sub-path: the first
// half implies it, the second contradicts it (section 6.2). Among all such formulas literals are preferred,
// in this order: an equation of an enumerated variable, a predicate that was used before, a bound of one
// variable, a bound of a difference. Two halves that no literal separates are left to interpolants.

// separation is the search for a predicate.
type separation struct {
	x             *refinement
	first, second []part
	at            int
	// inFirst and inSecond are models of the halves, which refute candidates without a question. There are
	// more of them with each candidate that fails.
	inFirst, inSecond []model
	shared            varset
	last              *edge
}

// predicate returns a predicate for the node before the last edge of a minimal sub-path.
func (x *refinement) predicate(ctx context.Context, w window) (formula, error) {
	s := &separation{x: x, last: w[len(w)-1]}
	s.first, s.second, s.at = w.halves()
	s.shared = newVarset(len(x.problem.vars))
	for _, p := range s.second {
		if p.at == s.at {
			s.shared.union(x.voc.entries[p.f].now)
		}
	}
	for _, half := range []struct {
		parts  []part
		models *[]model
	}{{s.first, &s.inFirst}, {s.second, &s.inSecond}} {
		ans, err := x.ask(ctx, half.parts, s.at+1)
		if err != nil {
			return 0, err
		}
		if ans.sat {
			*half.models = append(*half.models, ans.model)
		}
	}
	for _, source := range []func(context.Context) (formula, bool, error){
		s.enumerated, s.reused, s.bounds, s.hull, s.atoms, s.interpolant,
		s.precondition} {
		if q, ok, err := source(ctx); err != nil || ok {
			return q, err
		}
	}
	return 0, errNoPredicate
}

// separates decides whether the first half implies q and the second contradicts it.
func (s *separation) separates(ctx context.Context, q formula) (bool, error) {
	for _, m := range s.inFirst {
		if v, known := m.holds(q, s.at); known && !v {
			return false, nil
		}
	}
	for _, m := range s.inSecond {
		if v, known := m.holds(q, s.at); known && v {
			return false, nil
		}
	}
	ok, err := s.refuted(ctx, s.first, s.x.voc.not(q), &s.inFirst)
	if err != nil || !ok {
		return false, err
	}
	return s.refuted(ctx, s.second, q, &s.inSecond)
}

// refuted decides whether a half contradicts f; if not, there is one more model of it.
func (s *separation) refuted(ctx context.Context, half []part, f formula, models *[]model) (bool, error) {
	ans, err := s.x.ask(ctx, append(slices.Clip(half), part{f, s.at}), s.at+1)
	if err == nil && ans.sat {
		*models = append(*models, ans.model)
	}
	return err == nil && !ans.sat, err
}

// enumerated looks for an equation of an enumerated variable with a constant.
func (s *separation) enumerated(ctx context.Context) (q formula, ok bool, err error) {
	voc := s.x.voc
	vars := s.x.problem.vars
	if len(s.inFirst) == 0 || len(s.inSecond) == 0 {
		return 0, false, nil
	}
	for _, v := range s.x.relevance.order {
		sym := vars[v].Sym
		if !s.shared.has(v) || !voc.reader.Enumerated(sym) {
			continue
		}
		a, knownA := s.x.valueIn(s.inFirst[0], v, s.at)
		b, knownB := s.x.valueIn(s.inSecond[0], v, s.at)
		if !knownA || !knownB || a == b {
			continue
		}
		candidates := []formula{voc.formula(voc.st.Eq(sym, a)), voc.not(voc.formula(voc.st.Eq(sym, b)))}
		if s.x.strategy.strength == weak {
			slices.Reverse(candidates)
		}
		for _, c := range candidates {
			if ok, err = s.separates(ctx, c); ok || err != nil {
				return c, ok, err
			}
		}
	}
	return 0, false, nil
}

// valueIn is the value of a variable in a model, as a constant.
func (x *refinement) valueIn(m model, v, at int) (term.Term, bool) {
	switch m := m.(type) {
	case *smallModel:
		return x.voc.st.FromValue(m.m.Value(conjunction.Current(v), at)), true
	case *generalModel:
		value, ok := m.states[at][x.problem.vars[v].Sym]
		if !ok {
			return term.None, false
		}
		return x.voc.st.FromValue(value), true
	}
	return term.None, false
}

// reused looks among the predicates that nodes were split by, the most frequent ones first.
func (s *separation) reused(ctx context.Context) (formula, bool, error) {
	if s.x.cfg.NoReuse {
		return 0, false, nil
	}
	for _, q := range s.x.used {
		if !s.x.voc.entries[q].now.meets(s.shared) {
			continue
		}
		for _, c := range []formula{q, s.x.voc.not(q)} {
			if ok, err := s.separates(ctx, c); err != nil || ok {
				return c, ok, err
			}
		}
	}
	return 0, false, nil
}

// use notes that a node was split by a predicate.
func (x *refinement) use(q formula) {
	if n := x.voc.not(q); slices.Contains(x.used, n) {
		q = n
	}
	at := slices.Index(x.used, q)
	if at < 0 {
		at = len(x.used)
		x.used = append(x.used, q)
		x.uses = append(x.uses, 0)
	}
	x.uses[at]++
	for ; at > 0 && x.uses[at] > x.uses[at-1]; at-- {
		x.uses[at], x.uses[at-1] = x.uses[at-1], x.uses[at]
		x.used[at], x.used[at-1] = x.used[at-1], x.used[at]
	}
}
