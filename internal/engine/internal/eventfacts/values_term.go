package eventfacts

import (
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// of is the set of values that a bit-vector term can have, given the present
// sets of the reads in it.
func (v *Values) of(t term.Term) interval {
	if x, ok := v.memo[t]; ok {
		return x
	}
	x := v.compute(t)
	if y, ok := v.env[t]; ok {
		x = x.meet(v.g.Terms.Sort(t).Width(), y)
	}
	v.memo[t] = x
	return x
}

func (v *Values) compute(t term.Term) interval {
	s := v.g.Terms
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
	arg := func(i int) interval { return v.of(s.Arg(t, i)) }
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
		return v.symbol(t, w)
	case term.OpIte:
		switch v.truth(s.Arg(t, 0)) {
		case yes:
			return arg(1)
		case no:
			return arg(2)
		case never:
			return nothing
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
		return nothing
	case term.OpSignExt:
		if x := arg(0); !x.none {
			return signedRange(w, x.slo, x.shi)
		}
		return nothing
	}
	for i := range n {
		if !s.Sort(s.Arg(t, i)).IsBool() && arg(i).none {
			return nothing
		}
	}
	return full(w)
}

// symbol is the set of values of a symbol: only reads are known.
func (v *Values) symbol(t term.Term, w int) interval {
	if i, ok := v.byTerm[t]; ok {
		return v.reads[i].now
	}
	if m, ok := v.symbols[t]; ok && m.Kind == ReadSymbol && v.whole[t] {
		// A read of several cells, the first one lowest.
		cells := v.visible.cells.Of(v.g.Events[m.Index])
		x, n := v.of(cells[0].Value), 8*cells[0].Size
		for _, c := range cells[1:] {
			x = v.of(c.Value).concat(n+8*c.Size, n, x)
			n += 8 * c.Size
		}
		return x
	}
	return full(w)
}

// truth is the set of truth values that a Bool term can have.
func (v *Values) truth(t term.Term) truth {
	if x, ok := v.truths[t]; ok {
		return x
	}
	x := v.decide(t)
	v.truths[t] = x
	return x
}

func (v *Values) decide(t term.Term) truth {
	s := v.g.Terms
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
		switch m := v.symbols[t]; {
		case m.Kind == GuardSymbol:
			return v.guard(events.Guard(m.Index))
		case v.valid[t] != term.None:
			// The access may be to an object that is made later, whose size depends on whether the access is
			// valid.
			v.truths[t] = either
			return v.truth(v.valid[t])
		}
	case term.OpNot:
		return v.truth(s.Arg(t, 0)).not()
	case term.OpAnd:
		x := yes
		for i := range n {
			x = x.and(v.truth(s.Arg(t, i)))
		}
		return x
	case term.OpOr:
		x := no
		for i := range n {
			x = x.or(v.truth(s.Arg(t, i)))
		}
		return x
	case term.OpIte:
		c, x, y := v.truth(s.Arg(t, 0)), v.truth(s.Arg(t, 1)), v.truth(s.Arg(t, 2))
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
			x, y := v.truth(s.Arg(t, 0)), v.truth(s.Arg(t, 1))
			return x.and(y).or(x.not().and(y.not()))
		}
		if narrow() {
			return v.of(s.Arg(t, 0)).equals(v.of(s.Arg(t, 1)))
		}
	case term.OpBVUlt:
		if narrow() {
			return v.of(s.Arg(t, 0)).less(v.of(s.Arg(t, 1)))
		}
	case term.OpBVSlt:
		if narrow() {
			return v.of(s.Arg(t, 0)).lessSigned(v.of(s.Arg(t, 1)))
		}
	}
	return either
}

// guard is the set of truth values of a guard. Guards are made of guards with
// lower numbers, so walking them in order keeps the recursion flat.
func (v *Values) guard(g events.Guard) truth {
	if v.env != nil {
		return v.guardUnder(g, maxNested)
	}
	if x, ok := v.decided[g]; ok {
		return x
	}
	gs := v.g.Guards
	out := either
	if dom, cond, ok := gs.Conjunct(g); ok {
		out = v.guard(dom).and(v.truth(cond))
	} else if parts := gs.Disjuncts(g); parts != nil {
		out = no
		for _, p := range parts {
			out = out.or(v.guard(p))
		}
	} else if g == events.Always {
		out = yes
	}
	v.decided[g] = out
	return out
}

// guardUnder is guard where another one is assumed.
func (v *Values) guardUnder(g events.Guard, depth int) truth {
	x, ok := v.decided[g]
	if ok && x != either {
		return x
	}
	gs := v.g.Guards
	if gs.Implies(v.assumed, g) {
		return yes
	}
	if v.nested++; depth == 0 || v.nested > maxLookups {
		return either
	}
	if dom, cond, ok := gs.Conjunct(g); ok {
		return v.guardUnder(dom, depth-1).and(v.truth(cond))
	}
	out := either
	if parts := gs.Disjuncts(g); parts != nil {
		out = no
		for _, p := range parts {
			if out = out.or(v.guardUnder(p, depth-1)); out&no == 0 {
				break
			}
		}
	}
	return out
}
