package term

// Comparisons of Int and Real terms are (<= sum literal), or their negation, where the coefficients of the
// sum are coprime integers and the first one is positive; a lower bound of a Real sum is (<= literal sum). So
// over Int a comparison and its opposite are one atom. An equation is (= sum literal) in the same form, and
// (= x y) for two atoms. Where all atoms of a Real sum are integers, it is compared as an Int sum.

// Le returns a <= b for Int or Real terms.
func (s *Store) Le(a, b Term) Term {
	s.wantNumbers(OpLe, []Term{a, b})
	if a == b {
		return trueTerm
	}
	l := s.difference(a, b)
	if len(l.ms) == 0 {
		return s.Bool(l.literal.sign() <= 0)
	}
	upper := s.normaliseInts(&l).sign() > 0 // l <= 0, else 0 <= l
	if l.sort == Int {
		return s.intBound(&l, upper)
	}
	bound := l.literal.neg()
	l.literal = ratio{}
	x := s.linearTerm(&l)
	if t := s.boundIte(x, bound, upper); t != None {
		return t
	}
	return s.leAtom(x, s.number(Real, bound), upper)
}

// leAtom returns x <= k or, if not upper, k <= x, as it is.
func (s *Store) leAtom(x, k Term, upper bool) Term {
	if !upper {
		x, k = k, x
	}
	return s.intern(head(OpLe, Bool), x, k, 0)
}

// intBound returns l <= 0 or, if not upper, 0 <= l, for a normalised sum of Int. Its literal may be a
// fraction.
func (s *Store) intBound(l *linear, upper bool) Term {
	bound := l.literal.neg().floor() // x <= bound, where l = x + literal
	if !upper {
		bound = l.literal.floor().neg() // bound <= x
	}
	l.literal = ratio{}
	x := s.linearTerm(l)
	t := s.boundIte(x, bound, upper)
	if t != None {
		return t
	}
	if !upper { // not x <= bound - 1
		bound = bound.add(ratio{n: -1})
	}
	lo, hi, ranged := s.rangeOf(x)
	switch {
	case ranged && bound.cmp(hi) >= 0:
		t = trueTerm
	case ranged && bound.cmp(lo) < 0:
		t = falseTerm
	default:
		t = s.leAtom(x, s.number(Int, bound), true)
	}
	if !upper {
		t = s.Not(t)
	}
	return t
}

// difference returns a - b.
func (s *Store) difference(a, b Term) linear {
	l := linear{sort: s.Sort(a)}
	s.addTo(&l, ratio{n: 1}, a)
	s.addTo(&l, ratio{n: -1}, b)
	l.merge()
	return l
}

// boundIte compares the literal branch of an ite with a bound, or returns None.
func (s *Store) boundIte(x Term, bound ratio, upper bool) Term {
	n := *s.node(x)
	c, p, q := n.arg[0], n.arg[1], n.arg[2]
	if n.op() != OpIte || !s.IsConst(p) && !s.IsConst(q) || !s.deeper() {
		return None
	}
	defer func() { s.depth-- }()
	if !s.IsConst(p) {
		c, p, q = s.Not(c), q, p
	}
	k := s.number(n.sort(), bound)
	holds, rest := s.constRatio(p).cmp(bound) <= 0, None
	if upper {
		rest = s.Le(q, k)
	} else {
		holds, rest = s.constRatio(p).cmp(bound) >= 0, s.Le(k, q)
	}
	if holds {
		return s.Or(c, rest)
	}
	return s.And(s.Not(c), rest)
}

// Lt returns a < b for Int or Real terms.
func (s *Store) Lt(a, b Term) Term { return s.Not(s.Le(b, a)) }

// Ge returns a >= b for Int or Real terms.
func (s *Store) Ge(a, b Term) Term { return s.Le(b, a) }

// Gt returns a > b for Int or Real terms.
func (s *Store) Gt(a, b Term) Term { return s.Not(s.Le(a, b)) }

// numberEq simplifies a = b for Int or Real terms, or returns None if (= a b) is the normal form. A literal
// stands right, else the lower handle left.
func (s *Store) numberEq(a, b Term) Term {
	l := s.difference(a, b)
	if len(l.ms) == 0 {
		return s.Bool(l.literal.sign() == 0)
	}
	s.normaliseInts(&l)
	value := l.literal.neg()
	if l.sort == Int && !value.isInt() {
		return falseTerm
	}
	l.literal = ratio{}
	x, y := None, None
	if len(l.ms) == 2 && value.sign() == 0 && l.ms[0].coef.isOne() && l.ms[1].coef.cmp(ratio{n: -1}) == 0 {
		x, y = l.ms[0].atom, l.ms[1].atom
		if t := s.eqBranch(x, y); t != None {
			return t
		}
		if t := s.eqBranch(y, x); t != None {
			return t
		}
	} else {
		x, y = s.linearTerm(&l), s.number(l.sort, value)
		if n := *s.node(x); n.op() == OpIte {
			if t := s.eqIte(&n, y); t != None {
				return t
			}
		}
		if lo, hi, ok := s.rangeOf(x); ok && (value.cmp(lo) < 0 || value.cmp(hi) > 0) {
			return falseTerm
		}
	}
	if x == a && y == b {
		return None
	}
	return s.intern(head(OpEq, Bool), x, y, 0)
}

// eqBranch simplifies (ite c x y) = x, or returns None.
func (s *Store) eqBranch(t, x Term) Term {
	n := *s.node(t)
	switch {
	case n.op() != OpIte:
	case n.arg[1] == x:
		return s.Or(n.arg[0], s.Eq(n.arg[2], x))
	case n.arg[2] == x:
		return s.Or(s.Not(n.arg[0]), s.Eq(n.arg[1], x))
	}
	return None
}
