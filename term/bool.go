package term

// Not returns the negation of a Bool term.
func (s *Store) Not(t Term) Term {
	n := s.node(t)
	if n.sort() != Bool {
		s.want(OpNot, t, Bool)
	}
	switch {
	case t == trueTerm:
		return falseTerm
	case t == falseTerm:
		return trueTerm
	case n.op() == OpNot:
		return n.arg[0]
	}
	return s.intern(head(OpNot, Bool), t, 0, 0)
}

// Implies returns a => b, as (or (not a) b).
func (s *Store) Implies(a, b Term) Term { return s.Or(s.Not(a), b) }

// Xor returns the exclusive or of two Bool terms, as (not (= a b)).
func (s *Store) Xor(a, b Term) Term {
	s.want(OpXor, a, Bool)
	return s.Not(s.Eq(a, b))
}

// Distinct returns that all operands differ pairwise. They must have one sort.
func (s *Store) Distinct(ts ...Term) Term {
	if len(ts) < 2 {
		return trueTerm
	}
	sort := s.Sort(ts[0])
	for _, t := range ts[1:] {
		s.want(OpDistinct, t, sort)
	}
	if len(ts) == 2 {
		return s.Not(s.Eq(ts[0], ts[1]))
	}
	w := sort.Width()
	if sort == Bool || w > 0 && w < 31 && len(ts) > 1<<w {
		return falseTerm // more operands than values
	}
	buf := sortTerms(append([]Term(nil), ts...))
	literals := 0
	for i, t := range buf {
		if i > 0 && t == buf[i-1] {
			return falseTerm
		}
		if s.IsConst(t) {
			literals++
		}
	}
	if literals == len(buf) {
		return trueTerm
	}
	return s.internArgs(OpDistinct, Bool, buf)
}

// boolEq is Eq for two different Bool terms.
func (s *Store) boolEq(a, b Term) Term {
	negated := false
	if x, ok := s.isNot(a); ok {
		a, negated = x, !negated
	}
	if x, ok := s.isNot(b); ok {
		b, negated = x, !negated
	}
	if a > b {
		a, b = b, a
	}
	var t Term
	switch {
	case a == b:
		t = trueTerm
	case a == trueTerm: // true and false have the lowest handles
		t = b
	case a == falseTerm:
		t = s.Not(b)
	default:
		t = s.intern(head(OpEq, Bool), a, b, 0)
	}
	if negated {
		return s.Not(t)
	}
	return t
}
