package recurring

import (
	"context"
	"fmt"
	"io"
	"slices"

	"whittle.dev/internal/english"
	"whittle.dev/internal/proof"
	"whittle.dev/internal/proof/scribe"
	"whittle.dev/internal/ts/inductive"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// roundsProof is that everything recurs at most so often: an invariant of a product that counts.
type roundsProof struct {
	product *product
	terms   *term.Store // that of the product, or a fork
	inv     term.Term
}

func (p *roundsProof) claim() inductive.Claim {
	sys := *p.product.System
	sys.Terms = p.terms
	return inductive.Claim{System: &sys, Invariant: p.inv, Goals: []int{0}}
}

// Check asks whether the invariant is one of the product, and excludes one round more than is counted.
func (p *roundsProof) Check(ctx context.Context, make func(*term.Store) (smt.Solver, error)) (
	*proof.Certificate, error) {
	claim := p.claim()
	a, err := claim.Check(ctx, make)
	if err != nil {
		return nil, err
	}
	c := &proof.Certificate{Checked: a.Status == inductive.Holds, Questions: a.Questions,
		Evidence: &proof.Invariant{Transitions: int64(len(claim.System.Transitions)), Goals: 1}}
	switch a.Status {
	case inductive.Refuted:
		return nil, fmt.Errorf("the invariant of the proof is none: that %s is wrong", a.Which)
	case inductive.Undecided:
		c.Reason = fmt.Sprintf("that %s is not known: %s", a.Which, a.Why)
	}
	return c, ctx.Err()
}

// Write prints the questions of Check.
func (p *roundsProof) Write(w io.Writer, title string) error {
	claim := p.claim()
	return claim.Write(w, fmt.Sprintf("%s (what violates it recurs at most %d times)", title,
		p.product.bound))
}

// measureProof is that every part of a product in which all could recur has measures.
type measureProof struct {
	product  *product
	inv      map[int][]term.Term // what holds, by place
	measures []*measure
}

// Check asks whether the conditions hold at first and are kept, and whether measures are not increased, and
// decreased where they are strict; it looks itself for parts that have none.
func (p *measureProof) Check(ctx context.Context, make func(*term.Store) (smt.Solver, error)) (
	*proof.Certificate, error) {
	return p.checkWith(ctx, make, func(string) {})
}

// checkWith is Check; about is told what is asked next.
func (p *measureProof) checkWith(ctx context.Context, make func(*term.Store) (smt.Solver, error),
	about func(string)) (*proof.Certificate, error) {
	q := *p.product
	sys := *q.System
	sys.Terms = sys.Terms.Fork()
	q.System = &sys
	solver, err := make(sys.Terms)
	if err != nil {
		return nil, err
	}
	if c, ok := solver.(io.Closer); ok {
		defer c.Close() //nolint:errcheck // it has answered
	}
	found := &proof.Measures{Steps: int64(len(q.steps))}
	c := &measureChecker{measureProof: p, product: &q, ctx: ctx, solver: solver, about: about,
		next: q.successor(), out: &proof.Certificate{Evidence: found}, found: found}
	if c.out.Reason = c.check(); c.out.Reason == "" {
		c.out.Checked = true
	}
	return c.out, ctx.Err()
}

// measureChecker checks a proof, over a fork of its store.
type measureChecker struct {
	*measureProof
	product *product
	ctx     context.Context
	solver  smt.Solver
	next    *term.Substituter
	about   func(string)
	out     *proof.Certificate
	found   *proof.Measures // the evidence of out
}

// check says what is wrong with the proof; empty: nothing.
func (c *measureChecker) check() string {
	p, st := c.product, c.product.Terms
	for _, q := range p.monitor.automaton.Initial {
		c.about("the conditions hold at first")
		for holds := range p.halves() {
			first := append(p.holding(holds), p.base.Init, st.Not(c.known(p.place(p.code(q, 0, 0), holds))))
			if !c.excluded(first...) {
				return "a condition does not hold initially"
			}
		}
	}
	for i, s := range p.steps {
		c.about(fmt.Sprintf("step %d keeps the conditions", i+1))
		if !c.excluded(append(p.step(i, c.inv), st.Not(c.next.Apply(c.known(s.place))))...) {
			return "a condition is not kept"
		}
	}
	left := p.all()
	for k, m := range c.measures {
		for _, part := range p.parts(left) {
			if n := len(without(part, m.steps)); n > 0 && n < len(part) {
				return "a measure leaves out a step"
			}
		}
		if m.drop.Sign() <= 0 {
			return "a measure falls by nothing"
		}
		for _, i := range m.steps {
			c.about(fmt.Sprintf("step %d does not increase measure %d", i+1, k+1))
			if !c.excluded(append(p.step(i, c.inv), m.fails(st, c.next, false))...) {
				return "a step increases a measure"
			}
		}
		for _, i := range m.strict {
			c.about(fmt.Sprintf("step %d decreases measure %d", i+1, k+1))
			if !slices.Contains(m.steps, i) ||
				!c.excluded(append(p.step(i, c.inv), m.fails(st, c.next, true))...) {
				return "a step does not decrease a measure"
			}
		}
		left = without(left, m.strict)
		c.found.Measures++
	}
	if len(p.parts(left)) > 0 {
		return "a part of the product has no measure"
	}
	return ""
}

// known is what the proof says of a place.
func (c *measureChecker) known(place int) term.Term {
	return c.product.Terms.And(append(slices.Clone(c.inv[place]), c.product.Terms.True())...)
}

// excluded reports whether conditions cannot hold together.
func (c *measureChecker) excluded(conds ...term.Term) bool {
	c.out.Questions++
	return c.solver.Check(c.ctx, conds...).Status == smt.Unsat
}

// Write prints the questions of Check.
func (p *measureProof) Write(w io.Writer, title string) error {
	var s *scribe.Solver
	_, err := p.checkWith(context.Background(), func(st *term.Store) (smt.Solver, error) {
		s = scribe.New(st)
		return s, nil
	}, func(what string) { s.About = what })
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "; %s: %s\n; What violates it does not recur for ever, if the answer to each of "+
		"the questions below is unsat.\n(set-logic ALL)\n%s", english.OneLine(title),
		english.Count(int64(len(p.measures)), "measure"), s.Text())
	return err
}
