package dpr

import (
	"slices"

	"whittle.dev/sat"
	"whittle.dev/smt"
)

// exact learns by the exact criterion: choices with which P_pi comes to no violation (package formula). Of
// those that provenance finds it leaves out what the solver finds not to be needed, the last choice first.
type exact struct{ solver smt.Solver }

func newExact(s *search) *exact { return &exact{s.reasonSolver()} }

func (e *exact) reason(r *run) []sat.Lit {
	lits := provenance{}.reason(r)
	safe := func(lits []sat.Lit) bool {
		return e.solver.Check(r.s.ctx, r.formula.Violation(lits)...).Status == smt.Unsat
	}
	if !safe(lits) { // of what the solver cannot decide
		return lits
	}
	for i := len(lits) - 1; i >= 0; i-- {
		if left := slices.Delete(slices.Clone(lits), i, i+1); safe(left) {
			lits = left
		}
	}
	return lits
}
