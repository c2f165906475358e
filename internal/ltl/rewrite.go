package ltl

import "slices"

// Rules that make formulas smaller, or their automata. Most are from F. Somenzi and R. Bloem ("Efficient
// Büchi automata from LTL formulae", CAV 2000); those about pure eventualities and universal formulas from
// K. Etessami and G. Holzmann ("Optimizing Büchi automata", CONCUR 2000), or from them by taking a formula
// that has the same value in all suffixes out of a temporal operator. Only the rules of conjunctions, X and
// U are written; those of disjunctions and R are their duals.

// next is X f.
func (s *nodes) next(f *node) *node {
	if f.suspendable() {
		return f // constants, and X G F a = G F a
	}
	if f.form == formOr {
		return s.not(s.next(s.not(f)))
	}
	if out, rest := split(f.args, (*node).suspendable); f.form == formAnd && len(out) > 0 {
		return s.and(append(out, s.next(s.and(rest...)))...) // X (a && G F b) = X a && G F b
	}
	return s.make(formNext, 0, false, f)
}

// split parts a list by a condition.
func split(list []*node, which func(*node) bool) (yes, no []*node) {
	for _, f := range list {
		if which(f) {
			yes = append(yes, f)
		} else {
			no = append(no, f)
		}
	}
	return yes, no
}

// release is a R b.
func (s *nodes) release(a, b *node) *node { return s.not(s.until(s.not(a), s.not(b))) }

// or is the disjunction of formulas.
func (s *nodes) or(list ...*node) *node { return s.not(s.and(s.notAll(list)...)) }

// until is a U b.
func (s *nodes) until(a, b *node) *node {
	if b.eventual || s.implies(a, b) {
		return b // e.g. a U F b = F b, false U b = b
	}
	a = s.leftOfUntil(a, b)
	switch {
	case b.form == formUntil && s.implies(a, b.args[0]):
		return b // a U (a U c) = a U c
	case b.form == formUntil && s.implies(b.args[0], a):
		return s.until(a, b.args[1]) // F (a U b) = F b
	case a.form == formUntil && a.args[1] == b:
		return a // (a U b) U b = a U b
	case b.form == formNext && a == s.yes:
		return s.next(s.until(a, b.args[0])) // F X b = X F b
	case b.form == formNext && a.form == formNext:
		return s.next(s.until(a.args[0], b.args[0]))
	case b.form == formAnd:
		if out, rest := split(b.args, (*node).suspendable); len(out) > 0 {
			return s.and(append(out, s.until(a, s.and(rest...)))...) // a U (b && G F c) = (a U b) && G F c
		}
	case b.form == formOr:
		if out, rest := split(b.args, func(f *node) bool { return f.eventual }); len(out) > 0 {
			return s.or(append(out, s.until(a, s.or(rest...)))...) // a U (b || F c) = (a U b) || F c
		}
	}
	return s.make(formUntil, 0, false, a, b)
}

// leftOfUntil makes the left side of a U b smaller: before the first b it need not say that there is no b
// yet, and what implies b is no way to wait for it.
func (s *nodes) leftOfUntil(a, b *node) *node {
	holds := func(f *node) bool { return s.implies(s.not(b), f) }
	fails := func(f *node) bool { return s.implies(f, b) }
	switch {
	case holds(a):
		return s.yes
	case a.form == formAnd && slices.ContainsFunc(a.args, holds):
		return s.and(slices.DeleteFunc(slices.Clone(a.args), holds)...)
	case a.form == formOr && slices.ContainsFunc(a.args, fails):
		return s.or(slices.DeleteFunc(slices.Clone(a.args), fails)...)
	}
	return a
}
