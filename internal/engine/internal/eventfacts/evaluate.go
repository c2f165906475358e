package eventfacts

import (
	"whittle.dev/internal/engine/internal/box"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// evaluator computes intervals of terms and truth values of conditions from the present intervals of reads.
type evaluator struct {
	g       *events.Graph
	symbols Symbols
	cone    *cone
	memo    map[term.Term]box.Box
	truths  map[term.Term]box.Truth
	decided map[events.Guard]box.Truth
	// What is assumed, see under: nil, or what is known of some terms where a guard holds; and how many
	// guards were looked into there.
	env     map[term.Term]box.Box
	assumed events.Guard
	nested  int
}

// forget is called when intervals of reads have changed.
func (e *evaluator) forget() {
	e.memo, e.truths = map[term.Term]box.Box{}, map[term.Term]box.Truth{}
	e.decided = map[events.Guard]box.Truth{}
}

// of is the set of values that a bit-vector term can have, given the present sets of the reads in it.
func (e *evaluator) of(t term.Term) box.Box {
	if x, ok := e.memo[t]; ok {
		return x
	}
	x := e.compute(t)
	if y, ok := e.env[t]; ok {
		x = x.Meet(e.g.Terms.Sort(t).Width(), y)
	}
	e.memo[t] = x
	return x
}

// compute is of, without the memo.
func (e *evaluator) compute(t term.Term) box.Box {
	s := e.g.Terms
	w := s.Sort(t).Width()
	if w < 1 || w > 64 {
		return box.Full(64)
	}
	n := s.NumArgs(t)
	for i := range n {
		if a := s.Sort(s.Arg(t, i)); !a.IsBool() && !a.IsBitVec() || a.Width() > 64 {
			return box.Full(w)
		}
	}
	arg := func(i int) box.Box { return e.of(s.Arg(t, i)) }
	width := func(i int) int { return s.Sort(s.Arg(t, i)).Width() }
	fold := func(f func(x box.Box, w int, y box.Box) box.Box) box.Box {
		x := arg(0)
		for i := 1; i < n; i++ {
			x = f(x, w, arg(i))
		}
		return x
	}
	switch s.Op(t) {
	case term.OpConst:
		c, _ := s.ConstUint64(t)
		return box.Single(w, c)
	case term.OpSymbol:
		return e.symbol(t, w)
	case term.OpIte:
		switch e.truth(s.Arg(t, 0)) {
		case box.Yes:
			return arg(1)
		case box.No:
			return arg(2)
		case box.Never:
			return box.Nothing()
		}
		return arg(1).Hull(arg(2))
	case term.OpBVNot:
		return arg(0).Not(w)
	case term.OpBVNeg:
		return arg(0).Neg(w)
	case term.OpBVAdd:
		return fold(box.Box.Add)
	case term.OpBVSub:
		return fold(box.Box.Sub)
	case term.OpBVMul:
		return fold(box.Box.Mul)
	case term.OpBVAnd:
		return fold(box.Box.And)
	case term.OpBVOr:
		return fold(box.Box.Or)
	case term.OpBVXor:
		return fold(box.Box.Xor)
	case term.OpBVLShr:
		return arg(0).ShiftRight(w, arg(1))
	case term.OpBVShl:
		if k, ok := arg(1).Constant(); ok && k < uint64(w) {
			return arg(0).Mul(w, box.Single(w, 1<<k))
		}
	case term.OpBVUDiv:
		return arg(0).Divide(w, arg(1))
	case term.OpBVURem:
		return arg(0).Remainder(w, arg(1))
	case term.OpConcat:
		return arg(0).Concat(w, width(1), arg(1))
	case term.OpExtract:
		_, lo := s.Params(t)
		return arg(0).Extract(lo, w)
	case term.OpZeroExt:
		if x := arg(0); !x.Empty {
			return box.Unsigned(w, x.Low, x.High)
		}
		return box.Nothing()
	case term.OpSignExt:
		if x := arg(0); !x.Empty {
			return box.Signed(w, x.Min, x.Max)
		}
		return box.Nothing()
	}
	for i := range n {
		if !s.Sort(s.Arg(t, i)).IsBool() && arg(i).Empty {
			return box.Nothing()
		}
	}
	return box.Full(w)
}

// symbol is the set of values of a symbol: only reads are known.
func (e *evaluator) symbol(t term.Term, w int) box.Box {
	if i, ok := e.cone.byTerm[t]; ok {
		return e.cone.reads[i].now
	}
	if m, ok := e.symbols[t]; ok && m.Kind == ReadSymbol && e.cone.whole[t] {
		// A read of several cells, the first one lowest.
		cells := e.cone.cells.Of(e.g.Events[m.Index])
		x, n := e.of(cells[0].Value), 8*cells[0].Size
		for _, c := range cells[1:] {
			x = e.of(c.Value).Concat(n+8*c.Size, n, x)
			n += 8 * c.Size
		}
		return x
	}
	return box.Full(w)
}

// truth is the set of truth values that a Bool term can have.
func (e *evaluator) truth(t term.Term) box.Truth {
	if x, ok := e.truths[t]; ok {
		return x
	}
	x := e.decide(t)
	e.truths[t] = x
	return x
}

// decide is truth, without the memo.
func (e *evaluator) decide(t term.Term) box.Truth {
	s := e.g.Terms
	n := s.NumArgs(t)
	narrow := func() bool {
		a := s.Sort(s.Arg(t, 0))
		return a.IsBitVec() && a.Width() <= 64
	}
	switch s.Op(t) {
	case term.OpConst:
		if s.IsTrue(t) {
			return box.Yes
		}
		return box.No
	case term.OpSymbol:
		switch m := e.symbols[t]; {
		case m.Kind == GuardSymbol:
			return e.guard(events.Guard(m.Index))
		case e.cone.valid[t] != term.None:
			// The access may be to an object that is made later, whose size depends on whether the access is
			// valid.
			e.truths[t] = box.Either
			return e.truth(e.cone.valid[t])
		}
	case term.OpNot:
		return e.truth(s.Arg(t, 0)).Not()
	case term.OpAnd:
		x := box.Yes
		for i := range n {
			x = x.And(e.truth(s.Arg(t, i)))
		}
		return x
	case term.OpOr:
		x := box.No
		for i := range n {
			x = x.Or(e.truth(s.Arg(t, i)))
		}
		return x
	case term.OpIte:
		c, x, y := e.truth(s.Arg(t, 0)), e.truth(s.Arg(t, 1)), e.truth(s.Arg(t, 2))
		out := box.Never
		if c&box.Yes != 0 {
			out |= x
		}
		if c&box.No != 0 {
			out |= y
		}
		return out
	case term.OpEq:
		if s.Sort(s.Arg(t, 0)).IsBool() {
			x, y := e.truth(s.Arg(t, 0)), e.truth(s.Arg(t, 1))
			return x.And(y).Or(x.Not().And(y.Not()))
		}
		if narrow() {
			return e.of(s.Arg(t, 0)).Equals(e.of(s.Arg(t, 1)))
		}
	case term.OpBVUlt:
		if narrow() {
			return e.of(s.Arg(t, 0)).Less(e.of(s.Arg(t, 1)))
		}
	case term.OpBVSlt:
		if narrow() {
			return e.of(s.Arg(t, 0)).LessSigned(e.of(s.Arg(t, 1)))
		}
	}
	return box.Either
}

// guard is the set of truth values of a guard. Guards are made of guards with
// lower numbers, so walking them in order keeps the recursion flat.
func (e *evaluator) guard(g events.Guard) box.Truth {
	if e.env != nil {
		return e.guardUnder(g, maxNested)
	}
	if x, ok := e.decided[g]; ok {
		return x
	}
	gs := e.g.Guards
	out := box.Either
	if dom, cond, ok := gs.Conjunct(g); ok {
		out = e.guard(dom).And(e.truth(cond))
	} else if parts := gs.Disjuncts(g); parts != nil {
		out = box.No
		for _, p := range parts {
			out = out.Or(e.guard(p))
		}
	} else if g == events.Always {
		out = box.Yes
	}
	e.decided[g] = out
	return out
}

// guardUnder is guard where another one is assumed.
func (e *evaluator) guardUnder(g events.Guard, depth int) box.Truth {
	x, ok := e.decided[g]
	if ok && x != box.Either {
		return x
	}
	gs := e.g.Guards
	if gs.Implies(e.assumed, g) {
		return box.Yes
	}
	if e.nested++; depth == 0 || e.nested > maxLookups {
		return box.Either
	}
	if dom, cond, ok := gs.Conjunct(g); ok {
		return e.guardUnder(dom, depth-1).And(e.truth(cond))
	}
	out := box.Either
	if parts := gs.Disjuncts(g); parts != nil {
		out = box.No
		for _, p := range parts {
			if out = out.Or(e.guardUnder(p, depth-1)); out&box.No == 0 {
				break
			}
		}
	}
	return out
}
