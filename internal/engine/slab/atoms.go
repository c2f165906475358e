package slab

import (
	"context"
	"slices"

	"whittle.dev/term"
)

// maxAtoms bounds the literals that are tried as predicates.
const maxAtoms = 24

// atoms looks among the literals of labels and guards along the sub-path: what the last node says, or the
// first one, may separate the halves in the middle too. That is a few questions, where an interpolant over
// arrays can take as many as there are models.
func (s *separation) atoms(ctx context.Context) (formula, bool, error) {
	if s.x.cfg.NoAtoms {
		return 0, false, nil
	}
	voc := s.x.voc
	var list []term.Term
	seen := map[term.Term]bool{}
	collect := func(half []part) {
		for _, p := range half {
			e := &voc.entries[p.f]
			if len(e.inputs) > 0 || slices.ContainsFunc(e.next, func(w uint64) bool { return w != 0 }) {
				continue // about a step
			}
			for _, t := range literalsOf(voc.st, e.t) {
				if voc.st.Op(t) == term.OpNot {
					t = voc.st.Arg(t, 0)
				}
				if !seen[t] && len(list) < maxAtoms {
					seen[t] = true
					list = append(list, t)
				}
			}
		}
	}
	collect(s.second)
	collect(s.first)
	for _, t := range list {
		q := voc.formula(t)
		if !voc.entries[q].now.meets(s.shared) {
			continue
		}
		for _, c := range []formula{q, voc.not(q)} {
			if ok, err := s.separates(ctx, c); err != nil || ok {
				return c, ok, err
			}
		}
	}
	return 0, false, nil
}

// literalsOf are those that a formula is made of by and, or, not.
func literalsOf(st *term.Store, t term.Term) []term.Term {
	inner := t
	if st.Op(t) == term.OpNot {
		inner = st.Arg(t, 0)
	}
	if op := st.Op(inner); op != term.OpAnd && op != term.OpOr {
		return []term.Term{t}
	}
	var out []term.Term
	for _, a := range st.Args(inner) {
		out = append(out, literalsOf(st, a)...)
	}
	return out
}
