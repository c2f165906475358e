package vmt

import (
	"cmp"
	"fmt"
	"slices"

	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt/lib"
	"whittle.dev/term"
)

// system makes the transition system when all is read.
func (r *reader) system() (*transition.System, error) {
	switch {
	case r.init == term.None:
		return nil, errorAt(r.end, "the file ends without a formula under :init")
	case r.trans == term.None:
		return nil, errorAt(r.end, "the file ends without a formula under :trans")
	case len(r.properties) == 0:
		return nil, errorAt(r.end, "the file ends without a formula under :%s, :%s or :%s", invariant, live,
			ltlFormula)
	case r.temporal.in(r.trans):
		return nil, errorAt(r.transPos, "the formula under :trans has an operator of temporal logic")
	}
	s := &transition.System{Terms: r.st, Init: r.init, Names: r.defs.Names()}
	after, err := r.variables(s)
	if err != nil {
		return nil, err
	}
	if s.InitInputs, err = r.inputs(r.init, after, "init", r.initPos); err != nil {
		return nil, err
	}
	if s.Goals, err = r.goals(after); err != nil {
		return nil, err
	}
	if s.Temporals, err = r.temporals(); err != nil {
		return nil, err
	}
	for _, h := range r.hints {
		if in, err := r.inputs(h, after, "predicate", r.end); err == nil && len(in) == 0 {
			s.Hints = append(s.Hints, h)
		}
	}
	s.Transitions = r.transitions(s)
	return s, nil
}

// variables adds the variables, in the order of their declarations, and returns them by the symbols of their
// values after a step.
func (r *reader) variables(s *transition.System) (map[term.Term]term.Term, error) {
	declared := map[string]term.Term{}
	for _, x := range r.defs.Declared() {
		declared[r.st.Name(x)] = x
	}
	after := map[term.Term]term.Term{}
	for _, x := range r.defs.Declared() {
		n, ok := r.nexts[x]
		if !ok {
			continue
		}
		var err error
		if n.sym, err = r.nextSymbol(x, n.name, declared); err != nil {
			return nil, err
		}
		if y, twice := after[n.sym]; twice {
			return nil, errorAt(n.name.Pos, "%s is the next value of %s and of %s", n.name.Abbreviate(),
				r.st.Name(y), r.st.Name(x))
		}
		after[n.sym] = x
		s.Vars = append(s.Vars, transition.Var{Name: r.st.Name(x), Sym: x, Next: n.sym,
			Process: transition.Shared, Pos: r.at(n.name.Pos)})
	}
	return after, nil
}

// nextSymbol is the symbol that a name after :next stands for. One that is not declared can occur nowhere; it
// is what some tools write for a variable whose next value is arbitrary.
func (r *reader) nextSymbol(x term.Term, name *lib.Node, declared map[string]term.Term) (term.Term, error) {
	sort := r.st.Sort(x)
	sym, ok := declared[name.Text]
	if !ok {
		if _, err := r.defs.Term(name); err == nil {
			return term.None, errorAt(name.Pos, "%s is defined, and :next takes a declared constant",
				name.Abbreviate())
		}
		return r.st.Fresh(name.Text, sort), nil
	}
	switch _, variable := r.nexts[sym]; {
	case sym == x:
		return term.None, errorAt(name.Pos, "%s cannot be its own next value", name.Abbreviate())
	case variable:
		return term.None, errorAt(name.Pos, "%s is the next value of %s, and has one itself",
			name.Abbreviate(), r.st.Name(x))
	case r.st.Sort(sym) != sort:
		return term.None, errorAt(name.Pos, "%s has sort %s, and %s, whose next value it is, has sort %s",
			name.Abbreviate(), r.st.SortString(r.st.Sort(sym)), r.st.Name(x), r.st.SortString(sort))
	}
	return sym, nil
}

// inputs returns the symbols of a condition on one state that are of no variable.
func (r *reader) inputs(t term.Term, after map[term.Term]term.Term, key string, pos lib.Pos) ([]term.Term,
	error) {
	var out []term.Term
	if r.temporal.in(t) {
		return nil, errorAt(pos, "the formula under :%s has an operator of temporal logic", key)
	}
	for _, x := range r.st.Symbols(t) {
		if y, ok := after[x]; ok {
			return nil, errorAt(pos, "%s, the next value of %s, occurs in the formula under :%s",
				r.st.Name(x), r.st.Name(y), key)
		}
		if _, ok := r.nexts[x]; !ok {
			out = append(out, x)
		}
	}
	return out, nil
}

// goals are the negations of the properties, in the order of their numbers.
func (r *reader) goals(after map[term.Term]term.Term) ([]transition.Goal, error) {
	var out []transition.Goal
	for i, p := range r.sorted(invariant) {
		g := transition.Goal{Number: p.number, Cond: r.st.Not(p.formula), Origin: i}
		g.Name, g.Pos = r.nameOf(p.formula, p.pos, fmt.Sprintf("property %d", p.number))
		var err error
		if g.Inputs, err = r.inputs(p.formula, after, invariant, p.pos); err != nil {
			return nil, err
		}
		out = append(out, g)
	}
	return out, nil
}

// sorted are the properties under some keys, in the order of their numbers.
func (r *reader) sorted(keys ...string) []property {
	var out []property
	for _, p := range r.properties {
		if slices.Contains(keys, p.key) {
			out = append(out, p)
		}
	}
	slices.SortStableFunc(out, func(a, b property) int { return cmp.Compare(a.number, b.number) })
	return out
}

// transitions are the parts of the transition relation.
func (r *reader) transitions(s *transition.System) []transition.Transition {
	parts := s.Parts(r.trans)
	out := make([]transition.Transition, len(parts))
	for i, p := range parts {
		out[i] = p.Transition
		out[i].Origin = i
		if len(parts) == 1 {
			out[i].Name, out[i].Pos = r.nameOf(r.trans, r.transPos, "step")
			break
		}
		out[i].Name, out[i].Pos = r.nameOf(p.Disjunct, r.transPos, fmt.Sprintf("step %d", i+1))
	}
	return out
}
