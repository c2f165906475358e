package ltl

import "slices"

// and is the conjunction of formulas; without any it is true. What others imply is left out, formulas that
// exclude each other make it false, and temporal operators that agree in the right operand are joined.
func (s *nodes) and(list ...*node) *node {
	for {
		args, ok := s.conjuncts(list)
		switch {
		case !ok:
			return s.no
		case len(args) == 0:
			return s.yes
		case len(args) == 1:
			return args[0]
		}
		if list = s.resolve(args); list != nil {
			continue
		}
		if list = s.join(args); list == nil {
			return s.make(formAnd, 0, false, args...)
		}
	}
}

// conjuncts are the formulas that are left of a conjunction; ok is false if they contradict each other.
func (s *nodes) conjuncts(list []*node) (args []*node, ok bool) {
	for _, f := range list {
		parts := []*node{f}
		if f.form == formAnd {
			parts = f.args
		}
		for _, g := range parts {
			if !slices.ContainsFunc(args, func(h *node) bool { return s.implies(h, g) }) {
				args = slices.DeleteFunc(args, func(h *node) bool { return s.implies(g, h) })
				args = append(args, g)
			}
		}
	}
	for i, f := range args {
		if f == s.no || slices.ContainsFunc(args[:i], func(g *node) bool { return s.excludes(f, g) }) {
			return nil, false
		}
	}
	return args, true
}

// resolve makes a formula smaller by what the others say of the present: a && (!a || b) = a && b,
// !a && (a U b) = !a && b and a && (a R b) = a && b. The result is nil if there is nothing of the kind.
func (s *nodes) resolve(args []*node) []*node {
	for i, f := range args {
		others := without(args, i)
		excluded := func(g *node) bool {
			return slices.ContainsFunc(others, func(h *node) bool { return s.excludes(g, h) })
		}
		switch f.form {
		case formOr:
			if gone, rest := split(f.args, excluded); len(gone) > 0 {
				return append(others, s.or(rest...))
			}
		case formUntil:
			if excluded(f.args[0]) {
				return append(others, f.args[1])
			}
		case formRelease:
			if excluded(s.not(f.args[0])) {
				return append(others, f.args[1])
			}
		}
	}
	return nil
}

// join makes one formula of two, or is nil if no two can be joined.
func (s *nodes) join(args []*node) []*node {
	for j, g := range args {
		for i, f := range args[:j] {
			if h := s.joined(f, g); h != nil {
				return append(without(without(args, j), i), h)
			}
		}
	}
	return nil
}

// joined is f && g as one temporal formula, or nil.
func (s *nodes) joined(f, g *node) *node {
	if f.form != g.form {
		return nil
	}
	switch {
	case f.form == formNext:
		return s.next(s.and(f.args[0], g.args[0]))
	case f.form == formRelease && f.args[0] == g.args[0]:
		return s.release(f.args[0], s.and(f.args[1], g.args[1])) // G a && G b = G (a && b)
	case f.form == formUntil && f.args[1] == g.args[1]:
		return s.until(s.and(f.args[0], g.args[0]), f.args[1])
	case s.isFinallyGlobally(f) && s.isFinallyGlobally(g):
		return s.until(s.yes, s.and(f.args[1], g.args[1])) // F G a && F G b = F G (a && b)
	}
	return nil
}

// isFinallyGlobally reports whether f is F G of something.
func (s *nodes) isFinallyGlobally(f *node) bool {
	return f.form == formUntil && f.args[0] == s.yes && f.args[1].form == formRelease &&
		f.args[1].args[0] == s.no
}

// without is a copy of the list that lacks one of its members.
func without(list []*node, i int) []*node { return slices.Delete(slices.Clone(list), i, i+1) }
