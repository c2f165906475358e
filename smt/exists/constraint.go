package exists

import (
	"context"
	"fmt"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// constraint is a quantified formula that preparation left over.
type constraint struct {
	vars  []term.Term // bound symbols
	body  term.Term   // true for all their values
	bound map[term.Term]bool
	outer []term.Term // free symbols of body
	reads []term.Term // free symbols of body and of candidates

	// inner looks for counterexamples: it has the negation of body, and the
	// proposed values are assumptions, so that it keeps what it learns.
	inner   smt.Solver
	refused string // why the constraint cannot be decided, or ""

	instances []instance
	seen      map[term.Term]bool // instances

	tried   []candidate
	partial []candidate
	version int // of the assertions that the candidates were made of
}

// instance is the body with terms for the bound symbols: a consequence.
type instance struct {
	t     term.Term
	level int // at which it is asserted, or absent
}

const absent = -1

// candidate is a choice of terms over free symbols for bound symbols.
type candidate struct {
	terms map[term.Term]term.Term
	body  term.Term // of the constraint, with the terms
}

func (s *Solver) newConstraint(p piece) *constraint {
	c := &constraint{vars: p.vars, body: p.body, bound: map[term.Term]bool{}, seen: map[term.Term]bool{},
		version: -1}
	for _, y := range p.vars {
		c.bound[y] = true
	}
	for _, x := range s.st.Symbols(p.body) {
		if !c.bound[x] {
			c.outer = append(c.outer, x)
		}
	}
	return c
}

// start makes the solver that looks for counterexamples.
func (s *Solver) start(c *constraint) error {
	if c.inner != nil {
		return nil
	}
	inner, err := s.cfg.Solver(s.st)
	if err != nil {
		return fmt.Errorf("no solver: %w", err)
	}
	c.inner = inner
	// An error comes back as the reason of the check.
	_ = inner.Assert(s.st.Not(c.body))
	return nil
}

// refute looks for values of the bound symbols for which the constraint is false in the model of the outer
// solver. What it finds becomes instances that exclude the model. reason is not empty if it cannot tell.
func (s *Solver) refute(ctx context.Context, c *constraint, outer *term.Evaluator) (found bool,
	reason string) {
	if c.refused != "" {
		return false, c.refused
	}
	if s.tryCandidates(c, outer) {
		return true, ""
	}
	if err := s.start(c); err != nil {
		return false, err.Error()
	}
	proposal := make([]term.Term, 0, len(c.outer))
	for _, x := range c.outer {
		v, err := outer.Eval(x)
		if err != nil {
			return false, err.Error()
		}
		proposal = append(proposal, s.st.Eq(x, s.st.FromValue(v)))
	}
	preset := s.tryPartial(ctx, c, outer, proposal)
	if preset == nil {
		switch r := c.inner.Check(ctx, proposal...); r.Status {
		case smt.Unsat:
			return false, ""
		case smt.Unknown:
			return false, r.Reason
		}
	}
	s.counts.Counterexamples++
	both := &joint{bound: c.bound, inner: c.inner, outer: outer}
	added := false
	for _, t := range s.generalize(c, outer, both, preset) {
		if s.addInstance(c, t) {
			added = true
		}
	}
	if !added {
		return false, "an instance did not exclude the model that it was made for"
	}
	return true, ""
}

// tryCandidates evaluates the terms that were found by matching.
func (s *Solver) tryCandidates(c *constraint, outer *term.Evaluator) bool {
	for i := 0; i < len(c.tried); i++ {
		k := c.tried[i]
		if v, err := outer.Eval(k.body); err != nil || v.Bool() {
			continue
		}
		c.tried = append(c.tried[:i:i], c.tried[i+1:]...)
		i--
		if s.addInstance(c, k.body) {
			s.counts.Candidates++
			s.counts.Terms++
			return true
		}
	}
	return false
}

// tryPartial asks for a counterexample in which some bound symbols have the
// values of candidate terms; nil if there is none.
func (s *Solver) tryPartial(ctx context.Context, c *constraint, outer *term.Evaluator,
	proposal []term.Term) map[term.Term]term.Term {
	const most = 2
	for i, k := range c.partial {
		if i == most {
			break
		}
		assume := proposal[:len(proposal):len(proposal)]
		for _, y := range c.vars {
			if t, ok := k.terms[y]; ok {
				v, err := outer.Eval(t)
				if err != nil {
					return nil
				}
				assume = append(assume, s.st.Eq(y, s.st.FromValue(v)))
			}
		}
		if c.inner.Check(ctx, assume...).Status == smt.Sat {
			return k.terms
		}
	}
	return nil
}

// addInstance asserts a consequence of the constraint unless it was before.
func (s *Solver) addInstance(c *constraint, t term.Term) bool {
	if c.seen[t] {
		return false
	}
	c.seen[t] = true
	c.instances = append(c.instances, instance{t, len(s.levels)})
	// The operators are those of the constraint; what is refused shows in the check.
	_ = s.outer.Assert(t)
	return true
}

// joint is the assignment of the free symbols by the proposal and of the bound ones by the counterexample.
type joint struct {
	bound map[term.Term]bool
	inner smt.Solver
	outer *term.Evaluator
}

// Value implements term.Assignment.
func (j *joint) Value(sym term.Term) (term.Value, bool) {
	if j.bound[sym] {
		return j.inner.Value(sym)
	}
	v, err := j.outer.Eval(sym)
	return v, err == nil
}
