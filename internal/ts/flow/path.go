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
	e, at := &g.Edges[last.Edge], g.valuation(p.States[len(p.States)-1])
	at.inputs = last.Inputs
	p.Goal = e.Goal
	var err error
	p.Inputs, err = at.all(e.GoalInputs)
	return p, err
}

// Extend makes a path longer by edges between locations, from its last state on.
func (g *Graph) Extend(p *transition.Path, steps []Step) error {
	at := g.valuation(p.States[len(p.States)-1])
	for i, s := range steps {
		e := &g.Edges[s.Edge]
		if e.To == Goal {
			return fmt.Errorf("flow: step %d of %d reaches a goal", i+1, len(steps))
		}
		at.inputs = s.Inputs
		state := at.state
		for _, part := range e.Parts {
			inputs, err := at.all(part.Inputs)
			if err != nil {
				return err
			}
			state = make(transition.State, len(part.After))
			for v, t := range part.After {
				if state[v], err = g.Sys.Terms.Eval(t, at); err != nil {
					return fmt.Errorf("flow: %s after %s: %w", g.Sys.Vars[v].Name,
						g.Sys.Transitions[part.Transition].Name, err)
				}
			}
			p.Steps = append(p.Steps, transition.Step{Transition: part.Transition, Inputs: inputs})
			p.States = append(p.States, state)
		}
		at.state = state
	}
	return nil
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
