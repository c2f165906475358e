package unset

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// shadows makes terms that say which bits of other terms are undefined: those of a vector of the same width,
// or a truth value. They are what evaluator computes, with the values of operands at hand.
type shadows struct {
	ts   *term.Store
	regs *cfa.RegIndex
	prog *cfa.Program
	own  map[cfa.RegID]cfa.RegID
	// numbered reports whether the bits of a term are those of an address: they depend on the layout of
	// memory and must not be looked at.
	numbered func(term.Term) bool
	memo     map[term.Term]term.Term
	// divisors are the shadows of what is divided by.
	divisors []term.Term
}

// none is the shadow of what is defined.
func (h *shadows) none(t term.Term) term.Term { return h.zero(h.ts.Sort(t)) }

func (h *shadows) zero(s term.Sort) term.Term {
	if s.IsBool() {
		return h.ts.False()
	}
	return h.bits(s.Width(), false)
}

// bits is a vector of bits that are alike.
func (h *shadows) bits(width int, set bool) term.Term {
	bit := h.ts.BV(1, 0)
	if set {
		bit = h.ts.BV(1, 1)
	}
	return h.ts.Repeat(width, bit)
}

// some is whether some bit is undefined.
func (h *shadows) some(shadow term.Term) term.Term {
	if s := h.ts.Sort(shadow); !s.IsBool() {
		return h.ts.Not(h.ts.Eq(shadow, h.zero(s)))
	}
	return shadow
}

// of is the shadow of a term.
func (h *shadows) of(t term.Term) term.Term {
	if h.ts.IsConst(t) {
		return h.none(t)
	}
	if r, ok := h.regs.Reg(t); ok {
		if s, ok := h.own[r]; ok {
			return h.prog.Sym(s)
		}
		return h.none(t)
	}
	if s, ok := h.memo[t]; ok {
		return s
	}
	s := h.compute(t)
	h.memo[t] = s
	return s
}

func (h *shadows) compute(t term.Term) term.Term {
	ts, args := h.ts, h.ts.Args(t)
	sh := make([]term.Term, len(args))
	clean := true
	for i, a := range args {
		sh[i] = h.of(a)
		clean = clean && sh[i] == h.none(a)
	}
	if clean {
		return h.none(t)
	}
	op, sort := ts.Op(t), ts.Sort(t)
	if isDivision(op) {
		h.divisors = append(h.divisors, sh[1])
	}
	switch op {
	case term.OpNot, term.OpBVNot:
		return sh[0]
	case term.OpAnd, term.OpOr:
		return h.junction(op == term.OpAnd, args, sh)
	case term.OpEq:
		return h.equal(args, sh)
	case term.OpIte:
		return h.choice(args, sh)
	case term.OpBVXor, term.OpBVAnd, term.OpBVOr:
		x := ts.BVOr(sh[0], sh[1])
		if op == term.OpBVXor {
			return x
		}
		for i, a := range args {
			if h.numbered(a) {
				continue
			}
			if op == term.OpBVOr {
				a = ts.BVNot(a)
			}
			x = ts.BVAnd(x, ts.BVOr(a, sh[i])) // not where this one decides
		}
		return x
	case term.OpBVAdd, term.OpBVSub, term.OpBVMul, term.OpBVNeg:
		x := sh[0]
		for _, y := range sh[1:] {
			x = ts.BVOr(x, y)
		}
		return ts.BVOr(x, ts.BVNeg(x)) // from the lowest one on
	case term.OpConcat:
		return ts.Concat(sh[0], sh[1])
	case term.OpExtract:
		hi, lo := ts.Params(t)
		return ts.Extract(hi, lo, sh[0])
	case term.OpZeroExt:
		return ts.ZeroExt(sort.Width()-ts.Sort(args[0]).Width(), sh[0])
	case term.OpSignExt:
		return ts.SignExt(sort.Width()-ts.Sort(args[0]).Width(), sh[0])
	case term.OpBVShl, term.OpBVLShr, term.OpBVAShr:
		return h.shift(op, args, sh)
	case term.OpBVUlt, term.OpBVSlt:
		return h.less(op == term.OpBVSlt, args, sh)
	}
	var any []term.Term
	for _, s := range sh {
		any = append(any, h.some(s))
	}
	return h.all(sort, ts.Or(any...))
}

// all is the shadow of which all bits are undefined, or none.
func (h *shadows) all(s term.Sort, cond term.Term) term.Term {
	if s.IsBool() {
		return cond
	}
	return h.ts.Ite(cond, h.bits(s.Width(), true), h.bits(s.Width(), false))
}

// junction is undefined if an operand is, unless a defined one decides.
func (h *shadows) junction(and bool, args, sh []term.Term) term.Term {
	parts := make([]term.Term, len(args))
	for i, a := range args {
		if !and {
			a = h.ts.Not(a)
		}
		parts[i] = h.ts.Or(a, sh[i])
	}
	return h.ts.And(h.ts.Or(sh...), h.ts.And(parts...))
}

// equal is undefined if an operand is, unless defined bits differ.
func (h *shadows) equal(args, sh []term.Term) term.Term {
	ts := h.ts
	if ts.Sort(args[0]).IsBool() {
		return ts.Or(sh[0], sh[1])
	}
	any := ts.BVOr(sh[0], sh[1])
	if h.numbered(args[0]) || h.numbered(args[1]) {
		return h.some(any)
	}
	differ := ts.BVAnd(ts.BVXor(args[0], args[1]), ts.BVNot(any))
	return ts.And(h.some(any), ts.Eq(differ, h.none(args[0])))
}

// choice is the shadow of what is chosen; between different values, if the condition is undefined.
func (h *shadows) choice(args, sh []term.Term) term.Term {
	ts := h.ts
	chosen := ts.Ite(args[0], sh[1], sh[2])
	if sh[0] == ts.False() {
		return chosen
	}
	return ts.Ite(sh[0], h.all(ts.Sort(args[1]), ts.True()), chosen)
}

// shift moves the shadow by a defined number.
func (h *shadows) shift(op term.Op, args, sh []term.Term) term.Term {
	ts := h.ts
	var moved term.Term
	switch op {
	case term.OpBVShl:
		moved = ts.BVShl(sh[0], args[1])
	case term.OpBVLShr:
		moved = ts.BVLShr(sh[0], args[1])
	default:
		moved = ts.BVAShr(sh[0], args[1])
	}
	return ts.BVOr(moved, h.all(ts.Sort(args[0]), h.some(sh[1])))
}

// less is undefined if the undefined bits can make a difference.
func (h *shadows) less(signed bool, args, sh []term.Term) term.Term {
	ts := h.ts
	w := ts.Sort(args[0]).Width()
	x, y := args[0], args[1]
	if h.numbered(x) || h.numbered(y) {
		return h.some(ts.BVOr(sh[0], sh[1]))
	}
	if signed { // numbers from the least one on
		top := ts.Concat(ts.BV(1, 1), h.bits(w-1, false))
		if w == 1 {
			top = ts.BV(1, 1)
		}
		x, y = ts.BVXor(x, top), ts.BVXor(y, top)
	}
	least := func(v, s term.Term) term.Term { return ts.BVAnd(v, ts.BVNot(s)) }
	most := func(v, s term.Term) term.Term { return ts.BVOr(v, s) }
	return ts.Xor(ts.BVUlt(least(x, sh[0]), most(y, sh[1])), ts.BVUlt(most(x, sh[0]), least(y, sh[1])))
}
