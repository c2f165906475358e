package lib

import (
	"context"
	"fmt"

	"whittle.dev/smt"
	"whittle.dev/smt/exists"
	"whittle.dev/term"
)

// A formula with quantifiers is asserted as the term in which marks stand for them, and for each mark m of Q,
// in the polarity in which it occurs (Plaisted and Greenbaum, 1986), what it means:
//
//	Q = ∀y A, m positive:  ∀y (¬m ∨ A)      a quantified constraint
//	Q = ∃y A, m positive:  ¬m ∨ A(c)        with new symbols c for y
//	Q = ∀y A, m negative:  m ∨ ¬A(c)
//	Q = ∃y A, m negative:  ∀y (m ∨ ¬A)
//
// Marks inside of A that do not depend on y keep standing for their formulas; that is miniscoping. Those that
// do depend join the quantifier outside if theirs is of the same kind in that polarity. If it is of the other
// kind, its variables are eliminated if equations or small domains allow it. What remains has two
// alternations, unless the formula has no free symbols: then its negation has one, and is decided by itself.

// beyond says that a formula has more alternations than can be decided.
type beyond struct{ what string }

func (e *beyond) Error() string { return e.what }

// assume makes t, of sort Bool, fit for assumptions: marks in it mean something in
// positive polarity from now on, at the present level.
func (in *Interpreter) assume(t term.Term) error {
	if len(in.p.quants) == 0 {
		return nil
	}
	s, err := in.solver()
	if err != nil {
		return err
	}
	return in.explain(s, t)
}

// claim asserts t, of sort Bool, with what marks in it mean.
func (in *Interpreter) claim(t term.Term) error {
	s, err := in.solver()
	if err != nil {
		return err
	}
	if len(in.p.marks(t)) == 0 {
		return s.Assert(t)
	}
	// Quantified conjuncts need no mark.
	work := []term.Term{t}
	for len(work) > 0 {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		m, negated := t, false
		if in.st.Op(t) == term.OpNot {
			m, negated = in.st.Arg(t, 0), true
		}
		if op := in.st.Op(m); op == term.OpAnd && !negated || op == term.OpOr && negated {
			for _, a := range in.st.Args(m) {
				if negated {
					a = in.st.Not(a)
				}
				work = append(work, a)
			}
			continue
		}
		q := in.p.quants[m]
		if q == nil {
			if err := s.Assert(t); err != nil {
				return err
			}
			if err := in.explain(s, t); err != nil {
				return err
			}
			continue
		}
		if q.forall == negated { // a witness
			body := in.p.substitute(q.body, in.renaming(q.vars))
			if negated {
				body = in.st.Not(body)
			}
			work = append(work, body)
			continue
		}
		if err := in.universal(s, m, in.st.False(), negated); err != nil {
			return err
		}
	}
	return nil
}

// explain asserts what the marks in t mean, t being positive, as far as it is not yet in force.
func (in *Interpreter) explain(s *exists.Solver, t term.Term) error {
	work := []term.Term{t}
	for len(work) > 0 {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		pol := exists.Polarities(in.st, t)
		for _, m := range in.p.marks(t) {
			need := pol[m]
			in.frames(func(f *frame) { need &^= f.meant[m] })
			f := in.top()
			if f.meant == nil {
				f.meant = map[term.Term]uint8{}
			}
			f.meant[m] |= need
			q := in.p.quants[m]
			for _, side := range [...]uint8{exists.Positive, exists.Negative} {
				if need&side == 0 {
					continue
				}
				negated := side == exists.Negative
				guard := in.st.Not(m)
				if negated {
					guard = m
				}
				if q.forall != negated {
					if err := in.universal(s, m, guard, negated); err != nil {
						return err
					}
					continue
				}
				body := in.p.substitute(q.body, in.renaming(q.vars))
				if negated {
					body = in.st.Not(body)
				}
				if err := s.Assert(in.st.Or(guard, body)); err != nil {
					return err
				}
				work = append(work, body) // not the guard, in which m has the other polarity
			}
		}
	}
	return nil
}

// universal asserts guard ∨ Q, or guard ∨ ¬Q if negated, for the formula Q that the mark m stands for; it is
// universal then. What has too many alternations is noted in the level, and left out.
func (in *Interpreter) universal(s *exists.Solver, m, guard term.Term, negated bool) error {
	vars, body, err := in.prenex(in.p.quants[m], negated)
	if b, ok := err.(*beyond); ok {
		f := in.top()
		if len(in.p.quants[m].free) == 0 {
			f.closed = append(f.closed, closedFormula{m, guard, negated, b.what})
		} else if f.tooHard == "" {
			f.tooHard = b.what
		}
		return nil
	}
	if err != nil {
		return err
	}
	if err := s.AssertForAll(vars, in.st.Or(guard, body)); err != nil {
		return err
	}
	return in.explain(s, body) // not the guard, in which m has the other polarity
}

// prenex returns variables and a formula that is true for all their values exactly
// if q is, or, if negated, is not. Marks in it have no variable among their free symbols.
func (in *Interpreter) prenex(q *quantifier, negated bool) (vars []term.Term, body term.Term, err error) {
	st := in.st
	open := func(q *quantifier) term.Term {
		names := in.renaming(q.vars)
		for _, x := range q.vars {
			vars = append(vars, names[x])
		}
		return in.p.substitute(q.body, names)
	}
	if body = open(q); negated {
		body = st.Not(body)
	}
	for {
		bound := map[term.Term]bool{}
		for _, x := range vars {
			bound[x] = true
		}
		pol := exists.Polarities(in.st, body)
		sub := map[term.Term]term.Term{}
		for _, m := range in.p.marks(body) {
			inner := in.p.quants[m]
			depends := false
			for x := range inner.free {
				depends = depends || bound[x]
			}
			switch {
			case !depends:
			case inner.forall && pol[m] == exists.Positive, !inner.forall && pol[m] == exists.Negative:
				sub[m] = open(inner)
			default:
				t, ok := in.eliminate(inner)
				if !ok {
					return nil, 0, &beyond{fmt.Sprintf("%s at %v depends on a variable of %s at %v: more "+
						"than one alternation of quantifiers is not supported",
						inner.kind(), inner.pos, q.kind(), q.pos)}
				}
				sub[m] = t
			}
		}
		if len(sub) == 0 {
			return vars, body, nil
		}
		body = st.Substitute(body, sub)
	}
}

// eliminate returns a formula without quantifiers that is equivalent to q.
func (in *Interpreter) eliminate(q *quantifier) (term.Term, bool) {
	body := q.body
	for {
		sub := map[term.Term]term.Term{}
		for _, m := range in.p.marks(body) {
			t, ok := in.eliminate(in.p.quants[m])
			if !ok {
				return 0, false
			}
			sub[m] = t
		}
		if len(sub) == 0 {
			break
		}
		body = in.st.Substitute(body, sub)
	}
	if !q.forall {
		body = in.st.Not(body)
	}
	t, ok := exists.Eliminate(in.st, q.vars, body)
	if ok && !q.forall {
		t = in.st.Not(t)
	}
	return t, ok
}

// renaming returns new symbols for bound variables.
func (in *Interpreter) renaming(vars []term.Term) map[term.Term]term.Term {
	out := make(map[term.Term]term.Term, len(vars))
	for _, x := range vars {
		out[x] = in.p.internal(in.st.Name(x), in.st.Sort(x))
	}
	return out
}

// closedFormula is the assertion of guard ∨ Q, or guard ∨ ¬Q, for a formula Q without
// free symbols that has two alternations in that polarity.
type closedFormula struct {
	mark, guard term.Term
	negated     bool
	what        string // the reason not to know
}

// decideClosed decides the formulas without free symbols in force, each once, by the satisfiability of its
// negation, and asserts what follows. It returns why one could not be decided.
func (in *Interpreter) decideClosed(ctx context.Context) (reason string, err error) {
	var all []closedFormula
	in.frames(func(f *frame) { all = append(all, f.closed...) })
	for _, c := range all {
		q := in.p.quants[c.mark]
		if q.truth == smt.Unknown {
			claim := in.st.Not(c.mark)
			if c.negated {
				claim = c.mark
			}
			r, err := in.apart(ctx, claim)
			if err != nil {
				return "", err
			}
			switch {
			case r.Status == smt.Unknown && reason == "":
				reason = c.what
			case r.Status == smt.Unknown:
			case (r.Status == smt.Sat) == c.negated:
				q.truth = smt.Sat
			default:
				q.truth = smt.Unsat
			}
		}
		if q.truth != smt.Unknown {
			holds := (q.truth == smt.Sat) != c.negated
			if err := in.s.Assert(in.st.Or(c.guard, in.st.Bool(holds))); err != nil {
				return "", err
			}
		}
	}
	return reason, nil
}

// apart decides t alone.
func (in *Interpreter) apart(ctx context.Context, t term.Term) (smt.Result, error) {
	other := &Interpreter{cfg: in.cfg, p: in.p, st: in.st}
	defer other.drop()
	if err := other.claim(t); err != nil {
		return smt.Result{}, err
	}
	r := other.s.Check(ctx)
	if r.Status == smt.Sat && (other.base.tooHard != "" || len(other.base.closed) > 0) {
		r = smt.Result{}
	}
	return r, nil
}
