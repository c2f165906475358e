package eventfacts

import (
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// evaluator computes intervals of terms and truth values of conditions from the present intervals of reads.
type evaluator struct {
	g       *events.Graph
	symbols Symbols
	cone    *cone
	memo    map[term.Term]interval
	truths  map[term.Term]truth
	decided map[events.Guard]truth
	// What is assumed, see under: nil, or what is known of some terms where a guard holds; and how many
	// guards were looked into there.
	env     map[term.Term]interval
	assumed events.Guard
	nested  int
}

// forget is called when intervals of reads have changed.
func (e *evaluator) forget() {
	e.memo, e.truths, e.decided = map[term.Term]interval{}, map[term.Term]truth{}, map[events.Guard]truth{}
}

// of is the set of values that a bit-vector term can have, given the present sets of the reads in it.
func (e *evaluator) of(t term.Term) interval {
	if x, ok := e.memo[t]; ok {
		return x
	}
	x := e.compute(t)
	if y, ok := e.env[t]; ok {
		x = x.meet(e.g.Terms.Sort(t).Width(), y)
	}
	e.memo[t] = x
	return x
}

// compute is of, without the memo.
func (e *evaluator) compute(t term.Term) interval {
	s := e.g.Terms
	w := s.Sort(t).Width()
	if w < 1 || w > 64 {
		return full(64)
	}
	n := s.NumArgs(t)
	for i := range n {
		if a := s.Sort(s.Arg(t, i)); !a.IsBool() && !a.IsBitVec() || a.Width() > 64 {
			return full(w)
		}
	}
	arg := func(i int) interval { return e.of(s.Arg(t, i)) }
	width := func(i int) int { return s.Sort(s.Arg(t, i)).Width() }
	fold := func(f func(x interval, w int, y interval) interval) interval {
		x := arg(0)
		for i := 1; i < n; i++ {
			x = f(x, w, arg(i))
		}
		return x
	}
	switch s.Op(t) {
	case term.OpConst:
		c, _ := s.ConstUint64(t)
		return single(w, c)
	case term.OpSymbol:
		return e.symbol(t, w)
	case term.OpIte:
		switch e.truth(s.Arg(t, 0)) {
		case yes:
			return arg(1)
		case no:
			return arg(2)
		case never:
			return nothing()
		}
		return arg(1).hull(arg(2))
	case term.OpBVNot:
		return arg(0).not(w)
	case term.OpBVNeg:
		return arg(0).neg(w)
	case term.OpBVAdd:
		return fold(interval.add)
	case term.OpBVSub:
		return fold(interval.sub)
	case term.OpBVMul:
		return fold(interval.mul)
	case term.OpBVAnd:
		return fold(interval.and)
	case term.OpBVOr:
		return fold(interval.or)
	case term.OpBVXor:
		return fold(interval.xor)
	case term.OpBVLShr:
		return arg(0).shiftRight(w, arg(1))
	case term.OpBVShl:
		if k, ok := arg(1).constant(); ok && k < uint64(w) {
			return arg(0).mul(w, single(w, 1<<k))
		}
	case term.OpBVUDiv:
		return arg(0).divide(w, arg(1))
	case term.OpBVURem:
		return arg(0).remainder(w, arg(1))
	case term.OpConcat:
		return arg(0).concat(w, width(1), arg(1))
	case term.OpExtract:
		_, lo := s.Params(t)
		return arg(0).extract(lo, w)
	case term.OpZeroExt:
		if x := arg(0); !x.none {
			return unsignedRange(w, x.ulo, x.uhi)
		}
		return nothing()
	case term.OpSignExt:
		if x := arg(0); !x.none {
			return signedRange(w, x.slo, x.shi)
		}
		return nothing()
	}
	for i := range n {
		if !s.Sort(s.Arg(t, i)).IsBool() && arg(i).none {
			return nothing()
		}
	}
	return full(w)
}

// symbol is the set of values of a symbol: only reads are known.
func (e *evaluator) symbol(t term.Term, w int) interval {
	if i, ok := e.cone.byTerm[t]; ok {
		return e.cone.reads[i].now
	}
	if m, ok := e.symbols[t]; ok && m.Kind == ReadSymbol && e.cone.whole[t] {
		// A read of several cells, the first one lowest.
		cells := e.cone.cells.Of(e.g.Events[m.Index])
		x, n := e.of(cells[0].Value), 8*cells[0].Size
		for _, c := range cells[1:] {
			x = e.of(c.Value).concat(n+8*c.Size, n, x)
			n += 8 * c.Size
		}
		return x
	}
	return full(w)
}

// truth is the set of truth values that a Bool term can have.
func (e *evaluator) truth(t term.Term) truth {
	if x, ok := e.truths[t]; ok {
		return x
	}
	x := e.decide(t)
	e.truths[t] = x
	return x
}

// decide is truth, without the memo.
func (e *evaluator) decide(t term.Term) truth {
	s := e.g.Terms
	n := s.NumArgs(t)
	narrow := func() bool {
		a := s.Sort(s.Arg(t, 0))
		return a.IsBitVec() && a.Width() <= 64
	}
	switch s.Op(t) {
	case term.OpConst:
		if s.IsTrue(t) {
			return yes
		}
		return no
	case term.OpSymbol:
		switch m := e.symbols[t]; {
		case m.Kind == GuardSymbol:
			return e.guard(events.Guard(m.Index))
		case e.cone.valid[t] != term.None:
			// The access may be to an object that is made later, whose size depends on whether the access is
			// valid.
			e.truths[t] = either
			return e.truth(e.cone.valid[t])
		}
	case term.OpNot:
		return e.truth(s.Arg(t, 0)).not()
	case term.OpAnd:
		x := yes
		for i := range n {
			x = x.and(e.truth(s.Arg(t, i)))
		}
		return x
	case term.OpOr:
		x := no
		for i := range n {
			x = x.or(e.truth(s.Arg(t, i)))
		}
		return x
	case term.OpIte:
		c, x, y := e.truth(s.Arg(t, 0)), e.truth(s.Arg(t, 1)), e.truth(s.Arg(t, 2))
		out := never
		if c&yes != 0 {
			out |= x
		}
		if c&no != 0 {
			out |= y
		}
		return out
	case term.OpEq:
		if s.Sort(s.Arg(t, 0)).IsBool() {
			x, y := e.truth(s.Arg(t, 0)), e.truth(s.Arg(t, 1))
			return x.and(y).or(x.not().and(y.not()))
		}
		if narrow() {
			return e.of(s.Arg(t, 0)).equals(e.of(s.Arg(t, 1)))
		}
	case term.OpBVUlt:
		if narrow() {
			return e.of(s.Arg(t, 0)).less(e.of(s.Arg(t, 1)))
		}
	case term.OpBVSlt:
		if narrow() {
			return e.of(s.Arg(t, 0)).lessSigned(e.of(s.Arg(t, 1)))
		}
	}
	return either
}

// guard is the set of truth values of a guard. Guards are made of guards with
// lower numbers, so walking them in order keeps the recursion flat.
func (e *evaluator) guard(g events.Guard) truth {
	if e.env != nil {
		return e.guardUnder(g, maxNested)
	}
	if x, ok := e.decided[g]; ok {
		return x
	}
	gs := e.g.Guards
	out := either
	if dom, cond, ok := gs.Conjunct(g); ok {
		out = e.guard(dom).and(e.truth(cond))
	} else if parts := gs.Disjuncts(g); parts != nil {
		out = no
		for _, p := range parts {
			out = out.or(e.guard(p))
		}
	} else if g == events.Always {
		out = yes
	}
	e.decided[g] = out
	return out
}

// guardUnder is guard where another one is assumed.
func (e *evaluator) guardUnder(g events.Guard, depth int) truth {
	x, ok := e.decided[g]
	if ok && x != either {
		return x
	}
	gs := e.g.Guards
	if gs.Implies(e.assumed, g) {
		return yes
	}
	if e.nested++; depth == 0 || e.nested > maxLookups {
		return either
	}
	if dom, cond, ok := gs.Conjunct(g); ok {
		return e.guardUnder(dom, depth-1).and(e.truth(cond))
	}
	out := either
	if parts := gs.Disjuncts(g); parts != nil {
		out = no
		for _, p := range parts {
			if out = out.or(e.guardUnder(p, depth-1)); out&no == 0 {
				break
			}
		}
	}
	return out
}
