package interpolate

import (
	"errors"
	"slices"

	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/smt/interpolate/internal/resolution"
	"whittle.dev/term"
)

// Formulas with many clauses have many implicants, but often a short proof. Both sides become clauses over
// their atoms, and package sat looks for assignments; literals of an assignment that the theories refute
// become a clause, with the interpolant of those of A and those of B. When no assignment is left, the proof
// gives an interpolant made of those (K. L. McMillan, TACAS 2005). This is the lazy combination of a SAT
// solver with theories: what it needs is a partial interpolant for each conflict, which the solvers made for
// speed do not keep.

// errNotRefuted says that the theories here see no contradiction.
var errNotRefuted = errors.New("interpolate: the atoms do not contradict each other")

// maxLemmas bounds the clauses of theories in a proof.
const maxLemmas = 3000

type prover struct {
	*question
	sk     *skeleton
	lemmas []term.Term // their partial interpolants
}

// proof returns an interpolant made of a proof.
func (q *question) proof() (term.Term, error) {
	p := &prover{question: q, sk: newSkeleton(q.p.st, q.sides)}
	for len(p.lemmas) <= maxLemmas {
		switch p.sk.solver.Solve(q.ctx) {
		case sat.Unknown:
			return term.None, stopped{smt.Result{Reason: smt.ReasonCanceled}}
		case sat.Unsat:
			return resolution.Interpolate[term.Term](q.ctx, p.sk.rec, p.label, p)
		}
		if err := p.refute(); err != nil {
			return term.None, err
		}
	}
	return term.None, stopped{smt.Result{Reason: smt.ReasonTimeout}}
}

// label implements resolution.Labels: atoms of both sides make an interpolant weak if they count as A's.
func (p *prover) label(v sat.Var) resolution.Side {
	switch {
	case !p.sk.in[sideB][v], p.sk.in[sideA][v] && p.opt.Strength == Weak:
		return resolution.A
	}
	return resolution.B
}

// refute adds a clause of the theories that the assignment at hand breaks.
func (p *prover) refute() error {
	var lits [2][]sat.Lit
	for side := range lits {
		for _, l := range p.sk.reasons(side) {
			to := int(p.label(l.Var()))
			if !slices.Contains(lits[to], l) {
				lits[to] = append(lits[to], l)
			}
		}
	}
	var terms [2][]term.Term
	for side := range lits {
		terms[side] = p.terms(lits[side])
	}
	x, ok := p.p.newPair(terms[sideA], terms[sideB], p.shared)
	if !ok {
		return errNotRefuted
	}
	c, status := x.explain(p.ctx, p.opt.Strength)
	if status != smt.Unsat {
		return errNotRefuted
	}
	var clause []sat.Lit
	for side, core := range c.core {
		for _, i := range core {
			clause = append(clause, lits[side][i].Not())
		}
	}
	p.sk.rec.From(resolution.Origin{Side: resolution.Theory, Lemma: len(p.lemmas)})
	p.lemmas = append(p.lemmas, c.t)
	p.sk.solver.AddClause(clause...)
	return nil
}

// terms returns the formulas of literals over atoms.
func (p *prover) terms(lits []sat.Lit) []term.Term {
	out := make([]term.Term, len(lits))
	for i, l := range lits {
		out[i] = p.sk.of[l.Var()]
		if l.Negated() {
			out[i] = p.p.st.Not(out[i])
		}
	}
	return out
}

// The methods of resolution.Builder.

// Clause implements resolution.Builder.
func (p *prover) Clause(lits []sat.Lit) term.Term { return p.p.st.Or(p.terms(lits)...) }

// Cube implements resolution.Builder.
func (p *prover) Cube(lits []sat.Lit) term.Term { return p.p.st.Not(p.Clause(lits)) }

// Lemma implements resolution.Builder.
func (p *prover) Lemma(i int) term.Term { return p.lemmas[i] }

// Or implements resolution.Builder.
func (p *prover) Or(x, y term.Term) term.Term { return p.p.st.Or(x, y) }

// And implements resolution.Builder.
func (p *prover) And(x, y term.Term) term.Term { return p.p.st.And(x, y) }
