package whittle

import (
	"whittle.dev/internal/report"
	"whittle.dev/internal/run"
)

// Path is a run of a transition system from an initial state to a goal.
type Path struct {
	// Goal is the name of the goal, Number what the language of the system calls it.
	Goal   string
	Number int
	States []State
}

// State is a state of a path, with what leaves it. Values are literals of SMT-LIB, by the names of variables
// and inputs.
type State struct {
	Values map[string]string
	// Inputs are those of the step that leaves the state, in the last state those of the goal.
	Inputs map[string]string
	// Step is the name of the transition that leaves the state; empty in the last state.
	Step string
}

// newPath is the path of a violation, or nil.
func newPath(o run.Outcome) *Path {
	p := o.Path()
	if p == nil {
		return nil
	}
	out := &Path{Goal: p.Goal, Number: p.Number}
	for _, s := range p.States {
		out.States = append(out.States, newState(s))
	}
	return out
}

func newState(s report.PathState) State { return State{s.Values, s.Inputs, s.Step} }
