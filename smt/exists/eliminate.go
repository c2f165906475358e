package exists

import "whittle.dev/term"

// Eliminate returns a formula without the symbols vars that is equivalent to: body
// holds for all their values. It does so where equations, unconstrained
// symbols or small domains allow it, and reports whether they do.
func Eliminate(st *term.Store, vars []term.Term, body term.Term) (term.Term, bool) {
	s := &Solver{st: st, made: map[term.Term]bool{}}
	fuel := 64 + 8*len(vars)
	return s.eliminate(piece{vars: vars, body: body}, &fuel, 0)
}

// eliminate recurses over conjunctions and over disjuncts that share no bound
// symbol, which are equivalences as the steps of prepare are not.
func (s *Solver) eliminate(p piece, fuel *int, depth int) (term.Term, bool) {
	const maxDepth = 100
	st := s.st
	for {
		if *fuel--; *fuel < 0 || depth > maxDepth {
			return term.None, false
		}
		if p.vars = occurring(st, p.vars, p.body); len(p.vars) == 0 {
			return p.body, true
		}
		all := func(op func(...term.Term) term.Term, ps []piece) (term.Term, bool) {
			ts := make([]term.Term, len(ps))
			for i, q := range ps {
				var ok bool
				if ts[i], ok = s.eliminate(q, fuel, depth+1); !ok {
					return term.None, false
				}
			}
			return op(ts...), true
		}
		if parts := st.Conjuncts(p.body); len(parts) != 1 {
			var ps []piece
			for _, t := range parts {
				ps = append(ps, piece{vars: p.vars, body: t})
			}
			return all(st.And, ps)
		}
		bound := map[term.Term]bool{}
		for _, x := range p.vars {
			bound[x] = true
		}
		parts := st.Disjuncts(p.body)
		if q, ok := s.resolve(p.vars, parts, fuel, false); ok {
			p = q
			continue
		}
		if rest, comps := components(st, bound, parts); len(rest) > 0 || len(comps) > 1 {
			ps := []piece{{body: st.Or(rest...)}}
			for _, c := range comps {
				ps = append(ps, piece{vars: c.vars, body: st.Or(c.parts...)})
			}
			return all(st.Or, ps)
		}
		if q, ok := s.unconstrained(p, bound); ok {
			p = q
			continue
		}
		if bits(st, p.vars) <= maxExpand {
			return st.And(s.expand(p)...), true
		}
		return term.None, false
	}
}
