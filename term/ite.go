package term

// Ite returns a if c holds, else b. The sorts of a and b must agree.
func (s *Store) Ite(c, a, b Term) Term {
	if s.node(c).sort() != Bool {
		s.want(OpIte, c, Bool)
	}
	sort := s.node(a).sort()
	if s.node(b).sort() != sort {
		s.want(OpIte, b, sort)
	}
	if x, ok := s.isNot(c); ok {
		c, a, b = x, b, a
	}
	// The same condition below is known here. Each step goes down one term.
	for {
		if n := s.node(a); n.op() == OpIte && n.arg[0] == c {
			a = n.arg[1]
		} else if n := s.node(b); n.op() == OpIte && n.arg[0] == c {
			b = n.arg[2]
		} else {
			break
		}
	}
	switch {
	case c == trueTerm:
		return a
	case c == falseTerm:
		return b
	case a == b:
		return a
	case sort == Bool:
		return s.boolIte(c, a, b)
	case sort.IsFunc():
		panic("term: ite of functions")
	}
	if t := s.iteOfEq(c, a, b); t != None {
		return t
	}
	if t := s.iteMerge(c, a, b); t != None {
		return t
	}
	return s.intern(head(OpIte, sort), c, a, b)
}

// boolIte is Ite with Bool branches that differ and a condition that is no literal.
func (s *Store) boolIte(c, a, b Term) Term {
	switch {
	case a == trueTerm || a == c:
		return s.Or(c, b)
	case b == falseTerm || b == c:
		return s.And(c, a)
	case a == falseTerm || s.complements(a, c):
		return s.And(s.Not(c), b)
	case b == trueTerm || s.complements(b, c):
		return s.Or(s.Not(c), a)
	case s.complements(a, b):
		return s.Eq(c, a)
	}
	if t := s.iteMerge(c, a, b); t != None {
		return t
	}
	return s.intern(head(OpIte, Bool), c, a, b)
}

// iteOfEq uses that the condition equates the branches.
func (s *Store) iteOfEq(c, a, b Term) Term {
	x, y, ok := s.isOp(c, OpEq)
	if !ok {
		return None
	}
	if x == a && y == b || x == b && y == a {
		return b
	}
	// (ite (= x #b1) #b1 #b0) is x.
	if v, ok := s.small(y); ok && v == 1 && s.width(y) == 1 {
		if p, ok := s.small(a); ok {
			if q, ok := s.small(b); ok && s.width(a) == 1 {
				if p == 1 && q == 0 {
					return x
				}
				return s.BVNot(x)
			}
		}
	}
	return None
}

// iteMerge joins two levels that share a branch.
func (s *Store) iteMerge(c, a, b Term) Term {
	if !s.deeper() {
		return None
	}
	defer func() { s.depth-- }()
	if n := s.node(b); n.op() == OpIte {
		if n.arg[1] == a {
			return s.Ite(s.Or(c, n.arg[0]), a, n.arg[2])
		}
		if n.arg[2] == a {
			return s.Ite(s.Or(c, s.Not(n.arg[0])), a, n.arg[1])
		}
	}
	if n := s.node(a); n.op() == OpIte {
		if n.arg[2] == b {
			return s.Ite(s.And(c, n.arg[0]), n.arg[1], b)
		}
		if n.arg[1] == b {
			return s.Ite(s.And(c, s.Not(n.arg[0])), n.arg[2], b)
		}
	}
	return None
}

// iteOfLiterals returns the parts of (ite c a b) with literals a and b.
func (s *Store) iteOfLiterals(t Term) (c, a, b Term, ok bool) {
	n := s.node(t)
	if n.op() != OpIte || !s.IsConst(n.arg[1]) || !s.IsConst(n.arg[2]) {
		return None, None, None, false
	}
	return n.arg[0], n.arg[1], n.arg[2], true
}
