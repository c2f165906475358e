package transition

import (
	"fmt"

	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// FromProcesses makes a transition system of a system of processes, over the same store of terms. Variables,
// and transitions and goals, have the indices of variables, instructions and goals of src, which are their
// Origin as well. The name of a goal that is no violation begins with its kind. Each transition is a guarded
// assignment of all variables: what src leaves alone stays.
//
// PathOf makes paths of the result paths of src.
func FromProcesses(src *ts.System) *System {
	st := src.Terms
	s := &System{Terms: st, InitInputs: src.Inputs, Files: src.Files}
	init := make([]term.Term, len(src.Vars))
	for i, v := range src.Vars {
		s.Vars = append(s.Vars, Var{Name: v.Name, Sym: v.Sym, Next: s.Fresh(v.Name+"'", st.Sort(v.Sym)),
			Process: v.Owner, Counter: v.Counter})
		init[i] = st.Eq(v.Sym, v.Init)
	}
	s.Init = st.And(init...)
	for i := range src.Instructions {
		s.Transitions = append(s.Transitions, s.fromInstruction(src, i))
	}
	for i := range src.Goals {
		g := &src.Goals[i]
		name := g.What
		if g.Kind != ts.Violation {
			name = g.Kind.String() + ": " + name
		}
		s.Goals = append(s.Goals, Goal{Name: name, Number: i, Cond: src.Reached(g),
			Inputs: g.Inputs, Origin: i, Pos: g.Pos})
	}
	return s
}

func (s *System) fromInstruction(src *ts.System, i int) Transition {
	in := &src.Instructions[i]
	t := Transition{Name: src.InstructionName(in), Guards: []term.Term{src.AtLoc(in.Process, in.From)},
		Inputs: in.Inputs, Process: in.Process, Origin: i, Pos: in.Pos}
	if in.Guard != s.Terms.True() {
		t.Guards = append(t.Guards, in.Guard)
	}
	for v := range s.Vars {
		t.Updates = append(t.Updates, Update{v, s.Vars[v].Sym})
	}
	for _, u := range in.Updates {
		t.Updates[u.Var].Value = u.Value
	}
	pc := src.Processes[in.Process].PC
	t.Updates[pc].Value = s.Terms.BV(src.PCSort(in.Process).Width(), uint64(in.To))
	return t
}

// PathOf returns a path of the system made by FromProcesses as one of src.
func (s *System) PathOf(src *ts.System, p *Path) (ts.Path, error) {
	out := ts.Path{Initial: p.Initial, Inputs: p.Inputs}
	if p.Goal < 0 || p.Goal >= len(s.Goals) {
		return out, fmt.Errorf("transition: no goal %d", p.Goal)
	}
	out.Goal = &src.Goals[s.Goals[p.Goal].Origin]
	for _, step := range p.Steps {
		out.Steps = append(out.Steps, ts.Step{Instruction: s.Transitions[step.Transition].Origin,
			Inputs: step.Inputs})
	}
	return out, nil
}
