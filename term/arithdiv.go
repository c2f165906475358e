package term

// IntAbs returns the absolute value of an Int term.
func (s *Store) IntAbs(t Term) Term {
	s.want(OpAbs, t, Int)
	return s.Ite(s.Le(s.Int64(0), t), t, s.IntNeg(t))
}

// IntDiv returns the quotient of Int terms such that a = b*(a div b) + (a mod b) and 0 <= a mod b < |b|. A
// division by 0 is not simplified: SMT-LIB leaves its value open; evaluation takes 0.
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

// IntMod returns the remainder that belongs to [Store.IntDiv]; evaluation takes a for a division by 0.
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

// RealDiv returns the quotient of Real terms. A division by 0 is not simplified; evaluation takes 0.
func (s *Store) RealDiv(a, b Term) Term {
	s.want(OpRDiv, a, Real)
	s.want(OpRDiv, b, Real)
	if y := s.ConstRat(b); y != nil && y.Sign() != 0 {
		return s.scale(Real, y.Inv(y), a)
	}
	return s.intern(head(OpRDiv, Real), a, b, 0)
}
