package term

import "math/big"

// Comparisons of Int and Real terms are expressed by <=; a < b is not b <= a.

// Le returns a <= b for Int or Real terms.
func (s *Store) Le(a, b Term) Term {
	sort := s.wantNumbers(OpLe, []Term{a, b})
	if a == b {
		return trueTerm
	}
	// Literals go to the right, or left if the right side is nothing else.
	x, c := s.splitLiteral(a)
	y, d := s.splitLiteral(b)
	switch {
	case x == y:
		return s.Bool(c.Cmp(d) <= 0)
	case x == None:
		a, b = s.number(sort, c.Sub(c, d)), y
	default:
		d.Sub(d, c)
		a = x
		if y == None {
			b = s.number(sort, d)
		} else {
			b = s.sum(sort, []Term{y, s.number(sort, d)})
		}
	}
	return s.intern(head(OpLe, Bool), a, b, 0)
}

// Lt returns a < b for Int or Real terms.
func (s *Store) Lt(a, b Term) Term { return s.Not(s.Le(b, a)) }

// Ge returns a >= b for Int or Real terms.
func (s *Store) Ge(a, b Term) Term { return s.Le(b, a) }

// Gt returns a > b for Int or Real terms.
func (s *Store) Gt(a, b Term) Term { return s.Not(s.Le(a, b)) }

// numberEq simplifies a = b where a is no literal, or returns None.
func (s *Store) numberEq(a, b Term) Term {
	sort := s.Sort(a)
	x, c := s.splitLiteral(a)
	y, d := s.splitLiteral(b)
	if x == y {
		return s.Bool(c.Cmp(d) == 0)
	}
	if y != None {
		if c.Sign() == 0 && (d.Sign() == 0 || x < y) || d.Sign() == 0 && y < x {
			return None // the literal stands on the side of the higher handle
		}
		d.Sub(d, c)
		if x < y {
			return s.Eq(x, s.sum(sort, []Term{y, s.number(sort, d)}))
		}
		return s.Eq(y, s.sum(sort, []Term{x, s.number(sort, d.Neg(d))}))
	}
	d.Sub(d, c) // x = d
	m := s.monomial(x)
	if m.atom == x {
		if c.Sign() == 0 {
			return s.numberEqIte(x, b)
		}
		return s.Eq(x, s.number(sort, d))
	}
	d.Quo(d, m.coef)
	if sort == Int && !d.IsInt() {
		return falseTerm
	}
	return s.Eq(m.atom, s.number(sort, d))
}

func (s *Store) numberEqIte(x, k Term) Term {
	if n := *s.node(x); n.op() == OpIte {
		return s.eqIte(&n, k)
	}
	return None
}

// IntAbs returns the absolute value of an Int term.
func (s *Store) IntAbs(t Term) Term {
	s.want(OpAbs, t, Int)
	return s.Ite(s.Le(s.Int64(0), t), t, s.IntNeg(t))
}

// IntDiv returns the quotient of Int terms such that a = b*(a div b) + (a mod b)
// and 0 <= a mod b < |b|. A division by 0 is not simplified: SMT-LIB leaves its
// value open; evaluation takes 0.
func (s *Store) IntDiv(a, b Term) Term {
	s.wantNumbers(OpDiv, []Term{a, b})
	s.want(OpDiv, a, Int)
	if y := s.ConstBig(b); y != nil && y.Sign() != 0 {
		if x := s.ConstBig(a); x != nil {
			return s.Int(x.Div(x, y))
		}
		if y.IsInt64() && y.Int64() == 1 {
			return a
		}
		if y.IsInt64() && y.Int64() == -1 {
			return s.IntNeg(a)
		}
	}
	return s.intern(head(OpDiv, Int), a, b, 0)
}

// IntMod returns the remainder that belongs to [Store.IntDiv]; evaluation takes a
// for a division by 0.
func (s *Store) IntMod(a, b Term) Term {
	s.wantNumbers(OpMod, []Term{a, b})
	s.want(OpMod, a, Int)
	if y := s.ConstBig(b); y != nil && y.Sign() != 0 {
		if x := s.ConstBig(a); x != nil {
			return s.Int(x.Mod(x, y))
		}
		if y.IsInt64() && (y.Int64() == 1 || y.Int64() == -1) {
			return s.Int64(0)
		}
	}
	return s.intern(head(OpMod, Int), a, b, 0)
}

// Divisible returns that the Int term t is a multiple of n >= 1.
func (s *Store) Divisible(n int, t Term) Term {
	if n < 1 {
		panic("term: divisible by less than 1")
	}
	return s.Eq(s.IntMod(t, s.Int64(int64(n))), s.Int64(0))
}

// RealDiv returns the quotient of Real terms. A division by 0 is not simplified;
// evaluation takes 0.
func (s *Store) RealDiv(a, b Term) Term {
	s.want(OpRDiv, a, Real)
	s.want(OpRDiv, b, Real)
	if y := s.ConstRat(b); y != nil && y.Sign() != 0 {
		return s.scale(Real, y.Inv(y), a)
	}
	return s.intern(head(OpRDiv, Real), a, b, 0)
}

// ToReal returns the Int term t as a Real.
func (s *Store) ToReal(t Term) Term {
	s.want(OpToReal, t, Int)
	if v := s.ConstRat(t); v != nil {
		return s.Real(v)
	}
	return s.intern(head(OpToReal, Real), t, 0, 0)
}

// ToInt returns the greatest integer that is not above the Real term t.
func (s *Store) ToInt(t Term) Term {
	s.want(OpToInt, t, Real)
	if v := s.ConstRat(t); v != nil {
		return s.Int(floor(v))
	}
	if x, _, ok := s.isOp(t, OpToReal); ok {
		return x
	}
	return s.intern(head(OpToInt, Int), t, 0, 0)
}

func floor(v *big.Rat) *big.Int {
	return new(big.Int).Div(v.Num(), v.Denom()) // Euclidean; the denominator is positive
}

// IsInt returns that the Real term t is an integer.
func (s *Store) IsInt(t Term) Term {
	s.want(OpIsInt, t, Real)
	if v := s.ConstRat(t); v != nil {
		return s.Bool(v.IsInt())
	}
	if _, _, ok := s.isOp(t, OpToReal); ok {
		return trueTerm
	}
	return s.intern(head(OpIsInt, Bool), t, 0, 0)
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

// IntToBV returns the Int term t modulo 2^width.
func (s *Store) IntToBV(width int, t Term) Term {
	sort := BitVec(width)
	s.want(OpIntToBV, t, Int)
	if v := s.ConstBig(t); v != nil {
		return s.BVBig(width, v)
	}
	n := *s.node(t)
	if op := n.op(); op == OpUBVToInt || op == OpSBVToInt {
		x := n.arg[0]
		switch w := s.width(x); {
		case w >= width:
			return s.Extract(width-1, 0, x)
		case op == OpUBVToInt:
			return s.ZeroExt(width-w, x)
		default:
			return s.SignExt(width-w, x)
		}
	}
	return s.intern(head(OpIntToBV, sort), t, Term(width), 0)
}
