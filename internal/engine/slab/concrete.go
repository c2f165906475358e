package slab

import (
	"context"
	"errors"
	"fmt"

	"whittle.dev/internal/engine/slab/conjunction"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// errNotConcrete: an error path of the abstraction is concretizable, but the system has no such path. That is
// a defect: simplification keeps concretizable paths (Proposition 2).
var errNotConcrete = errors.New("slab: the error path of the abstraction is none of the system")

// concretize makes a path of the system of one of the abstraction: the transitions that its steps stand for
// are taken as they were before they were simplified.
func (x *refinement) concretize(ctx context.Context) (*transition.Path, error) {
	sys := x.problem.sys
	var taken []int
	for _, e := range x.path {
		for _, o := range e.step.origin {
			if o >= 0 {
				taken = append(taken, o)
			}
		}
	}
	last := len(taken)
	var parts []part
	add := func(t term.Term, at int) {
		for _, c := range x.voc.st.Conjuncts(t) {
			parts = append(parts, part{x.voc.formula(c), at})
		}
	}
	// A transition may have the same inputs as the initial condition, for another value.
	initial := map[term.Term]term.Term{}
	for i, in := range sys.InitInputs {
		initial[in] = x.voc.input(in, -1-i)
	}
	add(x.voc.st.Substitute(sys.Init, initial), 0)
	for i, o := range taken {
		add(sys.Relation(&sys.Transitions[o]), i)
	}
	var conds []term.Term
	for _, g := range x.target.goals {
		conds = append(conds, sys.Goals[g].Cond)
	}
	add(sys.Terms.Or(conds...), last)
	ans, err := x.ask(ctx, parts, last+1)
	if err != nil {
		return nil, err
	}
	if !ans.sat {
		return nil, errNotConcrete
	}
	p := &transition.Path{}
	for at := range last + 1 {
		state := make(transition.State, len(sys.Vars))
		for v := range sys.Vars {
			state[v] = x.asker.variable(ans.model, v, at)
		}
		p.States = append(p.States, state)
	}
	values := func(ins []term.Term, at int, name map[term.Term]term.Term) term.Map {
		m := term.Map{}
		for _, in := range ins {
			sym := in
			if name != nil {
				sym = name[in]
			}
			m[in] = x.asker.input(ans.model, sym, at)
		}
		return m
	}
	p.Initial = values(sys.InitInputs, 0, initial)
	for i, o := range taken {
		p.Steps = append(p.Steps, transition.Step{Transition: o,
			Inputs: values(sys.Transitions[o].Inputs, i, nil)})
	}
	for _, p.Goal = range x.target.goals {
		p.Inputs = values(sys.Goals[p.Goal].Inputs, last, nil)
		if err = sys.Replay(p); err == nil {
			return p, nil
		}
	}
	return nil, fmt.Errorf("%w: %w", errNotConcrete, err)
}

// variable is the value of a variable in the model of the last question.
func (k *asker) variable(m model, v, at int) term.Value {
	if s, ok := m.(*smallModel); ok {
		return s.m.Value(conjunction.Current(v), at)
	}
	return k.value(k.state(at).syms[v])
}

// input is the value of an input of step at in the model of the last question.
func (k *asker) input(m model, in term.Term, at int) term.Value {
	if s, ok := m.(*smallModel); ok {
		return s.m.Value(conjunction.Input(k.voc.inputs[in]), at)
	}
	return k.value(k.inputOf(k.state(at), in, at))
}

func (k *asker) value(sym term.Term) term.Value {
	if v, ok := k.solver.Value(sym); ok {
		return v
	}
	return k.voc.st.ZeroValue(k.voc.st.Sort(sym))
}
