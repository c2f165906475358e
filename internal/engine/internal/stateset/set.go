package stateset

import (
	"context"
	"slices"

	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/engine/internal/portable"
	"whittle.dev/term"
)

// Set is how one goroutine sees the states of a Store: with the slices as terms of its own term store.
type Set struct {
	*Store
	s       *term.Store
	ctx     context.Context
	names   *multistate.Renamer // of the symbols of slices
	bound   *multistate.Renamer // of those of slices under a quantifier
	encoder *portable.Encoder
	number  map[string]int32 // of a slice, by handles
	loaded  []*slice         // by number; nil: not read yet
	syms    map[term.Term][]term.Term
	counts  Counts
	queries int64 // that the solver was given
}

// View returns a set that enters states into st, which other goroutines may do by views of their own; terms
// is the store of the terms of the states.
func (st *Store) View(ctx context.Context, terms *term.Store) *Set {
	return &Set{
		Store: st, ctx: ctx, s: terms, names: multistate.NewRenamer(terms, "x!"),
		bound:   multistate.NewRenamer(terms, "y!"),
		encoder: portable.NewEncoder(terms), number: map[string]int32{}, syms: map[term.Term][]term.Term{},
	}
}

// Counts returns how this view compared states; States, Variants and Slices are those of the store.
func (s *Set) Counts() Counts {
	c := s.counts
	c.States, c.Variants, c.Slices = s.Size()
	return c
}

// Add enters a state and reports whether it is new.
func (s *Set) Add(im multistate.Image) bool {
	if s.cfg.Match == None {
		s.states.Add(1)
		return true
	}
	sh := s.shard(im.Key)
	if len(im.Slots) == 0 {
		return sh.addExplicit(im.Key, s.Store)
	}
	v := s.divide(im)
	// Comparisons take long, so they are made while others may enter states: those have to
	// be looked at before this one is entered.
	seen := 0
	for {
		list, added := sh.add(im.Key, v, seen, s.Store)
		if added {
			return true
		}
		for _, old := range slices.Backward(list[seen:]) {
			if s.matches(v, old) {
				return false
			}
		}
		seen = len(list)
	}
}

func (s *Set) symbols(t term.Term) []term.Term {
	if syms, ok := s.syms[t]; ok {
		return syms
	}
	syms := s.s.Symbols(t)
	s.syms[t] = syms
	return syms
}
