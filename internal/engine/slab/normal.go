package slab

import (
	"slices"

	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// maxTransitions bounds what the disjunctions of relations are split into.
const maxTransitions = 512

// normal brings the transitions of a system into the form of the paper, as far as that is possible: what
// depends on the state before is a guard, v' = e is an assignment, and a disjunction of what may become of
// variables is several transitions. Guards with disjunctions stay as they are, and so do relations that a
// condition on the state before can make true, unless that makes them assignments: n such clauses would
// become 2^n transitions.
func normal(sys *transition.System, noClauses bool) []prepared {
	n := normaliser{sys: sys, st: sys.Terms, next: map[term.Term]int{}, noClauses: noClauses}
	for i, v := range sys.Vars {
		n.next[v.Next] = i
	}
	var out []prepared
	for i := range sys.Transitions {
		t := sys.Transitions[i]
		var relations []term.Term
		for _, r := range t.Relations {
			relations = append(relations, n.st.Conjuncts(r)...)
		}
		room := (maxTransitions - len(out)) / (len(sys.Transitions) - i)
		for _, rs := range n.split(relations, max(room, 1)) {
			out = append(out, prepared{n.sorted(t, rs), i})
		}
	}
	return out
}

type normaliser struct {
	sys  *transition.System
	st   *term.Store
	next map[term.Term]int
	// noClauses: clauses are split as well.
	noClauses bool
	// about remembers which terms have symbols of next states.
	about map[term.Term]bool
}

func (n *normaliser) aboutNext(t term.Term) bool {
	if n.about == nil {
		n.about = map[term.Term]bool{}
	}
	yes, known := n.about[t]
	if !known {
		for _, sym := range n.st.Symbols(t) {
			_, next := n.next[sym]
			yes = yes || next
		}
		n.about[t] = yes
	}
	return yes
}

// split makes at most room lists of conjuncts without disjunctions about next states of one with such.
func (n *normaliser) split(relations []term.Term, room int) [][]term.Term {
	for i, r := range relations {
		cases := n.cases(r)
		if len(cases) < 2 || len(cases) > room {
			continue
		}
		rest := slices.Concat(relations[:i], relations[i+1:])
		var out [][]term.Term
		for k, c := range cases {
			left := (room - len(out)) / (len(cases) - k)
			out = append(out, n.split(append(n.st.Conjuncts(c), rest...), max(left, 1))...)
		}
		return out
	}
	return [][]term.Term{relations}
}

// cases are the disjuncts of a relation, if it is a disjunction that says more than one thing about the next
// state; those that say nothing about it are one.
func (n *normaliser) cases(t term.Term) []term.Term {
	if !n.aboutNext(t) {
		return nil
	}
	var parts []term.Term
	switch st := n.st; st.Op(t) {
	case term.OpOr:
		parts = st.Args(t)
	case term.OpNot:
		if a := st.Arg(t, 0); st.Op(a) == term.OpAnd {
			for _, b := range st.Args(a) {
				parts = append(parts, st.Not(b))
			}
		}
	case term.OpIte:
		c := st.Arg(t, 0)
		parts = []term.Term{st.And(c, st.Arg(t, 1)), st.And(st.Not(c), st.Arg(t, 2))}
	}
	var out, before []term.Term
	for _, p := range parts {
		if n.aboutNext(p) {
			out = append(out, p)
		} else {
			before = append(before, p)
		}
	}
	if len(before) > 0 {
		if len(out) == 1 && !n.noClauses && !n.assigns(out[0]) {
			return nil
		}
		out = append(out, n.st.Or(before...))
	}
	return out
}

// assigns reports whether a relation has an assignment among its conjuncts.
func (n *normaliser) assigns(t term.Term) bool {
	return slices.ContainsFunc(n.st.Conjuncts(t), func(c term.Term) bool {
		_, _, ok := n.assignment(c)
		return ok
	})
}

// sorted is the transition with other relations, of which guards and assignments are told apart.
func (n *normaliser) sorted(t transition.Transition, relations []term.Term) transition.Transition {
	t.Guards, t.Relations = slices.Clip(t.Guards), nil
	updates := map[int]term.Term{}
	for _, u := range t.Updates {
		updates[u.Var] = u.Value
	}
	for _, r := range relations {
		if !n.aboutNext(r) {
			t.Guards = append(t.Guards, r)
		} else if v, e, ok := n.assignment(r); ok && updates[v] == term.None {
			updates[v] = e
		} else {
			t.Relations = append(t.Relations, r)
		}
	}
	t.Updates = nil
	for v := range n.sys.Vars {
		if e, ok := updates[v]; ok {
			t.Updates = append(t.Updates, transition.Update{Var: v, Value: e})
		}
	}
	return t
}

// assignment reads v' = e, v' and not v'.
func (n *normaliser) assignment(r term.Term) (v int, e term.Term, ok bool) {
	st := n.st
	if v, ok = n.next[r]; ok {
		return v, st.True(), true
	}
	switch st.Op(r) {
	case term.OpNot:
		if v, ok = n.next[st.Arg(r, 0)]; ok {
			return v, st.False(), true
		}
	case term.OpEq:
		for i := range 2 {
			e = st.Arg(r, 1-i)
			if v, ok = n.next[st.Arg(r, i)]; ok && !n.aboutNext(e) {
				return v, e, true
			}
		}
	}
	return 0, term.None, false
}
