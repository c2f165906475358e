package multistate

import (
	"cmp"
	"slices"

	"whittle.dev/internal/engine/internal/emptiness"
	"whittle.dev/internal/engine/internal/symbols"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Sliced path conditions (section 3.1).
//
// A path condition is kept as conjunctions that share no symbol, the independent symbolic parts of the paper.
// A condition that is added concerns the parts that it shares symbols with: they become one, which alone is
// looked at to see whether the state is empty.

// conditions adds to the path conditions of states.
type conditions struct {
	s         *term.Store
	symbols   *symbols.Inputs
	whole     bool // not sliced: there is one part
	emptiness emptiness.Checker
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
	if answer := k.emptiness.Syntactic(st.parts, c); answer != smt.Unknown {
		return answer
	}
	kept, merged, from := k.merge(st.parts, c)
	answer := k.emptiness.Check(merged, from, c)
	if answer == smt.Unsat {
		return answer
	}
	st.parts = append(kept, merged)
	return answer
}

// merge joins a conjunct and the parts that it shares symbols with to one; the others are kept.
func (k *conditions) merge(parts []*emptiness.Part, c term.Term) (kept []*emptiness.Part,
	merged *emptiness.Part, from []*emptiness.Part) {
	syms := k.symbols.Of(c)
	merged = &emptiness.Part{Conj: []term.Term{c}, Syms: syms}
	kept = parts[:0:0]
	for _, p := range parts {
		if k.whole || meets(p.Syms, syms) {
			from = append(from, p)
			merged.Conj = union(merged.Conj, p.Conj)
			merged.Syms = union(merged.Syms, p.Syms)
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
			if is(a) && !slices.Contains(k.symbols.Of(b), a) {
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
		if _, ok := slices.BinarySearch(k.symbols.Of(t), sym); !ok {
			return t
		}
		return sub.Apply(t)
	}
	st.replace(image)
	kept := st.parts[:0:0]
	for _, p := range st.parts {
		if _, ok := slices.BinarySearch(p.Syms, sym); !ok {
			kept = append(kept, p)
			continue
		}
		kept = append(kept, k.rebuild(p.Conj, image, p.Model)...)
	}
	st.parts = kept
}

// rebuild makes parts of the images of conjuncts. model satisfies the images.
func (k *conditions) rebuild(conj []term.Term, image func(term.Term) term.Term,
	model term.Map) []*emptiness.Part {
	var parts []*emptiness.Part
	for _, c := range conj {
		for _, c := range k.conjuncts(image(c)) {
			if k.s.IsTrue(c) {
				continue
			}
			kept, merged, _ := k.merge(parts, c)
			merged.Model = model
			parts = append(kept, merged)
		}
	}
	slices.SortFunc(parts, func(a, b *emptiness.Part) int { return cmp.Compare(a.Conj[0], b.Conj[0]) })
	return parts
}

// sample is a value that t has in some state of st.
func (k *conditions) sample(st *State, t term.Term) (uint64, bool) {
	syms := k.symbols.Of(t)
	var about []*emptiness.Part
	for _, p := range st.parts {
		if meets(p.Syms, syms) {
			about = append(about, p)
		}
	}
	model, ok := emptiness.Models(about)
	if !ok {
		return 0, false
	}
	v, err := k.s.Eval(t, emptiness.Model{Store: k.s, Values: model})
	return v.Uint64(), err == nil
}

// collect drops the parts of the path condition that no value depends on, which are
// satisfiable, and eliminates other symbols that no value contains where an equation
// defines them. Then it notes which symbols are left.
func (k *conditions) collect(st *State, values []term.Term) {
	live := map[term.Term]bool{}
	for _, t := range values {
		for _, sym := range k.symbols.Of(t) {
			live[sym] = true
		}
	}
	isLive := func(sym term.Term) bool { return live[sym] }
	kept := st.parts[:0:0]
	for _, p := range st.parts {
		dead := map[term.Term]bool{}
		for _, sym := range p.Syms {
			if !live[sym] {
				dead[sym] = true
			}
		}
		switch {
		case len(dead) == 0:
			kept = append(kept, p)
		case len(dead) < len(p.Syms) || k.whole:
			kept = append(kept, k.project(p, dead)...)
		}
	}
	st.parts = kept
	if !k.whole { // a part that is left may have lost its live symbols
		st.parts = slices.DeleteFunc(kept, func(p *emptiness.Part) bool {
			return !slices.ContainsFunc(p.Syms, isLive)
		})
	}
	if k.symbols.Distinct {
		return
	}
	for _, p := range st.parts {
		for _, sym := range p.Syms {
			live[sym] = true
		}
	}
	st.used.Set(k.symbols, live)
	st.used.Pin(st.pinned)
}

// project eliminates dead symbols that an equation defines.
func (k *conditions) project(p *emptiness.Part, dead map[term.Term]bool) []*emptiness.Part {
	parts := []*emptiness.Part{p}
	for i := 0; i < len(parts); i++ {
		for _, c := range parts[i].Conj {
			if sym, val, ok := k.definition(c, dead); ok {
				sub := term.NewSubstituter(k.s, map[term.Term]term.Term{sym: val})
				rest := k.rebuild(parts[i].Conj, sub.Apply, parts[i].Model)
				parts = append(slices.Delete(parts, i, i+1), rest...)
				i = -1 // from the beginning
				break
			}
		}
	}
	return parts
}
