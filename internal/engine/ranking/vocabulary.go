package ranking

import (
	"slices"

	"whittle.dev/term"
)

// maxConditions bounds the conditions that are looked at for a location.
const maxConditions = 160

// comparisons are the parts of conditions that compare two words, or are Boolean variables, each once.
func comparisons(st *term.Store, conds ...term.Term) []term.Term {
	var out []term.Term
	for t := range st.Subterms(conds...) {
		switch st.Op(t) {
		case term.OpEq, term.OpBVUlt, term.OpBVSlt:
			if st.Sort(st.Arg(t, 0)).IsBitVec() {
				out = append(out, t)
			}
		case term.OpSymbol:
			if st.Sort(t).IsBool() {
				out = append(out, t)
			}
		}
	}
	slices.Sort(out)
	return out
}

// over reports whether a term is over the variables that matter at a location alone.
func (s *search) over(t term.Term, loc int) bool {
	for _, sym := range s.st.Symbols(t) {
		v, ok := s.index[sym]
		if !ok || !s.g.Locs[loc].Live[v] {
			return false
		}
	}
	return true
}

// conditions are those that may tell something of the states at a location: comparisons of the program and
// their opposites, with and without equality, and comparisons of variables with constants that they get.
func (s *search) conditions(loc int) []term.Term {
	st := s.st
	seen := map[term.Term]bool{}
	var out []term.Term
	add := func(conds ...term.Term) {
		for _, c := range conds {
			if !seen[c] && !st.IsConst(c) && len(out) < maxConditions {
				seen[c], out = true, append(out, c)
			}
		}
	}
	add(s.madeBefore(loc)...)
	for _, c := range s.vocabulary {
		if !s.over(c, loc) {
			continue
		}
		add(c, st.Not(c))
		if st.Op(c) == term.OpSymbol {
			continue
		}
		a, b := st.Arg(c, 0), st.Arg(c, 1)
		switch st.Op(c) {
		case term.OpEq:
			add(st.BVSle(a, b), st.BVSle(b, a), st.BVUle(a, b), st.BVUle(b, a))
		case term.OpBVSlt:
			add(st.BVSle(a, b), st.BVSle(b, a), st.Eq(a, b))
		case term.OpBVUlt:
			add(st.BVUle(a, b), st.BVUle(b, a), st.Eq(a, b))
		}
	}
	for v, live := range s.g.Locs[loc].Live {
		x := s.sys.Vars[v].Sym
		if !live || !st.Sort(x).IsBitVec() {
			continue
		}
		for _, k := range s.constants[v] {
			low := st.Extract(0, 0, x)
			add(st.Eq(low, st.Extract(0, 0, k)))
			add(st.Eq(x, k), st.BVSle(k, x), st.BVSle(x, k), st.BVUle(k, x), st.BVUle(x, k))
		}
		zero := st.BV(st.Sort(x).Width(), 0)
		add(st.BVSle(zero, x), st.BVSlt(zero, x))
	}
	return out
}

// findVocabulary collects the comparisons in the guards and values of the graph, and the constants that
// variables get.
func (s *search) findVocabulary() {
	var terms []term.Term
	s.constants = make([][]term.Term, len(s.sys.Vars))
	note := func(next []term.Term) {
		for v, t := range next {
			if s.st.IsConst(t) && s.st.Sort(t).IsBitVec() && !slices.Contains(s.constants[v], t) &&
				!s.sys.Vars[v].Counter {
				s.constants[v] = append(s.constants[v], t)
			}
		}
		terms = append(terms, next...)
	}
	for _, l := range s.g.Locs {
		if !s.st.IsFalse(l.Init) {
			terms = append(terms, l.Start.Guard)
			note(l.Start.Next)
		}
	}
	for _, e := range s.g.Edges {
		terms = append(terms, e.Guard)
		note(e.Next)
	}
	s.vocabulary = comparisons(s.st, terms...)
	for _, c := range s.vocabulary {
		for _, e := range s.elements(c) {
			if !slices.Contains(s.vocabulary, e) && len(s.vocabulary) < maxConditions {
				s.vocabulary = append(s.vocabulary, e)
			}
		}
	}
}

// maxIndex bounds the bits of the index of arrays whose elements are looked at one by one.
const maxIndex = 3

// elements are what a condition about an element of a small array, at an index that is computed, says of
// each.
func (s *search) elements(c term.Term) []term.Term {
	st := s.st
	var at term.Term
	for t := range st.Subterms(c) {
		switch {
		case st.Op(t) != term.OpSelect:
		case at != term.None, st.Op(st.Arg(t, 0)) != term.OpSymbol, st.IsConst(st.Arg(t, 1)),
			st.Sort(st.Arg(t, 1)).Width() > maxIndex:
			return nil
		default:
			at = t
		}
	}
	if at == term.None {
		return nil
	}
	var out []term.Term
	width := st.Sort(st.Arg(at, 1)).Width()
	for i := range 1 << width {
		e := st.Select(st.Arg(at, 0), st.BV(width, uint64(i)))
		out = append(out, st.Substitute(c, map[term.Term]term.Term{at: e}))
	}
	return out
}
