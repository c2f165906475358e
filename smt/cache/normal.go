package cache

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// A part is normalised by an order of its conjuncts that names do not influence: by
// shape; those of one shape by how their symbols occur elsewhere (two
// rounds of colour refinement, as graph isomorphism tests begin); and those
// that are still alike by the numbers that their symbols already have. Symbols are
// numbered by their first occurrence in this order. The key is the hash of the
// shapes and the numbers, in order.

// normaliser holds scratch space; symbols are indices.
type normaliser struct {
	number []int32 // by symbol, valid if
	stamps []uint32
	stamp  uint32
	colour []uint64 // by symbol
	next   []uint64
	tint   []uint64 // by place of a conjunct
	buf    []byte

	order []int32 // the conjuncts
	syms  []int32 // the symbols, by number
}

func (n *normaliser) reset(symbols int) {
	for len(n.number) < symbols {
		n.number = append(n.number, 0)
		n.stamps = append(n.stamps, 0)
		n.colour = append(n.colour, 0)
		n.next = append(n.next, 0)
	}
	n.stamp++
	if n.stamp == 0 {
		clear(n.stamps)
		n.stamp = 1
	}
	n.syms = n.syms[:0]
	n.buf = append(n.buf[:0], domainConjunction)
}

// normalise computes order, syms and the key of a set of conjuncts.
func (s *Solver) normalise(list []int32) Key {
	n := &s.norm
	n.reset(len(s.symbols))
	n.order = append(n.order[:0], list...)
	slices.SortFunc(n.order, func(x, y int32) int {
		a, b := &s.conjuncts[x], &s.conjuncts[y]
		if c := cmp.Compare(a.rank, b.rank); c != 0 {
			return c
		}
		return cmp.Compare(x, y)
	})
	alike := false
	for i := 1; i < len(n.order) && !alike; i++ {
		alike = s.conjuncts[n.order[i]].rank == s.conjuncts[n.order[i-1]].rank
	}
	if alike {
		n.refine(s.conjuncts)
	}
	for i := 0; i < len(n.order); i++ {
		if alike {
			n.choose(s.conjuncts, i)
		}
		n.write(&s.conjuncts[n.order[i]])
	}
	return keyOf(n.buf)
}

// write appends a conjunct and numbers its symbols.
func (n *normaliser) write(c *conjunct) {
	n.buf = append(n.buf, c.shape[:]...)
	for _, x := range c.syms {
		if n.stamps[x] != n.stamp {
			n.stamps[x] = n.stamp
			n.number[x] = int32(len(n.syms))
			n.syms = append(n.syms, x)
		}
		n.buf = binary.AppendUvarint(n.buf, uint64(n.number[x]))
	}
}

// refine sorts conjuncts of one rank by the colours of their symbols.
func (n *normaliser) refine(all []conjunct) {
	n.tint = n.tint[:0]
	for _, id := range n.order {
		c := &all[id]
		n.tint = append(n.tint, c.rank)
		for _, x := range c.syms {
			n.colour[x], n.next[x] = 0, 0
		}
	}
	for range 2 {
		for i, id := range n.order {
			for k, x := range all[id].syms {
				n.next[x] += mix(n.tint[i], uint64(k))
			}
		}
		for i, id := range n.order {
			for k, x := range all[id].syms {
				n.tint[i] = mix(n.tint[i], n.next[x]+uint64(k))
			}
		}
		for _, id := range n.order {
			for _, x := range all[id].syms {
				n.colour[x], n.next[x] = n.next[x], 0
			}
		}
	}
	// Sort places by rank, then tint; a place moves together with its tint.
	places := make([]int, len(n.order))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(i, j int) int {
		if c := cmp.Compare(all[n.order[i]].rank, all[n.order[j]].rank); c != 0 {
			return c
		}
		return cmp.Compare(n.tint[i], n.tint[j])
	})
	order, tint := make([]int32, len(places)), make([]uint64, len(places))
	for i, p := range places {
		order[i], tint[i] = n.order[p], n.tint[p]
	}
	n.order, n.tint = order, tint
}

// maxTies bounds how many conjuncts are compared for one place.
const maxTies = 16

// choose puts at place i the one among conjuncts that look alike whose symbols have
// the smallest numbers.
func (n *normaliser) choose(all []conjunct, i int) {
	best := i
	for j := i + 1; j < len(n.order) && j-i < maxTies; j++ {
		if all[n.order[j]].rank != all[n.order[i]].rank || n.tint[j] != n.tint[i] {
			break
		}
		if n.before(all[n.order[j]].syms, all[n.order[best]].syms) {
			best = j
		}
	}
	n.order[i], n.order[best] = n.order[best], n.order[i]
	n.tint[i], n.tint[best] = n.tint[best], n.tint[i]
}

// before compares by the numbers given so far; a symbol without one comes last.
func (n *normaliser) before(a, b []int32) bool {
	for k := range a {
		x, y := n.numberOf(a[k]), n.numberOf(b[k])
		if x != y {
			return x < y
		}
	}
	return false
}

func (n *normaliser) numberOf(x int32) int32 {
	if n.stamps[x] == n.stamp {
		return n.number[x]
	}
	return int32(len(n.number))
}
