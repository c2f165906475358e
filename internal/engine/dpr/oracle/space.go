package oracle

import (
	"context"
	"math/rand/v2"
	"slices"

	"whittle.dev/sat"
)

// Order is how the next oracle is chosen.
type Order uint8

// The orders.
const (
	// DepthFirst changes the last choice of the execution before that can be changed.
	DepthFirst Order = iota
	// Guided takes sides of branches that no execution has taken so far.
	Guided
	// Random makes choices at random, from a seed: algorithm 1 of the paper as a Las Vegas algorithm.
	Random
)

// Space is the set of the oracles that are not excluded, the formula B of algorithm 4.
type Space struct {
	order  Order
	rng    *rand.Rand
	solver *sat.Solver
	vars   map[Name]sat.Var
	names  []Name    // by variable
	known  int       // variables that the last answer has a value for
	last   []sat.Lit // of the execution before, in the order in which the choices were made
	// favoured are literals that the guided order would like to hold.
	favoured []sat.Lit

	clauses, literals int
}

// NewSpace returns the set of all oracles. Proof and work are for the solver; both may be nil.
func NewSpace(order Order, seed uint64, proof sat.Proof, work func(int64)) *Space {
	// Each oracle is one of many questions, so what makes a single hard one easier does not pay.
	cfg := sat.Config{Proof: proof, Work: work, NoEliminate: true, NoEquate: true, NoVivify: true,
		NoProbe: true, NoWalk: true}
	return &Space{order: order, rng: rand.New(rand.NewPCG(seed, 18)), solver: sat.New(cfg),
		vars: map[Name]sat.Var{}, names: make([]Name, 1)}
}

// Literal is that of a choice and its outcome.
func (s *Space) Literal(n Name, outcome bool) sat.Lit {
	v, ok := s.vars[n]
	if !ok {
		v = s.solver.NewVar()
		s.vars[n] = v
		s.names = append(s.names, n)
	}
	if outcome {
		return v.Pos()
	}
	return v.Neg()
}

// Choice is the name of the choice of a literal.
func (s *Space) Choice(l sat.Lit) Name { return s.names[l.Var()] }

// Wanted is what the oracle says of a choice; known is false if it says nothing. It may be asked after Next
// has found an oracle, until a clause is added.
func (s *Space) Wanted(n Name) (outcome, known bool) {
	v, ok := s.vars[n]
	if !ok || int(v) > s.known {
		return false, false
	}
	return s.solver.Value(v.Pos()), true
}

// Made notes the choices of an execution, in the order in which it made them.
func (s *Space) Made(choices []sat.Lit) { s.last = append(s.last[:0], choices...) }

// Favour notes a choice that the guided order would like to be made.
func (s *Space) Favour(l sat.Lit) { s.favoured = append(s.favoured, l) }

// Coin is a choice at random.
func (s *Space) Coin() bool { return s.rng.IntN(2) == 0 }

// Exclude excludes the oracles that make all these choices. If the execution before has made them, the last
// of them is the one to be changed.
func (s *Space) Exclude(choices []sat.Lit) {
	for i := len(s.last) - 1; i >= 0; i-- {
		if slices.Contains(choices, s.last[i]) {
			s.last = slices.Delete(s.last, i, i+1)
			break
		}
	}
	clause := make([]sat.Lit, len(choices))
	for i, l := range choices {
		clause[i] = l.Not()
	}
	s.known = 0
	s.clauses++
	s.literals += len(choices)
	s.solver.AddClause(clause...)
}

// Next finds an oracle that no clause excludes: sat.Unsat if there is none. Of what is preferred, the last
// choice of those that cannot be made together is given up, until the others can be.
func (s *Space) Next(ctx context.Context) sat.Status {
	prefer := s.preferred()
	for {
		status := s.solver.Solve(ctx, prefer...)
		if status == sat.Sat {
			s.known = s.solver.NumVars()
		}
		if status != sat.Unsat || len(prefer) == 0 {
			return status
		}
		failed := s.solver.Failed()
		i := len(prefer) - 1
		for i >= 0 && !slices.Contains(failed, prefer[i]) {
			i--
		}
		if i < 0 {
			return status
		}
		prefer = slices.Delete(prefer, i, i+1)
	}
}

// most bounds the preferences of an order that are not those of the execution before.
const most = 64

// preferred lists the literals that the order would like to hold, those that it cares most for first.
func (s *Space) preferred() []sat.Lit {
	switch s.order {
	case Random:
		var out []sat.Lit
		for _, v := range s.rng.Perm(s.solver.NumVars()) {
			if l := sat.Var(v + 1).Pos(); len(out) < most {
				if s.Coin() {
					l = l.Not()
				}
				out = append(out, l)
			}
		}
		return out
	case Guided:
		out := slices.Clone(s.favoured[max(0, len(s.favoured)-most):])
		s.favoured = s.favoured[:0]
		slices.Reverse(out) // the latest are the deepest
		return append(out, s.last...)
	}
	return slices.Clone(s.last)
}

// Size is the number of choices, clauses and literals of clauses.
func (s *Space) Size() (choices, clauses, literals int) {
	return s.solver.NumVars(), s.clauses, s.literals
}
