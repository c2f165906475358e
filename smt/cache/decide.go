package cache

import (
	"cmp"
	"context"
	"slices"

	"whittle.dev/smt"
)

// decide answers about everything in force; assumptions begin at the given height.
func (s *Solver) decide(ctx context.Context, height int) smt.Result {
	s.open = s.open[:0]
	parts := s.parts[:0]
	for _, p := range s.forest.made {
		if p.covered {
			continue
		}
		s.stats.parts++
		switch {
		case p.known:
			s.stats.unchanged++
		case !s.quick(p):
			s.open = append(s.open, p)
		}
		if p.known && p.unsat {
			s.blame(p.core, height)
			return smt.Result{Status: smt.Unsat}
		}
		parts = append(parts, p)
	}
	// What is small is likely to be decided soon, and one unsatisfiable part is enough.
	slices.SortStableFunc(s.open, func(a, b *part) int { return cmp.Compare(a.count, b.count) })
	reason := ""
	for _, p := range s.open {
		if r := s.ask(ctx, p, height); r.Status == smt.Unknown {
			reason = cmp.Or(reason, r.Reason, "no reason given")
			s.stats.unknown++
			if ctx.Err() != nil {
				break
			}
			continue
		}
		if p.unsat {
			s.blame(p.core, height)
			return smt.Result{Status: smt.Unsat}
		}
	}
	if reason != "" {
		return smt.Result{Reason: reason}
	}
	s.parts, s.final = parts, parts
	if parts == nil {
		s.final = []*part{}
	}
	return smt.Result{Status: smt.Sat}
}

// quick tries to decide a part without the inner solver.
func (s *Solver) quick(p *part) bool {
	if s.st.IsFalse(s.conjuncts[p.conj].t) {
		s.stats.constant++
		p.setUnsat([]int32{p.conj})
		return true
	}
	if !s.cfg.NoExtend && s.extend(p) {
		return true
	}
	list := p.conjuncts()
	key := s.normalise(list)
	if s.lookUp(p, key) {
		return true
	}
	// The normal form is overwritten by what follows, and needed if that finds an answer.
	if s.tryModels(p, list, key) {
		return true
	}
	if !s.cfg.NoCores {
		if core := s.findCore(list); core != nil {
			s.stats.coreHits++
			s.learnUnsat(p, key, core)
			return true
		}
	}
	return false
}

func (p *part) setUnsat(core []int32) { p.known, p.unsat, p.core = true, true, core }

// extend decides a part by what is known about the parts that its latest conjuncts
// joined: one of them is unsatisfiable, or their models together satisfy the rest.
func (s *Solver) extend(p *part) bool {
	if len(p.kids) == 0 {
		return false
	}
	var bases []*model
	fresh := append(s.ids[:0], p.conj)
	s.open0 = append(s.open0[:0], p.kids...)
	for len(s.open0) > 0 {
		q := s.open0[len(s.open0)-1]
		s.open0 = s.open0[:len(s.open0)-1]
		switch {
		case !q.known:
			fresh = append(fresh, q.conj)
			s.open0 = append(s.open0, q.kids...)
		case q.unsat:
			s.stats.inherited++
			p.setUnsat(q.core)
			s.ids = fresh
			return true
		default:
			m := s.modelOf(q)
			if m == nil {
				fresh = append(fresh, q.conjuncts()...)
				continue
			}
			bases = append(bases, m)
		}
	}
	s.ids = fresh
	if len(bases) == 0 {
		return false
	}
	a := &s.scratch
	a.reset()
	for _, m := range bases {
		a.load(m)
	}
	for _, id := range fresh {
		if !a.holds(&s.conjuncts[id]) {
			return false
		}
	}
	if s.partial {
		for _, id := range p.conjuncts() {
			if c := &s.conjuncts[id]; c.partial && !a.holds(c) {
				return false
			}
		}
	}
	s.stats.extended++
	p.known = true
	if p.model = bases[0]; len(bases) > 1 {
		p.model = &model{of: bases}
		s.bytes += p.model.bytes()
	}
	return true
}

// lookUp asks the shared cache about the conjunction that was just normalised.
func (s *Solver) lookUp(p *part, key Key) bool {
	e, ok := s.cache.Get(key)
	if !ok {
		s.stats.misses++
		return false
	}
	n := &s.norm
	switch e.Status {
	case smt.Sat:
		p.code, p.names = e.Model, slices.Clone(n.syms)
		if s.cfg.Verify && !s.verified(p) {
			break
		}
		p.known = true
		s.bytes += 4 * int64(len(p.names))
		s.stats.hitsSat++
		return true
	case smt.Unsat:
		core := make([]int32, 0, len(e.Core))
		for _, i := range e.Core {
			if int(i) >= len(n.order) || i < 0 {
				core = nil
				break
			}
			core = append(core, n.order[i])
		}
		if len(core) == 0 {
			break
		}
		p.setUnsat(core)
		s.stats.hitsUnsat++
		return true
	}
	p.code, p.names, p.model = nil, nil, nil
	s.cache.Remove(key)
	s.stats.rejected++
	return false
}

// verified evaluates the model of a part that comes from the cache.
func (s *Solver) verified(p *part) bool {
	m := s.modelOf(p)
	if m == nil {
		return false
	}
	s.scratch.reset()
	s.scratch.load(m)
	for _, id := range p.conjuncts() {
		if !s.scratch.holds(&s.conjuncts[id]) {
			return false
		}
	}
	return true
}
