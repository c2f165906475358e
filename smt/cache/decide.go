package cache

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"whittle.dev/smt"
	"whittle.dev/term"
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

func contextReason(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return smt.ReasonTimeout
	}
	return smt.ReasonCanceled
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

// maxAssumed is the largest number of conjuncts that are given to the inner solver
// as assumptions, so that the core is one of all of them.
const maxAssumed = 64

// ask decides a part by the inner solver.
func (s *Solver) ask(ctx context.Context, p *part, height int) smt.Result {
	s.stats.asked++
	list := p.conjuncts()
	s.stats.largest = max(s.stats.largest, int64(len(list)))
	s.terms = s.terms[:0]
	pushed := len(list) > maxAssumed
	s.recent.epoch++
	assumed := s.recent.epoch
	if pushed {
		s.inner.Push()
		defer s.inner.Pop()
		for _, a := range s.force[height:] {
			if a.first {
				s.conjuncts[a.conj].mark = assumed
			}
		}
	}
	for _, id := range slices.Backward(list) {
		c := &s.conjuncts[id]
		if !pushed || c.mark == assumed {
			c.mark = assumed
			s.terms = append(s.terms, c.t)
		} else if err := s.inner.Assert(c.t); err != nil {
			return smt.Result{Reason: smt.ReasonUnsupported + ": " + err.Error()}
		}
	}
	r := s.inner.Check(ctx, s.terms...)
	switch r.Status {
	case smt.Sat:
		m := s.readModel(list)
		if m == nil {
			return smt.Result{Reason: "cache: the inner solver gives no value to a symbol"}
		}
		s.learnSat(p, s.normalise(list), m)
	case smt.Unsat:
		for _, t := range s.inner.Failed() {
			if id, ok := s.conjOf.get(t); ok {
				s.conjuncts[id].mark = 0
			}
		}
		core := make([]int32, 0, len(list))
		for _, id := range list {
			if s.conjuncts[id].mark != assumed { // asserted, or blamed
				core = append(core, id)
			}
		}
		s.learnUnsat(p, s.normalise(list), core)
	}
	return r
}

// readModel reads the values of the symbols of the conjuncts.
func (s *Solver) readModel(list []int32) *model {
	m := &model{}
	a := &s.scratch
	a.reset()
	for _, id := range list {
		for _, x := range s.conjuncts[id].syms {
			if a.valid[x] == a.stamp {
				continue
			}
			v, ok := s.inner.Value(s.symbols[x])
			if !ok {
				return nil
			}
			a.vals[x], a.valid[x] = v, a.stamp
			m.syms = append(m.syms, x)
			m.vals = append(m.vals, v)
		}
	}
	return m
}

// learnSat notes a model of a part whose normal form is at hand.
func (s *Solver) learnSat(p *part, key Key, m *model) {
	p.known, p.model = true, m
	s.bytes += m.bytes()
	s.cache.Put(key, Entry{Status: smt.Sat, Model: s.encodeModel(m, s.norm.syms)})
	s.remember(m, p.conjuncts())
}

// learnUnsat notes a core of a part whose normal form is at hand.
func (s *Solver) learnUnsat(p *part, key Key, core []int32) {
	if len(core) == 0 {
		core = slices.Clone(p.conjuncts()) // the inner solver blames nothing in particular
	}
	p.setUnsat(core)
	s.recent.epoch++
	for _, id := range core {
		s.conjuncts[id].mark = s.recent.epoch
	}
	numbers := make([]int32, 0, len(core))
	for i, id := range s.norm.order {
		if s.conjuncts[id].mark == s.recent.epoch {
			numbers = append(numbers, int32(i))
		}
	}
	s.cache.Put(key, Entry{Status: smt.Unsat, Core: numbers})
	if s.cfg.NoCores {
		return
	}
	s.addCore(core)
	if len(core) < len(s.norm.order) {
		// The core is a question of its own, which other names may ask.
		key := s.normalise(core)
		all := make([]int32, len(core))
		for i := range all {
			all[i] = int32(i)
		}
		s.cache.Put(key, Entry{Status: smt.Unsat, Core: all})
	}
}

// valuation is the assignment of the last Sat answer.
type valuation struct {
	ready bool
	a     assignment
	fresh bool
}

// Value implements smt.Solver. The model is put together from those of the parts, and
// stays readable until the next Check.
func (s *Solver) Value(t term.Term) (term.Value, bool) {
	if s.final == nil {
		return term.Value{}, false
	}
	v := &s.values
	if !v.ready {
		v.a.s = s
		v.a.reset()
		for _, p := range s.final {
			m := s.modelOf(p)
			if m == nil {
				return term.Value{}, false
			}
			v.a.load(m)
		}
		v.ready = true
	}
	if s.st.Op(t) == term.OpSymbol {
		return v.a.Value(t)
	}
	v.a.spent = 1 << 20 // anything may be asked: a new evaluator for the next model
	x, err := v.a.eval.Eval(t)
	return x, err == nil
}
