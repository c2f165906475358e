package exists

import (
	"context"
	"errors"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// Check implements smt.Solver: counterexample-guided inductive synthesis (Solar-Lezama et al., ASPLOS 2006;
// Janota and Marques-Silva call it abstraction refinement for 2QBF, SAT 2011). The outer solver proposes
// values of the free symbols; for each constraint another solver looks for values of the bound symbols that
// make it false. Each counterexample becomes an instance of the constraint that excludes the proposal.
// Without a counterexample the proposal is a model.
func (s *Solver) Check(ctx context.Context, assumptions ...term.Term) (r smt.Result) {
	s.counts.Checks++
	if len(s.all) == 0 {
		return s.outer.Check(ctx, assumptions...)
	}
	var exhausted error
	defer func() {
		if exhausted != nil {
			r = smt.Result{Reason: smt.ReasonMemory}
		}
	}()
	defer term.Recover(&exhausted)
	s.restore()
	for round := int64(0); ; round++ {
		r := s.outer.Check(ctx, assumptions...)
		if r.Status != smt.Sat {
			return r
		}
		if s.cfg.Rounds > 0 && round >= s.cfg.Rounds {
			return smt.Result{Reason: smt.ReasonTimeout}
		}
		s.counts.Rounds++
		refuted, reason := s.examine(ctx)
		switch {
		case refuted:
		case reason != "":
			return smt.Result{Reason: reason}
		default:
			return smt.Result{Status: smt.Sat}
		}
		if err := ctx.Err(); err != nil {
			return smt.Result{Reason: contextReason(err)}
		}
	}
}

// examine looks at every constraint in the present model of the outer solver: also
// after the first that is false, for one proposal costs more than one refutation.
// The model is read first, since asserting an instance may end it.
func (s *Solver) examine(ctx context.Context) (refuted bool, reason string) {
	model := term.Map{}
	for _, list := range [...][]*constraint{s.outline, s.all} {
		for _, c := range list {
			s.match(c)
			for _, x := range c.reads {
				if _, ok := model[x]; ok {
					continue
				}
				if v, ok := s.outer.Value(x); ok {
					model[x] = v
				}
			}
		}
	}
	ev := term.NewEvaluator(s.st, model)
	for _, c := range s.outline {
		refuted = s.tryCandidates(c, ev) || refuted
	}
	if refuted {
		return true, ""
	}
	for _, c := range s.all {
		if ctx.Err() != nil {
			return refuted, contextReason(ctx.Err())
		}
		found, why := s.refute(ctx, c, ev)
		refuted = refuted || found
		if why != "" && reason == "" {
			reason = why
		}
	}
	return refuted, reason
}

// restore asserts the instances again that the end of a level took away.
func (s *Solver) restore() {
	for _, list := range [...][]*constraint{s.outline, s.all} {
		for _, c := range list {
			for i := range c.instances {
				if c.instances[i].level == absent {
					c.instances[i].level = len(s.levels)
					_ = s.outer.Assert(c.instances[i].t)
				}
			}
		}
	}
}

func contextReason(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return smt.ReasonTimeout
	}
	return smt.ReasonCanceled
}
