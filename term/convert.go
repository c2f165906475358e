package term

import "math/big"

// ToReal returns the Int term t as a Real: the sum of its monomials as Real.
func (s *Store) ToReal(t Term) Term {
	s.want(OpToReal, t, Int)
	n := s.node(t)
	if c, p, q, ok := s.iteOfLiterals(t); ok {
		return s.Ite(c, s.ToReal(p), s.ToReal(q))
	}
	if n.op() == OpAdd && n.numArgs() > maxSum {
		return s.intern(head(OpToReal, Real), t, 0, 0)
	}
	l := s.linearOf(ratio{n: 1}, t)
	for i, m := range l.ms {
		l.ms[i].atom = s.intern(head(OpToReal, Real), m.atom, 0, 0)
	}
	l.sort = Real
	return s.mergedTerm(&l)
}

// ToInt returns the greatest integer that is not above the Real term t. Integers are taken out of a sum, and
// what is left of sums of integers is a division.
func (s *Store) ToInt(t Term) Term {
	s.want(OpToInt, t, Real)
	rest := s.linearOf(ratio{n: 1}, t)
	whole := linear{sort: Int}
	whole.literal, rest.literal = rest.literal.split(ratio{n: 1})
	fractions := rest.ms[:0:0]
	for _, m := range rest.ms {
		if s.Op(m.atom) == OpToReal && m.coef.isInt() {
			s.addTo(&whole, m.coef, s.Arg(m.atom, 0))
		} else {
			fractions = append(fractions, m)
		}
	}
	if rest.ms = fractions; len(rest.ms) > 0 {
		s.addTo(&whole, ratio{n: 1}, s.floorOf(&rest))
	}
	return s.mergedTerm(&whole)
}

// floorOf returns the greatest integer that is not above a sum, in which no monomial is known to be an
// integer.
func (s *Store) floorOf(l *linear) Term {
	ints := true
	unit := gcdRatio(ratio{n: 1}, l.literal)
	for _, m := range l.ms {
		ints = ints && s.Op(m.atom) == OpToReal
		unit = gcdRatio(unit, m.coef)
	}
	if !ints {
		return s.intern(head(OpToInt, Int), s.linearTerm(l), 0, 0)
	}
	// unit is 1/n, and the sum over n integers
	sum := linear{sort: Int, literal: l.literal.quo(unit)}
	for _, m := range l.ms {
		s.addTo(&sum, m.coef.quo(unit), s.Arg(m.atom, 0))
	}
	return s.IntDiv(s.mergedTerm(&sum), s.number(Int, ratio{n: 1}.quo(unit)))
}

func floor(v *big.Rat) *big.Int {
	return new(big.Int).Div(v.Num(), v.Denom()) // Euclidean; the denominator is positive
}

// IsInt returns that the Real term t is an integer: that it is its integer part.
func (s *Store) IsInt(t Term) Term {
	s.want(OpIsInt, t, Real)
	return s.Eq(t, s.ToReal(s.ToInt(t)))
}

// UBVToInt returns the unsigned value of a bit-vector as an Int.
func (s *Store) UBVToInt(t Term) Term {
	s.wantBV(OpUBVToInt, t)
	if s.IsConst(t) {
		return s.Int(s.ConstBig(t))
	}
	if x, _, ok := s.isOp(t, OpZeroExt); ok {
		return s.UBVToInt(x)
	}
	if x, _, ok := s.isOp(t, OpIntToBV); ok {
		return s.IntMod(x, s.Int(new(big.Int).Lsh(bigOne, uint(s.width(t)))))
	}
	return s.intern(head(OpUBVToInt, Int), t, 0, 0)
}

// SBVToInt returns the signed value of a bit-vector as an Int.
func (s *Store) SBVToInt(t Term) Term {
	w := s.wantBV(OpSBVToInt, t).Width()
	if s.IsConst(t) {
		return s.Int(signedBig(w, s.ConstBig(t)))
	}
	if x, _, ok := s.isOp(t, OpSignExt); ok {
		return s.SBVToInt(x)
	}
	if s.highZeros(t, zeroRun) > 0 {
		return s.UBVToInt(t)
	}
	return s.intern(head(OpSBVToInt, Int), t, 0, 0)
}

// IntToBV returns the Int term t modulo 2^width. A sum of values of bit-vectors is computed on bit-vectors.
func (s *Store) IntToBV(width int, t Term) Term {
	sort := BitVec(width)
	s.want(OpIntToBV, t, Int)
	n := s.node(t)
	plain := n.op() == OpAdd && n.numArgs() > maxFlat
	var l linear
	if !plain {
		l = s.linearOf(ratio{n: 1}, t)
		for _, m := range l.ms {
			op := s.Op(m.atom)
			plain = plain || op != OpUBVToInt && op != OpSBVToInt
		}
	}
	if plain {
		return s.intern(head(OpIntToBV, sort), t, Term(width), 0)
	}
	sum := s.BVBig(width, l.literal.rat().Num())
	for _, m := range l.ms {
		x := s.resize(width, s.Arg(m.atom, 0), s.Op(m.atom) == OpSBVToInt)
		sum = s.BVAdd(sum, s.BVMul(s.BVBig(width, m.coef.rat().Num()), x))
	}
	return sum
}

// resize returns the low bits of x, or x extended to the width.
func (s *Store) resize(width int, x Term, signed bool) Term {
	switch w := s.width(x); {
	case w >= width:
		return s.Extract(width-1, 0, x)
	case signed:
		return s.SignExt(width-w, x)
	default:
		return s.ZeroExt(width-w, x)
	}
}
