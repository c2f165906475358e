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

	first, second []int32 // scratch of arrange
	tinted        []tinted

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
	for i := 0; i < len(n.order) && !alike; i++ {
		c := &s.conjuncts[n.order[i]]
		alike = c.same != nil || i > 0 && c.rank == s.conjuncts[n.order[i-1]].rank
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
	for _, x := range n.arrange(c, &n.first) {
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
			c := &all[id]
			for k, x := range c.syms {
				n.next[x] += mix(n.tint[i], c.place(k))
			}
		}
		for i, id := range n.order {
			c, sum := &all[id], uint64(0)
			for k, x := range c.syms {
				sum += mix(n.next[x], c.place(k))
			}
			n.tint[i] = mix(n.tint[i], sum)
		}
		for _, id := range n.order {
			for _, x := range all[id].syms {
				n.colour[x], n.next[x] = n.next[x], 0
			}
		}
	}
	// Sort by rank, then tint; a conjunct moves together with its tint.
	n.tinted = n.tinted[:0]
	for i, id := range n.order {
		n.tinted = append(n.tinted, tinted{all[id].rank, n.tint[i], id})
	}
	slices.SortStableFunc(n.tinted, func(a, b tinted) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.tint, b.tint))
	})
	for i, x := range n.tinted {
		n.order[i], n.tint[i] = x.conj, x.tint
	}
}

// tinted is a conjunct with what it is sorted by.
type tinted struct {
	rank, tint uint64
	conj       int32
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
		if n.before(n.arrange(&all[n.order[j]], &n.first), n.arrange(&all[n.order[best]], &n.second)) {
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

// place returns the first position in the list of symbols that position k can be
// exchanged with.
func (c *conjunct) place(k int) uint64 {
	if c.same != nil {
		k = int(c.same[k])
	}
	return uint64(k)
}

// arrange returns the symbols of a conjunct, those that can be exchanged in the order of
// their numbers, and those without numbers behind in the order of their colours.
func (n *normaliser) arrange(c *conjunct, buf *[]int32) []int32 {
	if c.same == nil {
		return c.syms
	}
	list := append((*buf)[:0], c.syms...)
	*buf = list
	for i := range list {
		// Insertion into the class of position i, from its back.
		for j, k := i, i; ; j = k {
			for k--; k >= 0 && c.same[k] != c.same[i]; k-- {
			}
			if k < 0 || !n.less(list[j], list[k]) {
				break
			}
			list[j], list[k] = list[k], list[j]
		}
	}
	return list
}

func (n *normaliser) less(x, y int32) bool {
	if c := cmp.Compare(n.numberOf(x), n.numberOf(y)); c != 0 {
		return c < 0
	}
	return n.colour[x] < n.colour[y]
}

func (n *normaliser) numberOf(x int32) int32 {
	if n.stamps[x] == n.stamp {
		return n.number[x]
	}
	return int32(len(n.number))
}
