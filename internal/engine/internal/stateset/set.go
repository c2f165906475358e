package stateset

import (
	"context"
	"encoding/binary"
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
			if s.matches(im, v, old) {
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

// divide finds the slices of a state.
func (s *Set) divide(im multistate.Image) variant {
	v := variant{class: make([]int32, len(im.Slots))}
	if s.cfg.Whole {
		v.slices = []int32{s.intern(s.whole(im))}
		return v
	}
	// Union-find over slots, through symbols.
	parts := newPartition(len(im.Slots))
	first := map[term.Term]int32{} // slot in which a symbol was seen first
	join := func(sym term.Term, slot int32) {
		if f, ok := first[sym]; ok {
			parts.join(f, slot)
		} else {
			first[sym] = slot
		}
	}
	for i, t := range im.Slots {
		for _, sym := range s.symbols(t) {
			join(sym, int32(i))
		}
	}
	for _, p := range im.Parts {
		slot := int32(-1)
		for _, sym := range p.Symbols {
			if f, ok := first[sym]; ok {
				if slot < 0 {
					slot = f
				}
				join(sym, slot)
			}
		}
	}
	number := map[int32]int32{}
	var made []*slice
	for i, t := range im.Slots {
		root := parts.find(int32(i))
		n, ok := number[root]
		if !ok {
			n = int32(len(made))
			number[root] = n
			made = append(made, &slice{})
		}
		v.class[i] = n
		made[n].vals = append(made[n].vals, t)
	}
	for _, p := range im.Parts {
		for _, sym := range p.Symbols {
			if f, ok := first[sym]; ok {
				sl := made[number[parts.find(f)]]
				sl.add(p)
				break
			}
		}
	}
	v.slices = make([]int32, len(made))
	for n, sl := range made {
		v.slices[n] = s.intern(sl)
	}
	return v
}

// whole is the one slice of a state that is not divided.
func (s *Set) whole(im multistate.Image) *slice {
	sl := &slice{vals: im.Slots}
	for _, p := range im.Parts {
		sl.add(p)
	}
	return sl
}

// handles is a key of a slice in the store that its terms are of.
func (sl *slice) handles() string {
	b := make([]byte, 0, 4*(len(sl.vals)+len(sl.conj))+4)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(sl.vals)))
	for _, t := range sl.vals {
		b = binary.LittleEndian.AppendUint32(b, uint32(t))
	}
	for _, t := range sl.conj {
		b = binary.LittleEndian.AppendUint32(b, uint32(t))
	}
	return string(b)
}

// matches reports whether the state v, whose image is given, is known by the state old.
func (s *Set) matches(im multistate.Image, v, old variant) bool {
	if slices.Equal(v.class, old.class) {
		// The cheap comparisons first: one slice that differs suffices.
		var open []int
		for n := range v.slices {
			switch r, ok := s.quick(v.slices[n], old.slices[n]); {
			case ok && !r:
				return false
			case !ok:
				open = append(open, n)
			}
		}
		for _, n := range open {
			if !s.slow(v.slices[n], old.slices[n]) {
				return false
			}
		}
		return true
	}
	for _, group := range joinClasses(v.class, old.class) {
		a, b := s.gather(v, group), s.gather(old, group)
		r, ok := s.quick(a, b)
		if !ok {
			r = s.slow(a, b)
		}
		if !r {
			return false
		}
	}
	return true
}

// joinClasses returns the finest division of the slots that both divisions refine.
func joinClasses(a, b []int32) [][]int32 {
	parts := newPartition(len(a))
	for _, class := range [...][]int32{a, b} {
		first := map[int32]int32{}
		for i, c := range class {
			if f, ok := first[c]; ok {
				parts.join(f, int32(i))
			} else {
				first[c] = int32(i)
			}
		}
	}
	var groups [][]int32
	number := map[int32]int{}
	for i := range a {
		root := parts.find(int32(i))
		n, ok := number[root]
		if !ok {
			n = len(groups)
			number[root] = n
			groups = append(groups, nil)
		}
		groups[n] = append(groups[n], int32(i))
	}
	return groups
}
