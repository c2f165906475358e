package ranking

import (
	"whittle.dev/internal/proof/measures"
	"whittle.dev/term"
)

// proof is what was found, for those who check it.
func (s *search) proof() *measures.Proof {
	s.st.Freeze()
	p := &measures.Proof{System: *s.sys, Strong: s.strong, Graph: s.g, Known: s.inv, Base: s.base,
		BaseKnown: s.baseInv, Measures: s.measures, Texts: s.measureTexts(), Made: -1}
	made, ok := s.index[s.madeSymbol()]
	if !ok {
		return p
	}
	p.Made, p.Addresses = made, map[term.Term]bool{}
	for _, v := range s.sys.Vars {
		if s.holdsAddress(v.Sym) {
			p.Addresses[v.Sym] = true
		}
	}
	return p
}
