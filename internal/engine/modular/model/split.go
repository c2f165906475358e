package model

import (
	"maps"
	"slices"

	"whittle.dev/term"
)

// A thread that has tried to take something rests at one place whether it got it or not, and decides by a
// local of its own where to go. Threads are counted by places, so such a place is split: in one part the
// condition holds, in the other one it does not, and each step that led to it becomes two.

const (
	maxParts     = 2   // conditions by which one place is split
	maxSplitting = 600 // edges of a template that is split further
)

// SplitPlaces splits places by conditions on locals that decide which steps are possible.
func (s *System) SplitPlaces() {
	for i := range s.Templates {
		t := &s.Templates[i]
		for l := 1; l < len(t.Locs); l++ { // at 0 threads begin
			for range maxParts {
				c := s.decides(t, l)
				if c == term.None || len(t.Edges) > maxSplitting {
					break
				}
				s.split(t, l, c)
			}
		}
	}
}

// decides finds a condition on locals that decides which of the steps from a location are possible, but not
// whether there is an error; None if there is none. Of the initial thread those locals that are shared cells
// are looked at for one value alone: its loops go on in one place.
func (s *System) decides(t *Template, loc int) term.Term {
	live := map[term.Term]bool{}
	for _, sym := range t.Locs[loc].Live {
		live[sym] = true
	}
	for _, k := range t.Locs[loc].Out {
		for _, c := range s.Terms.Conjuncts(t.Edges[k].Guard) {
			if s.Terms.Op(c) == term.OpNot {
				c = s.Terms.Arg(c, 0)
			}
			syms := s.Terms.Symbols(c)
			value := s.Terms.Op(c) == term.OpEq && t == &s.Templates[0]
			others := func(sym term.Term) bool { return !live[sym] && (!value || !s.initial[sym]) }
			if len(syms) > 0 && !slices.ContainsFunc(syms, others) && s.cuts(t, loc, c) {
				return c
			}
		}
	}
	return term.None
}

// cuts reports whether one value of a condition makes a step from a location impossible, and none does so
// with an error alone: the threads that may fail are not those of which the condition tells that they do.
func (s *System) cuts(t *Template, loc int, c term.Term) bool {
	var steps, errors [2]bool // by value
	for _, k := range t.Locs[loc].Out {
		e := &t.Edges[k]
		for i, value := range []bool{false, true} {
			if s.Terms.IsFalse(s.given(e.Guard, c, value)) {
				steps[i] = steps[i] || e.Kind == Step
				errors[i] = errors[i] || e.Kind != Step
			}
		}
	}
	return (steps[0] || steps[1]) && (steps[0] || !errors[0]) && (steps[1] || !errors[1])
}

// given is a formula where a condition has a value.
func (s *System) given(t, c term.Term, value bool) term.Term {
	return s.Terms.Substitute(t, map[term.Term]term.Term{c: s.Terms.Bool(value)})
}

// split splits a location: in the first part a condition holds, in the second one, a new location, it does
// not.
func (s *System) split(t *Template, loc int, c term.Term) {
	second := len(t.Locs)
	t.Locs = append(t.Locs, t.Locs[loc])
	var edges []Edge
	put := func(e Edge, guard term.Term) {
		if !s.Terms.IsFalse(guard) {
			e.Guard, e.Updates = guard, maps.Clone(e.Updates)
			edges = append(edges, e)
		}
	}
	leads := func(e Edge) {
		if e.To != loc || e.Kind != Step {
			put(e, e.Guard)
			return
		}
		holds := s.Terms.Substitute(c, e.Updates)
		put(e, s.Terms.And(e.Guard, holds))
		e.To = second
		put(e, s.Terms.And(e.Guard, s.Terms.Not(holds)))
	}
	for _, e := range t.Edges {
		if e.From != loc {
			leads(e)
			continue
		}
		guard := e.Guard
		e.Guard = s.given(guard, c, true)
		leads(e)
		e.Guard, e.From = s.given(guard, c, false), second
		if e.Kind != Step {
			e.To = second
		}
		leads(e)
	}
	t.Edges = edges
	for l := range t.Locs {
		t.Locs[l].Out = nil
	}
	for k := range t.Edges {
		t.Locs[t.Edges[k].From].Out = append(t.Locs[t.Edges[k].From].Out, k)
	}
	for _, a := range t.Accesses {
		if a.From == loc {
			a.From = second
			t.Accesses = append(t.Accesses, a)
		}
	}
}
