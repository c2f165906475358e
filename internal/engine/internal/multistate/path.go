package multistate

import (
	"cmp"
	"slices"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// part is a conjunction that shares no symbol with the other parts of its path
// condition (Mrázek, Jonáš, Barnat, section 3.1). It is satisfiable, as far
// as the solver knows, and never changes.
type part struct {
	conj  []term.Term // ascending, each once
	syms  []term.Term // ascending
	model term.Map    // satisfies it; nil: not known
}

// Symbols returns the symbols of t, ascending. The result must not be changed.
func (x *Stepper) Symbols(t term.Term) []term.Term {
	if x.s.IsConst(t) {
		return nil
	}
	if syms, ok := x.symbols[t]; ok {
		return syms
	}
	syms := x.s.Symbols(t)
	slices.Sort(syms)
	x.symbols[t] = syms
	return syms
}

// meets reports whether two ascending lists have an element in common.
func meets(a, b []term.Term) bool {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			return true
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return false
}

// union merges two ascending lists.
func union(a, b []term.Term) []term.Term {
	out := make([]term.Term, 0, len(a)+len(b))
	out = append(append(out, a...), b...)
	slices.Sort(out)
	return slices.Compact(out)
}

// Model is an assignment in which symbols without a value are zero.
type Model struct {
	Store  *term.Store
	Values term.Map
}

// Value returns the value of a symbol.
func (m Model) Value(sym term.Term) (term.Value, bool) {
	if v, ok := m.Values[sym]; ok {
		return v, true
	}
	return m.Store.ZeroValue(m.Store.Sort(sym)), true
}

// assume adds a condition to the path condition of a state and says whether the
// state is still not empty. Unknown counts as not empty. If it is empty, the
// state must not be used any more.
func (x *Stepper) assume(st *State, cond term.Term) smt.Status {
	switch {
	case x.s.IsTrue(cond):
		return smt.Sat
	case x.s.IsFalse(cond):
		return smt.Unsat
	}
	x.rec.assume(cond)
	answer := x.restrict(st, cond)
	if answer == smt.Unsat {
		return answer
	}
	for _, c := range x.conjuncts(cond) {
		x.define(st, c)
	}
	return answer
}

// restrict is assume without a record, and without replacing symbols: terms that are not in the state keep
// their meaning.
func (x *Stepper) restrict(st *State, cond term.Term) smt.Status {
	answer := smt.Sat
	for _, c := range x.conjuncts(cond) {
		if x.s.IsTrue(c) {
			continue
		}
		if x.s.IsFalse(c) {
			return smt.Unsat
		}
		switch x.conjoin(st, c) {
		case smt.Unsat:
			return smt.Unsat
		case smt.Unknown:
			answer = smt.Unknown
		}
	}
	return answer
}

func (x *Stepper) conjuncts(cond term.Term) []term.Term {
	if x.s.Op(cond) == term.OpAnd {
		return x.s.Args(cond)
	}
	return []term.Term{cond}
}

// conjoin adds one conjunct: the parts that it shares symbols with become one.
func (x *Stepper) conjoin(st *State, c term.Term) smt.Status {
	syms := x.Symbols(c)
	if answer := x.emptiness.syntactic(st.parts, c); answer != smt.Unknown {
		return answer
	}
	merged := &part{conj: []term.Term{c}, syms: syms}
	var touched []*part
	kept := st.parts[:0:0]
	for _, p := range st.parts {
		if x.cfg.Whole || meets(p.syms, syms) {
			touched = append(touched, p)
			merged.conj = union(merged.conj, p.conj)
			merged.syms = union(merged.syms, p.syms)
		} else {
			kept = append(kept, p)
		}
	}
	answer := x.emptiness.check(merged, touched, c)
	if answer == smt.Unsat {
		return answer
	}
	st.parts = append(kept, merged)
	return answer
}

// define looks whether a conjunct gives a symbol a value, or expresses it by others,
// and replaces the symbol everywhere if so.
func (x *Stepper) define(st *State, c term.Term) {
	sym, val, ok := x.definition(c, nil)
	if !ok || !x.s.IsConst(val) {
		return
	}
	x.replace(st, sym, val)
}

// definition reads a conjunct as an equation of a symbol, one of those in
// wanted (nil: all), with a term in which it does not occur.
func (x *Stepper) definition(c term.Term, wanted map[term.Term]bool) (sym, val term.Term, ok bool) {
	s := x.s
	is := func(t term.Term) bool { return s.Op(t) == term.OpSymbol && (wanted == nil || wanted[t]) }
	switch s.Op(c) {
	case term.OpSymbol:
		return c, s.True(), is(c)
	case term.OpNot:
		a := s.Arg(c, 0)
		return a, s.False(), is(a)
	case term.OpEq:
		for i := range 2 {
			a, b := s.Arg(c, i), s.Arg(c, 1-i)
			if is(a) && !slices.Contains(x.Symbols(b), a) {
				return a, b, true
			}
		}
	}
	return term.None, term.None, false
}

// replace replaces a symbol in the whole state.
func (x *Stepper) replace(st *State, sym, val term.Term) {
	sub := term.NewSubstituter(x.s, map[term.Term]term.Term{sym: val})
	image := func(t term.Term) term.Term {
		if t == term.None || x.s.IsConst(t) {
			return t
		}
		if _, ok := slices.BinarySearch(x.Symbols(t), sym); !ok {
			return t
		}
		return sub.Apply(t)
	}
	occurs := func(list []term.Term) bool {
		return slices.ContainsFunc(list, func(t term.Term) bool { return image(t) != t })
	}
	for i, t := range st.threads {
		hit := occurs(t.shared) || image(t.exit) != t.exit
		for j := 0; j < len(t.frames) && !hit; j++ {
			hit = occurs(t.frames[j].regs)
		}
		if !hit {
			continue
		}
		t = x.thread(st, i)
		t.exit = image(t.exit)
		apply := func(list []term.Term) {
			for k := range list {
				list[k] = image(list[k])
			}
		}
		apply(t.shared)
		for j := range t.frames {
			apply(t.frames[j].regs)
		}
	}
	for i, o := range st.objects {
		if !slices.ContainsFunc(o.cells, func(c cell) bool { return image(c.val) != c.val }) {
			continue
		}
		c := *o
		c.gen = st.gen
		c.cells = append(make([]cell, 0, len(o.cells)), o.cells...)
		for k := range c.cells {
			c.cells[k].val = image(c.cells[k].val)
		}
		st.objects[i] = &c
	}
	kept := st.parts[:0:0]
	for _, p := range st.parts {
		if _, ok := slices.BinarySearch(p.syms, sym); !ok {
			kept = append(kept, p)
			continue
		}
		kept = append(kept, x.rebuild(p.conj, image, p.model)...)
	}
	st.parts = kept
}

// rebuild makes parts of the images of conjuncts. model satisfies the images.
func (x *Stepper) rebuild(conj []term.Term, image func(term.Term) term.Term, model term.Map) []*part {
	var parts []*part
	for _, c := range conj {
		list := []term.Term{image(c)}
		if x.s.Op(list[0]) == term.OpAnd {
			list = append(list[:0], x.s.Args(list[0])...)
		}
		for _, c := range list {
			if x.s.IsTrue(c) {
				continue
			}
			merged := &part{conj: []term.Term{c}, syms: x.Symbols(c), model: model}
			kept := parts[:0:0]
			for _, p := range parts {
				if x.cfg.Whole || meets(p.syms, merged.syms) {
					merged.conj = union(merged.conj, p.conj)
					merged.syms = union(merged.syms, p.syms)
				} else {
					kept = append(kept, p)
				}
			}
			parts = append(kept, merged)
		}
	}
	slices.SortFunc(parts, func(a, b *part) int { return cmp.Compare(a.conj[0], b.conj[0]) })
	return parts
}
