package report

import (
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// NamedPath is a path of a transition system for programs, as JSON has it. Goal is the goal that it reaches,
// or the property of infinite runs that it violates. Values are literals of SMT-LIB.
type NamedPath struct {
	Goal string `json:"goal"`
	// Number is what the language of the system calls the goal.
	Number int         `json:"number"`
	States []PathState `json:"states"`
	// Loop is the number of the state, from 0, from which on the steps are repeated for ever; nil: the path
	// ends in a bad state.
	Loop *int `json:"loop,omitempty"`
	// Recurs is a condition that holds whenever the loop begins, a term of SMT-LIB; empty: the last state is
	// the state Loop.
	Recurs string `json:"recurs,omitempty"`
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
	out := &NamedPath{}
	if p.Loop == nil {
		out.Goal, out.Number = sys.Goals[p.Goal].Name, sys.Goals[p.Goal].Number
	} else {
		out.Goal, out.Number = sys.Temporals[p.Goal].Name, sys.Temporals[p.Goal].Number
		if out.Loop = &p.Loop.Back; p.Loop.Recurs != term.None {
			out.Recurs = p.Loop.Terms.String(p.Loop.Recurs)
		}
	}
	name := func(sym term.Term) string { return sys.Terms.Name(sym) }
	for i, state := range p.States {
		s := PathState{Values: map[string]string{}, Index: -1}
		for v, value := range state {
			s.Values[name(sys.Vars[v].Sym)] = value.String()
		}
		if i < len(p.Steps) {
			t := p.Steps[i].Transition
			s.Step, s.Index = sys.Transitions[t].Name, t
		}
		inputs, given := inputsOf(sys, p, i)
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
