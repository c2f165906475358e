package term

// IntAbs returns the absolute value of an Int term.
func (s *Store) IntAbs(t Term) Term {
	s.want(OpAbs, t, Int)
	return s.Ite(s.Le(s.Int64(0), t), t, s.IntNeg(t))
}

// Division by a literal n > 0 is brought to sums whose coefficients and literal are from 0 to n-1 and have no
// divisor in common with n: with t = n*q + r,
//
//	t div n = q + r div n                t mod n = r mod n
//	(g*t + c) div (g*n) = (t + c div g) div n
//	(g*t + c) mod (g*n) = g * ((t + c div g) mod n) + c mod g
//
// and division by -n is that by n, with the quotient negated.

// IntDiv returns the quotient of Int terms such that a = b*(a div b) + (a mod b) and 0 <= a mod b < |b|. A
// division by 0 is not simplified: SMT-LIB leaves its value open; evaluation takes 0.
func (s *Store) IntDiv(a, b Term) Term {
	s.wantNumbers(OpDiv, []Term{a, b})
	s.want(OpDiv, a, Int)
	if !s.divides(b) {
		return s.intern(head(OpDiv, Int), a, b, 0)
	}
	n := s.constRatio(b)
	if n.sign() < 0 {
		return s.IntNeg(s.IntDiv(a, s.number(Int, n.neg())))
	}
	rest := s.linearOf(ratio{n: 1}, a)
	quotient := rest.takeMultiples(n)
	if n, _, _ = rest.reduce(n); len(rest.ms) > 0 {
		s.addTo(&quotient, ratio{n: 1}, s.divAtom(s.linearTerm(&rest), n))
	}
	return s.mergedTerm(&quotient)
}

// IntMod returns the remainder that belongs to [Store.IntDiv]; evaluation takes a for a division by 0.
func (s *Store) IntMod(a, b Term) Term {
	s.wantNumbers(OpMod, []Term{a, b})
	s.want(OpMod, a, Int)
	if !s.divides(b) {
		return s.intern(head(OpMod, Int), a, b, 0)
	}
	n := s.constRatio(b)
	if n.sign() < 0 {
		n = n.neg()
	}
	rest := s.linearOf(ratio{n: 1}, a)
	rest.takeMultiples(n)
	n, g, c := rest.reduce(n)
	if len(rest.ms) == 0 {
		return s.number(Int, c)
	}
	sum := linear{sort: Int, literal: c}
	s.addTo(&sum, g, s.modAtom(s.linearTerm(&rest), n))
	return s.mergedTerm(&sum)
}

// divides reports whether t is a literal that is not 0.
func (s *Store) divides(t Term) bool { return s.IsConst(t) && s.constRatio(t).sign() != 0 }

// mergedTerm merges l and returns its term.
func (s *Store) mergedTerm(l *linear) Term {
	l.merge()
	return s.linearTerm(l)
}

// takeMultiples divides l by n > 0: it leaves the remainders of the coefficients and of the literal, and
// returns the quotients.
func (l *linear) takeMultiples(n ratio) linear {
	quotient := linear{sort: Int}
	kept := l.ms[:0:0]
	for _, m := range l.ms {
		q, r := m.coef.split(n)
		if q.sign() != 0 {
			quotient.ms = append(quotient.ms, monomial{m.atom, q})
		}
		if r.sign() != 0 {
			kept = append(kept, monomial{m.atom, r})
		}
	}
	l.ms = kept
	quotient.literal, l.literal = l.literal.split(n)
	return quotient
}

// reduce divides the coefficients of l and n by their greatest common divisor g, and the literal with the
// remainder c. Without monomials it leaves n, and the literal as the remainder.
func (l *linear) reduce(n ratio) (reduced, g, c ratio) {
	if len(l.ms) == 0 {
		return n, ratio{n: 1}, l.literal
	}
	g = n
	for _, m := range l.ms {
		g = gcdRatio(g, m.coef)
	}
	for i := range l.ms {
		l.ms[i].coef = l.ms[i].coef.quo(g)
	}
	l.literal, c = l.literal.split(g)
	return n.quo(g), g, c
}

// divAtom returns t div n for a reduced t.
func (s *Store) divAtom(t Term, n ratio) Term {
	if s.within(t, n) {
		return s.Int64(0)
	}
	if x, m, ok := s.isOp(t, OpDiv); ok && s.divides(m) && s.constRatio(m).sign() > 0 && s.deeper() {
		defer func() { s.depth-- }()
		return s.IntDiv(x, s.number(Int, n.mul(s.constRatio(m))))
	}
	return s.intern(head(OpDiv, Int), t, s.number(Int, n), 0)
}

// modAtom returns t mod n for a reduced t.
func (s *Store) modAtom(t Term, n ratio) Term {
	if s.within(t, n) {
		return t
	}
	if x, m, ok := s.isOp(t, OpMod); ok && s.divides(m) && s.constRatio(m).quo(n).isInt() && s.deeper() {
		defer func() { s.depth-- }()
		return s.IntMod(x, s.number(Int, n))
	}
	return s.intern(head(OpMod, Int), t, s.number(Int, n), 0)
}

// within reports whether t is known to be from 0 to n-1.
func (s *Store) within(t Term, n ratio) bool {
	lo, hi, ok := s.rangeOf(t)
	return ok && lo.sign() >= 0 && hi.cmp(n) < 0
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
	if s.divides(b) {
		return s.scale(Real, ratio{n: 1}.quo(s.constRatio(b)), a)
	}
	return s.intern(head(OpRDiv, Real), a, b, 0)
}
