package model

import (
	"slices"

	"whittle.dev/term"
)

// shareInitial makes shared cells of the locals that the initial thread has when it creates threads: there
// is one such thread, so nothing changes but that lemmas of others may be about them. Variables of which
// each thread has one stay where they are: threads of other templates have them by the same symbol.
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
