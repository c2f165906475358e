package ranking

import (
	"fmt"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/ts"
	"whittle.dev/internal/ts/flow"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// rounds is how often a loop is executed in a trace: once to get to the place from where on it repeats, and
// once to show what repeats.
const rounds = 2

// lasso is an execution that reaches a recurrence set and goes round in it.
func (s *search) lasso(r *recurrence, stem *transition.Path) (engine.Result, error) {
	if err := s.recheck(r); err != nil {
		return engine.Result{}, err
	}
	path := &transition.Path{States: stem.States, Steps: stem.Steps, Initial: stem.Initial}
	var again, end int
	var err error
	if r.trap != nil {
		again, end, err = s.roam(r, path)
	} else {
		for round := 0; round < rounds && err == nil; round++ {
			again = len(path.Steps)
			err = s.g.Extend(path, r.steps(stem.Inputs))
		}
		end = len(path.Steps)
	}
	if err != nil {
		return engine.Result{}, err
	}
	if before, after := path.States[again], path.States[end]; r.fixed {
		for v, live := range s.g.Locs[r.loc].Live {
			if live && !before[v].Equal(after[v]) {
				return engine.Result{}, fmt.Errorf("ranking: %s changes in a round that is to change nothing",
					s.sys.Vars[v].Name)
			}
		}
	}
	if r.trap == nil { // the next round
		if err := s.g.Extend(path, r.steps(stem.Inputs)); err != nil {
			return engine.Result{}, err
		}
	}
	return s.endless(path, again, end)
}

// endless is the result of a path whose steps from again up to end can be repeated for ever. Those of a
// further round follow.
func (s *search) endless(path *transition.Path, again, end int) (engine.Result, error) {
	of := ts.Path{Initial: path.Initial}
	for _, step := range path.Steps {
		of.Steps = append(of.Steps, ts.Step{Instruction: s.sys.Transitions[step.Transition].Origin,
			Inputs: step.Inputs})
	}
	tr, err := s.tr.Lasso(of, again, end, property.Termination)
	if err != nil {
		return engine.Result{}, err
	}
	res := engine.Violated(property.Termination, tr)
	res.Why = "an execution comes back to where it can do the same again, for ever"
	return res, nil
}

// steps are one round of a recurrence.
func (r *recurrence) steps(chosen term.Map) []flow.Step {
	out := make([]flow.Step, len(r.edges))
	for i, e := range r.edges {
		out[i] = flow.Step{Edge: e, Inputs: term.Map{}}
	}
	for _, in := range r.inputs {
		v, ok := chosen[in.own]
		if !r.fixed {
			v, ok = r.constants[in.own]
		}
		if ok {
			out[in.edge].Inputs[in.sym] = v
		}
	}
	return out
}

// recheck asks a fresh solver whether a set of states recurs.
func (s *search) recheck(r *recurrence) error {
	if r.fixed {
		return nil // the states before and after the round are looked at
	}
	st := s.st
	solver := native.New(st, native.Config{})
	if r.trap != nil {
		return s.recheckTrap(r.trap, solver)
	}
	again := st.And(r.guard, term.NewSubstituter(st, s.assigning(r.next)).Apply(r.set))
	if got := solver.Check(s.ctx, s.at(r.loc), r.set, st.Not(again)).Status; got != smt.Unsat {
		return fmt.Errorf("ranking: a set of states does not recur: %s", got)
	}
	return nil
}
