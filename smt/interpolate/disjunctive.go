package interpolate

import (
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Formulas with disjunctions are taken apart lazily: a model of A chooses an implicant, a conjunction of
// literals that implies A. An interpolant of the implicant and B is a disjunct of the interpolant; the next
// model is one of A outside of those disjuncts that are there. For an implicant of A, models of B choose
// implicants of B in the same way, whose interpolants are conjuncts. Implicants are reduced to what the other
// side contradicts, so that one interpolant serves many of them. Where the theories cannot say why two
// implicants contradict each other, the model itself is generalised (generalise.go).
//
// That there are finitely many implicants makes this end; a limit on questions ends it before.

// implicantLimit bounds the questions about implicants before a proof is tried.
const implicantLimit = 300

// interpolant returns an interpolant of the sides: by implicants if there are few, else by a proof, and if
// the theories here find none by as many implicants as it takes.
func (q *question) interpolant() (term.Term, error) {
	later := max(q.left-implicantLimit, 0)
	q.left -= later
	t, err := q.byImplicants()
	if q.left >= 0 || q.ctx.Err() != nil || later == 0 {
		q.left += later
		return t, err
	}
	q.left = later
	if t, err := q.proof(); err == nil {
		return t, nil
	}
	return q.byImplicants()
}

// byImplicants returns an interpolant of the sides.
func (q *question) byImplicants() (term.Term, error) {
	st := q.p.st
	if q.opt.Strength == Weak {
		// The strongest of B against A, negated.
		r := *q
		r.opt.Strength = Strong
		r.sides[sideA], r.sides[sideB] = q.sides[sideB], q.sides[sideA]
		r.solvers[sideA], r.solvers[sideB] = q.solvers[sideB], q.solvers[sideA]
		t, err := r.disjunction()
		q.left = r.left
		if err != nil {
			return term.None, err
		}
		return st.Not(t), nil
	}
	return q.disjunction()
}

func (q *question) disjunction() (term.Term, error) {
	st := q.p.st
	a := q.solvers[sideA]
	a.Push()
	defer a.Pop()
	var parts []term.Term
	for {
		status, err := q.check(sideA)
		if err != nil {
			return term.None, err
		}
		if status == smt.Unsat {
			break
		}
		part, err := q.disjunct()
		if err != nil {
			return term.None, err
		}
		parts = append(parts, part)
		if err := a.Assert(st.Not(part)); err != nil {
			return term.None, err
		}
	}
	return st.Or(parts...), nil
}

// disjunct returns an interpolant of some implicant of A, or of some part of it, that holds in the last
// model of A.
func (q *question) disjunct() (term.Term, error) {
	st := q.p.st
	model := smt.Model{Solver: q.solvers[sideA]}
	literals, ok := implicant(st, model, q.sides[sideA])
	cube := q.freeze(model) // before the model is gone
	if ok {
		literals, err := q.minimise(sideB, literals)
		if err != nil {
			return term.None, err
		}
		t, ok, err := q.conjunction(literals)
		if ok || err != nil {
			return t, err
		}
	}
	return q.generalise(cube)
}

// conjunction returns an interpolant of literals of A and B, if the theories find one.
func (q *question) conjunction(literals []term.Term) (term.Term, bool, error) {
	st := q.p.st
	whole, numbers := true, false
	for _, l := range literals {
		whole = whole && q.shared(l)
		f := q.p.fact(l)
		numbers = numbers || f.theory == arithmetic || f.theory == theoryApart
	}
	if whole && (!numbers || q.opt.Strength == Strong) {
		return st.And(literals...), true, nil
	}
	b := q.solvers[sideB]
	b.Push()
	defer b.Pop()
	var parts []term.Term
	for {
		status, err := q.check(sideB)
		if err != nil {
			return term.None, false, err
		}
		if status == smt.Unsat {
			return st.And(parts...), true, nil
		}
		right, ok := implicant(st, smt.Model{Solver: b}, q.sides[sideB])
		if !ok {
			return term.None, false, nil
		}
		x, ok := q.p.newPair(literals, right, q.shared)
		if !ok {
			return term.None, false, nil
		}
		t, status := x.whole(q.ctx, q.opt.Strength)
		if status != smt.Unsat {
			return st.And(literals...), whole, nil
		}
		parts = append(parts, t)
		if err := b.Assert(t); err != nil {
			return term.None, false, err
		}
	}
}
