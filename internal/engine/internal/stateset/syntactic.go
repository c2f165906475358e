package stateset

import (
	"slices"

	"whittle.dev/term"
)

// What is seen from the formulas.
//
// A loop that changes a variable by a constant makes slices like {n+3 | n%5 != 0, (n+1)%5 != 0, (n+2)%5 !=
// 0}. Said of the value v of the slot, that is (v-3)%5 != 0, (v-2)%5 != 0, (v-1)%5 != 0; and then it shows
// that it is a part of {n+2 | n%5 != 0, (n+1)%5 != 0}, which says less of v. It works where each symbol is a
// bijective function of a slot.

// A loop that changes a variable by a constant makes slices like {n+3 | n%5 != 0, (n+1)%5 != 0, (n+2)%5 !=
// 0}. Said of the value v of the slot, that is (v-3)%5 != 0, (v-2)%5 != 0, (v-1)%5 != 0; and then it shows
// that it is a part of {n+2 | n%5 != 0, (n+1)%5 != 0}, which says less of v. It works where each symbol is a
// bijective function of a slot.

// normal is what a slice says of the values of its slots, as conditions over symbols for slots.
type normal struct {
	ok    bool
	conds []term.Term // ascending
}

// normalise returns what a slice says of its slots, if that can be said without other symbols.
func (s *Set) normalise(sl *slice) *normal {
	if sl.normal != nil {
		return sl.normal
	}
	n := &normal{}
	sl.normal = n
	if sl.solve == nil {
		return n
	}
	slot := func(i int) term.Term { return s.bound.Symbol(i, s.s.Sort(sl.vals[i])) }
	sub := map[term.Term]term.Term{}
	for _, x := range sl.solve {
		if !s.bijective(sl.vals[x.slot]) {
			return n
		}
		v, ok := s.invert(sl.vals[x.slot], slot(x.slot))
		if !ok {
			return n
		}
		sub[x.sym] = v
	}
	u := term.NewSubstituter(s.s, sub)
	for i, t := range sl.vals {
		if c := s.s.Eq(slot(i), u.Apply(t)); !s.s.IsTrue(c) {
			n.conds = append(n.conds, c)
		}
	}
	for _, c := range sl.conj {
		n.conds = append(n.conds, u.Apply(c))
	}
	slices.Sort(n.conds)
	n.ok = true
	return n
}

// bijective reports whether t, which is invertible, takes all values of its sort.
func (s *Set) bijective(t term.Term) bool {
	for s.s.Op(t) != term.OpSymbol {
		if op := s.s.Op(t); op == term.OpZeroExt || op == term.OpSignExt {
			return false
		}
		t = s.s.Arg(t, 0)
	}
	return true
}

// obvious reports whether all that slice b says of its slots slice a says as well, so that a is a part of b.
func (s *Set) obvious(a, b int32) bool {
	x, y := s.normalise(s.load(a)), s.normalise(s.load(b))
	if !x.ok || !y.ok {
		return false
	}
	for _, c := range y.conds {
		if _, found := slices.BinarySearch(x.conds, c); !found && !s.s.IsTrue(c) {
			return false
		}
	}
	s.remember(pair{a, b}, true)
	return true
}
