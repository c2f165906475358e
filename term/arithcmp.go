package term

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
