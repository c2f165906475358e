package events

import (
	"slices"

	"whittle.dev/term"
)

// Guard numbers a path condition. Guards form a tree of conjunctions with
// disjunctions where paths meet; the tree tells cheaply which guard implies
// which, and finds the paths that together are their common origin again.
type Guard int32

// Always is the guard that is true.
const Always Guard = 0

type guardNode struct {
	term  term.Term // what stands for the guard in formulas
	def   term.Term // if not None: term is a symbol and is to be equal to def
	cond  term.Term // of a conjunction: the condition added to dom
	parts []Guard   // of a disjunction
	dom   Guard     // the nearest guard that this one implies
	jump  Guard     // a farther one, for logarithmic search
	depth int32
}

type guardKey struct {
	dom  Guard
	cond term.Term
}

// Guards is the table of all guards of a graph.
type Guards struct {
	s     *term.Store
	nodes []guardNode
	conj  map[guardKey]Guard
}

func newGuards(s *term.Store) *Guards {
	return &Guards{s: s, nodes: []guardNode{{term: s.True()}}, conj: make(map[guardKey]Guard)}
}

// Term is the Bool term that stands for g.
func (gs *Guards) Term(g Guard) term.Term { return gs.nodes[g].term }

// Len is the number of guards; they are numbered from 0.
func (gs *Guards) Len() int { return len(gs.nodes) }

// Definition is the term that Term(g) is to be made equal to; None when Term(g) needs no definition.
func (gs *Guards) Definition(g Guard) term.Term { return gs.nodes[g].def }

// Conjunct returns how a conjunction was made: the guard and the condition. ok
// is false if g is no conjunction.
func (gs *Guards) Conjunct(g Guard) (dom Guard, cond term.Term, ok bool) {
	n := &gs.nodes[g]
	return n.dom, n.cond, n.cond != term.None
}

// Implied is a guard that g implies: the nearest that is known.
func (gs *Guards) Implied(g Guard) Guard { return gs.nodes[g].dom }

// Disjuncts returns the parts of a disjunction, or nil.
func (gs *Guards) Disjuncts(g Guard) []Guard { return gs.nodes[g].parts }

// And is g and cond; ok is false when that is false.
func (gs *Guards) And(g Guard, cond term.Term) (_ Guard, ok bool) {
	switch {
	case gs.s.IsTrue(cond):
		return g, true
	case gs.s.IsFalse(cond):
		return g, false
	}
	key := guardKey{g, cond}
	if h, ok := gs.conj[key]; ok {
		return h, true
	}
	n := guardNode{cond: cond, dom: g}
	if g == Always {
		n.term = cond
	} else {
		n.term = gs.s.Fresh("g", term.Bool)
		n.def = gs.s.And(gs.nodes[g].term, cond)
	}
	h := gs.add(n)
	gs.conj[key] = h
	return h, true
}

func (gs *Guards) add(n guardNode) Guard {
	d := gs.nodes[n.dom]
	n.depth = d.depth + 1
	n.jump = n.dom
	if j := gs.nodes[d.jump]; d.depth-j.depth == j.depth-gs.nodes[j.jump].depth {
		n.jump = j.jump
	}
	gs.nodes = append(gs.nodes, n)
	return Guard(len(gs.nodes) - 1)
}

// Implies reports whether g is known to imply h, from the tree alone.
func (gs *Guards) Implies(g, h Guard) bool {
	return gs.ancestor(g, gs.nodes[h].depth) == h
}

// ancestor is the guard of a depth that g implies; g if its depth is not greater.
func (gs *Guards) ancestor(g Guard, depth int32) Guard {
	for gs.nodes[g].depth > depth {
		if j := gs.nodes[g].jump; gs.nodes[j].depth >= depth {
			g = j
		} else {
			g = gs.nodes[g].dom
		}
	}
	return g
}

// maxRequires bounds the conditions that Requires looks at.
const maxRequires = 32

// Requires reports whether g was made, by some of its last steps, with cond; a
// guard of which this is not known may still imply it.
func (gs *Guards) Requires(g Guard, cond term.Term) bool {
	for range maxRequires {
		n := &gs.nodes[g]
		switch {
		case g == Always:
			return false
		case n.cond == cond:
			return true
		case n.cond != term.None && gs.s.Op(n.cond) == term.OpAnd:
			for i := range gs.s.NumArgs(n.cond) {
				if gs.s.Arg(n.cond, i) == cond {
					return true
				}
			}
		}
		g = n.dom
	}
	return false
}

// Common is the nearest guard that both imply.
func (gs *Guards) Common(a, b Guard) Guard {
	if gs.nodes[a].depth < gs.nodes[b].depth {
		a, b = b, a
	}
	a = gs.ancestor(a, gs.nodes[b].depth)
	for a != b { // of one depth, so their jumps are as well
		if x, y := &gs.nodes[a], &gs.nodes[b]; x.jump != y.jump {
			a, b = x.jump, y.jump
		} else {
			a, b = x.dom, y.dom
		}
	}
	return a
}

// maxParts bounds the disjunctions whose parts are compared one by one.
const maxParts = 24

// Or is a or b.
func (gs *Guards) Or(a, b Guard) Guard {
	if gs.Implies(a, b) {
		return b
	}
	if gs.Implies(b, a) {
		return a
	}
	parts, reduced := slices.Concat(gs.parts(a), gs.parts(b)), len(gs.parts(a))
	if len(parts) > maxParts {
		parts, reduced = []Guard{a, b}, 1
	}
	parts = gs.reduce(parts, reduced)
	if len(parts) == 1 {
		return parts[0]
	}
	n := guardNode{parts: parts, dom: parts[0]}
	terms := make([]term.Term, len(parts))
	for i, p := range parts {
		n.dom = gs.Common(n.dom, p)
		terms[i] = gs.nodes[p].term
	}
	n.term = gs.s.Fresh("g", term.Bool)
	n.def = gs.s.Or(terms...)
	return gs.add(n)
}

func (gs *Guards) parts(g Guard) []Guard {
	if p := gs.nodes[g].parts; p != nil {
		return p
	}
	return []Guard{g}
}

// reduce joins complementary parts (p and c, p and not c) into p and drops
// parts that imply others, until nothing changes. There is nothing to do between the first ones, so many as
// are reduced.
func (gs *Guards) reduce(parts []Guard, reduced int) []Guard {
again:
	for i, a := range parts {
		for j, b := range parts {
			if i == j || i < reduced && j < reduced {
				continue
			}
			if gs.Implies(a, b) {
				parts = slices.Delete(slices.Clone(parts), i, i+1)
				if i < reduced {
					reduced--
				}
				goto again
			}
			if i < j && gs.complementary(a, b) {
				up := gs.nodes[a].dom
				for _, k := range []int{i, j} {
					if k < reduced {
						reduced--
					}
				}
				parts = append(slices.Delete(slices.Delete(slices.Clone(parts), j, j+1), i, i+1), up)
				if more := gs.nodes[up].parts; more != nil && len(parts)+len(more) <= maxParts {
					parts = append(parts[:len(parts)-1], more...)
				}
				goto again
			}
		}
	}
	slices.Sort(parts)
	return parts
}

func (gs *Guards) complementary(a, b Guard) bool {
	x, y := &gs.nodes[a], &gs.nodes[b]
	return x.parts == nil && y.parts == nil && x.dom == y.dom && x.cond != term.None &&
		gs.s.Not(x.cond) == y.cond
}

// choose is a condition that tells a from b, given that exactly one of the
// two exclusive guards holds: true for a.
func (gs *Guards) choose(a, b Guard) term.Term {
	if gs.complementary(a, b) {
		return gs.nodes[a].cond
	}
	return gs.nodes[a].term
}
