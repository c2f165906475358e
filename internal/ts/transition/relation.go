package transition

import (
	"slices"

	"whittle.dev/term"
)

// Files of other tools give the transitions of a system as one formula. Its shape is one of two, or a
// mixture: a disjunction of transitions, or a conjunction of implications, whose left sides are conditions on
// the state before that exclude each other ("if the program counter is 3, then ..."). Engines that cut
// transitions away one by one need the parts, and those that compute preconditions need assignments v' = e;
// both are found by equivalences here, so the parts together mean what the formula means, whatever is found.

// maxParts bounds the transitions that a formula is split into.
const maxParts = 4096

// Parts returns transitions that together allow the steps that a relation between the states before and after
// allows. Symbols in it that are of no variable are their inputs. The transitions have no names.
func (s *System) Parts(relation term.Term) []Part {
	p := &partition{s: s, st: s.Terms, o: s.occurrences(), inputs: map[term.Term]term.Term{},
		left: maxParts}
	var whole determined
	whole.add(p, p.st.Conjuncts(relation))
	p.split(whole, nil, whole.rest, term.None)
	return p.out
}

// Part is a transition made of a part of a relation.
type Part struct {
	Transition
	// Disjunct is the innermost disjunct of the relation that the transition was made of; None: there is
	// none.
	Disjunct term.Term
}

type partition struct {
	s      *System
	st     *term.Store
	o      *occurrences
	inputs map[term.Term]term.Term // by variables after the step: see inputFor
	left   int                     // parts that may still be made
	out    []Part
}

// split makes transitions of a conjunction. Only the conjuncts in open may be taken apart: of several choices
// in a conjunction one is, and what its parts consist of, so that the parts are no more than the disjuncts.
func (p *partition) split(known determined, closed, open []term.Term, from term.Term) {
	if p.contradictory(closed, open) {
		return
	}
	rest, cases := p.cases(open)
	if len(cases) < 2 || len(cases) > p.left {
		known = known.clone()
		known.add(p, slices.Concat(closed, open))
		if !slices.Contains(known.rest, p.st.False()) {
			p.out = append(p.out, Part{p.transition(known), from})
		}
		return
	}
	p.left -= len(cases) - 1
	closed = slices.Concat(closed, rest)
	for _, c := range cases {
		p.split(known, closed, c.conj, c.from)
	}
}

// contradictory reports whether a conjunct is the negation of another one.
func (p *partition) contradictory(lists ...[]term.Term) bool {
	all := map[term.Term]bool{p.st.True(): true}
	for _, list := range lists {
		for _, c := range list {
			if all[p.st.Not(c)] {
				return true
			}
			all[c] = true
		}
	}
	return false
}

// oneCase is a conjunction, and the term that it is if it stands in the relation.
type oneCase struct {
	conj []term.Term
	from term.Term
}

// cases returns conjunctions whose disjunction, together with rest, is the conjunction of open: one for each
// disjunct of one of the conjuncts, or for each of the implications that exclude each other, whichever are
// more.
func (p *partition) cases(open []term.Term) (rest []term.Term, out []oneCase) {
	at, choice := -1, []term.Term(nil)
	for i, c := range open {
		if ds := p.alternatives(c); len(ds) > len(choice) {
			at, choice = i, ds
		}
	}
	if rules := p.rules(open); len(rules) >= max(2, len(choice)) {
		return p.byRule(open, rules)
	}
	for _, d := range choice {
		out = append(out, oneCase{p.st.Conjuncts(d), d})
	}
	if at < 0 {
		return open, nil
	}
	return slices.Delete(slices.Clone(open), at, at+1), out
}

// alternatives returns the disjuncts of a choice between effects: a disjunction of which two disjuncts at
// least speak of the state after. nil: t is none. One with a single such disjunct is an implication; it stays
// whole unless rules finds its fellows.
func (p *partition) alternatives(t term.Term) []term.Term {
	if !p.o.after(t) {
		return nil
	}
	if p.st.Op(t) == term.OpIte {
		c, a, b := p.st.Arg(t, 0), p.st.Arg(t, 1), p.st.Arg(t, 2)
		if p.o.after(c) || !p.o.after(a) && !p.o.after(b) {
			return nil
		}
		return []term.Term{p.st.And(c, a), p.st.And(p.st.Not(c), b)}
	}
	ds := p.st.Disjuncts(t)
	effects := 0
	for _, d := range ds {
		if p.o.after(d) {
			effects++
		}
	}
	if effects < 2 {
		return nil
	}
	return ds
}

// rule is a conjunct that says: if all of the guard holds, then one of the effects.
type rule struct {
	at      int // its index among the conjuncts
	guard   []term.Term
	effects []term.Term
}

// rules returns conjuncts that are implications and whose guards exclude each other by complementary
// literals, greedily from the first.
func (p *partition) rules(conj []term.Term) []rule {
	var out []rule
	var literals []map[term.Term]bool // of the guards in out
	for i, c := range conj {
		r := rule{at: i}
		for _, d := range p.st.Disjuncts(c) {
			if p.o.after(d) {
				r.effects = append(r.effects, d)
			} else {
				r.guard = append(r.guard, p.st.Conjuncts(p.st.Not(d))...)
			}
		}
		if len(r.guard) == 0 || len(r.effects) == 0 {
			continue
		}
		excludes := func(other map[term.Term]bool) bool {
			return slices.ContainsFunc(r.guard, func(g term.Term) bool { return other[p.st.Not(g)] })
		}
		if slices.ContainsFunc(literals, func(o map[term.Term]bool) bool { return !excludes(o) }) {
			continue
		}
		set := map[term.Term]bool{}
		for _, g := range r.guard {
			set[g] = true
		}
		out, literals = append(out, r), append(literals, set)
	}
	return out
}

// byRule returns the cases by the rule that applies, and the one in which none does. Where one applies the
// others do not, as their guards exclude each other, and hold for that reason.
func (p *partition) byRule(open []term.Term, rules []rule) (rest []term.Term, out []oneCase) {
	var none []term.Term
	for i, c := range open {
		if len(none) < len(rules) && rules[len(none)].at == i {
			none = append(none, p.st.Not(p.st.And(rules[len(none)].guard...)))
			continue
		}
		rest = append(rest, c)
	}
	for _, r := range rules {
		effect := p.st.Or(r.effects...)
		out = append(out, oneCase{slices.Concat(r.guard, p.st.Conjuncts(effect)), effect})
	}
	return rest, append(out, oneCase{p.st.Conjuncts(p.st.And(none...)), term.None})
}
