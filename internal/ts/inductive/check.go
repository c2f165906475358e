package inductive

import (
	"context"
	"errors"
	"fmt"
	"io"

	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Claim says that Invariant is inductive and excludes goals.
type Claim struct {
	System *transition.System
	// Invariant is a condition on the symbols Sym of the variables, in the store of System.
	Invariant term.Term
	// Goals are the indices of those excluded.
	Goals []int
}

// Status is the answer to a claim.
type Status uint8

// The answers.
const (
	Undecided Status = iota
	Holds
	Refuted
)

// Answer is what Check found.
type Answer struct {
	Status Status
	// Which is the first condition that fails or could not be decided, and Why what the solver says to that.
	Which, Why string
	// Questions is the number of questions to the solver.
	Questions int64
}

// condition is a part of a claim: the conjunction of its terms is to be unsatisfiable.
type condition struct {
	name  string
	terms []term.Term
}

// conditions are the parts of the claim. The error says that the invariant is no condition on states.
func (c *Claim) conditions() ([]condition, error) {
	s, st := c.System, c.System.Terms
	after := make(map[term.Term]term.Term, len(s.Vars))
	for _, v := range s.Vars {
		after[v.Sym] = v.Next
	}
	if !st.Sort(c.Invariant).IsBool() {
		return nil, errors.New("inductive: the invariant is no formula")
	}
	for _, x := range st.Symbols(c.Invariant) {
		if after[x] == term.None {
			return nil, fmt.Errorf("inductive: %s in the invariant is no variable", st.Name(x))
		}
	}
	leaves := st.Not(st.Substitute(c.Invariant, after))
	out := []condition{{"the initial states are in the invariant",
		[]term.Term{s.Init, st.Not(c.Invariant)}}}
	for i := range s.Transitions {
		t := &s.Transitions[i]
		out = append(out, condition{fmt.Sprintf("transition %d (%s) keeps the invariant", i+1, t.Name),
			append([]term.Term{c.Invariant, leaves}, s.Conjuncts(t)...)})
	}
	for _, g := range c.Goals {
		if g < 0 || g >= len(s.Goals) {
			return nil, fmt.Errorf("inductive: no goal %d", g)
		}
		out = append(out, condition{fmt.Sprintf("the invariant excludes the goal %s", s.Goals[g].Name),
			[]term.Term{c.Invariant, s.Goals[g].Cond}})
	}
	return out, nil
}

// Check asks a solver about each condition, until one fails. Terms are made in the store of the system. The
// error is one of the claim, which is malformed, or of the solver.
func (c *Claim) Check(ctx context.Context, solver func(*term.Store) (smt.Solver, error)) (a Answer,
	err error) {
	list, err := c.conditions()
	if err != nil {
		return a, err
	}
	s, err := solver(c.System.Terms)
	if err != nil {
		return a, fmt.Errorf("inductive: %w", err)
	}
	if closer, ok := s.(io.Closer); ok {
		defer closer.Close()
	}
	return answer(ctx, s, list), nil
}

// answer asks about each condition, until one fails.
func answer(ctx context.Context, s smt.Solver, list []condition) (a Answer) {
	for _, cond := range list {
		a.Which = cond.name
		s.Push()
		for _, t := range cond.terms {
			if err := s.Assert(t); err != nil {
				a.Why = err.Error()
				return a
			}
		}
		a.Questions++
		switch r := s.Check(ctx); r.Status {
		case smt.Sat:
			a.Status = Refuted
			return a
		case smt.Unknown:
			a.Why = r.Reason
			return a
		}
		s.Pop()
	}
	a.Status, a.Which = Holds, ""
	return a
}
