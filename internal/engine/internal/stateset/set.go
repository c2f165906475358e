package stateset

import (
	"context"
	"encoding/binary"
	"slices"

	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Match says when a state counts as known.
type Match uint8

// The ways to match states.
const (
	// Subsume: a state was visited that has at least these values.
	Subsume Match = iota
	// Equal: a state with the same values was visited.
	Equal
	// None: never.
	None
)

// Config says how states are compared.
type Config struct {
	Match Match
	// Whole compares all slots at once.
	Whole bool
	// NoCache compares slices anew each time.
	NoCache bool
	// NoModels leaves out values that refute equality.
	NoModels bool
	// Rounds and Conflicts bound the effort for one comparison; 0: no bound.
	Rounds, Conflicts int64
	// Wrap puts something around each solver; nil: nothing.
	Wrap func(*term.Store, smt.Solver) smt.Solver
}

// Counts tells how states and slices were compared.
type Counts struct {
	States    int64 // in the set
	Variants  int64 // of them, those with slots
	Slices    int64 // different ones
	Checks    int64 // comparisons of two slices, for equality or inclusion
	Syntactic int64 // of these, decided without any work
	Cached    int64 // known from before
	Model     int64 // refuted by a value that is kept
	Solver    int64 // given to the solver
	Unknown   int64 // of these, without an answer
}

// Set is a set of multi-states. It belongs to one goroutine.
type Set struct {
	s        *term.Store
	ctx      context.Context
	cfg      Config
	explicit map[[16]byte]int32 // -1: a state without slots; else index in variants
	variants [][]variant
	slices   []*slice
	byText   map[string]int32
	known    map[pair]bool
	left     *multistate.Renamer
	right    *multistate.Renamer
	counts   Counts
}

// variant is what a state has beside its explicit part.
type variant struct {
	class  []int32 // by slot: its slice, numbered by first slot
	slices []int32 // by class
}

// pair asks whether slice a is a part of slice b.
type pair struct{ a, b int32 }

// New returns an empty set; st is the store of the terms of the states.
func New(ctx context.Context, st *term.Store, cfg Config) *Set {
	return &Set{
		s: st, ctx: ctx, cfg: cfg, explicit: map[[16]byte]int32{}, byText: map[string]int32{}, known: map[pair]bool{},
		left: multistate.NewRenamer(st, "x!"), right: multistate.NewRenamer(st, "y!"),
	}
}

// Counts returns the counters.
func (s *Set) Counts() Counts {
	c := s.counts
	c.Slices = int64(len(s.slices))
	return c
}

// Add enters a state and reports whether it is new.
func (s *Set) Add(im multistate.Image) bool {
	if s.cfg.Match == None {
		s.counts.States++
		return true
	}
	i, seen := s.explicit[im.Key]
	if len(im.Slots) == 0 {
		if !seen {
			s.explicit[im.Key] = -1
			s.counts.States++
		}
		return !seen
	}
	v := s.divide(im)
	if seen {
		for _, old := range slices.Backward(s.variants[i]) {
			if s.matches(im, v, old) {
				return false
			}
		}
	} else {
		i = int32(len(s.variants))
		s.variants = append(s.variants, nil)
		s.explicit[im.Key] = i
	}
	s.variants[i] = append(s.variants[i], v)
	s.counts.States++
	s.counts.Variants++
	return true
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

func (s *Set) symbols(t term.Term) []term.Term { return s.s.Symbols(t) }

// text is a key of a slice whose symbols have their canonical names.
func (sl *slice) text() string {
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
