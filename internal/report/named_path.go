package report

import (
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// NamedPath is a path of a transition system for programs, as JSON has it. Values are literals of SMT-LIB.
type NamedPath struct {
	Goal string `json:"goal"`
	// Number is what the language of the system calls the goal.
	Number int         `json:"number"`
	States []PathState `json:"states"`
}

// PathState is a state of such a path, with what leaves it.
type PathState struct {
	Values map[string]string `json:"values"`
	// Inputs are those of the step that leaves the state, or of the goal.
	Inputs map[string]string `json:"inputs,omitempty"`
	// Step is the transition that leaves the state; empty in the last state.
	Step string `json:"step,omitempty"`
	// Index is the number of that transition, from 0.
	Index int `json:"index"`
}

func newNamedPath(sys *transition.System, p *transition.Path) *NamedPath {
	out := &NamedPath{Goal: sys.Goals[p.Goal].Name, Number: sys.Goals[p.Goal].Number}
	name := func(sym term.Term) string { return sys.Terms.Name(sym) }
	for i, state := range p.States {
		s := PathState{Values: map[string]string{}, Index: -1}
		for v, value := range state {
			s.Values[name(sys.Vars[v].Sym)] = value.String()
		}
		inputs, given := sys.Goals[p.Goal].Inputs, p.Inputs
		if i < len(p.Steps) {
			t := p.Steps[i].Transition
			s.Step, s.Index = sys.Transitions[t].Name, t
			inputs, given = sys.Transitions[t].Inputs, p.Steps[i].Inputs
		}
		for _, x := range inputs {
			value, ok := given[x]
			if !ok {
				value = sys.Terms.ZeroValue(sys.Terms.Sort(x))
			}
			if s.Inputs == nil {
				s.Inputs = map[string]string{}
			}
			s.Inputs[name(x)] = value.String()
		}
		out.States = append(out.States, s)
	}
	return out
}
