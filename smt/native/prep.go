package native

import (
	"whittle.dev/smt/internal/termtable"
	"whittle.dev/smt/native/internal/rewrite"
	"whittle.dev/term"
)

// Assertions wait until their level is complete, at the next Check or Push. Then they are simplified
// together: what they say of symbols is used in the others, so that it does not matter which was asserted
// first. A symbol that an assertion of level 0 defines vanishes: its bits are those of its definition, which
// is where models get its value from. A definition of a higher level replaces the symbol as long as the level
// is open, and stays asserted.
//
// Assumptions are rewritten by the definitions in force, one by one, so that cores are right.

// prep is the state of the simplification.
type prep struct {
	st      *term.Store
	cfg     *Config
	asserts *assertions

	rw      *rewrite.Rewriter
	class   termtable.Table // what is known of a term: see classify
	waiting []term.Term     // assertions of the innermost level that are not simplified yet
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
	classOdd  // contains a product or a quotient of unknown numbers, which definitions may make linear
)

// easySize is the number of new subterms up to which an assertion of a higher level
// without hard operators is translated at once.
const easySize = 64

// classify returns the properties of t and the number of subterms that were not seen before.
func (p *prep) classify(t term.Term) (class uint32, size int) {
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
		for _, a := range p.st.Args(t) {
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
		p.class.Set(t, c|p.classOf(t))
		size++
	}
	p.stack = stack
	return p.class.Get(t), size
}

// classOf returns the properties that t has by itself.
func (p *prep) classOf(t term.Term) uint32 {
	switch sort := p.st.Sort(t); {
	case sort.IsBool() || sort.IsBitVec() || isNumber(sort) || sort.IsUninterpreted() || sort.IsFunc():
	case sort.IsArray():
		if !p.asserts.blaster.places.supported(sort) {
			return classBad
		}
		return classHard
	default:
		return classBad
	}
	switch p.st.Op(t) {
	case term.OpBVMul, term.OpBVUDiv, term.OpBVURem, term.OpBVSDiv, term.OpBVSRem, term.OpBVSMod,
		term.OpBVUMulO, term.OpBVSMulO:
		return classHard
	case term.OpMul, term.OpDiv, term.OpMod, term.OpRDiv:
		if !p.linear(t) {
			return classOdd | classHard
		}
	}
	return 0
}

// linear reports that at most one operand of a product is not a literal, or that no divisor is unknown or 0.
func (p *prep) linear(t term.Term) bool {
	unknown := 0
	for i, a := range p.st.Args(t) {
		switch v := p.st.ConstRat(a); {
		case v == nil:
			unknown++
		case v.Sign() == 0 && i > 0:
			return false
		}
		if p.st.Op(t) != term.OpMul && i > 0 && unknown > 0 && !p.st.IsConst(a) {
			return false
		}
	}
	return unknown <= 1
}

// closed reports that no terms may be made: the configuration forbids it, or the store is full or was frozen.
func (p *prep) closed() bool { return p.cfg.NoPreprocess || p.off || p.st.Frozen() }

// wait keeps t for simplification, and reports whether that is worth while.
func (p *prep) wait(t term.Term) bool {
	if p.closed() {
		p.settle() // what waits comes first
		return false
	}
	class, size := p.classify(t)
	switch {
	case class&(classBad|classOdd) != 0:
		p.settle() // whether it is supported is to be known at once
		return false
	case len(p.waiting) == 0 && len(p.asserts.levels) > 0 && class&classHard == 0 && size <= easySize:
		return false
	}
	p.waiting = append(p.waiting, t)
	return true
}

// unwaiting returns the term to translate instead of t, an assertion that does not wait.
func (p *prep) unwaiting(t term.Term) term.Term {
	if p.closed() || p.class.Get(t)&classOdd == 0 {
		return t
	}
	return p.image(t)
}

// image returns the term to translate instead of t, with all definitions in force, if it is not an assertion.
func (p *prep) image(t term.Term) term.Term {
	if p.closed() {
		return t
	}
	class, _ := p.classify(t)
	if class&classBad != 0 || class&classHard == 0 && (p.rw == nil || !p.rw.Defines()) {
		return t
	}
	r, err := p.rewriteOne(t)
	if err != nil {
		p.off = true
		return t
	}
	return r
}

// lastingImage is image for what outlasts the open levels.
func (p *prep) lastingImage(t term.Term) term.Term {
	p.settle()
	for _, l := range p.asserts.levels {
		if l.defined < len(p.defined) {
			return t
		}
	}
	return p.image(t)
}

func (p *prep) rewriteOne(t term.Term) (r term.Term, err error) {
	defer term.Recover(&err)
	return p.rewriter().Apply(t), nil
}

func (p *prep) rewriter() *rewrite.Rewriter {
	if p.rw == nil {
		p.rw = rewrite.New(p.st)
	}
	return p.rw
}

// settle simplifies and translates the assertions that wait.
func (p *prep) settle() {
	if len(p.waiting) == 0 {
		return
	}
	p.facts = p.facts[:0]
	for _, t := range p.waiting {
		p.addFact(t)
	}
	p.waiting = p.waiting[:0]
	before := len(p.defined)
	if !p.closed() {
		if err := p.simplifyFacts(); err != nil {
			// The store is full. What was not simplified holds as it stands.
			p.undefine(before)
			p.off = true
		}
	}
	// Facts about indices first: they simplify reads.
	for _, hard := range []bool{false, true} {
		for _, f := range p.facts {
			if class, _ := p.classify(f.t); class&classHard != 0 == hard {
				_ = p.assertFact(f) // its sorts are supported
			}
		}
	}
}

func (p *prep) assertFact(f fact) error {
	switch {
	case f.sym == term.None && p.st.IsTrue(f.t):
		return nil
	case f.sym == term.None && len(p.asserts.levels) == 0:
		return p.asserts.assertPermanent(f.t)
	case f.sym == term.None:
		return p.asserts.assertOne(f.t)
	}
	return p.assertDefinition(f)
}

// assertDefinition asserts that the symbol of f equals its term, in which it does not occur.
func (p *prep) assertDefinition(f fact) error {
	t, err := p.equationOf(f)
	if err != nil {
		t = f.was // together with the other facts it says the same
		p.off = true
	}
	if len(p.asserts.levels) > 0 {
		return p.asserts.assertOne(t)
	}
	if p.asserts.define(t, f.sym, f.t) {
		return nil
	}
	return p.asserts.assertPermanent(t)
}

// equationOf returns f as a term; the error is that the store is full.
func (p *prep) equationOf(f fact) (t term.Term, err error) {
	defer term.Recover(&err)
	switch {
	case p.st.IsTrue(f.t):
		return f.sym, nil
	case p.st.IsFalse(f.t):
		return p.st.Not(f.sym), nil
	}
	return p.st.Eq(f.sym, f.t), nil
}

// undefine forgets the definitions after the first n.
func (p *prep) undefine(n int) {
	if n >= len(p.defined) {
		return
	}
	p.rw.Undefine(p.defined[n:])
	p.defined = p.defined[:n]
}

// addFact adds the conjuncts of t to the facts.
func (p *prep) addFact(t term.Term) {
	if p.st.Op(t) != term.OpAnd {
		p.facts = append(p.facts, fact{t: t})
		return
	}
	stack := append(p.stack[:0], t)
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if p.st.Op(t) != term.OpAnd {
			p.facts = append(p.facts, fact{t: t})
			continue
		}
		args := p.st.Args(t)
		for i := len(args) - 1; i >= 0; i-- {
			stack = append(stack, args[i])
		}
	}
	p.stack = stack
}
