package multistate

import (
	"cmp"
	"slices"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// Sliced path conditions (section 3.1).
//
// A path condition is kept as conjunctions that share no symbol, the independent symbolic parts of the paper.
// A condition that is added concerns the parts that it shares symbols with: they become one, which alone is
// looked at to see whether the state is empty.

// part is a conjunction that shares no symbol with the other parts of its path condition. It is satisfiable,
// as far as the solver knows, and never changes.
type part struct {
	conj  []term.Term // ascending, each once
	syms  []term.Term // ascending
	model term.Map    // satisfies it; nil: not known
}

// conditions adds to the path conditions of states.
type conditions struct {
	s         *term.Store
	symbols   *symbols
	whole     bool // not sliced: there is one part
	emptiness emptiness
	// assumed, if not nil, collects what is assumed in an execution that is followed.
	assumed *[]term.Term
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

// models puts the models of parts together; ok is false if one of them is not known.
func models(parts []*part) (model term.Map, ok bool) {
	model, ok = term.Map{}, true
	for _, p := range parts {
		ok = ok && p.model != nil
		for _, sym := range p.syms {
			if v, has := p.model[sym]; has {
				model[sym] = v
			}
		}
	}
	return model, ok
}

// assume adds a condition to the path condition of a state and says whether the state is still not empty.
// Unknown counts as not empty. If it is empty, the state must not be used any more.
func (k *conditions) assume(st *State, cond term.Term) smt.Status {
	switch {
	case k.s.IsTrue(cond):
		return smt.Sat
	case k.s.IsFalse(cond):
		return smt.Unsat
	}
	if k.assumed != nil {
		*k.assumed = append(*k.assumed, cond)
	}
	if st.logged {
		st.log = append(slices.Clip(st.log), cond)
	}
	answer := k.restrict(st, cond)
	if answer == smt.Unsat {
		return answer
	}
	for _, c := range k.conjuncts(cond) {
		// A symbol with a value is replaced everywhere.
		if sym, val, ok := k.definition(c, nil); ok && k.s.IsConst(val) {
			k.replace(st, sym, val)
		}
	}
	return answer
}

// restrict is assume without a record, and without replacing symbols: terms that are not in the state keep
// their meaning.
func (k *conditions) restrict(st *State, cond term.Term) smt.Status {
	answer := smt.Sat
	for _, c := range k.conjuncts(cond) {
		if k.s.IsTrue(c) {
			continue
		}
		if k.s.IsFalse(c) {
			return smt.Unsat
		}
		switch k.conjoin(st, c) {
		case smt.Unsat:
			return smt.Unsat
		case smt.Unknown:
			answer = smt.Unknown
		}
	}
	return answer
}

func (k *conditions) conjuncts(cond term.Term) []term.Term {
	if k.s.Op(cond) == term.OpAnd {
		return k.s.Args(cond)
	}
	return []term.Term{cond}
}

// conjoin adds one conjunct.
func (k *conditions) conjoin(st *State, c term.Term) smt.Status {
	if answer := k.emptiness.syntactic(st.parts, c); answer != smt.Unknown {
		return answer
	}
	kept, merged, from := k.merge(st.parts, c)
	answer := k.emptiness.check(merged, from, c)
	if answer == smt.Unsat {
		return answer
	}
	st.parts = append(kept, merged)
	return answer
}

// merge joins a conjunct and the parts that it shares symbols with to one; the others are kept.
func (k *conditions) merge(parts []*part, c term.Term) (kept []*part, merged *part, from []*part) {
	syms := k.symbols.of(c)
	merged = &part{conj: []term.Term{c}, syms: syms}
	kept = parts[:0:0]
	for _, p := range parts {
		if k.whole || meets(p.syms, syms) {
			from = append(from, p)
			merged.conj = union(merged.conj, p.conj)
			merged.syms = union(merged.syms, p.syms)
		} else {
			kept = append(kept, p)
		}
	}
	return kept, merged, from
}

// definition reads a conjunct as an equation of a symbol, one of those in
// wanted (nil: all), with a term in which it does not occur.
func (k *conditions) definition(c term.Term, wanted map[term.Term]bool) (sym, val term.Term, ok bool) {
	s := k.s
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
			if is(a) && !slices.Contains(k.symbols.of(b), a) {
				return a, b, true
			}
		}
	}
	return term.None, term.None, false
}

// replace replaces a symbol in the whole state.
func (k *conditions) replace(st *State, sym, val term.Term) {
	sub := term.NewSubstituter(k.s, map[term.Term]term.Term{sym: val})
	image := func(t term.Term) term.Term {
		if _, ok := slices.BinarySearch(k.symbols.of(t), sym); !ok {
			return t
		}
		return sub.Apply(t)
	}
	st.replace(image)
	kept := st.parts[:0:0]
	for _, p := range st.parts {
		if _, ok := slices.BinarySearch(p.syms, sym); !ok {
			kept = append(kept, p)
			continue
		}
		kept = append(kept, k.rebuild(p.conj, image, p.model)...)
	}
	st.parts = kept
}

// rebuild makes parts of the images of conjuncts. model satisfies the images.
func (k *conditions) rebuild(conj []term.Term, image func(term.Term) term.Term, model term.Map) []*part {
	var parts []*part
	for _, c := range conj {
		for _, c := range k.conjuncts(image(c)) {
			if k.s.IsTrue(c) {
				continue
			}
			kept, merged, _ := k.merge(parts, c)
			merged.model = model
			parts = append(kept, merged)
		}
	}
	slices.SortFunc(parts, func(a, b *part) int { return cmp.Compare(a.conj[0], b.conj[0]) })
	return parts
}

// sample is a value that t has in some state of st.
func (k *conditions) sample(st *State, t term.Term) (uint64, bool) {
	syms := k.symbols.of(t)
	var about []*part
	for _, p := range st.parts {
		if meets(p.syms, syms) {
			about = append(about, p)
		}
	}
	model, ok := models(about)
	if !ok {
		return 0, false
	}
	v, err := k.s.Eval(t, Model{k.s, model})
	return v.Uint64(), err == nil
}

// collect drops the parts of the path condition that no value depends on, which are
// satisfiable, and eliminates other symbols that no value contains where an equation
// defines them. Then it notes which symbols are left.
func (k *conditions) collect(st *State, values []term.Term) {
	live := map[term.Term]bool{}
	for _, t := range values {
		for _, sym := range k.symbols.of(t) {
			live[sym] = true
		}
	}
	isLive := func(sym term.Term) bool { return live[sym] }
	kept := st.parts[:0:0]
	for _, p := range st.parts {
		dead := map[term.Term]bool{}
		for _, sym := range p.syms {
			if !live[sym] {
				dead[sym] = true
			}
		}
		switch {
		case len(dead) == 0:
			kept = append(kept, p)
		case len(dead) < len(p.syms) || k.whole:
			kept = append(kept, k.project(p, dead)...)
		}
	}
	st.parts = kept
	if !k.whole { // a part that is left may have lost its live symbols
		st.parts = slices.DeleteFunc(kept, func(p *part) bool { return !slices.ContainsFunc(p.syms, isLive) })
	}
	if k.symbols.distinct {
		return
	}
	for _, p := range st.parts {
		for _, sym := range p.syms {
			live[sym] = true
		}
	}
	st.used.set(k.symbols, live)
	st.used.pin(st.pinned)
}

// project eliminates dead symbols that an equation defines.
func (k *conditions) project(p *part, dead map[term.Term]bool) []*part {
	parts := []*part{p}
	for i := 0; i < len(parts); i++ {
		for _, c := range parts[i].conj {
			if sym, val, ok := k.definition(c, dead); ok {
				sub := term.NewSubstituter(k.s, map[term.Term]term.Term{sym: val})
				rest := k.rebuild(parts[i].conj, sub.Apply, parts[i].model)
				parts = append(slices.Delete(parts, i, i+1), rest...)
				i = -1 // from the beginning
				break
			}
		}
	}
	return parts
}
