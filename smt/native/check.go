package native

import "whittle.dev/smt/native/internal/aig"

import (
	"context"
	"errors"
	"slices"

	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Check implements smt.Solver.
func (s *Solver) Check(ctx context.Context, assumptions ...term.Term) smt.Result {
	s.stats.checks++
	s.failed = s.failed[:0]
	s.model.valid = false
	s.arr.forget()
	if err := ctx.Err(); err != nil {
		return unknown(contextReason(err))
	}
	if status, ok := s.checkWords(ctx, assumptions); ok {
		return smt.Result{Status: status}
	}
	s.flush()
	s.settle()
	if s.refused > 0 {
		return unknown(s.refusal())
	}
	if s.order != nil && s.order.reason != "" {
		return unknown(s.order.reason)
	}
	if reason := s.collectGates(); reason != "" {
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
	s.collectClauses()
	s.encode()
	vars := s.sat.NumVars()
	s.assume = s.assume[:0]
	for i := s.hard; i < len(s.levels); i++ {
		if act := s.levels[i].act; act != 0 {
			s.assume = append(s.assume, act)
		}
	}
	for _, l := range s.assumedL {
		if l != aig.True {
			s.assume = append(s.assume, s.cnf.lit(l))
		}
	}
	s.garbage.soft += s.sat.NumVars() - vars
	return s.solve(ctx)
}

// solve runs the SAT solver until an answer agrees with the arrays.
func (s *Solver) solve(ctx context.Context) smt.Result {
	for {
		s.activate()
		if s.g.Full {
			return unknown(smt.ReasonMemory)
		}
		switch s.sat.Solve(ctx, s.assume...) {
		case sat.Unsat:
			s.explainFailure()
			return smt.Result{Status: smt.Unsat}
		case sat.Unknown:
			return unknown(s.stopReason(ctx))
		}
		s.snapshot()
		if !s.refine() {
			s.model.valid = true
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
	switch s.sat.Stopped() {
	case sat.StopContext:
		return contextReason(ctx.Err())
	case sat.StopConflicts:
		return smt.ReasonTimeout
	case sat.StopMemory:
		return smt.ReasonMemory
	default:
		return s.sat.Stopped().String()
	}
}

// refusal names what is not supported in the assertions in force.
func (s *Solver) refusal() string {
	for _, a := range s.asserted {
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
		t = s.image(t)
		if err := s.blast(t); err != nil {
			return smt.ReasonUnsupported + ": " + err.(*unsupportedError).what, false
		}
		s.assumedL = append(s.assumedL, s.bit(t))
	}
	if s.g.Full {
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
	if s.cfg.NoSimulation || s.order != nil || len(s.arr.atoms) > 0 {
		return false
	}
	common := ^uint64(0)
	for _, l := range s.assumedL {
		common &= s.g.Signature(l)
	}
	for i := len(s.asserted) - 1; i >= 0 && common != 0; i-- {
		common &= s.g.Signature(s.asserted[i].l)
	}
	if common == 0 {
		return false
	}
	s.model.fromPattern(common)
	return true
}

// explainFailure keeps those assumptions whose literals the SAT solver blames.
func (s *Solver) explainFailure() {
	blamed := s.sat.Failed()
	if len(blamed) == 0 {
		return
	}
	slices.Sort(blamed)
	for i, l := range s.assumedL {
		if l == aig.True || !s.cnf.has(l) {
			continue
		}
		x := s.cnf.vars[l.Node()] ^ sat.Lit(l.Sign())
		if _, ok := slices.BinarySearch(blamed, x); ok && !slices.Contains(s.assumedL[:i], l) {
			s.failed = append(s.failed, s.assumed[i])
		}
	}
}

// Failed implements smt.Solver. The slice is the caller's.
func (s *Solver) Failed() []term.Term { return slices.Clone(s.failed) }
