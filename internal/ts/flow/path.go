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
	at := &valuation{g: g, index: make(map[term.Term]int, len(g.Sys.Vars)), state: first}
	for i, v := range g.Sys.Vars {
		at.index[v.Sym] = i
	}
	for i, s := range steps {
		e := &g.Edges[s.Edge]
		at.inputs = s.Inputs
		state := at.state
		for _, part := range e.Parts {
			inputs, err := at.all(part.Inputs)
			if err != nil {
				return nil, err
			}
			state = make(transition.State, len(part.After))
			for v, t := range part.After {
				if state[v], err = g.Sys.Terms.Eval(t, at); err != nil {
					return nil, fmt.Errorf("flow: %s after %s: %w", g.Sys.Vars[v].Name,
						g.Sys.Transitions[part.Transition].Name, err)
				}
			}
			p.Steps = append(p.Steps, transition.Step{Transition: part.Transition, Inputs: inputs})
			p.States = append(p.States, state)
		}
		if e.To != Goal {
			at.state = state
			continue
		}
		if i != len(steps)-1 {
			return nil, fmt.Errorf("flow: step %d of %d reaches a goal", i+1, len(steps))
		}
		p.Goal = e.Goal
		var err error
		if p.Inputs, err = at.all(e.GoalInputs); err != nil {
			return nil, err
		}
		return p, nil
	}
	return nil, fmt.Errorf("flow: %d steps reach no goal", len(steps))
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
