package flow

import (
	"fmt"

	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// Step is an edge that is taken, with values of its inputs; those without a value have that of
// term.Store.ZeroValue.
type Step struct {
	Edge   int
	Inputs term.Map
}

// Path is the path of the system that the steps are, from a state; the last edge leads to a goal. The path
// should be replayed, which this does not do: that guards hold is not looked at.
func (g *Graph) Path(first transition.State, initial term.Map, steps []Step) (*transition.Path, error) {
	p := &transition.Path{States: []transition.State{first}, Initial: initial}
	if n := len(steps) - 1; n < 0 || g.Edges[steps[n].Edge].To != Goal {
		return nil, fmt.Errorf("flow: %d steps reach no goal", len(steps))
	}
	last := steps[len(steps)-1]
	if err := g.Extend(p, steps[:len(steps)-1]); err != nil {
		return nil, err
	}
	at := g.valuation(p.States[len(p.States)-1])
	if err := at.take(p, last); err != nil {
		return nil, err
	}
	p.Goal = g.Edges[last.Edge].Goal
	var err error
	p.Inputs, err = at.all(g.Edges[last.Edge].GoalInputs)
	return p, err
}

// Extend makes a path longer by edges between locations, from its last state on.
func (g *Graph) Extend(p *transition.Path, steps []Step) error {
	for i, s := range steps {
		if g.Edges[s.Edge].To == Goal {
			return fmt.Errorf("flow: step %d of %d reaches a goal", i+1, len(steps))
		}
		if err := g.valuation(p.States[len(p.States)-1]).take(p, s); err != nil {
			return err
		}
	}
	return nil
}

// take makes a path longer by the transitions of an edge from the state of the valuation.
func (a *valuation) take(p *transition.Path, s Step) error {
	a.inputs = s.Inputs
	for _, part := range a.g.Edges[s.Edge].Parts {
		inputs, err := a.all(part.Inputs)
		if err != nil {
			return err
		}
		state := make(transition.State, len(part.After))
		for v, t := range part.After {
			if state[v], err = a.g.Sys.Terms.Eval(t, a); err != nil {
				return fmt.Errorf("flow: %s after %s: %w", a.g.Sys.Vars[v].Name,
					a.g.Sys.Transitions[part.Transition].Name, err)
			}
		}
		p.Steps = append(p.Steps, transition.Step{Transition: part.Transition, Inputs: inputs})
		p.States = append(p.States, state)
	}
	return nil
}

// At is the assignment that gives the variables their values in a state, and inputs theirs; those without one
// have that of term.Store.ZeroValue.
func (g *Graph) At(state transition.State, inputs term.Map) term.Assignment {
	at := g.valuation(state)
	at.inputs = inputs
	return at
}

func (g *Graph) valuation(state transition.State) *valuation {
	at := &valuation{g: g, index: make(map[term.Term]int, len(g.Sys.Vars)), state: state}
	for i, v := range g.Sys.Vars {
		at.index[v.Sym] = i
	}
	return at
}

// valuation gives values to the variables in a state, and to inputs.
type valuation struct {
	g      *Graph
	index  map[term.Term]int
	state  transition.State
	inputs term.Map
}

// Value implements term.Assignment.
func (a *valuation) Value(sym term.Term) (term.Value, bool) {
	if v, ok := a.index[sym]; ok {
		return a.state[v], true
	}
	if v, ok := a.inputs[sym]; ok {
		return v, true
	}
	return a.g.Sys.Terms.ZeroValue(a.g.Sys.Terms.Sort(sym)), true
}

func (a *valuation) all(of map[term.Term]term.Term) (term.Map, error) {
	out := make(term.Map, len(of))
	for sym, t := range of {
		v, err := a.g.Sys.Terms.Eval(t, a)
		if err != nil {
			return nil, fmt.Errorf("flow: an input: %w", err)
		}
		out[sym] = v
	}
	return out, nil
}
