package refine

import (
	"context"
	"math/big"
	"math/bits"

	"whittle.dev/term"
)

// A loop over bit-vectors is mostly meant as one over integers, and integers have interpolants: the path is
// read as if nothing ever wrapped around, its interpolants are found over integers, and their atoms are read
// as bit-vectors again, in a width in which they cannot wrap around. That is no proof of anything, since what
// wraps around is read wrongly, and need not be: the result are predicates, and what they are worth the
// abstraction will tell.

// ideal translates between bit-vectors and integers.
type ideal struct {
	*Refiner
	unsigned bool                    // words are read without sign
	ints     map[term.Term]term.Term // by word: the symbol for it
	words    map[term.Term]term.Term // the inverse
	memo     map[term.Term]term.Term
}

// integers returns the atoms of a sequence of interpolants of the path read over integers. None if the path
// has no bit-vectors, or has no contradiction any more.
func (r *Refiner) integers(ctx context.Context, p *unrolled) []Predicate {
	parts, back := r.parts(p)
	x := &ideal{Refiner: r, ints: map[term.Term]term.Term{}, words: map[term.Term]term.Term{},
		memo: map[term.Term]term.Term{}}
	x.unsigned = x.fewSigned(parts)
	for i := range parts {
		parts[i] = x.condition(parts[i])
	}
	if len(x.ints) == 0 {
		return nil
	}
	out := r.sequence(ctx, p, parts, func(t term.Term) []term.Term {
		var words []term.Term
		for _, a := range atoms(r.st, t) {
			if w := x.atom(a); w != term.None {
				words = append(words, back.Apply(w))
			}
		}
		return words
	})
	for i := range out {
		out[i].Source = Integers
	}
	return out
}

// fewSigned reports whether more comparisons are without sign than with it.
func (x *ideal) fewSigned(parts []term.Term) bool {
	signed, unsigned := 0, 0
	for _, a := range atoms(x.st, parts...) {
		switch x.st.Op(a) {
		case term.OpBVSlt:
			signed++
		case term.OpBVUlt:
			unsigned++
		}
	}
	return unsigned > signed
}

// condition reads a formula over integers.
func (x *ideal) condition(t term.Term) term.Term {
	if u, ok := x.memo[t]; ok {
		return u
	}
	st, out := x.st, t
	args := st.Args(t)
	switch op := st.Op(t); {
	case op == term.OpNot:
		out = st.Not(x.condition(args[0]))
	case op == term.OpAnd, op == term.OpOr,
		(op == term.OpEq || op == term.OpIte) && st.Sort(args[1]).IsBool():
		parts := make([]term.Term, len(args))
		for i, a := range args {
			parts[i] = x.condition(a)
		}
		out = st.Mk(op, nil, parts...)
	case op == term.OpEq && st.Sort(args[0]).IsBitVec():
		out = st.Eq(x.number(args[0]), x.number(args[1]))
	case op == term.OpBVSlt, op == term.OpBVUlt:
		out = st.Lt(x.number(args[0]), x.number(args[1]))
	}
	x.memo[t] = out
	return out
}

// number reads a word as an integer.
func (x *ideal) number(t term.Term) term.Term {
	if u, ok := x.memo[t]; ok {
		return u
	}
	st := x.st
	out := term.None
	args := st.Args(t)
	switch op := st.Op(t); {
	case op == term.OpConst:
		out = st.Int(x.constant(t, x.unsigned))
	case op == term.OpBVAdd:
		parts := make([]term.Term, len(args))
		for i, a := range args {
			if st.IsConst(a) { // what is added is small, whichever sign it has
				parts[i] = st.Int(x.constant(a, false))
			} else {
				parts[i] = x.number(a)
			}
		}
		out = st.IntAdd(parts...)
	case op == term.OpBVSub:
		out = st.IntSub(x.number(args[0]), x.number(args[1]))
	case op == term.OpBVNeg:
		out = st.IntNeg(x.number(args[0]))
	case op == term.OpBVMul && len(args) == 2 && st.IsConst(args[1]):
		out = st.IntMul(st.Int(x.constant(args[1], false)), x.number(args[0]))
	case op == term.OpIte:
		out = st.Ite(x.condition(args[0]), x.number(args[1]), x.number(args[2]))
	case op == term.OpSignExt, op == term.OpZeroExt:
		out = x.number(args[0])
	case op == term.OpConcat:
		if y, by, ok := shifted(st, t); ok {
			out = st.IntMul(st.Int(new(big.Int).Lsh(big.NewInt(1), uint(by))), x.number(y))
		}
	}
	if out == term.None {
		out = st.Fresh("int", term.Int)
		x.ints[t], x.words[out] = out, t
	}
	x.memo[t] = out
	return out
}

// constant is the value of a word.
func (x *ideal) constant(t term.Term, unsigned bool) *big.Int {
	v := x.st.ConstBig(t)
	w := x.st.Sort(t).Width()
	if !unsigned && v.Bit(w-1) == 1 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(w)))
	}
	return v
}

// atom reads an atom over integers as one over words, None if it has parts that are neither.
func (x *ideal) atom(t term.Term) term.Term {
	st := x.st
	if st.Op(t) == term.OpSymbol {
		return t
	}
	op := st.Op(t)
	if op != term.OpLe && op != term.OpEq || !st.Sort(st.Arg(t, 0)).IsInt() {
		return term.None
	}
	a, b := st.Arg(t, 0), st.Arg(t, 1)
	if op == term.OpEq && st.Op(a) == term.OpMod {
		return x.congruence(a, b)
	}
	s, ok := x.sum(st.IntSub(a, b))
	if !ok {
		return term.None
	}
	if t := x.plain(s, op); t != term.None {
		return t
	}
	u, v := x.sides(s)
	if op == term.OpEq {
		return st.Eq(u, v)
	}
	return st.BVSle(u, v)
}

// numberSum is a sum of multiples of words, as integers.
type numberSum struct {
	words    []term.Term
	coefs    []*big.Int
	constant *big.Int
}

// sum reads a sum over the symbols for words; ok is false if it has other parts.
func (x *ideal) sum(t term.Term) (s numberSum, ok bool) {
	st := x.st
	s.constant = new(big.Int)
	parts := []term.Term{t}
	if st.Op(t) == term.OpAdd {
		parts = st.Args(t)
	}
	for _, p := range parts {
		coef, sym := big.NewInt(1), p
		switch {
		case st.IsConst(p):
			s.constant.Add(s.constant, st.ConstBig(p))
			continue
		case st.Op(p) == term.OpMul && st.NumArgs(p) == 2 && st.IsConst(st.Arg(p, 0)):
			coef, sym = st.ConstBig(st.Arg(p, 0)), st.Arg(p, 1)
		case st.Op(p) == term.OpMul && st.NumArgs(p) == 2 && st.IsConst(st.Arg(p, 1)):
			coef, sym = st.ConstBig(st.Arg(p, 1)), st.Arg(p, 0)
		}
		w, known := x.words[sym]
		if !known {
			return s, false
		}
		s.words, s.coefs = append(s.words, w), append(s.coefs, coef)
	}
	return s, true
}

// width is one in which neither side of a comparison of a sum with zero wraps around, with a sign.
func (x *ideal) width(s numberSum) int {
	most := s.constant.BitLen() + 1
	for i, w := range s.words {
		n := x.st.Sort(w).Width() + s.coefs[i].BitLen()
		if s.coefs[i].CmpAbs(big.NewInt(1)) == 0 {
			n--
		}
		if x.unsigned {
			n++
		}
		most = max(most, n)
	}
	return most + bits.Len(uint(len(s.words)))
}

// sides returns the sides of a comparison of a sum with zero, with positive factors on both.
func (x *ideal) sides(s numberSum) (left, right term.Term) {
	st, width := x.st, x.width(s)
	left, right = st.BV(width, 0), st.BV(width, 0)
	add := func(t term.Term, sign int) {
		if sign > 0 {
			left = st.BVAdd(left, t)
		} else {
			right = st.BVAdd(right, t)
		}
	}
	for i, w := range s.words {
		c := s.coefs[i]
		add(st.BVMul(x.extend(w, width), st.BVBig(width, new(big.Int).Abs(c))), c.Sign())
	}
	add(st.BVBig(width, new(big.Int).Abs(s.constant)), s.constant.Sign())
	return left, right
}

// extend returns a word in a greater width.
func (x *ideal) extend(w term.Term, width int) term.Term {
	by := width - x.st.Sort(w).Width()
	if x.unsigned {
		return x.st.ZeroExt(by, w)
	}
	return x.st.SignExt(by, w)
}

// plain returns the comparison of two words, or of a word with a constant of its width, as it stands; None if
// the sum is another one.
func (x *ideal) plain(s numberSum, op term.Op) term.Term {
	st, one := x.st, big.NewInt(1)
	var sides [2]term.Term // less or equal
	for i, w := range s.words {
		side := 0
		if s.coefs[i].Sign() < 0 {
			side = 1
		}
		if s.coefs[i].CmpAbs(one) != 0 || sides[side] != term.None {
			return term.None
		}
		sides[side] = w
	}
	switch {
	case len(s.words) == 1:
		side, c := 0, new(big.Int).Neg(s.constant)
		if sides[0] == term.None {
			side, c = 1, s.constant
		}
		width := st.Sort(sides[side]).Width()
		sides[1-side] = st.BVBig(width, c)
		if x.constant(sides[1-side], x.unsigned).Cmp(c) != 0 {
			return term.None
		}
	case len(s.words) != 2 || s.constant.Sign() != 0 || st.Sort(sides[0]) != st.Sort(sides[1]):
		return term.None
	}
	switch {
	case op == term.OpEq:
		return st.Eq(sides[0], sides[1])
	case x.unsigned:
		return st.BVUle(sides[0], sides[1])
	}
	return st.BVSle(sides[0], sides[1])
}

// congruence reads a mod 2^k = c: only the lowest bits matter.
func (x *ideal) congruence(a, c term.Term) term.Term {
	st := x.st
	n, ok := st.ConstUint64(st.Arg(a, 1))
	if !ok || n < 2 || n&(n-1) != 0 || !st.IsConst(c) {
		return term.None
	}
	s, ok := x.sum(st.Arg(a, 0))
	if !ok {
		return term.None
	}
	k := bits.TrailingZeros64(n)
	sum := st.BVBig(k, s.constant)
	for i, w := range s.words {
		low := w
		if have := st.Sort(w).Width(); have < k {
			low = x.extend(w, k)
		} else {
			low = st.Extract(k-1, 0, w)
		}
		sum = st.BVAdd(sum, st.BVMul(low, st.BVBig(k, s.coefs[i])))
	}
	return st.Eq(sum, st.BVBig(k, st.ConstBig(c)))
}
