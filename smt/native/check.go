package native

import (
	"context"
	"errors"
	"math/bits"
	"slices"

	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/term"
)

// Check implements smt.Solver.
func (s *Solver) Check(ctx context.Context, assumptions ...term.Term) smt.Result {
	s.stats.checks++
	s.failed = s.failed[:0]
	s.model.valid = false
	s.refine.forget()
	if err := ctx.Err(); err != nil {
		return unknown(contextReason(err))
	}
	if status, ok := s.words.check(ctx, assumptions); ok {
		switch status {
		case smt.Sat:
			s.model.begin(true)
		case smt.Unsat:
			s.failed = append(s.failed, s.words.failed...)
		}
		return smt.Result{Status: status}
	}
	s.flush()
	s.prep.settle()
	if s.asserts.refused > 0 {
		return unknown(s.refusal())
	}
	if s.order != nil && s.order.reason != "" {
		return unknown(s.order.reason)
	}
	if reason := s.enc.collectGates(); reason != "" {
		return unknown(reason)
	}
	reason, done := s.assumeTerms(assumptions)
	if reason != "" {
		return unknown(reason)
	}
	if done {
		return smt.Result{Status: smt.Unsat}
	}
	if s.simulate() {
		s.stats.simulated++
		s.tellWords()
		return smt.Result{Status: smt.Sat}
	}
	s.enc.collectClauses()
	s.enc.encode()
	s.freeze()
	vars := s.enc.cnf.sat.NumVars()
	s.assume = s.assume[:0]
	for i := s.enc.hard; i < len(s.asserts.levels); i++ {
		if act := s.asserts.levels[i].act; act != 0 {
			s.assume = append(s.assume, act)
		}
	}
	for _, l := range s.assumedL {
		if l != aig.True {
			s.assume = append(s.assume, s.enc.cnf.lit(l))
		}
	}
	s.enc.garbage.soft += s.enc.cnf.sat.NumVars() - vars
	return s.solve(ctx)
}

// solve runs the SAT solver until an answer agrees with the arrays.
func (s *Solver) solve(ctx context.Context) smt.Result {
	for {
		s.refine.activate()
		if s.bits.g.Full {
			return unknown(smt.ReasonMemory)
		}
		switch s.enc.cnf.sat.Solve(ctx, s.assume...) {
		case sat.Unsat:
			if s.refine.infinite {
				return unknown(smt.ReasonUnsupported + ": constant arrays over an uninterpreted sort")
			}
			s.explainFailure()
			return smt.Result{Status: smt.Unsat}
		case sat.Unknown:
			return unknown(s.stopReason(ctx))
		}
		s.values.snapshot(&s.enc.cnf)
		s.numbers.snapshot(&s.theory)
		if !s.refine.refine() {
			if s.refine.reason != "" {
				return unknown(s.refine.reason)
			}
			s.refine.numberElements(true)
			s.model.begin(false)
			s.tellWords()
			return smt.Result{Status: smt.Sat}
		}
		if err := ctx.Err(); err != nil {
			return unknown(contextReason(err))
		}
	}
}

func unknown(reason string) smt.Result { return smt.Result{Reason: reason} }

func contextReason(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return smt.ReasonTimeout
	}
	return smt.ReasonCanceled
}

func (s *Solver) stopReason(ctx context.Context) string {
	switch s.enc.cnf.sat.Stopped() {
	case sat.StopContext:
		return contextReason(ctx.Err())
	case sat.StopConflicts:
		return smt.ReasonTimeout
	case sat.StopMemory:
		return smt.ReasonMemory
	case sat.StopIncomplete: // also of a theory that saw the context end
		if err := ctx.Err(); err != nil {
			return contextReason(err)
		}
	}
	return s.enc.cnf.sat.Stopped().String()
}

// refusal names what is not supported in the assertions in force.
func (s *Solver) refusal() string {
	for _, a := range s.asserts.list {
		if a.unsupported != "" {
			return smt.ReasonUnsupported + ": " + a.unsupported
		}
	}
	return smt.ReasonUnsupported
}

// assumeTerms translates the assumptions. done: one of them is false, and is the core.
func (s *Solver) assumeTerms(assumptions []term.Term) (reason string, done bool) {
	s.assumed = append(s.assumed[:0], assumptions...)
	s.assumedL = s.assumedL[:0]
	for _, t := range assumptions {
		if sort := s.st.Sort(t); !sort.IsBool() {
			return smt.ReasonUnsupported + ": assumption of sort " + s.st.SortString(sort), false
		}
		t = s.prep.image(t)
		if err := s.blaster.blast(t); err != nil {
			return smt.ReasonUnsupported + ": " + err.(*unsupportedError).what, false
		}
		s.assumedL = append(s.assumedL, s.bits.bit(t))
	}
	if s.bits.g.Full {
		return smt.ReasonMemory, false
	}
	for i, l := range s.assumedL {
		if l == aig.False {
			s.failed = append(s.failed, assumptions[i])
			return "", true
		}
	}
	return "", false
}

// simulate looks for a model among the simulated assignments. They know
// nothing of the axioms of arrays, nor of the order.
func (s *Solver) simulate() bool {
	if s.cfg.NoSimulation || s.order != nil || len(s.atoms.list) > 0 {
		return false
	}
	common := ^uint64(0)
	for _, l := range s.assumedL {
		common &= s.bits.g.Signature(l)
	}
	for i := len(s.asserts.list) - 1; i >= 0 && common != 0; i-- {
		common &= s.bits.g.Signature(s.asserts.list[i].l)
	}
	if common == 0 {
		return false
	}
	s.values.sim, s.values.pattern = true, bits.TrailingZeros64(common)
	s.numbers.forget()
	s.refine.numberElements(false)
	s.model.begin(false)
	return true
}

// explainFailure keeps those assumptions whose literals the SAT solver blames.
func (s *Solver) explainFailure() {
	blamed := s.enc.cnf.sat.Failed()
	if len(blamed) == 0 {
		return
	}
	slices.Sort(blamed)
	for i, l := range s.assumedL {
		if l == aig.True || !s.enc.cnf.has(l) {
			continue
		}
		x := s.enc.cnf.vars[l.Node()] ^ sat.Lit(l.Sign())
		if _, ok := slices.BinarySearch(blamed, x); ok && !slices.Contains(s.assumedL[:i], l) {
			s.failed = append(s.failed, s.assumed[i])
		}
	}
}

// Failed implements smt.Solver. The slice is the caller's.
func (s *Solver) Failed() []term.Term { return slices.Clone(s.failed) }
