package cache

import (
	"context"
	"errors"
	"slices"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// Check implements smt.Solver.
func (s *Solver) Check(ctx context.Context, assumptions ...term.Term) smt.Result {
	s.stats.checks++
	s.failed, s.final = nil, nil
	s.values.ready = false
	if err := ctx.Err(); err != nil {
		return smt.Result{Reason: contextReason(err)}
	}
	if s.refused > 0 {
		return smt.Result{Reason: smt.ReasonUnsupported + ": an assertion that is not Bool"}
	}
	s.trim()
	height := len(s.force)
	defer s.retract(height)
	s.fromWhom = s.fromWhom[:0]
	for i, t := range assumptions {
		if sort := s.st.Sort(t); !sort.IsBool() {
			return smt.Result{Reason: smt.ReasonUnsupported + ": assumption of sort " + s.st.SortString(sort)}
		}
		for _, id := range s.split(t) {
			s.apply(id)
			s.fromWhom = append(s.fromWhom, int32(i))
		}
	}
	s.given = assumptions
	return s.decide(ctx, height)
}

// blame sets the failed assumptions: for each conjunct of the core that is not
// asserted the first assumption that it comes from.
func (s *Solver) blame(core []int32, height int) {
	s.recent.epoch++
	for _, id := range core {
		s.conjuncts[id].mark = s.recent.epoch
	}
	last := int32(-1)
	for i, a := range s.force[height:] {
		if from := s.fromWhom[i]; a.first && s.conjuncts[a.conj].mark == s.recent.epoch && from != last {
			last = from
			if t := s.given[from]; !slices.Contains(s.failed, t) {
				s.failed = append(s.failed, t)
			}
		}
	}
}

// Failed implements smt.Solver. The slice is the caller's.
func (s *Solver) Failed() []term.Term { return slices.Clone(s.failed) }

func contextReason(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return smt.ReasonTimeout
	}
	return smt.ReasonCanceled
}
