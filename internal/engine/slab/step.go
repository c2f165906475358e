package slab

import (
	"fmt"
	"slices"
	"strings"

	"whittle.dev/term"
)

// step is a transition on edges of the abstraction: one of the system, or what simplification and bypassing
// have made of some. Steps with the same conjuncts are one.
type step struct {
	id int
	// guards are over the state before and inputs; relations over both states.
	guards    []formula
	updates   []update // by variable, ascending
	relations []formula
	// parts are all conjuncts.
	parts []formula
	// origin are the transitions that are taken one after the other, by prepared.origin.
	origin []int
	// needs are the variables that guards and relations are about: they are live before the step.
	needs varset
	// sets are the variables that are assigned.
	sets varset
	// cores are why copies of the step between some labels are inconsistent.
	cores []core
	// simple are the simplified versions, by the set of live variables.
	simple map[string]*step
}

// update is v' = e.
type update struct {
	v     int
	value term.Term
	f     formula
}

// core says that the step is inconsistent between nodes with these literals.
type core struct{ from, to literals }

// stepTable has each step once.
type stepTable struct {
	voc   *vocabulary
	byKey map[string]*step
	list  []*step
	// renamings counts the intermediate states that were given symbols.
	renamings int
}

func newStepTable(voc *vocabulary) *stepTable { return &stepTable{voc: voc, byKey: map[string]*step{}} }

// make returns the step with these conjuncts; nil if one of them is false.
func (st *stepTable) make(guards []formula, updates []update, relations []formula, origin []int) *step {
	voc := st.voc
	s := &step{origin: origin, needs: newVarset(len(voc.p.vars)), sets: newVarset(len(voc.p.vars)),
		simple: map[string]*step{}}
	clean := func(fs []formula) ([]formula, bool) {
		var out []formula
		for _, f := range fs {
			switch t := voc.entries[f].t; {
			case voc.st.IsFalse(t):
				return nil, false
			case !voc.st.IsTrue(t) && !slices.Contains(out, f):
				out = append(out, f)
			}
		}
		slices.Sort(out)
		return out, true
	}
	var ok, ok2 bool
	s.guards, ok = clean(guards)
	s.relations, ok2 = clean(relations)
	if !ok || !ok2 {
		return nil
	}
	s.updates = updates
	s.parts = slices.Clone(s.guards)
	for _, u := range updates {
		s.parts = append(s.parts, u.f)
		s.sets.add(u.v)
	}
	s.parts = append(s.parts, s.relations...)
	var key strings.Builder
	for _, f := range s.parts {
		fmt.Fprintf(&key, "%d ", f)
	}
	if old, ok := st.byKey[key.String()]; ok {
		return old
	}
	for _, f := range slices.Concat(s.guards, s.relations) {
		s.needs.union(voc.entries[f].now)
	}
	for _, u := range updates {
		if st.related(s, u.v) {
			s.needs.union(voc.entries[u.f].now)
		}
	}
	s.id = len(st.list)
	st.list = append(st.list, s)
	st.byKey[key.String()] = s
	return s
}

// of makes the step of a transition.
func (st *stepTable) of(t *prepared) *step {
	var guards, relations []term.Term
	for _, g := range t.Guards {
		guards = append(guards, st.voc.st.Conjuncts(g)...)
	}
	for _, r := range t.Relations {
		relations = append(relations, st.voc.st.Conjuncts(r)...)
	}
	var updates []update
	for _, u := range t.Updates {
		updates = append(updates, st.update(u.Var, u.Value))
	}
	return st.make(st.voc.formulas(guards), updates, st.voc.formulas(relations), []int{t.origin})
}

func (st *stepTable) update(v int, value term.Term) update {
	return update{v, value, st.voc.formula(st.voc.st.Eq(st.voc.p.vars[v].Next, value))}
}

// isAssignment reports whether the step is a guarded assignment of the variables that it sets.
func (s *step) isAssignment() bool { return len(s.relations) == 0 }

// isIdentity reports whether the step keeps the values of some variables. Its guards do not matter: a step
// that changes nothing that matters is not needed.
func (s *step) isIdentity(voc *vocabulary, live varset) bool {
	if !s.isAssignment() {
		return false
	}
	kept := newVarset(len(voc.p.vars))
	for _, u := range s.updates {
		if u.value == voc.p.vars[u.v].Sym {
			kept.add(u.v)
		}
	}
	all := true
	live.each(func(v int) { all = all && kept.has(v) })
	return all
}

// depend adds to out the variables that influence, by the step, the values of those in live (section 5.3).
// Those of guards and relations always do, since they decide whether the step can be taken.
func (s *step) depend(voc *vocabulary, live, out varset) bool {
	grown := out.union(s.needs)
	for _, u := range s.updates {
		if live.has(u.v) && out.union(voc.entries[u.f].now) {
			grown = true
		}
	}
	return grown
}

// simplify drops the assignments of variables that are not live after the step. Relations stay: they may
// forbid the step, whatever becomes of their variables.
func (st *stepTable) simplify(s *step, live varset) *step {
	drop := 0
	keep := func(u update) bool { return live.has(u.v) || st.related(s, u.v) }
	for _, u := range s.updates {
		if !keep(u) {
			drop++
		}
	}
	if drop == 0 {
		return s
	}
	key := live.key()
	if r, ok := s.simple[key]; ok {
		return r
	}
	var updates []update
	for _, u := range s.updates {
		if keep(u) {
			updates = append(updates, u)
		}
	}
	r := st.make(s.guards, updates, s.relations, s.origin)
	s.simple[key] = r
	return r
}

// related reports whether relations are about the value of a variable after the step.
func (st *stepTable) related(s *step, v int) bool {
	for _, f := range s.relations {
		if st.voc.entries[f].next.has(v) {
			return true
		}
	}
	return false
}
