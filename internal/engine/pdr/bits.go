package pdr

import "whittle.dev/internal/ts/flow"

// Bounds of the states that are looked at bit by bit, if that is not asked for: with few bits, the clauses
// over them are as good as any predicates, and nothing needs refinement.
const (
	narrow   = 4 // bits of a variable
	maxState = 256
)

// byBits reports whether the predicates of a search are the bits of the state.
func (p *prover) byBits(g *flow.Graph) bool {
	switch p.cfg.Predicates {
	case Bits:
		return true
	case Atoms:
		return false
	}
	for _, l := range g.Locs {
		bits := 0
		for i, live := range l.Live {
			if !live {
				continue
			}
			sort := g.Sys.Terms.Sort(g.Sys.Vars[i].Sym)
			if !sort.IsBool() && (!sort.IsBitVec() || sort.Width() > narrow) {
				return false
			}
			bits += max(1, sort.Width())
		}
		if bits > maxState {
			return false
		}
	}
	return true
}

// bits makes the bits of the variables that matter predicates of each location.
func (s *search) bits() {
	for loc, l := range s.g.Locs {
		for i, live := range l.Live {
			if !live {
				continue
			}
			sym := s.g.Sys.Vars[i].Sym
			switch sort := s.st.Sort(sym); {
			case sort.IsBool():
				s.places[loc].add(s.st, sym)
			case sort.IsBitVec():
				for b := range sort.Width() {
					s.places[loc].add(s.st, s.st.Eq(s.st.Extract(b, b, sym), s.st.BV(1, 1)))
				}
			}
		}
	}
}
