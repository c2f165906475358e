package ltl

import "slices"

// implies reports whether f implies g, as far as the rules show it by which F. Somenzi and R. Bloem
// ("Efficient Büchi automata from LTL formulae", CAV 2000) compare formulas, and some about pure
// eventualities and universal formulas. It is sufficient, not necessary.
func (s *nodes) implies(f, g *node) bool {
	if f == g || f == s.no || g == s.yes {
		return true
	}
	if f == s.yes || g == s.no || f.form == formLiteral && g.form == formLiteral {
		return false
	}
	key := [2]int{f.id, g.id}
	known, ok := s.implied[key]
	if !ok {
		known = s.shows(f, g)
		s.implied[key] = known
	}
	return known
}

// shows applies the rules of implies. Each compares formulas of which one is smaller.
func (s *nodes) shows(f, g *node) bool {
	switch {
	case g.form == formAnd:
		return all(g.args, func(h *node) bool { return s.implies(f, h) })
	case f.form == formOr:
		return all(f.args, func(h *node) bool { return s.implies(h, g) })
	case f.form == formAnd && slices.ContainsFunc(f.args, func(h *node) bool { return s.implies(h, g) }),
		g.form == formOr && slices.ContainsFunc(g.args, func(h *node) bool { return s.implies(f, h) }):
		return true
	}
	return s.impliesThrough(f, g) || s.impliedBy(f, g) || s.implies2(f, g)
}

// impliesThrough takes f apart.
func (s *nodes) impliesThrough(f, g *node) bool {
	switch f.form {
	case formNext:
		return g.eventual && s.implies(f.args[0], g)
	case formUntil:
		return s.implies(f.args[1], g) && (g.eventual || s.implies(f.args[0], g))
	case formRelease:
		return s.implies(f.args[1], g)
	}
	return false
}

// impliedBy takes g apart.
func (s *nodes) impliedBy(f, g *node) bool {
	switch g.form {
	case formNext:
		return f.universal && s.implies(f, g.args[0])
	case formUntil:
		return s.implies(f, g.args[1])
	case formRelease:
		return s.implies(f, g.args[1]) && (f.universal || s.implies(f, g.args[0]))
	}
	return false
}

// implies2 takes both apart: X, U and R are monotone.
func (s *nodes) implies2(f, g *node) bool {
	return f.form == g.form && f.form >= formNext && s.implies(f.args[0], g.args[0]) &&
		(f.form == formNext || s.implies(f.args[1], g.args[1]))
}

// excludes reports whether f and g cannot both hold, as far as implies shows it.
func (s *nodes) excludes(f, g *node) bool { return s.implies(f, s.not(g)) || s.implies(g, s.not(f)) }
