package native

import (
	"math/big"

	"whittle.dev/term"
)

// rounds bounds how often the facts are rewritten by the definitions found in them.
const prepRounds = 4

// simplifyFacts rewrites the facts and takes definitions out of them. The error is
// that the store of terms is full; the facts still hold together then,
// but some of their definitions may be in force for none of the others.
func (p *prep) simplifyFacts() (err error) {
	rw := p.rewriter()
	defer term.Recover(&err)
	defer rw.Settle()
	for i := range prepRounds {
		p.rewriteFacts()
		if i == 0 {
			p.addCommonEquations()
		}
		if !p.findDefinitions() {
			return nil
		}
		rw.Forget()
	}
	p.rewriteFacts()
	return nil
}

// rewriteFacts replaces the facts by their images.
func (p *prep) rewriteFacts() {
	for i, n := 0, len(p.facts); i < n; i++ {
		f := &p.facts[i]
		r := p.rw.Apply(f.t)
		if f.sym == term.None && p.st.Op(r) == term.OpAnd {
			f.t = p.st.True()
			p.addFact(r) // its conjuncts are images
			continue
		}
		f.t = r
	}
}

// candidate returns the symbol that the fact t defines, and its value.
func (p *prep) candidate(t term.Term) (x, e term.Term) {
	st := p.st
	switch st.Op(t) {
	case term.OpSymbol:
		return t, st.True()
	case term.OpNot:
		a := st.Arg(t, 0)
		switch {
		case st.Op(a) == term.OpSymbol:
			return a, st.False()
		case st.Op(a) == term.OpEq && st.Sort(st.Arg(a, 0)).IsBool():
			x, e := p.candidateEq(a)
			if x != term.None {
				e = st.Not(e)
			}
			return x, e
		}
	case term.OpEq:
		return p.candidateEq(t)
	}
	return term.None, term.None
}

func (p *prep) candidateEq(t term.Term) (x, e term.Term) {
	a, b := p.st.Arg(t, 0), p.st.Arg(t, 1)
	isA, isB := p.free(a), p.free(b)
	if isA && isB && p.asserts.blaster.bits.table.Get(a) != 0 && p.asserts.blaster.bits.table.Get(b) == 0 {
		isA = false // the other one costs no clauses
	}
	switch {
	case isA:
		return a, b
	case isB:
		return b, a
	case isNumber(p.st.Sort(a)):
		return p.solveSum(a, b)
	}
	return term.None, term.None
}

// solveSum returns a symbol that the equation sum = k, of two monomials and a literal, defines, and its
// value. Of more monomials none is taken: differences stay differences, and rows do not grow.
func (p *prep) solveSum(sum, k term.Term) (x, e term.Term) {
	st := p.st
	if st.Op(sum) != term.OpAdd || st.NumArgs(sum) != 2 || !st.IsConst(k) {
		return term.None, term.None
	}
	for i := range 2 {
		x, coef := st.Arg(sum, i), big.NewRat(1, 1)
		if st.Op(x) == term.OpMul && st.NumArgs(x) == 2 && st.IsConst(st.Arg(x, 0)) {
			x, coef = st.Arg(x, 1), st.ConstRat(st.Arg(x, 0))
		}
		unit := coef.IsInt() && coef.Num().IsInt64() && (coef.Num().Int64() == 1 || coef.Num().Int64() == -1)
		if !p.free(x) || !unit {
			continue
		}
		e := st.IntSub(k, st.Arg(sum, 1-i))
		if coef.Sign() < 0 {
			e = st.IntNeg(e)
		}
		return x, e
	}
	return term.None, term.None
}

// free reports whether t is a symbol that no fact before this one defines.
func (p *prep) free(t term.Term) bool {
	if p.st.Op(t) != term.OpSymbol {
		return false
	}
	_, ok := p.cand[t]
	return !ok
}

// findDefinitions puts definitions that the facts contain into force. It reports whether there were any.
func (p *prep) findDefinitions() bool {
	p.cand = map[term.Term]int32{}
	var syms, values []term.Term
	for i := range p.facts {
		if p.facts[i].sym != term.None {
			continue
		}
		x, e := p.candidate(p.facts[i].t)
		if x == term.None || !p.free(x) {
			continue
		}
		p.cand[x] = int32(len(syms))
		syms, values = append(syms, x), append(values, e)
		p.facts[i] = fact{x, e, p.facts[i].t}
	}
	if len(syms) == 0 {
		return false
	}
	p.breakCycles(syms, values)
	any := false
	for i := range p.facts {
		f := &p.facts[i]
		j, ok := p.cand[f.sym]
		if f.sym == term.None || p.rw.Defined(f.sym) {
			continue
		}
		if !ok { // it was part of a cycle
			f.t = p.st.Eq(f.sym, f.t)
			f.sym = term.None
			continue
		}
		p.rw.Define(f.sym, values[j])
		p.defined = append(p.defined, f.sym)
		any = true
	}
	return any
}

// States of terms in the search for cycles.
const (
	cycleOpen = 1 + iota
	cycleDone
)

// breakCycles removes candidates until no symbol is reached from its own value. All
// values are images under the older definitions, so these take no part.
func (p *prep) breakCycles(syms, values []term.Term) {
	state := &p.state
	state.Reset()
	stack := p.stack[:0]
	for _, x := range syms {
		stack = append(stack, x)
		for len(stack) > 0 {
			t := stack[len(stack)-1]
			switch state.Get(t) {
			case cycleDone:
				stack = stack[:len(stack)-1]
				continue
			case cycleOpen: // all below is done
				state.Set(t, cycleDone)
				stack = stack[:len(stack)-1]
				continue
			}
			state.Set(t, cycleOpen)
			below := p.st.Args(t)
			if j, ok := p.cand[t]; ok {
				below = values[j : j+1]
			}
			for _, a := range below {
				if state.Get(a) == cycleOpen {
					stack = p.breakCycle(stack)
					break
				}
				if state.Get(a) == 0 {
					stack = append(stack, a)
				}
			}
		}
	}
	p.stack = stack
}

// breakCycle drops the innermost candidate on the path that the stack holds. What
// lies between it and the end of the path is explored again when it is met again.
func (p *prep) breakCycle(stack []term.Term) []term.Term {
	for {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if p.state.Get(t) != cycleOpen {
			continue
		}
		if _, ok := p.cand[t]; ok {
			delete(p.cand, t)
			p.state.Set(t, cycleDone)
			return stack
		}
		p.state.Set(t, 0)
	}
}
