package native

import "whittle.dev/smt/native/internal/rewrite"

import "whittle.dev/smt/native/internal/aig"

import "whittle.dev/smt/internal/termtable"

import (
	"whittle.dev/term"
)

// Assertions wait until their level is complete, at the next Check or Push. Then
// they are simplified together: what they say of symbols is used in the others, so
// that it does not matter which was asserted first. A symbol that an assertion
// of level 0 defines vanishes: its bits are those of its definition, which is
// where models get its value from. A definition of a higher level replaces the symbol as long as
// the level is open, and stays asserted.
//
// Assumptions are rewritten by the definitions in force, one by one, so that cores are right.

// prep is the state of the simplification.
type prep struct {
	rw      *rewrite.Rewriter
	class   termtable.Table // what is known of a term: see classify
	waiting int             // trailing assertions that are not simplified yet
	defined []term.Term
	off     bool // the store takes no more terms, see closed

	stack []term.Term
	facts []fact
	state termtable.Table // of the search for cycles
	cand  map[term.Term]int32
}

// fact is a conjunct of the assertions: it holds, or sym equals t if sym is not term.None.
type fact struct {
	sym, t term.Term
	was    term.Term // of an equation: what it was read from
}

// Properties of terms.
const (
	classSeen = 1 << iota
	classHard // contains an operator for which words are better than bits
	classBad  // contains a sort that is not supported
)

// easySize is the number of new subterms up to which an assertion of a higher level
// without hard operators is translated at once.
const easySize = 64

// classify returns the properties of t and the number of subterms that were not seen before.
func (s *Solver) classify(t term.Term) (class uint32, size int) {
	p := &s.prep
	if c := p.class.Get(t); c != 0 {
		return c, 0
	}
	stack := append(p.stack[:0], t)
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if p.class.Get(t) != 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		c, ready := uint32(classSeen), true
		for _, a := range s.st.Args(t) {
			b := p.class.Get(a)
			if b == 0 {
				stack = append(stack, a)
				ready = false
			}
			c |= b
		}
		if !ready {
			continue
		}
		stack = stack[:len(stack)-1]
		p.class.Set(t, c|s.classOf(t))
		size++
	}
	p.stack = stack
	return p.class.Get(t), size
}

// classOf returns the properties that t has by itself.
func (s *Solver) classOf(t term.Term) uint32 {
	switch sort := s.st.Sort(t); {
	case sort.IsBool() || sort.IsBitVec():
	case sort.IsArray():
		index, elem := s.st.ArrayParts(sort)
		if !index.IsBool() && !index.IsBitVec() || !elem.IsBool() && !elem.IsBitVec() {
			return classBad
		}
		return classHard
	default:
		return classBad
	}
	switch s.st.Op(t) {
	case term.OpBVMul, term.OpBVUDiv, term.OpBVURem, term.OpBVSDiv, term.OpBVSRem, term.OpBVSMod,
		term.OpBVUMulO, term.OpBVSMulO:
		return classHard
	}
	return 0
}

// closed reports that no terms may be made: the configuration forbids it, or the
// store is full or was frozen.
func (s *Solver) closed() bool { return s.cfg.NoPreprocess || s.prep.off || s.st.Frozen() }

// wait keeps t for simplification, and reports whether that is worth while.
func (s *Solver) wait(t term.Term) bool {
	p := &s.prep
	if s.closed() {
		s.settle() // what waits comes first
		return false
	}
	class, size := s.classify(t)
	switch {
	case class&classBad != 0:
		s.settle()
		return false
	case p.waiting == 0 && len(s.levels) > 0 && class&classHard == 0 && size <= easySize:
		return false
	}
	p.waiting++
	s.asserted = append(s.asserted, assertion{t: t})
	return true
}

// image returns the term to translate instead of t, with all definitions in force,
// if it is not an assertion.
func (s *Solver) image(t term.Term) term.Term {
	p := &s.prep
	if s.closed() {
		return t
	}
	class, _ := s.classify(t)
	if class&classBad != 0 || class&classHard == 0 && (p.rw == nil || !p.rw.Defines()) {
		return t
	}
	r, err := s.rewriteOne(t)
	if err != nil {
		p.off = true
		return t
	}
	return r
}

// lastingImage is image for what outlasts the open levels.
func (s *Solver) lastingImage(t term.Term) term.Term {
	s.settle()
	for _, l := range s.levels {
		if l.defined < len(s.prep.defined) {
			return t
		}
	}
	return s.image(t)
}

func (s *Solver) rewriteOne(t term.Term) (r term.Term, err error) {
	defer term.Recover(&err)
	return s.rewriter().Apply(t), nil
}

func (s *Solver) rewriter() *rewrite.Rewriter {
	if s.prep.rw == nil {
		s.prep.rw = rewrite.New(s.st)
	}
	return s.prep.rw
}

// settle simplifies and translates the assertions that wait.
func (s *Solver) settle() {
	p := &s.prep
	if p.waiting == 0 {
		return
	}
	start := len(s.asserted) - p.waiting
	p.waiting = 0
	p.facts = p.facts[:0]
	for _, a := range s.asserted[start:] {
		s.addFact(a.t)
	}
	s.asserted = s.asserted[:start]
	before := len(p.defined)
	if !s.closed() {
		if err := s.simplifyFacts(); err != nil {
			// The store is full. What was not simplified holds as it stands.
			s.undefine(before)
			p.off = true
		}
	}
	// Facts about indices first: they simplify reads.
	for _, hard := range []bool{false, true} {
		for _, f := range p.facts {
			if class, _ := s.classify(f.t); class&classHard != 0 == hard {
				_ = s.assertFact(f) // its sorts are supported
			}
		}
	}
}

func (s *Solver) assertFact(f fact) error {
	switch {
	case f.sym == term.None && s.st.IsTrue(f.t):
		return nil
	case f.sym == term.None && len(s.levels) == 0:
		return s.assertPermanent(f.t)
	case f.sym == term.None:
		return s.assertOne(f.t)
	}
	return s.assertDefinition(f)
}

// assertDefinition asserts that the symbol of f equals its term, in which it does not occur.
func (s *Solver) assertDefinition(f fact) error {
	t, err := s.equationOf(f)
	if err != nil {
		t = f.was // together with the other facts it says the same
		s.prep.off = true
	}
	if len(s.levels) > 0 {
		return s.assertOne(t)
	}
	if !s.cfg.NoDefinitions && s.defineBy(f.sym, f.t, false) {
		s.stats.definitions++
		s.asserted = append(s.asserted, assertion{t: t, l: aig.True})
		return nil
	}
	return s.assertPermanent(t)
}

// equationOf returns f as a term; the error is that the store is full.
func (s *Solver) equationOf(f fact) (t term.Term, err error) {
	defer term.Recover(&err)
	switch {
	case s.st.IsTrue(f.t):
		return f.sym, nil
	case s.st.IsFalse(f.t):
		return s.st.Not(f.sym), nil
	}
	return s.st.Eq(f.sym, f.t), nil
}

// undefine forgets the definitions after the first n.
func (s *Solver) undefine(n int) {
	p := &s.prep
	if n >= len(p.defined) {
		return
	}
	p.rw.Undefine(p.defined[n:])
	p.defined = p.defined[:n]
}

// addFact adds the conjuncts of t to the facts.
func (s *Solver) addFact(t term.Term) {
	p := &s.prep
	if s.st.Op(t) != term.OpAnd {
		p.facts = append(p.facts, fact{t: t})
		return
	}
	stack := append(p.stack[:0], t)
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.st.Op(t) != term.OpAnd {
			p.facts = append(p.facts, fact{t: t})
			continue
		}
		args := s.st.Args(t)
		for i := len(args) - 1; i >= 0; i-- {
			stack = append(stack, args[i])
		}
	}
	p.stack = stack
}
