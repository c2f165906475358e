package ts

import (
	"slices"

	"whittle.dev/term"
)

// Interchangeable returns classes of processes, each ascending and of at least two, of which
// any two can be exchanged: the system with their variables and program counters exchanged, in
// all processes and goals, is the same system. So their code, initial values and arguments are
// the same, and others tell them not apart, say by waiting for one only.
func (s *System) Interchangeable() [][]int {
	var out [][]int
	done := make([]bool, len(s.Processes))
	for p := range s.Processes {
		if done[p] {
			continue
		}
		class := []int{p}
		for q := p + 1; q < len(s.Processes); q++ {
			if !done[q] && s.exchange(p, q) {
				class = append(class, q)
				done[q] = true
			}
		}
		if len(class) > 1 {
			out = append(out, class)
		}
	}
	return out
}

// exchange reports whether the system is the same with two processes exchanged. Instructions and
// goals must come in the same order.
func (s *System) exchange(p, q int) bool {
	if len(s.Processes[p].Locs) != len(s.Processes[q].Locs) {
		return false
	}
	x := &exchanger{s: s, vars: map[int]int{}, syms: map[term.Term]term.Term{}}
	if !x.variables(x.own(p), x.own(q)) {
		return false
	}
	of, goals := map[int][]*Instruction{}, map[int][]*Goal{}
	for i := range s.Instructions {
		in := &s.Instructions[i]
		of[in.Process] = append(of[in.Process], in)
	}
	for i := range s.Goals {
		g := &s.Goals[i]
		goals[g.Process] = append(goals[g.Process], g)
	}
	if len(of[p]) != len(of[q]) || len(goals[p]) != len(goals[q]) {
		return false
	}
	for k, a := range of[p] {
		if !x.inputs(a.Inputs, of[q][k].Inputs) {
			return false
		}
	}
	for k, a := range goals[p] {
		if !x.inputs(a.Inputs, goals[q][k].Inputs) {
			return false
		}
	}
	x.apply = term.NewSubstituter(s.Terms, x.syms).Apply
	for r := range s.Processes {
		to := r
		switch r {
		case p:
			to = q
		case q:
			to = p
		}
		for k, a := range of[r] {
			if !x.instruction(a, of[to][k]) {
				return false
			}
		}
		for k, a := range goals[r] {
			if b := goals[to][k]; a.Kind != b.Kind || a.At != b.At || x.apply(a.Guard) != b.Guard {
				return false
			}
		}
	}
	return true
}

// exchanger exchanges the variables of two processes.
type exchanger struct {
	s     *System
	vars  map[int]int
	syms  map[term.Term]term.Term
	apply func(term.Term) term.Term
}

// own lists the variables of a process, its program counter first.
func (x *exchanger) own(p int) []int {
	out := []int{x.s.Processes[p].PC}
	for v := range x.s.Vars {
		if x.s.Vars[v].Owner == p && !x.s.Vars[v].Counter {
			out = append(out, v)
		}
	}
	return out
}

func (x *exchanger) variables(a, b []int) bool {
	return slices.EqualFunc(a, b, func(v, w int) bool {
		y, z := &x.s.Vars[v], &x.s.Vars[w]
		x.vars[v], x.vars[w] = w, v
		x.syms[y.Sym], x.syms[z.Sym] = z.Sym, y.Sym
		return y.Init == z.Init && y.Counter == z.Counter && y.Len == z.Len &&
			x.s.Terms.Sort(y.Sym) == x.s.Terms.Sort(z.Sym) && (y.Owner == Shared) == (z.Owner == Shared)
	})
}

func (x *exchanger) inputs(a, b []term.Term) bool {
	return slices.EqualFunc(a, b, func(i, j term.Term) bool {
		for _, pair := range [][2]term.Term{{i, j}, {j, i}} {
			if old, ok := x.syms[pair[0]]; ok && old != pair[1] {
				return false
			}
			x.syms[pair[0]] = pair[1]
		}
		return x.s.Terms.Sort(i) == x.s.Terms.Sort(j)
	})
}

// instruction reports whether a becomes b.
func (x *exchanger) instruction(a, b *Instruction) bool {
	if a.From != b.From || a.To != b.To || len(a.Updates) != len(b.Updates) || x.apply(a.Guard) != b.Guard {
		return false
	}
	for _, u := range a.Updates {
		v := u.Var
		if w, ok := x.vars[v]; ok {
			v = w
		}
		value := x.apply(u.Value)
		if !slices.ContainsFunc(b.Updates, func(w Update) bool { return w.Var == v && w.Value == value }) {
			return false
		}
	}
	return true
}
