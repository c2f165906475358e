package cache

import (
	"context"
	"slices"

	"whittle.dev/smt"
)

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
