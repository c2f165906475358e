package eventfacts

import (
	"math/bits"
	"slices"

	"whittle.dev/internal/engine/internal/box"
	"whittle.dev/term"
)

// The size of a cell is found from the sizes of the accesses and the known low bits of their addresses: where
// all agree a cell is that scalar, otherwise it is the largest power of two that divides all of them.

// kind is a distinct way of accessing memory.
type kind struct {
	konst uint64 // address, or known low bits
	known int    // 64: konst is the address
	size  int
}

// cut assigns groups and cell sizes to events; it returns the number of groups.
func (c *Cells) cut() int {
	g, a := c.g, c.points
	// Regions that one access may touch belong together.
	class := newUnionFind()
	const everywhere = ^uint64(0)
	anyAll := false
	for i, e := range g.Events {
		at := a.address(e)
		ac := &c.access[i]
		ac.at = at
		c.Guessed = c.Guessed || at.guessed && e.Valid != term.None
		if v, ok := g.Terms.ConstUint64(e.Addr); ok {
			ac.konst, ac.fixed = v, true
			continue
		}
		if a.anywhere(at) {
			anyAll = true
			class.union(everywhere, everywhere)
			continue
		}
		for _, r := range at.regions {
			class.union(at.regions[0], r)
		}
	}
	if anyAll {
		for _, r := range a.allRegions() {
			class.union(everywhere, r)
		}
	}
	classOf := func(ac *access) uint64 {
		switch {
		case ac.fixed:
			return class.find(ac.konst >> g.Program.OffsetBits)
		case a.anywhere(ac.at):
			return class.find(everywhere)
		case len(ac.at.regions) == 0:
			return everywhere - 1 // the address is never computed
		}
		return class.find(ac.at.regions[0])
	}
	// No access to an object is to a life byte, and none the other way round.
	type part struct {
		class uint64
		life  bool
	}
	byClass := map[part][]int{}
	var order []part
	for i := range c.access {
		k := part{classOf(&c.access[i]), g.Events[i].Life}
		if _, ok := byClass[k]; !ok {
			order = append(order, k)
		}
		byClass[k] = append(byClass[k], i)
	}
	groups := 0
	for _, k := range order {
		groups = c.cutClass(byClass[k], groups)
	}
	return groups
}

// cutClass finds the components of overlapping kinds of accesses in a class; they get the next groups.
func (c *Cells) cutClass(members []int, groups int) int {
	kinds := map[kind]int{}
	var list []kind
	of := make([]int, len(members))
	for j, i := range members {
		ac := &c.access[i]
		k := kind{konst: ac.konst, known: 64, size: c.g.Events[i].Size}
		if !ac.fixed {
			k = kind{konst: ac.at.low, known: min(ac.at.known, 32), size: c.g.Events[i].Size}
			k.konst &= box.Mask(k.known)
		}
		n, ok := kinds[k]
		if !ok {
			n = len(list)
			kinds[k] = n
			list = append(list, k)
		}
		of[j] = n
	}
	uf := newUnionFind()
	uneven := map[int]bool{} // kinds that overlap another one partially
	pair := func(i, j int) {
		meet, whole := overlap(list[i], list[j])
		if meet {
			uf.union(uint64(i), uint64(j))
		}
		if !whole {
			uneven[i] = true
		}
	}
	// Constants against their neighbours, everything against the rest.
	idx := make([]int, len(list))
	for i := range idx {
		idx[i] = i
	}
	slices.SortStableFunc(idx, func(x, y int) int {
		a, b := list[x], list[y]
		if (a.known == 64) != (b.known == 64) {
			if a.known == 64 {
				return -1
			}
			return 1
		}
		switch {
		case a.konst < b.konst:
			return -1
		case a.konst > b.konst:
			return 1
		}
		return x - y
	})
	for p, i := range idx {
		if list[i].known < 64 {
			for _, j := range idx[:p+1] {
				pair(i, j)
			}
			continue
		}
		for q := p - 1; q >= 0 && list[i].konst-list[idx[q]].konst < 64; q-- {
			pair(i, idx[q])
		}
	}
	roots := map[uint64]int{}
	unit := map[uint64]uint64{}
	split := map[uint64]bool{}
	for i, k := range list {
		r := uf.find(uint64(i))
		bitsOf := uint64(k.size) | k.konst
		if k.known < 64 {
			bitsOf |= 1 << k.known
		}
		unit[r] |= bitsOf
		if uneven[i] {
			split[r] = true
		}
	}
	for j, i := range members {
		r := uf.find(uint64(of[j]))
		if _, ok := roots[r]; !ok {
			roots[r] = groups
			groups++
		}
		ac := &c.access[i]
		ac.group = roots[r]
		ac.unit = c.g.Events[i].Size
		if split[r] {
			ac.unit = 1 << bits.TrailingZeros64(unit[r])
		}
	}
	return groups
}

// overlap reports whether two accesses can share bytes, and whether they then are always the same bytes.
func overlap(x, y kind) (meet, whole bool) {
	m := box.Mask(min(x.known, y.known))
	d := (x.konst - y.konst) & m // x is d after y, modulo m+1
	if d == 0 {
		// Low bits beyond the size tell different places apart.
		return true, x.size == y.size && m >= uint64(x.size)-1
	}
	if d < uint64(y.size) || (m-d)+1 < uint64(x.size) && m != ^uint64(0) || m == ^uint64(0) &&
		-d < uint64(x.size) {
		return true, false
	}
	return false, true
}

// unionFind over sparse numbers.
type unionFind struct{ up map[uint64]uint64 }

func newUnionFind() *unionFind { return &unionFind{up: map[uint64]uint64{}} }

func (u *unionFind) find(x uint64) uint64 {
	for {
		y, ok := u.up[x]
		if !ok || y == x {
			return x
		}
		if z, ok := u.up[y]; ok && z != y {
			u.up[x] = z
		}
		x = y
	}
}

func (u *unionFind) union(x, y uint64) {
	if a, b := u.find(x), u.find(y); a != b {
		u.up[a] = b
	}
}
