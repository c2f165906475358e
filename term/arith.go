package term

// Sums and products of Int and Real terms. The constructors named Int... take operands of either sort, all of
// one. A sum is a list of monomials, one for each atom, sorted by atom, with the literal last; a literal
// factor stands first.

// IntAdd returns the sum of one or more Int or Real operands.
func (s *Store) IntAdd(ts ...Term) Term { return s.sum(s.wantNumbers(OpAdd, ts), ts) }

// IntMul returns the product of one or more Int or Real operands.
func (s *Store) IntMul(ts ...Term) Term { return s.product(s.wantNumbers(OpMul, ts), ts) }

// IntNeg returns -t for an Int or Real term.
func (s *Store) IntNeg(t Term) Term { return s.scale(s.wantNumber(OpNeg, t), ratio{n: -1}, t) }

// IntSub returns a - b for Int or Real terms.
func (s *Store) IntSub(a, b Term) Term {
	sort := s.wantNumbers(OpSub, []Term{a, b})
	return s.sum(sort, []Term{a, s.IntNeg(b)})
}

func (s *Store) wantNumbers(op Op, ts []Term) Sort {
	if len(ts) == 0 {
		panic("term: " + op.String() + " of no operands")
	}
	sort := s.wantNumber(op, ts[0])
	for _, t := range ts[1:] {
		s.want(op, t, sort)
	}
	return sort
}

func (s *Store) sum(sort Sort, ts []Term) Term {
	total := 0
	for _, t := range ts {
		total += s.NumArgs(t)
	}
	l := linear{sort: sort}
	for _, t := range ts {
		if s.Op(t) == OpAdd && total > maxSum && s.NumArgs(t) > shortFlat {
			l.ms = append(l.ms, monomial{t, ratio{n: 1}})
		} else {
			s.addTo(&l, ratio{n: 1}, t)
		}
	}
	l.merge()
	return s.linearTerm(&l)
}

// scale returns coef * t; it is distributed over a short sum.
func (s *Store) scale(sort Sort, coef ratio, t Term) Term {
	if coef.sign() == 0 {
		return s.number(sort, coef)
	}
	if n := s.node(t); n.op() == OpAdd && n.numArgs() > maxSum {
		return s.scaleAtom(sort, coef, t)
	}
	l := s.linearOf(coef, t)
	return s.linearTerm(&l)
}

func (s *Store) product(sort Sort, ts []Term) Term {
	coef := ratio{n: 1}
	var factors []Term
	for _, t := range ts {
		m := s.monomial(t)
		coef = coef.mul(m.coef)
		switch {
		case m.atom == None:
		case s.Op(m.atom) == OpMul && s.NumArgs(m.atom) <= maxFlat:
			factors = append(factors, s.Args(m.atom)...)
		default:
			factors = append(factors, m.atom)
		}
	}
	if len(factors) == 0 || coef.sign() == 0 {
		return s.number(sort, coef)
	}
	if len(factors) == 1 {
		return s.scale(sort, coef, factors[0])
	}
	return s.scaleAtom(sort, coef, s.internArgs(OpMul, sort, sortTerms(factors)))
}
