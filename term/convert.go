package term

import "math/big"

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
