package slab

import (
	"slices"

	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// problem is a transition system as the abstraction sees it: neither its initial condition nor its error has
// inputs.
//
// Inputs of the initial condition that merely make a variable arbitrary are dropped together with their
// equation; others become those of a first step, from the only initial state, in which the variable started
// is false. Inputs of a goal become those of a last step, after which the variable hit is true. So ¬init and
// ¬error are formulas without quantifiers.
type problem struct {
	sys *transition.System
	st  *term.Store
	// vars are those of sys, and started and hit after them if there are such variables.
	vars         []transition.Var
	started, hit int // -1: none
	init         []term.Term
	transitions  []prepared
}

// prepared is a transition of a problem.
type prepared struct {
	transition.Transition
	// origin is its index in the system, or start or end.
	origin int
}

// Origins of steps that are none of the system's.
const (
	start = -1 // to a state in which the initial condition holds
	end   = -2 // to a state in which the goal was reached
)

// newProblem prepares a system for the given goals.
func newProblem(sys *transition.System, goals []int, noClauses bool) *problem {
	p := &problem{sys: sys, st: sys.Terms, vars: slices.Clone(sys.Vars), started: -1, hit: -1,
		transitions: normal(sys, noClauses)}
	if slices.ContainsFunc(goals, func(g int) bool { return len(sys.Goals[g].Inputs) > 0 }) {
		p.hit = p.flag("hit")
	}
	p.prepareInit()
	return p
}

// flag adds a variable of sort Bool, which every transition leaves alone.
func (p *problem) flag(name string) int {
	v := len(p.vars)
	p.vars = append(p.vars, transition.Var{Name: name, Sym: p.sys.Fresh(name, term.Bool),
		Next: p.sys.Fresh(name+"'", term.Bool), Process: transition.Shared})
	for i := range p.transitions {
		t := &p.transitions[i]
		t.Updates = append(slices.Clip(t.Updates), transition.Update{Var: v, Value: p.vars[v].Sym})
	}
	return v
}

func (p *problem) prepareInit() {
	parts := p.st.Conjuncts(p.sys.Init)
	inputs := map[term.Term]bool{}
	for _, in := range p.sys.InitInputs {
		inputs[in] = true
	}
	for {
		uses := map[term.Term]int{}
		for _, c := range parts {
			for _, sym := range p.st.Symbols(c) {
				uses[sym]++
			}
		}
		n := len(parts)
		parts = slices.DeleteFunc(parts, func(c term.Term) bool {
			if p.st.Op(c) != term.OpEq {
				return false
			}
			a, b := p.st.Arg(c, 0), p.st.Arg(c, 1)
			return a != b && (inputs[a] && uses[a] == 1 || inputs[b] && uses[b] == 1)
		})
		if len(parts) == n {
			break
		}
	}
	p.init = parts
	if slices.ContainsFunc(p.st.Symbols(parts...), func(sym term.Term) bool { return inputs[sym] }) {
		p.startLater(parts)
	}
	if p.hit >= 0 {
		p.init = append(p.init, p.st.Not(p.vars[p.hit].Sym))
	}
}

// startLater makes the initial condition that of a first step.
func (p *problem) startLater(parts []term.Term) {
	p.started = p.flag("started")
	v := p.vars[p.started]
	for i := range p.transitions {
		t := &p.transitions[i]
		t.Guards = append(slices.Clip(t.Guards), v.Sym)
	}
	after := map[term.Term]term.Term{}
	for _, v := range p.vars {
		after[v.Sym] = v.Next
	}
	first := transition.Transition{Name: "start", Guards: []term.Term{p.st.Not(v.Sym)},
		Process: transition.Shared, Inputs: p.sys.InitInputs}
	for _, c := range parts {
		first.Relations = append(first.Relations, p.st.Substitute(c, after))
	}
	if p.hit >= 0 {
		first.Updates = append(first.Updates, transition.Update{Var: p.hit, Value: p.vars[p.hit].Sym})
	}
	first.Updates = append(first.Updates, transition.Update{Var: p.started, Value: p.st.True()})
	p.transitions = append(p.transitions, prepared{first, start})
	p.init = []term.Term{p.st.Not(v.Sym)}
}

// target is one disjunct of the error condition, with the transitions of the system and, for a goal with
// inputs, the one that reaches it.
type target struct {
	// goals are those that it is of: one, or all that have no inputs.
	goals       []int
	cond        []term.Term // its conjuncts
	transitions []prepared
	// plain: the transitions are those of the system.
	plain bool
	// name is what people are told that it is.
	name string
}

// targets returns the disjuncts of goals; with whole set, all goals without inputs as one.
func (p *problem) targets(goals []int, whole bool) []target {
	var out []target
	var plain []int
	var conds []term.Term
	for _, goal := range goals {
		g := &p.sys.Goals[goal]
		switch {
		case len(g.Inputs) > 0:
			out = append(out, p.behind(goal))
		case whole:
			plain, conds = append(plain, goal), append(conds, g.Cond)
		default:
			for _, d := range p.disjuncts(g.Cond) {
				out = append(out, p.target([]int{goal}, d))
			}
		}
	}
	if len(plain) > 0 {
		out = append(out, p.target(plain, p.st.Or(conds...)))
	}
	return out
}

// target makes one of a condition without inputs.
func (p *problem) target(goals []int, d term.Term) target {
	cond := p.st.Conjuncts(d)
	if p.started >= 0 {
		cond = append(cond, p.vars[p.started].Sym)
	}
	return target{goals: goals, cond: cond, transitions: p.transitions, plain: true}
}

func (p *problem) behind(goal int) target {
	g := &p.sys.Goals[goal]
	last := transition.Transition{Name: g.Name, Guards: p.st.Conjuncts(g.Cond), Inputs: g.Inputs,
		Process: transition.Shared, Pos: g.Pos}
	if p.started >= 0 {
		last.Guards = append(last.Guards, p.vars[p.started].Sym)
	}
	for v := range p.vars {
		value := p.vars[v].Sym
		if v == p.hit {
			value = p.st.True()
		}
		last.Updates = append(last.Updates, transition.Update{Var: v, Value: value})
	}
	return target{goals: []int{goal}, cond: []term.Term{p.vars[p.hit].Sym},
		transitions: append(slices.Clip(p.transitions), prepared{last, end})}
}

// maxDisjuncts bounds the disjuncts that an error condition is taken apart into.
const maxDisjuncts = 64

// disjuncts takes an error condition apart at or, and at or below one and.
func (p *problem) disjuncts(t term.Term) []term.Term {
	switch p.st.Op(t) {
	case term.OpOr:
		var out []term.Term
		for _, a := range p.st.Args(t) {
			out = append(out, p.disjuncts(a)...)
		}
		if len(out) <= maxDisjuncts {
			return out
		}
	case term.OpNot:
		// not (a and b) is (not a) or (not b)
		if a := p.st.Arg(t, 0); p.st.Op(a) == term.OpAnd {
			var out []term.Term
			for _, b := range p.st.Args(a) {
				out = append(out, p.disjuncts(p.st.Not(b))...)
			}
			if len(out) <= maxDisjuncts {
				return out
			}
		}
	case term.OpAnd:
		args := p.st.Args(t)
		for i, a := range args {
			if isDisjunction(p.st, a) {
				rest := p.st.And(slices.Concat(args[:i], args[i+1:])...)
				var out []term.Term
				for _, b := range p.disjuncts(a) {
					out = append(out, p.st.And(b, rest))
				}
				return out
			}
		}
	}
	return []term.Term{t}
}

func isDisjunction(st *term.Store, t term.Term) bool {
	op := st.Op(t)
	return op == term.OpOr || op == term.OpNot && st.Op(st.Arg(t, 0)) == term.OpAnd
}
