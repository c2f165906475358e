package pdr

import (
	"slices"

	"whittle.dev/term"
)

// A cube is a conjunction of literals, which are predicates or their negations, each once, sorted by handle.
// The empty cube is true. Its negation is a clause.
type cube []term.Term

// newCube is the cube of literals, in any order.
func newCube(lits []term.Term) cube {
	return slices.Compact(slices.Sorted(slices.Values(lits)))
}

// within reports whether every literal of c is one of d: then d implies c.
func (c cube) within(d cube) bool {
	i := 0
	for _, lit := range c {
		for i < len(d) && d[i] < lit {
			i++
		}
		if i == len(d) || d[i] != lit {
			return false
		}
	}
	return true
}

// without is the cube without the literal at i.
func (c cube) without(i int) cube { return slices.Delete(slices.Clone(c), i, i+1) }

// clause is the negation of the cube as a term.
func (c cube) clause(st *term.Store) term.Term { return st.Not(st.And(c...)) }

// A place is what is known of a location.
type place struct {
	// predicates are what cubes are made of, in the order in which they were found; isPredicate has both a
	// predicate and its negation, with the place in that order.
	predicates []term.Term
	rank       map[term.Term]int
	// lemmas hold in all states that are reached here.
	lemmas []term.Term
	// blocked has, by level, the cubes whose states are not reached within that many steps and that are in
	// no higher level. Level 0 is that of initial states and has none.
	blocked [][]cube
	// init is the literal that assumes initial states, sure the one that assumes the lemmas, and levels are
	// those that assume the cubes of a level blocked.
	init, sure term.Term
	levels     []term.Term
}

// add makes a predicate one of the place. It is false if it is a constant or there already.
func (p *place) add(st *term.Store, predicate term.Term) bool {
	if st.Op(predicate) == term.OpNot {
		predicate = st.Arg(predicate, 0)
	}
	if st.IsConst(predicate) {
		return false
	}
	if _, there := p.rank[predicate]; there {
		return false
	}
	p.rank[predicate] = len(p.predicates)
	p.rank[st.Not(predicate)] = len(p.predicates)
	p.predicates = append(p.predicates, predicate)
	return true
}

// excluded reports whether a cube that is blocked at a level or higher contains all states of c.
func (p *place) excluded(c cube, level int) bool {
	for _, cubes := range p.blocked[min(level, len(p.blocked)):] {
		for _, b := range cubes {
			if b.within(c) {
				return true
			}
		}
	}
	return false
}

// block notes that a cube is blocked at a level, in place of those within levels up to it that it contains.
func (p *place) block(c cube, level int) {
	for len(p.blocked) <= level {
		p.blocked = append(p.blocked, nil)
	}
	for l := 1; l <= level; l++ {
		p.blocked[l] = slices.DeleteFunc(p.blocked[l], func(d cube) bool { return c.within(d) })
	}
	p.blocked[level] = append(p.blocked[level], c)
}
