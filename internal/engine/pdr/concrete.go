package pdr

import (
	"whittle.dev/internal/ts/flow"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// unrolled is a chain as terms over the initial state and inputs of its own at each step: the values of
// variables along it are computed, so where they are constants nothing is left to solve.
type unrolled struct {
	s     *search
	chain *chain
	// inputs are the symbols for the inputs of each edge, guards the conditions that it can be taken.
	inputs []map[term.Term]term.Term
	guards []term.Term
}

func (s *search) unroll(c *chain) *unrolled {
	u := &unrolled{s: s, chain: c}
	now := map[term.Term]term.Term{} // what variables and inputs stand for
	for _, v := range s.g.Sys.Vars {
		now[v.Sym] = v.Sym
	}
	for _, edge := range c.edges {
		e := &s.g.Edges[edge]
		inputs := make(map[term.Term]term.Term, len(e.Inputs))
		for _, in := range e.Inputs {
			inputs[in] = s.st.Fresh("in", s.st.Sort(in))
			now[in] = inputs[in]
		}
		sub := term.NewSubstituter(s.st, now)
		u.inputs = append(u.inputs, inputs)
		u.guards = append(u.guards, sub.Apply(e.Guard))
		if e.To == flow.Goal {
			break
		}
		next := make(map[term.Term]term.Term, len(now))
		for v, t := range e.Next {
			if s.g.Locs[e.To].Live[v] {
				next[s.g.Sys.Vars[v].Sym] = sub.Apply(t)
			} else {
				next[s.g.Sys.Vars[v].Sym] = s.g.Sys.Vars[v].Sym // its value does not matter
			}
		}
		now = next
	}
	return u
}

// path decides whether the chain has a concrete path and returns it; nil if it has none.
func (u *unrolled) path() (*transition.Path, error) {
	s := u.s
	init := s.places[u.chain.locs[0]].init
	sat, err := s.check(append([]term.Term{init}, u.guards...)...)
	if err != nil || !sat {
		return nil, err
	}
	p, err := u.read()
	if err == nil {
		err = s.g.Sys.Replay(p)
	}
	return p, err
}

// read reads the path from the solver's model.
func (u *unrolled) read() (*transition.Path, error) {
	s := u.s
	value := func(sym term.Term) term.Value {
		if v, ok := s.solver.Value(sym); ok {
			return v
		}
		return s.st.ZeroValue(s.st.Sort(sym))
	}
	first := make(transition.State, len(s.g.Sys.Vars))
	for v := range s.g.Sys.Vars {
		first[v] = value(s.g.Sys.Vars[v].Sym)
	}
	initial := term.Map{}
	for _, in := range s.g.Sys.InitInputs {
		initial[in] = value(in)
	}
	steps := make([]flow.Step, len(u.chain.edges))
	for i, edge := range u.chain.edges {
		steps[i] = flow.Step{Edge: edge, Inputs: term.Map{}}
		for in, sym := range u.inputs[i] {
			steps[i].Inputs[in] = value(sym)
		}
	}
	return s.g.Path(first, initial, steps)
}
