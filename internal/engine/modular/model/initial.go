package model

import (
	"slices"

	"whittle.dev/term"
)

// shareInitial makes shared cells of the locals that the initial thread has when it creates threads: there
// is one such thread, so nothing changes but that lemmas of others may be about them. Variables of which
// each thread has one stay where they are: threads of other templates have them by the same symbol. So do
// those that tell nothing of other variables, like an input that decides what is created next: each value of
// a shared cell multiplies the control states of all threads.
func (s *System) shareInitial() {
	t := &s.Templates[0]
	of := map[term.Term]bool{}
	for _, e := range t.Edges {
		if e.Spawn != nil {
			for _, sym := range t.Locs[e.From].Live {
				of[sym] = s.Terms.Sort(sym).IsBitVec()
			}
		}
	}
	for _, other := range s.Templates[1:] {
		for _, v := range other.Locals {
			delete(of, v.Sym)
		}
	}
	related := s.related(t)
	for sym := range of {
		if !related[sym] {
			delete(of, sym)
		}
	}
	mine := func(sym term.Term) bool { return of[sym] }
	for _, v := range t.Locals {
		if of[v.Sym] {
			s.Globals = append(s.Globals, v)
		}
	}
	s.initial = of
	t.Locals = slices.DeleteFunc(t.Locals, func(v Var) bool { return of[v.Sym] })
	for l := range t.Locs {
		t.Locs[l].Live = slices.DeleteFunc(t.Locs[l].Live, mine)
	}
}

// related are the variables that steps compute from variables, or the others from them, and those that guards
// compare with others.
func (s *System) related(t *Template) map[term.Term]bool {
	out := map[term.Term]bool{}
	for _, e := range t.Edges {
		note := func(syms []term.Term) {
			for _, sym := range syms {
				out[sym] = out[sym] || !slices.Contains(e.Inputs, sym)
			}
		}
		for sym, value := range e.Updates {
			if syms := s.Terms.Symbols(value); slices.ContainsFunc(syms, func(x term.Term) bool {
				return !slices.Contains(e.Inputs, x)
			}) {
				note(append(syms, sym))
			}
		}
		if e.Spawn != nil {
			for _, value := range e.Spawn.Args {
				note(s.Terms.Symbols(value))
			}
		}
		for _, c := range s.Terms.Conjuncts(e.Guard) {
			if syms := s.Terms.Symbols(c); len(syms) > 1 {
				note(syms)
			}
		}
	}
	return out
}

// Before finds the locations of the initial thread that it does not come to after a creation.
func (s *System) Before() []bool {
	t := &s.Templates[0]
	late := make([]bool, len(t.Locs))
	for changed := true; changed; {
		changed = false
		for _, e := range t.Edges {
			if (e.Spawn != nil || late[e.From]) && !late[e.To] {
				late[e.To], changed = true, true
			}
		}
	}
	for l := range late {
		late[l] = !late[l]
	}
	return late
}
