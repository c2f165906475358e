package ranking

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/proof/measures"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// madeSymbol is the variable that has the latest address; None: there is none.
func (s *search) madeSymbol() term.Term {
	if s.flat == nil || s.flat.made == cfa.NoReg {
		return term.None
	}
	return s.tr.Register(s.flat.made)
}

// makes reports whether objects are made in a component whose addresses are in order.
func (s *search) makes(c measures.Component) bool {
	sym := s.madeSymbol()
	v, ok := s.index[sym]
	return sym != term.None && ok && slices.ContainsFunc(c.Edges, func(e int) bool {
		return s.g.Edges[e].Next[v] != sym
	})
}

// ofData reports whether a term is over variables alone that hold no addresses.
func (s *search) ofData(t term.Term) bool {
	return !slices.ContainsFunc(s.st.Symbols(t), s.holdsAddress)
}

// holdsAddress reports whether a variable may hold the address of an object.
func (s *search) holdsAddress(sym term.Term) bool {
	sort := s.st.Sort(sym)
	if sort.IsArray() {
		return true
	}
	return !sort.IsBool() && sort.Width() >= s.flat.prog.PtrWidth && !s.dataSymbols()[sym]
}

// dataSymbols are the variables of registers that hold no addresses.
func (s *search) dataSymbols() map[term.Term]bool {
	if s.data == nil {
		s.data = map[term.Term]bool{}
		for r, data := range s.flat.data {
			if sym := s.tr.Register(r); data && sym != term.None {
				s.data[sym] = true
			}
		}
	}
	return s.data
}

// madeBefore are the conditions that variables which matter at a location lead to what was made so far.
func (s *search) madeBefore(loc int) []term.Term {
	made := s.madeSymbol()
	if made == term.None || !s.over(made, loc) {
		return nil
	}
	st, p := s.st, s.flat.prog
	region := func(t term.Term) term.Term { return st.Extract(p.PtrWidth-1, p.OffsetBits, t) }
	var out []term.Term
	for v := range s.sys.Vars {
		x := s.sys.Vars[v].Sym
		if x != made && s.over(x, loc) && st.Sort(x) == st.Sort(made) && !s.dataSymbols()[x] {
			out = append(out, st.BVUle(region(x), region(made)), st.BVUlt(region(x), region(made)))
		}
	}
	return out
}

// goalsExcluded reports whether what holds at the locations excludes all goals.
func (s *search) goalsExcluded() bool {
	g, at := s.g, s.at
	if s.base != nil {
		g = s.base
		at = func(l int) term.Term { return s.st.And(g.Locs[l].At, s.strong, s.st.And(s.baseInv[l]...)) }
	}
	for _, e := range g.Edges {
		if e.To < 0 && s.ask(at(e.From), e.Guard) != smt.Unsat {
			return false
		}
	}
	return true
}
