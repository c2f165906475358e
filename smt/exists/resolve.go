package exists

import (
	"slices"

	"whittle.dev/term"
)

// resolve eliminates bound symbols by destructive equality resolution: of a disjunction for all y that has y
// ≠ t, only the value t of y matters. The equation is solved for y first; its side conditions and the new
// symbols of the solution stay, the latter bound. Each elimination takes one off fuel. If direct is set, only
// equations are used of which y is a side.
func (s *Solver) resolve(vars []term.Term, parts []term.Term, fuel *int, direct bool) (piece, bool) {
	st := s.st
	bound := map[term.Term]bool{}
	for _, x := range vars {
		bound[x] = true
	}
	vars = slices.Clone(vars)
	dead := map[term.Term]bool{} // parts that no bound symbol can be solved from
	changed := false
	start := st.NumTerms()
	for i := 0; i < len(parts) && *fuel > 0; {
		if st.NumTerms()-start > maxGrowth {
			*fuel = 0
			break
		}
		d := parts[i]
		y, inv, ok := term.None, inverse{}, false
		if !dead[d] {
			if y, inv, ok = s.solvePart(bound, d, direct); !ok {
				dead[d] = true
			}
		}
		if !ok {
			i++
			continue
		}
		*fuel--
		changed = true
		s.counts.Resolved++
		parts = slices.Delete(slices.Clone(parts), i, i+1)
		sub := term.NewSubstituter(st, map[term.Term]term.Term{y: inv.t})
		for j, t := range parts {
			parts[j] = sub.Apply(t)
		}
		for _, t := range inv.side {
			parts = append(parts, st.Not(t))
		}
		delete(bound, y)
		vars = slices.DeleteFunc(vars, func(x term.Term) bool { return x == y })
		for _, f := range inv.fresh {
			bound[f.sym] = true
			vars = append(vars, f.sym)
		}
		parts = st.Disjuncts(st.Or(parts...))
		i = 0
	}
	return piece{vars: vars, body: st.Or(parts...)}, changed
}

// solvePart solves the equation that the disjunct d denies for one of its bound symbols.
func (s *Solver) solvePart(bound map[term.Term]bool, d term.Term, direct bool) (y term.Term, inv inverse,
	ok bool) {
	st := s.st
	a, b, ok := equation(st, bound, d)
	if !ok {
		return term.None, inverse{}, false
	}
	if direct {
		for _, e := range [...][2]term.Term{{a, b}, {b, a}} {
			if y := e[0]; bound[y] && !st.Contains(e[1], y) {
				return y, inverse{t: e[1]}, true
			}
		}
		return term.None, inverse{}, false
	}
	for _, y := range boundIn(st, bound, a, b) {
		// Never more bits are bound than before.
		if inv, ok := solveFor(st, y, a, b); ok && inv.bits(st) <= max(1, st.Sort(y).Width()) {
			return y, inv, true
		}
	}
	return term.None, inverse{}, false
}

// equation returns a and b such that d is a ≠ b.
func equation(st *term.Store, bound map[term.Term]bool, d term.Term) (a, b term.Term, ok bool) {
	switch st.Op(d) {
	case term.OpSymbol:
		return d, st.False(), bound[d]
	case term.OpEq:
		if a, b := st.Arg(d, 0), st.Arg(d, 1); st.Sort(a).IsBool() {
			return a, st.Not(b), true
		}
	case term.OpNot:
		e := st.Arg(d, 0)
		if st.Op(e) == term.OpEq {
			return st.Arg(e, 0), st.Arg(e, 1), true
		}
		return e, st.True(), bound[e]
	}
	return 0, 0, false
}

// boundIn returns the bound symbols of terms.
func boundIn(st *term.Store, bound map[term.Term]bool, ts ...term.Term) []term.Term {
	var out []term.Term
	for _, x := range st.Symbols(ts...) {
		if bound[x] {
			out = append(out, x)
		}
	}
	return out
}
