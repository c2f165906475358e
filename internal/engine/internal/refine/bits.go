package refine

// bits returns the bits of the live variables at the locations of a path: with them as predicates the
// abstraction is exact there, which is the last resort for systems that compute with bits.
func (r *Refiner) bits(c Chain) []Predicate {
	st := r.st
	var out []Predicate
	for _, edge := range c.Edges {
		from := r.g.Edges[edge].From
		for i, live := range r.g.Locs[from].Live {
			if !live {
				continue
			}
			sym := r.g.Sys.Vars[i].Sym
			switch sort := st.Sort(sym); {
			case sort.IsBool():
				out = append(out, Predicate{sym, from, Bits})
			case sort.IsBitVec():
				for b := range sort.Width() {
					bit := st.Eq(st.Extract(b, b, sym), st.BV(1, 1))
					out = append(out, Predicate{bit, from, Bits})
				}
			}
		}
	}
	return out
}
