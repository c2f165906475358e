package exists

import (
	"slices"

	"whittle.dev/term"
)

// resolve eliminates a bound symbol by destructive equality resolution: of a
// disjunction for all y that has y ≠ t, only the value t of y matters. The
// equation is solved for y first; its side conditions and the new symbols of the
// solution stay, the latter bound.
func (s *Solver) resolve(vars []term.Term, bound map[term.Term]bool, parts []term.Term) (piece, bool) {
	st := s.st
	for i, d := range parts {
		a, b, ok := equation(st, bound, d)
		if !ok {
			continue
		}
		for _, y := range boundIn(st, bound, a, b) {
			inv, ok := solveFor(st, y, a, b)
			if !ok || inv.bits(st) > max(1, st.Sort(y).Width()) { // more would be bound than before
				continue
			}
			rest := slices.Delete(slices.Clone(parts), i, i+1)
			sub := term.NewSubstituter(st, map[term.Term]term.Term{y: inv.t})
			for j, t := range rest {
				rest[j] = sub.Apply(t)
			}
			for _, t := range inv.side {
				rest = append(rest, st.Not(t))
			}
			q := piece{body: st.Or(rest...)}
			for _, x := range vars {
				if x != y {
					q.vars = append(q.vars, x)
				}
			}
			for _, f := range inv.fresh {
				q.vars = append(q.vars, f.sym)
			}
			s.counts.Resolved++
			return q, true
		}
	}
	return piece{}, false
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
