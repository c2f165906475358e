package dpr

import (
	"math/bits"
	"slices"

	"whittle.dev/sat"
)

// set is a set of choices of a run. Without the bit large its bits are the first choices that the run has
// made; else it is a number in sets. The empty set is 0.
type set uint64

const large set = 1 << 63

// small is how many choices of a run have bits.
const small = 63

// sets holds each large set once, so that unions are remembered.
type sets struct {
	lits   [][]sat.Lit // ascending
	number map[string]set
	unions map[[2]set]set
	key    []byte // scratch
}

func newSets() *sets { return &sets{number: map[string]set{}, unions: map[[2]set]set{}} }

func (s *sets) intern(lits []sat.Lit) set {
	s.key = s.key[:0]
	for _, l := range lits {
		s.key = append(s.key, byte(l), byte(l>>8), byte(l>>16), byte(l>>24))
	}
	n, ok := s.number[string(s.key)]
	if !ok {
		n = set(len(s.lits)) | large
		s.lits = append(s.lits, slices.Clone(lits))
		s.number[string(s.key)] = n
	}
	return n
}

// of returns the choices of a set, ascending. They must not be changed.
func (r *run) of(a set) []sat.Lit {
	if a&large != 0 {
		return r.s.sets.lits[a&^large]
	}
	out := r.listed(a)
	slices.Sort(out)
	return out
}

// listed returns the choices of a set that is not large, in the order in which they were made.
func (r *run) listed(a set) []sat.Lit {
	out := make([]sat.Lit, 0, bits.OnesCount64(uint64(a)))
	for ; a != 0; a &= a - 1 {
		out = append(out, r.path[bits.TrailingZeros64(uint64(a))])
	}
	return out
}

// last is the set of the choice that was made last.
func (r *run) last() set {
	if n := len(r.path) - 1; n < small {
		return 1 << n
	}
	return r.s.sets.intern(r.path[len(r.path)-1:])
}

// union is the union of two sets.
func (r *run) union(a, b set) set {
	if (a|b)&large == 0 {
		return a | b
	}
	s := r.s.sets
	switch {
	case a == b || b == 0:
		return a
	case a == 0:
		return b
	case a > b:
		a, b = b, a
	}
	if a&large == 0 {
		a = s.intern(r.of(a))
	}
	k := [2]set{a, b}
	n, ok := s.unions[k]
	if !ok {
		n = s.intern(merged(s.lits[a&^large], s.lits[b&^large]))
		s.unions[k] = n
	}
	return n
}

// merged is the union of ascending lists.
func merged(a, b []sat.Lit) []sat.Lit {
	out := make([]sat.Lit, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case b[0] < a[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}
