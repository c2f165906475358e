package randltl

import (
	"maps"

	"whittle.dev/internal/components"
	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
)

// core is a formula of true, propositions, negation, conjunction, until and next.
type core struct {
	op   ltl.Op
	bit  int // of a proposition; of until and next: in the guess of what holds
	l, r *core
}

// tableau makes the formula, and counts what is guessed.
type tableau struct {
	bit    func(ltl.Atom) int // of letters
	untils []*core
	nexts  []*core
	bits   int
}

func not(f *core) *core { return &core{op: ltl.Not, l: f} }

func and(f, g *core) *core { return &core{op: ltl.And, l: f, r: g} }

func (t *tableau) until(f, g *core) *core {
	u := &core{op: ltl.Until, l: f, r: g, bit: t.bits}
	t.bits++
	t.untils = append(t.untils, u)
	return u
}

func (t *tableau) core(f *ltl.Formula) *core {
	yes := &core{op: ltl.True}
	var l, r *core
	if f.Left != nil {
		l = t.core(f.Left)
	}
	if f.Right != nil {
		r = t.core(f.Right)
	}
	switch f.Op {
	case ltl.True:
		return yes
	case ltl.Proposition:
		return &core{op: ltl.Proposition, bit: t.bit(f.Atom)}
	case ltl.Not:
		return not(l)
	case ltl.And:
		return and(l, r)
	case ltl.Or:
		return not(and(not(l), not(r)))
	case ltl.Implies:
		return not(and(l, not(r)))
	case ltl.Iff:
		return and(not(and(l, not(r))), not(and(r, not(l))))
	case ltl.Next:
		n := &core{op: ltl.Next, l: l, bit: t.bits}
		t.bits++
		t.nexts = append(t.nexts, n)
		return n
	case ltl.Finally:
		return t.until(yes, l)
	case ltl.Globally:
		return not(t.until(yes, not(l)))
	case ltl.Until:
		return t.until(l, r)
	case ltl.WeakUntil:
		return not(t.until(not(r), and(not(l), not(r))))
	case ltl.Release:
		return not(t.until(not(l), not(r)))
	case ltl.StrongRelease:
		return t.until(r, and(l, r))
	}
	return not(yes)
}

// holds is the value of a formula where a letter is and a guess says what is to come.
func (f *core) holds(letter uint64, guess int) bool {
	switch f.op {
	case ltl.True:
		return true
	case ltl.Proposition:
		return letter>>f.bit&1 != 0
	case ltl.Not:
		return !f.l.holds(letter, guess)
	case ltl.And:
		return f.l.holds(letter, guess) && f.r.holds(letter, guess)
	}
	return guess>>f.bit&1 != 0
}

// Size is how many states there are for a search about a formula.
func (p *Program) Size(f *ltl.Formula) int {
	t := tableau{bit: p.bit}
	t.core(f)
	return len(p.explore().states) << t.bits
}

// Holds reports whether all fair executions satisfy a formula.
func (p *Program) Holds(f *ltl.Formula, fairness property.Fairness) bool {
	s, t := p.explore(), tableau{bit: p.bit}
	goal := not(t.core(f))
	// A vertex is a state with a guess.
	vertex := func(state, guess int) int { return state<<t.bits | guess }
	split := func(v int) (int, int) { return v >> t.bits, v & (1<<t.bits - 1) }
	threads := map[[2]int]map[int]bool{} // by edge: who steps
	edges := map[int][]int{}
	for i := range s.states {
		for guess := range 1 << t.bits {
			v := vertex(i, guess)
			for _, next := range s.turns[i] {
				for g := range 1 << t.bits {
					if !t.fits(s.letter(i), guess, s.letter(next.to), g) {
						continue
					}
					w := vertex(next.to, g)
					if threads[[2]int{v, w}] == nil {
						threads[[2]int{v, w}] = map[int]bool{}
						edges[v] = append(edges[v], w)
					}
					threads[[2]int{v, w}][next.thread] = true
				}
			}
		}
	}
	var first []int
	for guess := range 1 << t.bits {
		if goal.holds(s.letter(0), guess) {
			first = append(first, vertex(0, guess))
		}
	}
	alive := reaches(first, func(v int) []int { return edges[v] })
	for _, v := range first {
		alive[v] = true
	}
	for work := []map[int]bool{alive}; len(work) > 0; {
		part := work[len(work)-1]
		work = work[:len(work)-1]
		for _, c := range partsOf(part, edges) {
			moved, inner := [3]bool{}, false
			for v := range c {
				for _, w := range edges[v] {
					if c[w] {
						inner = true
						for th := range threads[[2]int{v, w}] {
							if th >= 0 {
								moved[th] = true
							}
						}
					}
				}
			}
			fulfilled := inner
			for _, u := range t.untils {
				some := false
				for v := range c {
					i, g := split(v)
					some = some || !u.holds(s.letter(i), g) || u.r.holds(s.letter(i), g)
				}
				fulfilled = fulfilled && some
			}
			if !fulfilled {
				continue
			}
			fair, rest := s.fair(c, func(v int) int { return v >> t.bits }, moved, fairness)
			if fair {
				return false
			}
			if rest != nil {
				work = append(work, rest)
			}
		}
	}
	return true
}

// fair reports whether an execution is fair that goes for ever through all vertices of a component, of which
// state tells the state, and in which some threads step. If it is not, rest is the part of the component in
// which one may be; nil: there is none.
func (s *system) fair(c map[int]bool, state func(int) int, moved [3]bool, fairness property.Fairness) (
	fair bool, rest map[int]bool) {
	var could, rests [3]bool
	for v := range c {
		for th, can := range s.can[state(v)] {
			could[th] = could[th] || can
			rests[th] = rests[th] || !can
		}
	}
	fair, rest = true, maps.Clone(c)
	for th := range moved {
		switch {
		case moved[th] || fairness == property.Unfair:
		case fairness == property.Weak:
			fair = fair && rests[th]
		case could[th]:
			fair = false
			maps.DeleteFunc(rest, func(v int, _ bool) bool { return s.can[state(v)][th] })
		}
	}
	if fair || len(rest) == len(c) {
		return fair, nil
	}
	return false, rest
}

// fits reports whether one guess can be followed by another.
func (t *tableau) fits(letter uint64, guess int, next uint64, after int) bool {
	for _, u := range t.untils {
		if u.holds(letter, guess) != (u.r.holds(letter, guess) ||
			u.l.holds(letter, guess) && u.holds(next, after)) {
			return false
		}
	}
	for _, n := range t.nexts {
		if n.holds(letter, guess) != n.l.holds(next, after) {
			return false
		}
	}
	return true
}

// partsOf are the strongly connected parts of a set.
func partsOf(set map[int]bool, edges map[int][]int) []map[int]bool {
	var list []int
	index := map[int]int{}
	for v := range set {
		index[v] = len(list)
		list = append(list, v)
	}
	of, n := components.Of(len(list), func(i, k int) (int, bool) {
		for _, w := range edges[list[i]] {
			if j, ok := index[w]; ok {
				if k == 0 {
					return j, true
				}
				k--
			}
		}
		return 0, false
	})
	out := make([]map[int]bool, n)
	for i, v := range list {
		if out[of[i]] == nil {
			out[of[i]] = map[int]bool{}
		}
		out[of[i]][v] = true
	}
	return out
}
