package resolution

import (
	"context"
	"errors"

	"whittle.dev/sat"
)

// A partial interpolant belongs to each clause C that is used: the side A implies it or those literals of C
// that count as A's, and with the side B it implies those that count as B's. Then that of the empty clause is
// an interpolant. A variable of one side counts there; one of both counts as B's for a strong interpolant and
// as A's for a weak one. So a clause of A has the disjunction of its literals that count as B's, and a clause
// of B the negation of the disjunction of those that count as A's. A resolution step on a variable of A takes
// the disjunction of both partial interpolants, one on a variable of B the conjunction.

// Labels says on which side a variable counts: A or B.
type Labels func(sat.Var) Side

// Builder makes partial interpolants, of the caller's type.
type Builder[T any] interface {
	// Clause returns the disjunction of literals; Cube the conjunction of their negations.
	Clause(lits []sat.Lit) T
	Cube(lits []sat.Lit) T
	// Lemma returns the partial interpolant of a clause of a theory.
	Lemma(number int) T
	Or(x, y T) T
	And(x, y T) T
}

// ErrNoProof says that a clause does not follow by unit propagation, or that the empty clause is not there.
var ErrNoProof = errors.New("resolution: the derivation is no proof")

// step resolves with a clause on a variable.
type step struct {
	pivot  sat.Var
	clause int32
}

// chain derives a clause: it starts with one and resolves with others.
type chain struct {
	start int32
	steps []step
}

// Interpolate returns the partial interpolant of the empty clause that a recorder ends with.
func Interpolate[T any](ctx context.Context, r *Recorder, label Labels, b Builder[T]) (out T, err error) {
	n := len(r.clauses) - 1
	if n < 0 || !r.empty {
		return out, ErrNoProof
	}
	chains, used, err := derive(ctx, r)
	if err != nil {
		return out, err
	}
	partial := make([]T, n+1)
	for i := range r.clauses {
		if !used[i] {
			continue
		}
		c := &r.clauses[i]
		switch {
		case c.learned:
			ch := chains[i]
			t := partial[ch.start]
			for _, s := range ch.steps {
				if label(s.pivot) == A {
					t = b.Or(t, partial[s.clause])
				} else {
					t = b.And(t, partial[s.clause])
				}
			}
			partial[i] = t
		case c.origin.Side == Theory:
			partial[i] = b.Lemma(c.origin.Lemma)
		case c.origin.Side == A:
			partial[i] = b.Clause(counted(c.lits, label, B))
		default:
			partial[i] = b.Cube(counted(c.lits, label, A))
		}
	}
	return partial[n], nil
}

func counted(lits []sat.Lit, label Labels, side Side) []sat.Lit {
	var out []sat.Lit
	for _, l := range lits {
		if label(l.Var()) == side {
			out = append(out, l)
		}
	}
	return out
}

// derive finds how each clause that matters was derived, from the last one backwards.
func derive(ctx context.Context, r *Recorder) (chains []chain, used []bool, err error) {
	p := newPropagator(r.clauses)
	chains, used = make([]chain, len(r.clauses)), make([]bool, len(r.clauses))
	used[len(used)-1] = true
	for i := len(r.clauses) - 1; i >= 0; i-- {
		if !used[i] || !r.clauses[i].learned {
			continue
		}
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		conflict, ok := p.refute(i)
		if !ok {
			return nil, nil, ErrNoProof
		}
		chains[i] = p.explain(conflict)
		used[chains[i].start] = true
		for _, s := range chains[i].steps {
			used[s.clause] = true
		}
	}
	return chains, used, nil
}

// explain resolves a false clause with the reasons of its literals, the latest first, until only literals
// that were assumed are left: those of the clause to be derived, or some of them.
func (p *propagator) explain(conflict int32) chain {
	out := chain{start: conflict}
	in := map[sat.Lit]bool{}
	for _, l := range p.clauses[conflict].lits {
		in[l] = true
	}
	for i := len(p.trail) - 1; i >= 0; i-- {
		l := p.trail[i]
		reason := p.reason[l.Var()]
		if !in[l.Not()] || reason == noReason {
			continue
		}
		delete(in, l.Not())
		for _, k := range p.clauses[reason].lits {
			if k != l {
				in[k] = true
			}
		}
		out.steps = append(out.steps, step{l.Var(), reason})
	}
	return out
}
