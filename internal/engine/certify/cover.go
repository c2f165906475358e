package certify

import (
	"slices"

	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/term"
)

// covers reports whether a state b contains a syntactically: some terms for the symbols of b make its
// values those of a, and its path condition a part of that of a. All values of a are values of b then.
func (q *questions) covers(b, a *multistate.View) bool {
	m := matching{st: q.st, bound: map[term.Term]term.Term{}, seen: map[[2]term.Term]bool{}}
	for i, t := range b.Values {
		if !m.match(t, a.Values[i]) {
			return false
		}
	}
	if len(b.Conjuncts) == 0 {
		return true
	}
	var list []term.Term
	for _, c := range a.Conjuncts {
		list = append(list, c)
		if q.st.Op(c) == term.OpAnd {
			list = append(list, q.st.Args(c)...)
		}
	}
	var sub *term.Substituter
	for _, c := range b.Conjuncts {
		// Symbols that no value has are given terms by the first conjunct that fits.
		open := false
		for _, sym := range q.st.Symbols(c) {
			open = open || m.bound[sym] == term.None
		}
		if open {
			if !slices.ContainsFunc(list, func(d term.Term) bool { return m.try(c, d) }) {
				return false
			}
			sub = nil
			continue
		}
		if slices.Contains(list, c) && m.same(c) {
			continue
		}
		if sub == nil {
			sub = term.NewSubstituter(q.st, m.bound)
		}
		image := sub.Apply(c)
		if !q.st.IsTrue(image) && !slices.Contains(list, image) {
			return false
		}
	}
	return true
}

// same reports whether all symbols of t stand for themselves.
func (m *matching) same(t term.Term) bool {
	return !slices.ContainsFunc(m.st.Symbols(t), func(sym term.Term) bool { return m.bound[sym] != sym })
}

// matching finds terms for symbols.
type matching struct {
	st    *term.Store
	bound map[term.Term]term.Term
	seen  map[[2]term.Term]bool
	trail []term.Term
}

// try matches, and forgets what it has bound if that fails.
func (m *matching) try(p, t term.Term) bool {
	n := len(m.trail)
	if m.match(p, t) {
		return true
	}
	for _, sym := range m.trail[n:] {
		delete(m.bound, sym)
	}
	m.trail = m.trail[:n]
	clear(m.seen)
	return false
}

// match reports whether terms for the symbols of p make it t, and remembers them.
func (m *matching) match(p, t term.Term) bool {
	s := m.st
	if s.Op(p) == term.OpSymbol {
		if b := m.bound[p]; b != term.None {
			return b == t
		}
		if s.Sort(p) != s.Sort(t) {
			return false
		}
		m.bound[p] = t
		m.trail = append(m.trail, p)
		return true
	}
	if s.IsConst(p) {
		return p == t
	}
	k := [2]term.Term{p, t}
	if m.seen[k] {
		return true
	}
	if s.Op(p) != s.Op(t) || s.NumArgs(p) != s.NumArgs(t) {
		return false
	}
	ph, pl := s.Params(p)
	if th, tl := s.Params(t); ph != th || pl != tl {
		return false
	}
	for i := range s.NumArgs(p) {
		if !m.match(s.Arg(p, i), s.Arg(t, i)) {
			return false
		}
	}
	m.seen[k] = true
	return true
}
