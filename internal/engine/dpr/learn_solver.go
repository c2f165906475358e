package dpr

import (
	"slices"

	"whittle.dev/internal/engine/dpr/formula"
	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// exact learns by the exact criterion: choices with which P_pi comes to no violation (package formula). Of
// those that provenance finds it leaves out what the solver finds not to be needed, the last choice first.
type exact struct {
	terms  *term.Store
	solver smt.Solver
}

func newExact(s *search) *exact { return &exact{s.terms, s.reasonSolver()} }

func (e *exact) reason(r *run) []sat.Lit {
	lits := provenance{}.reason(r)
	safe := func(lits []sat.Lit) bool { return holds(r, e.terms, e.solver, r.formula, lits) }
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

// holds reports whether the formula of an execution has no violation with these choices.
func holds(r *run, st *term.Store, solver smt.Solver, x *formula.Execution, lits []sat.Lit) bool {
	violated := st.Or(x.Questions...)
	if violated == st.False() {
		return true
	}
	conds := []term.Term{violated}
	for _, c := range x.Choices {
		if slices.Contains(lits, c.Lit) {
			conds = append(conds, c.Holds)
		}
	}
	return solver.Check(r.s.ctx, conds...).Status == smt.Unsat
}
