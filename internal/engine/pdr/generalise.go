package pdr

import (
	"slices"
	"sort"

	"whittle.dev/term"
)

// Inductive generalisation: a cube that is not reached within some steps is enlarged, by leaving out
// literals, as long as it is not. What stands in the way of leaving one out is a state outside of the larger
// cube that leads into it, a counterexample to generalisation. Often that state is not reached itself, which
// one more clause says (Z. Hassan, A. R. Bradley, F. Somenzi, "Better Generalization in IC3", FMCAD 2013).

// Bounds of the effort, as in the paper.
const (
	maxCTGs     = 3 // for one literal
	maxCTGDepth = 1
	maxKept     = 12 // literals that were found necessary, one after the other, before the rest stays
)

// exclude blocks a cube that is not reached within level steps, as a larger one and for as many steps as
// hold.
func (s *search) exclude(loc int, c cube, level, nested int) error {
	c, err := s.generalise(loc, c, level, nested)
	if err != nil {
		return err
	}
	for level < s.depth {
		r, err := s.reach(loc, c, level+1)
		if err != nil {
			return err
		}
		if r.edge >= 0 {
			break
		}
		c, level = r.core, level+1
	}
	s.count.clauses++
	return s.block(loc, c, level)
}

// generalise leaves out literals of a cube that is not reached within level steps.
func (s *search) generalise(loc int, c cube, level, nested int) (cube, error) {
	if s.cfg.NoGeneralise {
		return c, nil
	}
	kept, failures := map[term.Term]bool{}, 0
	for _, lit := range s.dropOrder(loc, c) {
		i := slices.Index(c, lit)
		if i < 0 || kept[lit] || len(c) == 1 {
			continue
		}
		smaller, ok, err := s.down(loc, c.without(i), level, nested, kept)
		if err != nil {
			return nil, err
		}
		if ok {
			c, failures = smaller, 0
			continue
		}
		kept[lit] = true
		if failures++; failures >= maxKept {
			break
		}
	}
	return c, nil
}

// dropOrder lists literals in the order in which they are tried: those of the latest predicates first, which
// have constants that no other path needs.
func (s *search) dropOrder(loc int, c cube) []term.Term {
	rank := s.places[loc].rank
	out := slices.Clone(c)
	sort.SliceStable(out, func(i, j int) bool { return rank[out[i]] > rank[out[j]] })
	return out
}

// down looks for a cube that contains c and is not reached within level steps. Counterexamples are blocked if
// they can be, or else joined: the cube keeps the literals that hold in them too. Literals in kept may not be
// lost.
func (s *search) down(loc int, c cube, level, nested int, kept map[term.Term]bool) (cube, bool, error) {
	ctgs := 0
	for {
		meets, _, err := s.meetsInit(loc, c)
		if err != nil || meets {
			return nil, false, err
		}
		r, err := s.reach(loc, c, level)
		if err != nil {
			return nil, false, err
		}
		if r.edge < 0 {
			return r.core, true, nil
		}
		from := s.g.Edges[r.edge].From
		state := s.minterm(from)
		if !s.cfg.NoCTG && nested < maxCTGDepth && ctgs < maxCTGs && level > 1 {
			done, err := s.blockCTG(from, state, level-1, nested+1)
			if err != nil {
				return nil, false, err
			}
			if done {
				ctgs++
				continue
			}
		}
		if from != loc {
			return nil, false, nil
		}
		ctgs = 0
		var both cube
		for _, lit := range c {
			if slices.Contains(state, lit) {
				both = append(both, lit)
			} else if kept[lit] {
				return nil, false, nil
			}
		}
		if len(both) == len(c) {
			return nil, false, nil // the state is in the cube
		}
		c = both
	}
}

// blockCTG blocks a state that is not reached within level steps. It is false if it is, as far as can be
// seen.
func (s *search) blockCTG(loc int, state cube, level, nested int) (bool, error) {
	meets, _, err := s.meetsInit(loc, state)
	if err != nil || meets {
		return false, err
	}
	r, err := s.reach(loc, state, level)
	if err != nil || r.edge >= 0 {
		return false, err
	}
	return true, s.exclude(loc, r.core, level, nested)
}
