package native

import (
	"cmp"
	"slices"

	"whittle.dev/sat"
	"whittle.dev/term"
)

// hint is what the caller told of a Bool term.
type hint struct {
	phase    sat.Tri
	priority int
	given    bool // to the present SAT solver
}

// Phase implements smt.Hinter.
func (s *Solver) Phase(t term.Term, v bool) {
	h := s.hintOf(t)
	h.phase = sat.False
	if v {
		h.phase = sat.True
	}
	s.setHint(t, h)
}

// Priority implements smt.Hinter.
func (s *Solver) Priority(t term.Term, p int) {
	h := s.hintOf(t)
	h.priority = p
	s.setHint(t, h)
}

func (s *Solver) hintOf(t term.Term) hint { return s.hints[t] }

func (s *Solver) setHint(t term.Term, h hint) {
	if s.hints == nil {
		s.hints = map[term.Term]hint{}
	}
	if _, ok := s.hints[t]; !ok {
		s.hinted = append(s.hinted, t)
	}
	h.given = false
	s.hints[t] = h
	s.newHints = true
}

// giveHints passes on the hints whose terms have a variable by now. Terms that
// occur in nothing asserted have none and need no hint.
func (s *Solver) giveHints() {
	if !s.newHints && s.applied == s.sat.NumVars() || len(s.hinted) == 0 {
		return
	}
	s.newHints = false
	s.applied = s.sat.NumVars()
	type wish struct {
		l        sat.Lit
		priority int
	}
	var wishes []wish
	for _, t := range s.hinted {
		h := s.hints[t]
		n := s.table.get(s.image(t))
		if n == 0 || !s.st.Sort(t).IsBool() || lit(n-1).isConst() || !s.cnf.has(lit(n-1)) {
			continue
		}
		l := lit(n - 1)
		x := s.cnf.vars[l.node()] ^ sat.Lit(l.sign())
		if h.given {
			continue
		}
		if h.priority > 0 {
			wishes = append(wishes, wish{x, h.priority})
		}
		switch h.phase {
		case sat.True:
			s.sat.SetPhase(x)
		case sat.False:
			s.sat.SetPhase(x.Not())
		}
		h.given = true
		s.hints[t] = h
	}
	// The one that is preferred last is decided first.
	slices.SortStableFunc(wishes, func(a, b wish) int { return cmp.Compare(a.priority, b.priority) })
	for _, w := range wishes {
		s.sat.Prefer(w.l.Var(), float64(w.priority))
	}
}
