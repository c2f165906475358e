package slab

import (
	"context"
	"slices"

	"whittle.dev/term"
)

// A program counter can be split by at once: error path analysis would find its values one after the other.
// That is cheaper where there is one thread of control. A product of the counters of several processes is as
// large as their interleavings, of which the procedure needs few. So a program counter is here what every
// transition has a guard about, that it has one value.
//
// This is not the default: more nodes are bypassed then, and what certificates say of these is larger.

// maxPlaces bounds the nodes that are made by splitting by program counters.
const maxPlaces = 256

// counters returns for each program counter the conditions that it has its values. There are none in a system
// where they have too many.
func (x *refinement) counters() [][]formula {
	var out [][]formula
	places := 1
	for _, v := range x.problem.vars {
		if !x.voc.reader.Enumerated(v.Sym) {
			continue
		}
		var values []formula
		all := true
		for i := range x.target.transitions {
			t := &x.target.transitions[i]
			f, ok := x.fixes(t, v.Sym)
			all = all && (ok || t.origin < 0)
			if ok && !slices.Contains(values, f) && !slices.Contains(values, x.voc.not(f)) {
				values = append(values, f)
			}
		}
		if all && len(values) > 0 {
			out = append(out, values)
			places *= len(values) + 1
		}
		if places > maxPlaces {
			return nil
		}
	}
	return out
}

// fixes returns the conjunct of the guards of a transition that gives an enumerated variable one value.
func (x *refinement) fixes(t *prepared, sym term.Term) (formula, bool) {
	st := x.voc.st
	for _, g := range t.Guards {
		for _, c := range st.Conjuncts(g) {
			is := c == sym || st.Op(c) == term.OpNot && st.Arg(c, 0) == sym
			if st.Op(c) == term.OpEq {
				a, b := st.Arg(c, 0), st.Arg(c, 1)
				is = a == sym && st.IsConst(b) || b == sym && st.IsConst(a)
			}
			if is {
				return x.voc.formula(c), true
			}
		}
	}
	return 0, false
}

// explicit splits by the values of program counters.
func (x *refinement) explicit(ctx context.Context) error {
	for _, values := range x.counters() {
		for _, f := range values {
			for _, n := range slices.Clone(x.a.nodes) {
				has := func(g formula) bool { return slices.Contains(n.label, g) }
				if n.at < 0 || n.initial || n.bad || slices.ContainsFunc(values, has) {
					continue
				}
				x.use(f)
				if err := x.split(ctx, n, f); err != nil {
					return err
				}
				x.picture("n%d is split by %s", n.id, x.formulaText(f))
			}
		}
	}
	return nil
}
