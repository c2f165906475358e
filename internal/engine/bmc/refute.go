package bmc

import (
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// refuteConflicts bounds the search of refute.
const refuteConflicts = 5000

// refute tries to show that no goal of a kind is reachable without looking at
// who reads from whom: of a read it is only said that it has a value of its
// interval and, where the place has a chain, that it is at most the greatest base
// plus what those links add that take place, and at least as much. Every execution is
// a model of that, so if there is none no goal is reachable.
func (b *Engine) refute(e *encoder, kind events.GoalKind, bound int) (bool, error) {
	cfg := e.worker.solver()
	cfg.Conflicts = refuteConflicts
	var solver Solver = native.New(e.s, cfg)
	if b.cfg.Wrap != nil {
		solver = b.cfg.Wrap(e.s, solver)
	}
	describe(solver, "%s by counts alone, loop bound %d", kind, bound)
	r := &refuter{e: e, solver: solver, seen: map[term.Term]bool{}}
	var any []term.Term
	for i, goal := range e.g.Goals {
		if goal.Kind == kind && !e.dead(i) {
			any = append(any, e.lits[i])
		}
	}
	if len(any) == 0 {
		return true, nil
	}
	if err := r.assert(e.s.Or(any...)); err != nil {
		return false, err
	}
	for i := 0; i < len(r.queue); i++ {
		if err := e.tick(1); err != nil {
			return false, err
		}
		if err := r.define(r.queue[i]); err != nil {
			return false, err
		}
	}
	if !r.chains {
		return false, nil // nothing that the intervals alone did not tell
	}
	return solver.Check(e.ctx).Status == smt.Unsat, nil
}

type refuter struct {
	e      *encoder
	solver Solver
	seen   map[term.Term]bool
	queue  []term.Term // symbols
	chains bool        // a read of a chain was met
}

// assert adds a constraint and queues its symbols.
func (r *refuter) assert(t term.Term) error {
	e := r.e
	if e.s.IsTrue(t) {
		return nil
	}
	stack := []term.Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if r.seen[t] {
			continue
		}
		r.seen[t] = true
		if e.s.Op(t) == term.OpSymbol {
			if _, ok := e.meaning[t]; ok {
				r.queue = append(r.queue, t)
			}
		}
		for i := range e.s.NumArgs(t) {
			stack = append(stack, e.s.Arg(t, i))
		}
	}
	return r.solver.Assert(t)
}

// define says what is known of a symbol. Those of which nothing is said may
// have any value.
func (r *refuter) define(sym term.Term) error {
	e := r.e
	m := e.meaning[sym]
	switch m.kind {
	case guardMeaning:
		return r.assert(e.s.Eq(sym, e.g.Guards.Definition(events.Guard(m.index))))
	case goalMeaning:
		if e.dead(m.index) {
			return r.assert(e.s.Not(sym))
		}
		return r.assert(e.s.Implies(sym, e.g.Guards.Term(e.g.Goals[m.index].Guard)))
	case readMeaning:
		i, ok := e.values.byTerm[sym]
		if !ok {
			return nil
		}
		for _, t := range e.values.facts(i) {
			if err := r.assert(t); err != nil {
				return err
			}
		}
		if e.values.reads[i].chain >= 0 {
			r.chains = true
		}
	}
	return nil
}

// facts are constraints on the value of a read that hold in every execution,
// if the read does not take place for a choice of its value.
func (v *values) facts(i int) []term.Term {
	rd := v.reads[i]
	e, s, sym := v.e, v.e.s, rd.c.value
	w := 8 * rd.c.size
	if w > 64 {
		return nil
	}
	out := v.within(sym, w, rd.now)
	if rd.chain < 0 {
		return out
	}
	ch := v.chains[rd.chain]
	near := v.nearWrites(rd)
	base := ch.base(v, near)
	lo, hi, ok := ch.sums(near)
	if base.none || !ok {
		return out
	}
	_, ok1 := addSigned(w, base.slo, lo)
	_, ok2 := addSigned(w, base.shi, hi)
	if !ok1 || !ok2 {
		return out
	}
	// The partial sums lie between these two, so nothing wraps around.
	up, down := s.BV(w, uint64(base.shi)), s.BV(w, uint64(base.slo))
	for _, g := range ch.groups {
		var add, sub int64
		var adds, subs []term.Term
		for _, l := range g.links {
			if l.never || !near.has(l.write) {
				continue
			}
			takes := e.active(v.writes[l.write].c.event)
			if l.hi > 0 {
				add, adds = max(add, l.hi), append(adds, takes)
			}
			if l.lo < 0 {
				sub, subs = min(sub, l.lo), append(subs, takes)
			}
		}
		zero := s.BV(w, 0)
		if add > 0 {
			up = s.BVAdd(up, s.Ite(s.Or(adds...), s.BV(w, uint64(add)), zero))
		}
		if sub < 0 {
			down = s.BVAdd(down, s.Ite(s.Or(subs...), s.BV(w, uint64(sub)), zero))
		}
	}
	act := e.active(rd.c.event)
	return append(out, s.Implies(act, s.And(s.BVSle(sym, up), s.BVSle(down, sym))))
}

// within says that a term has a value of an interval.
func (v *values) within(t term.Term, w int, x interval) []term.Term {
	s, all := v.e.s, full(w)
	if x.none || x == all {
		return nil
	}
	var out []term.Term
	if u := unsignedRange(w, x.ulo, x.uhi); u != all {
		out = append(out, s.BVUle(s.BV(w, x.ulo), t), s.BVUle(t, s.BV(w, x.uhi)))
	}
	if u := unsignedRange(w, x.ulo, x.uhi); u.slo < x.slo || u.shi > x.shi {
		out = append(out, s.BVSle(s.BV(w, uint64(x.slo)), t), s.BVSle(t, s.BV(w, uint64(x.shi))))
	}
	return out
}
