package audit

import (
	"context"
	"io"

	"whittle.dev/smt"
	"whittle.dev/smt/clock"
	"whittle.dev/term"
)

// The second solver works in a store of its own, so that its terms, clocks among
// them, neither burden nor influence the solver that is audited.

// copyLimit is the size, in bytes, at which the store of the second solver is given up for a new one.
const copyLimit = 64 << 20

// copied is what the second solver is asked about.
type copied struct {
	st  *term.Store
	in  *term.Importer
	enc *clock.Encoding // nil without an order
	did int             // calls of the order that enc has seen
}

// renew makes the copy complete. An order is turned into constraints over clocks.
func (s *Solver) renew() {
	c := &s.copy
	if c.st == nil || c.st.Bytes() > copyLimit {
		st := term.NewStore()
		*c = copied{st: st, in: term.NewImporter(st, s.st)}
	}
	if s.order == nil {
		return
	}
	if c.enc == nil {
		c.enc = clock.NewEncoding(c.st)
	}
	for ; c.did < len(s.order.calls); c.did++ {
		s.order.calls[c.did].replay(c.enc, c.in)
	}
}

// question returns the copies of the assertions, of ts and of the order's constraints.
func (s *Solver) question(ts []term.Term) []term.Term {
	s.renew()
	c := &s.copy
	var all []term.Term
	for _, list := range [...][]term.Term{s.asserted, ts} {
		for _, t := range list {
			all = append(all, c.in.Import(t))
		}
	}
	if c.enc != nil {
		for i := range c.enc.Len() {
			all = append(all, c.enc.Constraint(i))
		}
	}
	return all
}

// second decides the assertions and ts by the second solver. A Sat answer is only
// believed if its model evaluates. The error is one of the proof of an Unsat answer.
func (s *Solver) second(ctx context.Context, ts []term.Term) (status smt.Status, proved bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.Timeout)
	defer cancel()
	all := s.question(ts)
	c := &s.copy
	if c.st.NumTerms() > s.cfg.MaxTerms {
		return smt.Unknown, false, nil
	}
	proof := newRecorder(s.cfg.MaxProof)
	two := s.cfg.Second(c.st, proof)
	if c, ok := two.(io.Closer); ok {
		defer c.Close()
	}
	for i, t := range all {
		if i%1024 == 0 && ctx.Err() != nil || two.Assert(t) != nil {
			return smt.Unknown, false, nil
		}
	}
	r := two.Check(ctx)
	switch r.Status {
	case smt.Sat:
		ev := term.NewEvaluator(c.st, smt.Model{Solver: two})
		for _, t := range all {
			if v, err := ev.Eval(t); err != nil || !v.Bool() {
				return smt.Unknown, false, nil
			}
		}
	case smt.Unsat:
		proved, err = proof.check(ctx)
	}
	return r.Status, proved, err
}
