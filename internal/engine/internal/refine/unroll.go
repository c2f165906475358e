package refine

import (
	"context"
	"fmt"
	"slices"

	"whittle.dev/internal/ts/flow"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// unrolled is a path as terms over the initial state and inputs of its own at each step: the values of
// variables along it are computed.
type unrolled struct {
	r      *Refiner
	chain  Chain
	init   []term.Term   // conjuncts of the initial condition
	values [][]term.Term // by position and variable: the value before the step; nil: it does not matter
	inputs []map[term.Term]term.Term
	guards [][]term.Term // by step: its conjuncts, over the state before and inputs of the edge
	terms  [][]term.Term // the same over initial values
}

// inputAt is an input or a variable at a position of a path.
type inputAt struct {
	at  int
	sym term.Term
}

// symbolAt returns the symbol that stands for another one at a position, always the same.
func (r *Refiner) symbolAt(table map[inputAt]term.Term, at int, sym term.Term) term.Term {
	k := inputAt{at, sym}
	t, ok := table[k]
	if !ok {
		t = r.st.Fresh(fmt.Sprintf("%s@%d", r.st.Name(sym), at), r.st.Sort(sym))
		table[k] = t
	}
	return t
}

func (r *Refiner) unroll(c Chain) *unrolled {
	p := &unrolled{r: r, chain: c}
	if len(c.Edges) == 0 {
		return p
	}
	first := r.g.Edges[c.Edges[0]].From
	p.init = r.st.Conjuncts(r.g.Locs[first].Init)
	now := map[term.Term]term.Term{} // what variables and inputs stand for
	values := make([]term.Term, len(r.g.Sys.Vars))
	for i, v := range r.g.Sys.Vars {
		now[v.Sym] = v.Sym
		values[i] = v.Sym
	}
	for i, edge := range c.Edges {
		e := &r.g.Edges[edge]
		p.values = append(p.values, values)
		inputs := make(map[term.Term]term.Term, len(e.Inputs))
		for _, in := range e.Inputs {
			inputs[in] = r.symbolAt(r.inputs, i, in)
			now[in] = inputs[in]
		}
		p.inputs = append(p.inputs, inputs)
		sub := term.NewSubstituter(r.st, now)
		guards := r.st.Conjuncts(e.Guard)
		terms := make([]term.Term, len(guards))
		for k, g := range guards {
			terms[k] = sub.Apply(g)
		}
		p.guards, p.terms = append(p.guards, guards), append(p.terms, terms)
		if e.To == flow.Goal {
			break
		}
		now = map[term.Term]term.Term{}
		values = make([]term.Term, len(r.g.Sys.Vars))
		for v := range r.g.Sys.Vars {
			if r.g.Locs[e.To].Live[v] {
				values[v] = sub.Apply(e.Next[v])
				now[r.g.Sys.Vars[v].Sym] = values[v]
			}
		}
	}
	return p
}

// all are the guards of all steps.
func (p *unrolled) all() [][]term.Term { return p.guards }

// coreChecks bounds the questions that shrink a core.
const coreChecks = 40

// core returns, by step, the conjuncts of guards that contradict each other and the initial condition. If the
// solver cannot tell it is all of them.
func (p *unrolled) core(ctx context.Context) ([][]term.Term, error) {
	s := p.r.solver
	s.Push()
	defer s.Pop()
	for _, t := range p.init {
		_ = s.Assert(t) // what is not supported makes the check Unknown
	}
	var all []term.Term
	for _, ts := range p.terms {
		for _, t := range ts {
			if p.r.st.IsFalse(t) { // alone
				return p.only(t), nil
			}
		}
		all = append(all, ts...)
	}
	// Guards near the goal are kept first: deletion starts with those of the first steps.
	slices.Reverse(all)
	core, res := smt.MinimalCore(ctx, s, smt.CoreOptions{Checks: coreChecks}, all...)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if res.Status != smt.Unsat {
		return p.guards, nil
	}
	return p.only(core.Terms...), nil
}

// only returns the guards whose terms are given.
func (p *unrolled) only(terms ...term.Term) [][]term.Term {
	out := make([][]term.Term, len(p.guards))
	for i, ts := range p.terms {
		for k, t := range ts {
			if slices.Contains(terms, t) {
				out[i] = append(out[i], p.guards[i][k])
			}
		}
	}
	return out
}
