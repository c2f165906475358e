package ranking

import (
	"context"
	"errors"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/proof/measures"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// loopProof is the proof of a search, with the program whose graph it has measures for.
type loopProof struct {
	*measures.Proof
	of *cfa.Program
}

// About implements engine.About.
func (p *loopProof) About(_ context.Context, t engine.Task) error {
	if t.Program != p.of || t.Property != property.Termination {
		return errors.New("the proof is about another property or another program")
	}
	return nil
}

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
