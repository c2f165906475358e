package flow

import (
	"slices"

	"whittle.dev/term"
)

// assignments makes guarded assignments of all transitions and goals. The next values of variables that a
// relation constrains are inputs; define makes terms of those that follow.
func (b *builder) assignments() {
	for i := range b.sys.Transitions {
		b.base = append(b.base, b.assignment(i))
	}
	for i, g := range b.sys.Goals {
		if b.opt.Goals != nil && !slices.Contains(b.opt.Goals, i) {
			continue
		}
		inputs := map[term.Term]term.Term{}
		for _, in := range g.Inputs {
			inputs[in] = in
		}
		b.base = append(b.base, &Edge{To: Goal, Guard: g.Cond, Inputs: g.Inputs, Goal: i, GoalInputs: inputs})
	}
}

func (b *builder) assignment(i int) *Edge {
	t := &b.sys.Transitions[i]
	e := &Edge{Next: make([]term.Term, len(b.sys.Vars)), Inputs: append([]term.Term(nil), t.Inputs...)}
	for _, u := range t.Updates {
		e.Next[u.Var] = u.Value
	}
	next := map[term.Term]term.Term{}
	for v := range b.sys.Vars {
		if e.Next[v] == term.None {
			e.Next[v] = b.st.Fresh(b.sys.Vars[v].Name+"'", b.st.Sort(b.sys.Vars[v].Sym))
			e.Inputs = append(e.Inputs, e.Next[v])
		}
		next[b.sys.Vars[v].Next] = e.Next[v]
	}
	guards := append([]term.Term(nil), t.Guards...)
	sub := term.NewSubstituter(b.st, next)
	for _, r := range t.Relations {
		guards = append(guards, sub.Apply(r))
	}
	e.Guard = b.st.And(guards...)
	inputs := map[term.Term]term.Term{}
	for _, in := range t.Inputs {
		inputs[in] = in
	}
	e.Parts = []Part{{Transition: i, Inputs: inputs, After: e.Next}}
	return e
}

// start is the assignment of initial states by a condition on them.
func (b *builder) start(init term.Term) *Edge {
	e := &Edge{From: Goal, Guard: init, Inputs: slices.Clone(b.sys.InitInputs)}
	for _, v := range b.sys.Vars {
		e.Next, e.Inputs = append(e.Next, v.Sym), append(e.Inputs, v.Sym)
	}
	return b.define(e)
}

// replaced returns the edge with terms in place of some symbols, of variables or inputs. Inputs that are
// replaced are inputs no more.
func (b *builder) replaced(e *Edge, m map[term.Term]term.Term) *Edge {
	if len(m) == 0 {
		return e
	}
	sub := term.NewSubstituter(b.st, m)
	all := func(ts []term.Term) []term.Term {
		out := make([]term.Term, len(ts))
		for i, t := range ts {
			out[i] = sub.Apply(t)
		}
		return out
	}
	inputs := func(of map[term.Term]term.Term) map[term.Term]term.Term {
		out := make(map[term.Term]term.Term, len(of))
		for sym, t := range of {
			out[sym] = sub.Apply(t)
		}
		return out
	}
	out := &Edge{From: e.From, To: e.To, Guard: sub.Apply(e.Guard), Goal: e.Goal}
	if e.To == Goal {
		out.GoalInputs = inputs(e.GoalInputs)
	} else {
		out.Next = all(e.Next)
	}
	for _, in := range e.Inputs {
		if _, gone := m[in]; !gone {
			out.Inputs = append(out.Inputs, in)
		}
	}
	for _, p := range e.Parts {
		out.Parts = append(out.Parts, Part{Transition: p.Transition, Inputs: inputs(p.Inputs),
			After: all(p.After)})
	}
	return out
}
