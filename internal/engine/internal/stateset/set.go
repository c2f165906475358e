package stateset

import (
	"context"
	"slices"

	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/engine/internal/portable"
	"whittle.dev/internal/engine/internal/querycache"
	"whittle.dev/internal/engine/internal/symbols"
	"whittle.dev/term"
)

// Set is how one goroutine sees the states of a Store: with the slices as terms of its own term store.
type Set struct {
	*Store
	s       *term.Store
	ctx     context.Context
	names   *symbols.Renamer // of the symbols of slices
	bound   *symbols.Renamer // of those of slices under a quantifier
	encoder *portable.Encoder
	number  map[string]int32 // of a slice, by handles
	loaded  []*slice         // by number; nil: not read yet
	syms    map[term.Term][]term.Term
	counts  Counts
	queries int64             // that the solver was given
	found   querycache.Answer // to the query asked last
}

// View returns a set that enters states into st, which other goroutines may do by views of their own; terms
// is the store of the terms of the states.
func (st *Store) View(ctx context.Context, terms *term.Store) *Set {
	return &Set{
		Store: st, ctx: ctx, s: terms, names: symbols.NewRenamer(terms, "x!"),
		bound:   symbols.NewRenamer(terms, "y!"),
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
	_, added := s.Enter(im)
	return added
}

// Name tells the states of a Store apart.
type Name struct {
	shard uint8
	key   int32 // negative: a state without slots
	nth   int32 // among those with one explicit part
}

// Enter is Add; it also returns the name of the state, or of the one by which it is known.
func (s *Set) Enter(im multistate.Image) (Name, bool) {
	if s.cfg.Match == None {
		n := s.states.Add(1)
		return Name{key: -1, nth: int32(n)}, true
	}
	sh := s.shard(im.Key)
	if len(im.Slots) == 0 {
		key, added := sh.addExplicit(im.Key, s.Store)
		return Name{im.Key[0] % numShards, key, 0}, added
	}
	v := s.divide(im)
	// Comparisons take long, so they are made while others may enter states: those have to
	// be looked at before this one is entered.
	seen := 0
	for {
		key, list, added := sh.add(im.Key, v, seen, s.Store)
		if added {
			return Name{im.Key[0] % numShards, key, int32(len(list))}, true
		}
		for i, old := range slices.Backward(list[seen:]) {
			if s.matches(v, old) {
				return Name{im.Key[0] % numShards, key, int32(seen + i)}, false
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
