package certify

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/dpr/abstract"
	"whittle.dev/internal/engine/dpr/formula"
	"whittle.dev/internal/engine/dpr/oracle"
	"whittle.dev/internal/proof"
	"whittle.dev/sat"
	"whittle.dev/sat/drat"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Config says how a certificate is checked.
type Config struct {
	// Runner executes with abstract values.
	Runner *abstract.Runner
	// Solver is asked where that does not suffice.
	Solver smt.Solver
	// Choice is the choice of a literal.
	Choice func(sat.Lit) oracle.Name
}

// Reason is a set of choices that no execution to a violation makes.
type Reason struct {
	Choices []sat.Lit
	// Limit bounds the steps of the abstract execution.
	Limit int
	// Formula is that of the execution that the reason was learnt from; nil: of none.
	Formula *formula.Execution
	// Infeasible, if not nil, are the conditions on inputs of a reason about these.
	Infeasible []term.Term
}

// Certificate collects the reasons and the proof.
type Certificate struct {
	Reasons []Reason

	cfg    Config
	proof  bytes.Buffer
	writer *sat.ProofWriter
}

// New returns an empty certificate.
func New() *Certificate {
	c := &Certificate{}
	c.writer = sat.NewProofWriter(&c.proof, false)
	return c
}

// Proof is what the solver that looks for oracles tells its steps.
func (c *Certificate) Proof() sat.Proof { return c.writer }

// Add adds a reason.
func (c *Certificate) Add(r Reason) {
	r.Choices = append([]sat.Lit(nil), r.Choices...)
	c.Reasons = append(c.Reasons, r)
	if len(r.Choices) == 0 { // the solver has nothing to derive, but a proof ends in the empty clause
		c.writer.Learn(nil)
	}
}

// errOpen: a reason is not confirmed. It need not be wrong, since both an abstract execution and the formula
// of an execution have more executions than the program.
var errOpen = errors.New("of a reason it is not shown that it excludes violations")

// Check checks the certificate. That it is wrong is an error: the search is wrong. If a part is left open,
// the certificate says why.
func (c *Certificate) Check(ctx context.Context, cfg Config) (*proof.Certificate, error) {
	c.cfg = cfg
	found := &proof.Clauses{Reasons: int64(len(c.Reasons))}
	out := &proof.Certificate{Evidence: found}
	for i := range c.Reasons {
		err := c.reason(ctx, &c.Reasons[i], found)
		out.Questions = found.Questions
		switch {
		case ctx.Err() != nil:
			out.Reason = engine.StopReason(ctx)
			return out, nil
		case errors.Is(err, errOpen):
			out.Reason = err.Error()
			return out, nil
		case err != nil:
			return out, fmt.Errorf("reason %d of %d: %w", i+1, len(c.Reasons), err)
		}
	}
	res, err := c.refute(ctx)
	switch {
	case ctx.Err() != nil:
		out.Reason = engine.StopReason(ctx)
		return out, nil
	case err != nil:
		return out, err
	case !res.Verified:
		return out, fmt.Errorf("the proof that no execution is left: %s", res.Why)
	}
	found.Lemmas, out.Checked = int64(res.Lemmas), true
	return out, nil
}

// reason checks a reason.
func (c *Certificate) reason(ctx context.Context, r *Reason, found *proof.Clauses) error {
	if r.Infeasible != nil {
		found.Questions++
		switch c.cfg.Solver.Check(ctx, r.Infeasible...).Status {
		case smt.Unsat:
			return nil
		case smt.Sat:
			return errors.New("there are inputs that are said not to exist")
		}
		return errOpen
	}
	made := map[oracle.Name]bool{}
	for _, l := range r.Choices {
		made[c.cfg.Choice(l)] = !l.Negated()
	}
	if c.cfg.Runner.Safe(made, r.Limit) {
		found.Executions++
		return nil
	}
	if r.Formula == nil {
		return errOpen
	}
	found.Questions++
	if c.cfg.Solver.Check(ctx, r.Formula.Violation(r.Choices)...).Status != smt.Unsat {
		return errOpen
	}
	return nil
}

// refute checks the proof.
func (c *Certificate) refute(ctx context.Context) (drat.Result, error) {
	if err := c.writer.Flush(); err != nil {
		return drat.Result{}, err
	}
	check := drat.New(drat.Config{})
	for _, r := range c.Reasons {
		check.Add(clause(r.Choices)...)
	}
	return check.Check(ctx, bytes.NewReader(c.proof.Bytes()), "proof")
}

// clause is what a reason excludes, as a clause.
func clause(choices []sat.Lit) []sat.Lit {
	out := make([]sat.Lit, len(choices))
	for i, l := range choices {
		out[i] = l.Not()
	}
	return out
}
