package native

import "whittle.dev/smt/native/internal/aig"

import (
	"fmt"

	"whittle.dev/sat"
	"whittle.dev/term"
)

// level is what Push opens.
type level struct {
	start int     // number of assertions below
	act   sat.Lit // the activation literal of its assertions, 0 if none yet
	mark  garbageMark

	defined int // number of symbols that were replaced below, see prep.go
}

func (s *Solver) mustBeBool(t term.Term) error {
	if sort := s.st.Sort(t); !sort.IsBool() {
		return fmt.Errorf("native: assertion of sort %s", s.st.SortString(sort))
	}
	return nil
}

// assert translates t, of sort Bool, or keeps it for simplification.
func (s *Solver) assert(t term.Term) error {
	if s.wait(t) {
		return nil
	}
	if len(s.levels) > 0 {
		return s.assertOne(t)
	}
	if s.st.Op(t) != term.OpAnd {
		return s.assertPermanent(t)
	}
	// Conjuncts one by one, so that each equation among them may be a definition.
	var first error
	stack := []term.Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.st.Op(t) == term.OpAnd {
			args := s.st.Args(t)
			for i := len(args) - 1; i >= 0; i-- {
				stack = append(stack, args[i])
			}
			continue
		}
		if err := s.assertPermanent(t); err != nil && first == nil {
			first = err
		}
	}
	return first
}

func (s *Solver) assertOne(t term.Term) error {
	a := assertion{t: t}
	err := s.blast(t)
	if err != nil {
		a.unsupported = err.(*unsupportedError).what
		s.refused++
	} else {
		a.l = s.bit(t)
	}
	s.asserted = append(s.asserted, a)
	return err
}

// assertPermanent asserts t at level 0, as a definition if it can be one.
func (s *Solver) assertPermanent(t term.Term) error {
	if s.definition(t) {
		s.stats.definitions++
		s.asserted = append(s.asserted, assertion{t: t, l: aig.True})
		return nil
	}
	err := s.assertOne(t)
	s.noteDifferent(t)
	return err
}

// definition looks whether t is an equation of a symbol that occurs in nothing
// translated so far with a term in which it does not occur; then the symbol
// takes the bits of the term, and t holds without a clause. A Bool symbol
// or its negation is such an equation too.
func (s *Solver) definition(t term.Term) bool {
	if s.cfg.NoDefinitions {
		return false
	}
	switch s.st.Op(t) {
	case term.OpSymbol:
		if s.table.Get(t) == 0 {
			s.table.Set(t, uint32(aig.True)+1)
			return true
		}
	case term.OpNot:
		if a := s.st.Arg(t, 0); s.st.Op(a) == term.OpSymbol && s.table.Get(a) == 0 {
			s.table.Set(a, uint32(aig.False)+1)
			return true
		}
	case term.OpEq:
		a, b := s.st.Arg(t, 0), s.st.Arg(t, 1)
		return s.defineBy(a, b, false) || s.defineBy(b, a, false)
	}
	return s.defineNegated(t)
}

// defineNegated handles (not (= x e)) and (distinct x e) of sort Bool.
func (s *Solver) defineNegated(t term.Term) bool {
	op := s.st.Op(t)
	if op == term.OpNot {
		t = s.st.Arg(t, 0)
		if s.st.Op(t) != term.OpEq {
			return false
		}
	} else if op != term.OpXor {
		return false
	}
	a, b := s.st.Arg(t, 0), s.st.Arg(t, 1)
	if s.st.NumArgs(t) != 2 || !s.st.Sort(a).IsBool() {
		return false
	}
	return s.defineBy(a, b, true) || s.defineBy(b, a, true)
}

// defineBy makes x, or its negation, stand for e if that is possible.
func (s *Solver) defineBy(x, e term.Term, negate bool) bool {
	if s.st.Op(x) != term.OpSymbol || s.table.Get(x) != 0 {
		return false
	}
	if err := s.blast(e); err != nil || s.table.Get(x) != 0 {
		return false
	}
	v := s.table.Get(e)
	if negate {
		v = uint32(aig.Lit(v-1).Neg()) + 1
	}
	s.table.Set(x, v)
	if s.taintedTerm(x) {
		s.defined = append(s.defined, x)
	}
	return true
}

// taintedTerm reports whether the bits of t depend on selects or equations of
// arrays. They are only right in a model if they are in the clauses.
func (s *Solver) taintedTerm(t term.Term) bool {
	sort := s.st.Sort(t)
	switch {
	case sort.IsArray():
		return s.arr.nodes[s.array(t)].tainted
	case sort.IsBool():
		return s.g.Tainted(s.bit(t))
	default:
		return s.g.Tainted(s.vec(t)...)
	}
}

// encodeDefined puts tainted definitions into clauses, although nothing may need them.
func (s *Solver) encodeDefined() {
	for ; s.encodedDefs < len(s.defined); s.encodedDefs++ {
		t := s.defined[s.encodedDefs]
		sort := s.st.Sort(t)
		switch {
		case sort.IsArray():
			s.activateArray(s.array(t))
		case sort.IsBool():
			s.cnf.lit(s.bit(t))
		default:
			s.encodeVec(s.vecRef(t))
		}
	}
}

// push opens a level.
func (s *Solver) push() {
	s.settle()
	s.levels = append(s.levels, level{start: len(s.asserted), mark: s.markGarbage(),
		defined: len(s.prep.defined)})
}

// pop drops the innermost level.
func (s *Solver) pop() {
	depth := len(s.levels)
	l := s.levels[depth-1]
	s.levels = s.levels[:depth-1]
	for _, a := range s.asserted[l.start:] {
		if a.unsupported != "" {
			s.refused--
		}
	}
	s.asserted = s.asserted[:l.start]
	s.prep.waiting = 0
	s.undefine(l.defined)
	switch {
	case depth <= s.hard:
		s.stale = s.stale || s.encoded > l.start
		s.hard = depth - 1
	case l.act != 0 && !s.stale:
		s.cnf.add([]sat.Lit{l.act ^ 1}) // its clauses are satisfied for good
	}
	s.encoded = min(s.encoded, l.start)
	s.popGarbage(l.mark)
}

// encode turns the assertions that are not yet in clauses into clauses. Those of
// levels above hard get the activation literal of their level.
func (s *Solver) encode() {
	s.encodeDefined()
	depth := 0
	for i := s.encoded; i < len(s.asserted); i++ {
		for depth < len(s.levels) && s.levels[depth].start <= i {
			s.levels[depth].mark.settle(s)
			depth++
		}
		guard := sat.Lit(0)
		if depth > s.hard {
			l := &s.levels[depth-1]
			if l.act == 0 {
				l.act = s.sat.NewVar().Pos()
				s.sat.Freeze(l.act.Var())
			}
			guard = l.act
		}
		s.cnf.assert(s.asserted[i].l, guard)
	}
	s.encoded = len(s.asserted)
	for i := range s.levels {
		s.levels[i].mark.settle(s)
	}
}
