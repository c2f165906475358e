package refine

import "whittle.dev/term"

// maxDifferences bounds the pairs of variables that are compared at a position.
const maxDifferences = 60

// postconditions returns what the path says of single values, forwards: that a variable is a constant, and by
// how much two variables differ. This is the strongest postcondition cut down to what generalises at all;
// equations with ever new constants are capped (keep), because a loop has one for each iteration.
func (r *Refiner) postconditions(p *unrolled) []Predicate {
	st := r.st
	var out []Predicate
	start := r.initial(p)
	for i := range p.values {
		from := r.g.Edges[p.chain.Edges[i]].From
		pairs := 0
		value := make([]term.Term, len(p.values[i]))
		for v, t := range p.values[i] {
			if t == term.None || !r.g.Locs[from].Live[v] {
				continue
			}
			value[v] = start.Apply(t)
			sym := r.g.Sys.Vars[v].Sym
			if st.IsConst(value[v]) {
				out = append(out, Predicate{st.Eq(sym, value[v]), from, Postconditions})
			}
			for w := range v {
				other := r.g.Sys.Vars[w].Sym
				if value[w] == term.None || st.Sort(sym) != st.Sort(other) || pairs >= maxDifferences {
					continue
				}
				pairs++
				if t := r.differ(sym, other, value[v], value[w]); t != term.None {
					out = append(out, Predicate{t, from, Postconditions})
				}
			}
		}
	}
	return out
}

// differ returns an equation of two variables whose values differ by a constant, or None.
func (r *Refiner) differ(x, y, a, b term.Term) term.Term {
	st := r.st
	switch sort := st.Sort(x); {
	case a == b:
		return st.Eq(x, y)
	case st.IsConst(a) && st.IsConst(b):
		return term.None // of no use: the constants are predicates
	case sort.IsBitVec():
		if d := st.BVSub(a, b); st.IsConst(d) {
			return st.Eq(st.BVSub(x, y), d)
		}
	case sort.IsInt(), sort.IsReal():
		if d := st.IntSub(a, b); st.IsConst(d) {
			return st.Eq(x, st.IntAdd(y, d))
		}
	}
	return term.None
}

// initial replaces variables that the initial condition fixes by their values.
func (r *Refiner) initial(p *unrolled) *term.Substituter {
	m := map[term.Term]term.Term{}
	for _, t := range p.init {
		if sym, ok := r.fixes(t); ok {
			m[sym] = r.st.Arg(t, 1)
		}
	}
	return term.NewSubstituter(r.st, m)
}
