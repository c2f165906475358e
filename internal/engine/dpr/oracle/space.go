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

// Space is the set of the oracles that are not excluded, the formula B of algorithm 4. Of the clauses of B
// the solver has those that matter elsewhere: see path.go.
type Space struct {
	order  Order
	rng    *rand.Rand
	solver *sat.Solver
	proof  sat.Proof // nil: none is wanted
	vars   []sat.Var // by name; 0: it has none
	names  []Name    // by variable
	path   path
	empty  bool // the empty clause was derived
	added  int  // clauses that the solver has
	known  int  // variables that the last answer of the solver has a value for
	// favoured are literals that the guided order would like to hold.
	favoured []sat.Lit
	part     part

	clauses, literals int
}

// NewSpace returns the set of all oracles. Proof and work are for the solver; both may be nil.
func NewSpace(order Order, seed uint64, proof sat.Proof, work func(int64)) *Space {
	// Each oracle is one of many questions, so what makes a single hard one easier does not pay.
	cfg := sat.Config{Proof: proof, Work: work, NoEliminate: true, NoEquate: true, NoVivify: true,
		NoProbe: true, NoWalk: true}
	return &Space{order: order, rng: rand.New(rand.NewPCG(seed, 18)), solver: sat.New(cfg), proof: proof,
		names: make([]Name, 1), path: path{said: make([]int8, 1), in: make([]bool, 2)}}
}

// Literal is that of a choice and its outcome.
func (s *Space) Literal(n Name, outcome bool) sat.Lit {
	for int(n) >= len(s.vars) {
		s.vars = append(s.vars, 0)
	}
	v := s.vars[n]
	if v == 0 {
		v = s.solver.NewVar()
		s.vars[n] = v
		s.names = append(s.names, n)
		s.path.grow()
		s.part.meet(n, v)
	}
	if outcome {
		return v.Pos()
	}
	return v.Neg()
}

// Choice is the name of the choice of a literal.
func (s *Space) Choice(l sat.Lit) Name { return s.names[l.Var()] }

// Wanted is what the oracle says of a choice; known is false if it says nothing. It may be asked after Next
// has found an oracle, until Made or Exclude.
func (s *Space) Wanted(n Name) (outcome, known bool) {
	if int(n) >= len(s.vars) {
		return false, false
	}
	v := s.vars[n]
	switch {
	case v == 0:
		return false, false
	case s.known > 0:
		return int(v) <= s.known && s.solver.Value(v.Pos()), int(v) <= s.known
	}
	said := s.path.said[v]
	return said > 0, said != 0
}

// Made notes the choices of an execution, in the order in which it made them. The oracle is forgotten.
func (s *Space) Made(choices []sat.Lit) {
	for _, clause := range s.path.follow(choices) {
		s.add(clause)
	}
}

// Favour notes a choice that the guided order would like to be made.
func (s *Space) Favour(l sat.Lit) { s.favoured = append(s.favoured, l) }

// Coin is a choice at random.
func (s *Space) Coin() bool { return s.rng.IntN(2) == 0 }

// Exclude excludes the oracles that make all these choices. If the execution before has made them, the last
// of them is the one to be changed.
func (s *Space) Exclude(choices []sat.Lit) {
	s.clauses++
	s.literals += len(choices)
	if s.order == DepthFirst {
		s.resolve(choices)
		return
	}
	s.add(choices)
	s.path.without(choices)
}

// add tells the solver of choices that are excluded.
func (s *Space) add(choices []sat.Lit) {
	clause := make([]sat.Lit, len(choices))
	for i, l := range choices {
		clause[i] = l.Not()
	}
	s.known = 0
	s.added++
	s.solver.AddClause(clause...)
}

// Next finds an oracle that no clause excludes: sat.Unsat if there is none. Of what is preferred, the last
// choice of those that cannot be made together is given up, until the others can be.
func (s *Space) Next(ctx context.Context) sat.Status {
	for _, l := range s.part.take() {
		s.add([]sat.Lit{l.Not()})
	}
	switch {
	case s.empty:
		return sat.Unsat
	case s.order == DepthFirst && s.added == 0:
		s.path.say()
		return sat.Sat
	}
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
		if clause := s.path.drop(prefer[i]); clause != nil {
			s.add(clause)
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
		return append(out, s.path.choices...)
	}
	return slices.Clone(s.path.choices)
}

// Size is the number of choices, clauses and literals of clauses.
func (s *Space) Size() (choices, clauses, literals int) {
	return s.solver.NumVars(), s.clauses, s.literals
}
