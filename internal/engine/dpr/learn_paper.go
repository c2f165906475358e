package dpr

import (
	"context"
	"slices"

	"whittle.dev/internal/engine/dpr/formula"
	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// published is the learning of the paper, algorithm 3 (LearnToPrune) or, as a clause over choices, algorithm
// 5 (SATLearnToPrune): for each branch that may lead to a violation on a side not taken, the smallest
// unsatisfiable core of the weakest precondition of the infeasible sub-path, and the choices that it has.
//
// The weakest precondition (section 2.2) is made forwards, by substitution: package formula. Its conjuncts
// are the assignments of constants, the conditions of the path and the choices. The definition where the
// sides of a branch meet is a substitution as well, by which the condition of the branch becomes a part of
// what is read after it. The paper's figure 2 has it as x4 = x2 under one choice; its text takes it for an
// assignment, and so finds nothing where a side that sets a variable was not taken.
type published struct {
	terms  *term.Store
	solver smt.Solver
}

// Bounds of a question to the solver about a reason: conflicts, and the checks for a smallest core.
const (
	reasonConflicts = 2_000
	coreChecks      = 200
)

func newPublished(s *search) *published { return &published{s.terms, s.reasonSolver()} }

// reasonSolver makes the solver for questions about reasons.
func (s *search) reasonSolver() smt.Solver {
	var solver smt.Solver = native.New(s.terms, native.Config{Conflicts: reasonConflicts})
	if s.cfg.Wrap != nil {
		solver = s.cfg.Wrap(s.terms, solver)
	}
	return solver
}

// reason is the union of what is learnt from each infeasible sub-path: all of them have to stay infeasible.
func (p *published) reason(r *run) []sat.Lit {
	made := map[sat.Lit]bool{}
	for _, rho := range r.formula.Questions {
		core, ok := p.smus(r.s.ctx, r.formula, rho)
		if !ok {
			return provenance{}.reason(r)
		}
		for _, l := range p.explain(r.formula, core) {
			made[l] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(r.path), func(l sat.Lit) bool { return !made[l] })
}

// smus is the smallest unsatisfiable core (definition 2) of the weakest precondition of an infeasible
// sub-path, as far as the solver finds it: any core will do.
func (p *published) smus(ctx context.Context, x *formula.Execution, rho term.Term) ([]term.Term, bool) {
	p.solver.Push()
	defer p.solver.Pop()
	if p.solver.Assert(rho) != nil {
		return nil, false
	}
	var wp []term.Term
	for _, c := range x.Choices {
		wp = append(wp, c.Holds)
	}
	for _, c := range x.Clauses {
		if _, ok := x.Dependences(c); ok {
			wp = append(wp, c.Term)
		}
	}
	core, res := smt.SmallestCore(ctx, p.solver, smt.CoreOptions{Checks: coreChecks}, wp...)
	return core.Terms, res.Status == smt.Unsat
}

// explain lists the choices that the conjuncts of a core depend on, OCV(explain(rho)) in algorithm 5.
func (p *published) explain(x *formula.Execution, core []term.Term) (lits []sat.Lit) {
	for _, c := range x.Choices {
		if slices.Contains(core, c.Holds) {
			lits = append(lits, c.Lit)
		}
	}
	for _, c := range x.Clauses {
		if slices.Contains(core, c.Term) {
			deps, _ := x.Dependences(c)
			lits = append(lits, deps...)
		}
	}
	return lits
}
