package native

import (
	"context"
	"slices"

	"whittle.dev/sat"
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/term"
)

// Several solvers that were told the same, in the same order, can share a question: each answers a part of
// it, and they exchange what they learn.

// maxLookahead bounds the candidates that Split looks at.
const maxLookahead = 64

// Split chooses among Bool terms of the formula one to tell cases apart by, as one that much follows from
// either way: of those that took part in conflicts it is the one whose weaker case implies most. value is
// the case from which more follows. It comes after a Check; ok is false if there is none.
func (s *Solver) Split(ctx context.Context, assumptions, candidates []term.Term) (at int, value, ok bool) {
	solver := s.enc.cnf.sat
	index := map[sat.Var]int{}
	var vars []sat.Var
	for i, t := range candidates {
		l, known := s.known(t)
		if !known || solver.Fixed(l) != sat.Undef || !solver.Knows(l.Var()) {
			continue
		}
		if _, twice := index[l.Var()]; !twice {
			index[l.Var()] = i
			vars = append(vars, l.Var())
		}
	}
	slices.SortStableFunc(vars, func(a, b sat.Var) int {
		switch {
		case solver.MoreActive(a, b):
			return -1
		case solver.MoreActive(b, a):
			return 1
		}
		return 0
	})
	vars = vars[:min(len(vars), maxLookahead)]
	var assume []sat.Lit
	for _, t := range assumptions {
		if l, known := s.known(t); known {
			assume = append(assume, l)
		}
	}
	out, fine := solver.Lookahead(ctx, vars, assume...)
	if !fine {
		return 0, false, false
	}
	most, sum := 0, 0
	for i, o := range out {
		weaker, both := min(o.True, o.False), o.True+o.False
		if weaker > most || weaker == most && weaker > 0 && both > sum {
			most, sum, at, ok = weaker, both, index[vars[i]], true
			l, _ := s.known(candidates[at])
			value = (o.True >= o.False) != l.Negated()
		}
	}
	return at, value, ok
}

// known is the literal of a Bool term that the clauses have.
func (s *Solver) known(t term.Term) (sat.Lit, bool) {
	t = s.prep.image(t)
	if s.blaster.blast(t) != nil {
		return 0, false
	}
	b := s.bits.bit(t)
	if b == aig.True || b == aig.False || !s.enc.cnf.has(b) {
		return 0, false
	}
	return s.enc.cnf.lit(b), true
}

// Fingerprint is that of the clauses, in their order, and of what the order depends on, with the number of
// variables. Solvers with the same one mean the same by a variable, so that one may Learn from the other. ok
// is false if clauses may be built anew, with other variables.
func (s *Solver) Fingerprint() (print uint64, vars int, ok bool) {
	return s.enc.cnf.print, s.enc.cnf.sat.NumVars(), s.enc.pinned
}

// Learn adds a clause that follows from those of a solver with the same fingerprint at some time since, see
// sat.Config.Learnt, unless it names a variable that is not in use here.
func (s *Solver) Learn(clause []sat.Lit, glue int) {
	for _, l := range clause {
		if !s.enc.cnf.sat.Knows(l.Var()) {
			return
		}
	}
	s.enc.cnf.sat.AddLearnt(glue, clause...)
}

// Model is a literal of the model for each of the first variables, up to the one with this number. It comes
// after Check has answered Sat.
func (s *Solver) Model(vars int) []sat.Lit {
	solver := s.enc.cnf.sat
	out := make([]sat.Lit, 0, vars)
	for v := sat.Var(1); int(v) <= min(vars, solver.NumVars()); v++ {
		out = append(out, sat.MkLit(v, !solver.Value(v.Pos())))
	}
	return out
}

// Prefer has the next Check try the model of a solver with the same fingerprint first.
func (s *Solver) Prefer(model []sat.Lit) { s.enc.cnf.sat.Prefer(model...) }

// Keep has the variables of Bool terms stay when others are eliminated, from the next Check on, so that Split
// finds them.
func (s *Solver) Keep(terms []term.Term) { s.keep = append(s.keep, terms...) }

// freeze keeps what Keep asked for.
func (s *Solver) freeze() {
	for _, t := range s.keep {
		if l, ok := s.known(t); ok {
			s.enc.cnf.sat.Freeze(l.Var())
		}
	}
	s.keep = s.keep[:0]
}
