package transition

import (
	"fmt"

	"whittle.dev/term"
)

// State is a concrete state: the values of the variables, by their indices.
type State []term.Value

// Path is a run of a system that ends in a bad state, or goes on for ever.
type Path struct {
	// States are those before, between and after the steps: one more than Steps.
	States []State
	Steps  []Step
	// Initial are values of System.InitInputs that make Init true in the first state.
	Initial term.Map
	// Goal is the index of the goal reached, Inputs are values of its inputs.
	Goal   int
	Inputs term.Map
	// Loop makes the path an infinite run; nil: it ends in a bad state.
	Loop *Loop
}

// Step is the transition taken, with values of its inputs. Inputs without a value have that of
// term.Store.ZeroValue.
type Step struct {
	Transition int
	Inputs     term.Map
}

// Replay evaluates a path in the system: the initial condition, each conjunct of each step, and the goal, or
// of an infinite run the loop: that it closes, that it is fair, and that the formula does not hold. That a
// set which recurs does so from each of its states is not looked at (package inductive does). The error says
// where the path is none. Nobody is shown a path that was not replayed. No terms are made, so the store may
// be frozen.
func (s *System) Replay(p *Path) error {
	if len(p.States) != len(p.Steps)+1 {
		return fmt.Errorf("transition: %d states with %d steps", len(p.States), len(p.Steps))
	}
	for i, x := range p.States {
		if len(x) != len(s.Vars) {
			return fmt.Errorf("transition: state %d has %d values for %d variables", i, len(x), len(s.Vars))
		}
	}
	at := assignment{s: s, vars: s.bySymbol(), before: p.States[0], inputs: p.Initial}
	if err := at.holds(s.Init); err != nil {
		return fmt.Errorf("transition: initial condition: %w", err)
	}
	if err := s.replaySteps(p); err != nil {
		return fmt.Errorf("transition: %w", err)
	}
	if p.Loop != nil {
		return s.replayLoop(p)
	}
	if p.Goal < 0 || p.Goal >= len(s.Goals) {
		return fmt.Errorf("transition: no goal %d", p.Goal)
	}
	at.before, at.after, at.inputs = p.States[len(p.Steps)], nil, p.Inputs
	if err := at.holds(s.Goals[p.Goal].Cond); err != nil {
		return fmt.Errorf("transition: goal %s: %w", s.Goals[p.Goal].Name, err)
	}
	return nil
}

// replaySteps evaluates the steps of a path.
func (s *System) replaySteps(p *Path) error {
	at := assignment{s: s, vars: s.bySymbol()}
	for i, step := range p.Steps {
		if step.Transition < 0 || step.Transition >= len(s.Transitions) {
			return fmt.Errorf("step %d: no transition %d", i+1, step.Transition)
		}
		t := &s.Transitions[step.Transition]
		at.before, at.after, at.inputs = p.States[i], p.States[i+1], step.Inputs
		if err := at.steps(t); err != nil {
			return fmt.Errorf("step %d (%s): %w", i+1, t.Name, err)
		}
	}
	return nil
}

// place says which variable a symbol stands for, and in which state.
type place struct {
	v    int
	next bool
}

func (s *System) bySymbol() map[term.Term]place {
	m := make(map[term.Term]place, 2*len(s.Vars))
	for i, v := range s.Vars {
		m[v.Sym], m[v.Next] = place{i, false}, place{i, true}
	}
	return m
}

// assignment gives symbols of variables the values of two states, others those of inputs.
type assignment struct {
	s             *System
	vars          map[term.Term]place
	before, after State
	inputs        term.Map
}

// Value implements term.Assignment.
func (a *assignment) Value(sym term.Term) (term.Value, bool) {
	if at, ok := a.vars[sym]; ok {
		if !at.next {
			return a.before[at.v], true
		}
		if a.after == nil {
			return term.Value{}, false
		}
		return a.after[at.v], true
	}
	if v, ok := a.inputs[sym]; ok {
		return v, true
	}
	return a.s.Terms.ZeroValue(a.s.Terms.Sort(sym)), true
}

func (a *assignment) holds(cond term.Term) error {
	v, err := a.s.Terms.Eval(cond, a)
	if err != nil {
		return err
	}
	if !v.Bool() {
		return fmt.Errorf("%s is false", a.s.Terms.String(cond))
	}
	return nil
}

// steps evaluates the conjuncts of a transition.
func (a *assignment) steps(t *Transition) error {
	for _, c := range t.Guards {
		if err := a.holds(c); err != nil {
			return err
		}
	}
	for _, u := range t.Updates {
		v, err := a.s.Terms.Eval(u.Value, a)
		if err != nil {
			return err
		}
		if is := a.after[u.Var]; !v.Equal(is) {
			return fmt.Errorf("%s is %v, not %v", a.s.Vars[u.Var].Name, is, v)
		}
	}
	for _, c := range t.Relations {
		if err := a.holds(c); err != nil {
			return err
		}
	}
	return nil
}
