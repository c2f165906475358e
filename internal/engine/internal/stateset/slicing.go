package stateset

import (
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/term"
)

// Slicing (section 3.1): which slots share symbols, directly or by the path condition.

// divide finds the slices of a state.
func (s *Set) divide(im multistate.Image) variant {
	if s.cfg.Whole {
		return variant{class: make([]int32, len(im.Slots)), slices: []int32{s.intern(s.whole(im))}}
	}
	slots := newPartition(len(im.Slots))
	having := map[term.Term]int32{} // by symbol: the first slot that is joined by it
	link := func(sym term.Term, slot int32) {
		if f, ok := having[sym]; ok {
			slots.join(f, slot)
		} else {
			having[sym] = slot
		}
	}
	// slotOf is a slot that a part of the path condition is about.
	slotOf := func(p multistate.Part) (int32, bool) {
		for _, sym := range p.Symbols {
			if f, ok := having[sym]; ok {
				return f, true
			}
		}
		return 0, false
	}
	for i, t := range im.Slots {
		for _, sym := range s.symbols(t) {
			link(sym, int32(i))
		}
	}
	for _, p := range im.Parts { // no two parts have a symbol in common
		if slot, ok := slotOf(p); ok {
			for _, sym := range p.Symbols {
				link(sym, slot)
			}
		}
	}
	class, n := slots.classes()
	made := make([]slice, n)
	for i, t := range im.Slots {
		made[class[i]].vals = append(made[class[i]].vals, t)
	}
	for _, p := range im.Parts {
		if slot, ok := slotOf(p); ok {
			made[class[slot]].add(p)
		}
	}
	v := variant{class: class, slices: make([]int32, n)}
	for i := range made {
		v.slices[i] = s.intern(&made[i])
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

// gather joins the slices of a state that the slots of a group are in.
func (s *Set) gather(v variant, group []int32) int32 {
	one := v.class[group[0]]
	single := true
	for _, slot := range group {
		single = single && v.class[slot] == one
	}
	if single {
		return v.slices[one]
	}
	// Each slice has names of its own; those of the second are moved after those of the first.
	type part struct {
		*slice
		point []term.Value
		next  int // index in vals of what comes next
	}
	parts := map[int32]*part{}
	total := 0
	out := &slice{odd: true}
	whole := true // there is a value of each slice, so one of all
	for _, slot := range group {
		c := v.class[slot]
		m, ok := parts[c]
		if !ok {
			old := s.load(v.slices[c])
			m = &part{slice: &slice{vals: old.vals, conj: old.conj}}
			if total > 0 {
				sub := map[term.Term]term.Term{}
				for i, sym := range old.syms {
					sub[sym] = s.names.Symbol(total+i, s.s.Sort(sym))
				}
				u := term.NewSubstituter(s.s, sub)
				m.vals, m.conj = apply(u, old.vals), apply(u, old.conj)
			}
			total += len(old.syms)
			if points := s.slices.points(v.slices[c]); len(points) > 0 {
				m.point = points[0]
			}
			whole = whole && m.point != nil
			parts[c] = m
			out.conj = append(out.conj, m.conj...)
		}
		out.vals = append(out.vals, m.vals[m.next])
		if whole {
			out.point = append(out.point, m.point[m.next])
		}
		m.next++
	}
	if !whole {
		out.point = nil
	}
	return s.intern(out)
}

func apply(u *term.Substituter, ts []term.Term) []term.Term {
	out := make([]term.Term, len(ts))
	for i, t := range ts {
		out[i] = u.Apply(t)
	}
	return out
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
	class, n := parts.classes()
	groups := make([][]int32, n)
	for i, c := range class {
		groups[c] = append(groups[c], int32(i))
	}
	return groups
}

// partition divides slots into classes: union-find, with the least slot of a class at its root.
type partition []int32

// newPartition puts each of n slots into a class of its own.
func newPartition(n int) partition {
	p := make(partition, n)
	for i := range p {
		p[i] = int32(i)
	}
	return p
}

func (p partition) find(i int32) int32 {
	for p[i] != i {
		p[i] = p[p[i]]
		i = p[i]
	}
	return i
}

func (p partition) join(a, b int32) {
	a, b = p.find(a), p.find(b)
	p[max(a, b)] = min(a, b)
}

// classes numbers the classes by their first slots, and returns the one of each slot.
func (p partition) classes() (class []int32, n int) {
	class = make([]int32, len(p))
	for i := range p {
		if root := p.find(int32(i)); int(root) < i {
			class[i] = class[root]
		} else {
			class[i] = int32(n)
			n++
		}
	}
	return class, n
}
