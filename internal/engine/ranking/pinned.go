package ranking

import (
	"whittle.dev/internal/proof/measures"
	"whittle.dev/smt"
	"whittle.dev/smt/exists"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// pinned finds a trap in which variables that a component never changes have certain values, whatever the
// others are: for i <= n those are n = UINT_MAX. It is nil if there are none.
func (s *search) pinned(c measures.Component) (*recurrence, error) {
	st := s.st
	var fixed, others []term.Term
	for v := range s.sys.Vars {
		x := s.sys.Vars[v].Sym
		live, kept := false, true
		for _, l := range c.Locs {
			live = live || s.g.Locs[l].Live[v]
		}
		for _, e := range c.Edges {
			kept = kept && s.g.Edges[e].Next[v] == x
		}
		switch {
		case !live:
		case st.Sort(x).IsArray():
			return nil, nil
		case kept:
			fixed = append(fixed, x)
		default:
			others = append(others, x)
		}
	}
	if len(fixed) == 0 || len(others) == 0 {
		return nil, nil
	}
	for _, e := range c.Edges {
		others = append(others, s.g.Edges[e].Inputs...)
	}
	solver, err := exists.New(st, exists.Config{Rounds: maxRounds,
		Solver: func(st *term.Store) (smt.Solver, error) {
			return native.New(st, native.Config{Conflicts: maxConflicts}), nil
		}})
	if err != nil {
		return nil, err
	}
	t := &trap{Component: c, sets: make([][]term.Term, len(s.g.Locs)), steps: s.g.Edges}
	here := c.Locs[0]
	fresh := map[term.Term]term.Term{}
	for _, x := range others {
		fresh[x] = st.Fresh("some", st.Sort(x))
	}
	some := term.NewSubstituter(st, fresh).Apply(st.And(s.at(here), s.stays(t, here)))
	if err := solver.Assert(some); err != nil {
		return nil, nil
	}
	for _, l := range c.Locs {
		if err := solver.AssertForAll(others, st.Implies(s.at(l), s.stays(t, l))); err != nil {
			return nil, nil
		}
	}
	if solver.Check(s.ctx).Status != smt.Sat {
		return nil, s.ctx.Err()
	}
	var values []term.Term
	for _, x := range fixed {
		v, ok := solver.Value(x)
		if !ok {
			return nil, nil
		}
		values = append(values, st.Eq(x, st.FromValue(v)))
	}
	for _, l := range c.Locs {
		t.sets[l] = values
	}
	if !s.closes(t, s.solver) {
		return nil, s.ctx.Err()
	}
	return &recurrence{cycle: cycle{loc: here}, set: st.And(values...), trap: t}, nil
}
