package native

import (
	"fmt"

	"whittle.dev/sat"
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/term"
)

// level is what Push opens.
type level struct {
	start int     // number of assertions below
	act   sat.Lit // the activation literal of its assertions, 0 if none yet
	mark  garbageMark

	defined int // number of symbols that were replaced below, see prep.go
}

// assertions are the terms in force, translated to gates.
type assertions struct {
	st      *term.Store
	cfg     *Config
	stats   *counters
	blaster *blaster

	list    []assertion
	levels  []level
	defined []term.Term // symbols whose definition at level 0 is tainted, see taintedTerm
	refused int         // assertions in force that are not supported
}

func (s *Solver) mustBeBool(t term.Term) error {
	if sort := s.st.Sort(t); !sort.IsBool() {
		return fmt.Errorf("native: assertion of sort %s", s.st.SortString(sort))
	}
	return nil
}

// add translates t, of sort Bool.
func (as *assertions) add(t term.Term) error {
	if len(as.levels) > 0 {
		return as.assertOne(t)
	}
	if as.st.Op(t) != term.OpAnd {
		return as.assertPermanent(t)
	}
	// Conjuncts one by one, so that each equation among them may be a definition.
	var first error
	stack := []term.Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if as.st.Op(t) == term.OpAnd {
			args := as.st.Args(t)
			for i := len(args) - 1; i >= 0; i-- {
				stack = append(stack, args[i])
			}
			continue
		}
		if err := as.assertPermanent(t); err != nil && first == nil {
			first = err
		}
	}
	return first
}

func (as *assertions) assertOne(t term.Term) error {
	a := assertion{t: t}
	err := as.blaster.blast(t)
	if err != nil {
		a.unsupported = err.(*unsupportedError).what
		as.refused++
	} else {
		a.l = as.blaster.bits.bit(t)
	}
	as.list = append(as.list, a)
	return err
}

// assertPermanent asserts t at level 0, as a definition if it can be one.
func (as *assertions) assertPermanent(t term.Term) error {
	if as.definition(t) {
		as.stats.definitions++
		as.list = append(as.list, assertion{t: t, l: aig.True})
		return nil
	}
	err := as.assertOne(t)
	as.blaster.arr.noteDifferent(t)
	return err
}

// define asserts t, which says that x equals e, as a definition if it can be one.
func (as *assertions) define(t, x, e term.Term) bool {
	if as.cfg.NoDefinitions || !as.defineBy(x, e, false) {
		return false
	}
	as.stats.definitions++
	as.list = append(as.list, assertion{t: t, l: aig.True})
	return true
}

// definition looks whether t is an equation of a symbol that occurs in nothing translated so far with a term
// in which it does not occur; then the symbol takes the bits of the term, and t holds without a clause. A
// Bool symbol or its negation is such an equation too.
func (as *assertions) definition(t term.Term) bool {
	if as.cfg.NoDefinitions {
		return false
	}
	switch as.st.Op(t) {
	case term.OpSymbol:
		if as.blaster.bits.table.Get(t) == 0 {
			as.blaster.bits.table.Set(t, uint32(aig.True)+1)
			return true
		}
	case term.OpNot:
		if a := as.st.Arg(t, 0); as.st.Op(a) == term.OpSymbol && as.blaster.bits.table.Get(a) == 0 {
			as.blaster.bits.table.Set(a, uint32(aig.False)+1)
			return true
		}
	case term.OpEq:
		a, b := as.st.Arg(t, 0), as.st.Arg(t, 1)
		return as.defineBy(a, b, false) || as.defineBy(b, a, false)
	}
	return as.defineNegated(t)
}

// defineNegated handles (not (= x e)) and (distinct x e) of sort Bool.
func (as *assertions) defineNegated(t term.Term) bool {
	op := as.st.Op(t)
	if op == term.OpNot {
		t = as.st.Arg(t, 0)
		if as.st.Op(t) != term.OpEq {
			return false
		}
	} else if op != term.OpXor {
		return false
	}
	a, b := as.st.Arg(t, 0), as.st.Arg(t, 1)
	if as.st.NumArgs(t) != 2 || !as.st.Sort(a).IsBool() {
		return false
	}
	return as.defineBy(a, b, true) || as.defineBy(b, a, true)
}

// defineBy makes x, or its negation, stand for e if that is possible.
func (as *assertions) defineBy(x, e term.Term, negate bool) bool {
	if as.st.Op(x) != term.OpSymbol || as.blaster.bits.table.Get(x) != 0 {
		return false
	}
	if err := as.blaster.blast(e); err != nil || as.blaster.bits.table.Get(x) != 0 {
		return false
	}
	v := as.blaster.bits.table.Get(e)
	if negate {
		v = uint32(aig.Lit(v-1).Neg()) + 1
	}
	as.blaster.bits.table.Set(x, v)
	if as.blaster.taintedTerm(x) {
		as.defined = append(as.defined, x)
	}
	return true
}

// push opens a level.
func (s *Solver) push() {
	s.prep.settle()
	s.asserts.levels = append(s.asserts.levels, level{start: len(s.asserts.list), mark: s.enc.markGarbage(),
		defined: len(s.prep.defined)})
}

// pop drops the innermost level.
func (s *Solver) pop() {
	depth := len(s.asserts.levels)
	l := s.asserts.levels[depth-1]
	s.asserts.levels = s.asserts.levels[:depth-1]
	for _, a := range s.asserts.list[l.start:] {
		if a.unsupported != "" {
			s.asserts.refused--
		}
	}
	s.asserts.list = s.asserts.list[:l.start]
	s.prep.waiting = s.prep.waiting[:0]
	s.prep.undefine(l.defined)
	switch {
	case depth <= s.enc.hard:
		s.enc.stale = s.enc.stale || s.enc.encoded > l.start
		s.enc.hard = depth - 1
	case l.act != 0 && !s.enc.stale:
		s.enc.cnf.add([]sat.Lit{l.act ^ 1}) // its clauses are satisfied for good
	}
	s.enc.encoded = min(s.enc.encoded, l.start)
	s.enc.popGarbage(l.mark)
}
