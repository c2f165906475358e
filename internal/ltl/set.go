package ltl

import (
	"iter"
	"math/bits"
)

// maxElements bounds how many states an alternating automaton has.
const maxElements = 256

// set is a set of states of the alternating automaton, by their numbers.
type set [maxElements / 64]uint64

func single(i int) set {
	var s set
	s[i/64] = 1 << (i % 64)
	return s
}

func (s set) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

func (s set) union(t set) set {
	for i := range s {
		s[i] |= t[i]
	}
	return s
}

func (s set) intersection(t set) set {
	for i := range s {
		s[i] &= t[i]
	}
	return s
}

func (s set) minus(t set) set {
	for i := range s {
		s[i] &^= t[i]
	}
	return s
}

// within reports whether s is a subset of t.
func (s *set) within(t *set) bool {
	for i := range s {
		if s[i]&^t[i] != 0 {
			return false
		}
	}
	return true
}

// members yields the members in ascending order.
func (s set) members() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, w := range s {
			for ; w != 0; w &= w - 1 {
				if !yield(64*i + bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}
