package dpr

import (
	"slices"

	"whittle.dev/sat"
)

// set is a set of choices, as a number in sets. The empty set is 0.
type set int32

// sets holds each set once, so that unions are remembered.
type sets struct {
	lits   [][]sat.Lit // ascending
	number map[string]set
	unions map[[2]set]set
	key    []byte // scratch
}

func newSets() *sets {
	return &sets{lits: make([][]sat.Lit, 1), number: map[string]set{}, unions: map[[2]set]set{}}
}

// of returns the choices of a set, ascending. They must not be changed.
func (s *sets) of(a set) []sat.Lit { return s.lits[a] }

// single is the set of one choice.
func (s *sets) single(l sat.Lit) set { return s.intern([]sat.Lit{l}) }

func (s *sets) intern(lits []sat.Lit) set {
	s.key = s.key[:0]
	for _, l := range lits {
		s.key = append(s.key, byte(l), byte(l>>8), byte(l>>16), byte(l>>24))
	}
	n, ok := s.number[string(s.key)]
	if !ok {
		n = set(len(s.lits))
		s.lits = append(s.lits, slices.Clone(lits))
		s.number[string(s.key)] = n
	}
	return n
}

// union is the union of two sets.
func (s *sets) union(a, b set) set {
	switch {
	case a == b || b == 0:
		return a
	case a == 0:
		return b
	case a > b:
		a, b = b, a
	}
	k := [2]set{a, b}
	n, ok := s.unions[k]
	if !ok {
		n = s.intern(merged(s.lits[a], s.lits[b]))
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
