package term

// Sums: a literal stands last, literals of nested sums are gathered at the top, and differences of literals
// become sums. Products: a literal stands last and is distributed over a sum with a literal, so that
// addresses base + 4*(i+1) and base + 4*i + 4 are one term.

// plainOp lists operators that no rule of a binary bit-vector operator looks below.
var plainOp = [1 << 7]bool{
	OpSymbol: true, OpSelect: true, OpExtract: true, OpBVShl: true, OpBVLShr: true, OpBVAShr: true,
	OpBVUDiv: true, OpBVURem: true, OpBVSDiv: true, OpBVSRem: true, OpBVSMod: true,
}

// plain reports whether the rules can be passed over for these two operands. It
// saves most of the time that making a term over variables takes.
func (s *Store) plain(a, b Term) bool {
	return plainOp[s.node(a).op()] && plainOp[s.node(b).op()]
}

// order2 puts a literal second, else the lower handle first.
func (s *Store) order2(a, b Term) (Term, Term) {
	aConst, bConst := s.IsConst(a), s.IsConst(b)
	if aConst && !bConst || aConst == bConst && a > b {
		return b, a
	}
	return a, b
}

// BVNeg returns the two's complement negation -t.
func (s *Store) BVNeg(t Term) Term {
	sort := s.wantBV(OpBVNeg, t)
	n := *s.node(t)
	a, b := n.arg[0], n.arg[1]
	switch n.op() {
	case OpConst:
		return s.fold2(OpBVSub, sort, s.zero(sort), t)
	case OpBVNeg:
		return a
	case OpBVSub:
		return s.BVSub(b, a)
	case OpBVNot: // -~x = x + 1
		return s.BVAdd(a, s.BV(sort.Width(), 1))
	case OpBVAdd:
		if s.IsConst(b) {
			return s.BVSub(s.BVNeg(b), a)
		}
	case OpBVMul:
		if s.IsConst(b) {
			return s.BVMul(a, s.BVNeg(b))
		}
	}
	if sort.Width() == 1 {
		return t
	}
	return s.intern(head(OpBVNeg, sort), t, 0, 0)
}

// BVAdd returns a + b modulo 2^w.
func (s *Store) BVAdd(a, b Term) Term {
	sort := s.wantBV2(OpBVAdd, a, b)
	if s.plain(a, b) && sort.Width() > 1 {
		return s.intern(head(OpBVAdd, sort), min(a, b), max(a, b), 0)
	}
	if t := s.fold2(OpBVAdd, sort, a, b); t != None {
		return t
	}
	if sort.Width() == 1 {
		return s.BVXor(a, b)
	}
	a, b = s.order2(a, b)
	if s.isZero(b) {
		return a
	}
	if t := s.addRules(a, b); t != None {
		return t
	}
	return s.intern(head(OpBVAdd, sort), a, b, 0)
}

func (s *Store) addRules(a, b Term) Term {
	m, n := s.node(a), s.node(b)
	if !arithmetic(m.op()) && !arithmetic(n.op()) && m.op() != OpBVNot && n.op() != OpBVNot {
		return s.joinDisjoint(a, b)
	}
	if !s.deeper() {
		return None
	}
	defer func() { s.depth-- }()
	if n.op() == OpConst {
		return s.addConst(a, b)
	}
	if t := s.addCancel(a, b); t != None {
		return t
	}
	if t := s.addCancel(b, a); t != None {
		return t
	}
	// Literals go outwards.
	x, c, xLit := s.plusConst(a)
	y, d, yLit := s.plusConst(b)
	switch {
	case xLit && yLit:
		return s.BVAdd(s.BVAdd(x, y), s.BVAdd(c, d))
	case xLit:
		return s.BVAdd(s.BVAdd(x, b), c)
	case yLit:
		return s.BVAdd(s.BVAdd(a, y), d)
	}
	return s.joinDisjoint(a, b)
}

func arithmetic(op Op) bool { return op == OpBVAdd || op == OpBVSub || op == OpBVNeg }

// plusConst splits t = x + c for a literal c.
func (s *Store) plusConst(t Term) (x, c Term, ok bool) {
	n := s.node(t)
	if n.op() != OpBVAdd || !s.IsConst(n.arg[1]) {
		return None, None, false
	}
	return n.arg[0], n.arg[1], true
}

// addConst simplifies a + k for a literal k.
func (s *Store) addConst(a, k Term) Term {
	if x, c, ok := s.plusConst(a); ok {
		return s.BVAdd(x, s.BVAdd(c, k))
	}
	n := *s.node(a)
	switch n.op() {
	case OpBVSub: // (c - x) + k
		if s.IsConst(n.arg[0]) {
			return s.BVSub(s.BVAdd(n.arg[0], k), n.arg[1])
		}
	case OpBVNeg:
		return s.BVSub(k, n.arg[0])
	case OpBVNot: // ~x + k = (k-1) - x
		return s.BVSub(s.BVSub(k, s.BV(n.sort().Width(), 1)), n.arg[0])
	}
	return None
}

// addCancel simplifies a + b by the operator of a.
func (s *Store) addCancel(a, b Term) Term {
	n := *s.node(a)
	switch n.op() {
	case OpBVNeg:
		return s.BVSub(b, n.arg[0])
	case OpBVSub:
		if n.arg[1] == b { // (x - b) + b
			return n.arg[0]
		}
		if s.IsConst(n.arg[0]) { // (c - x) + b
			return s.BVAdd(s.BVSub(b, n.arg[1]), n.arg[0])
		}
	case OpBVNot:
		if n.arg[0] == b {
			return s.allOnes(n.sort())
		}
	}
	return None
}

// BVSub returns a - b modulo 2^w.
func (s *Store) BVSub(a, b Term) Term {
	sort := s.wantBV2(OpBVSub, a, b)
	if a == b {
		return s.zero(sort)
	}
	if s.plain(a, b) && sort.Width() > 1 {
		return s.intern(head(OpBVSub, sort), a, b, 0)
	}
	if t := s.fold2(OpBVSub, sort, a, b); t != None {
		return t
	}
	switch {
	case sort.Width() == 1:
		return s.BVXor(a, b)
	case s.IsConst(b):
		return s.BVAdd(a, s.BVNeg(b))
	case s.isZero(a):
		return s.BVNeg(b)
	}
	if s.deeper() {
		t := s.subRules(a, b)
		s.depth--
		if t != None {
			return t
		}
	}
	return s.intern(head(OpBVSub, sort), a, b, 0)
}

func (s *Store) subRules(a, b Term) Term {
	m, n := *s.node(a), *s.node(b)
	switch n.op() {
	case OpBVNeg:
		return s.BVAdd(a, n.arg[0])
	case OpBVNot: // a - ~y = a + y + 1
		return s.BVAdd(s.BVAdd(a, n.arg[0]), s.BV(n.sort().Width(), 1))
	case OpBVAdd:
		switch a {
		case n.arg[0]:
			return s.BVNeg(n.arg[1])
		case n.arg[1]:
			return s.BVNeg(n.arg[0])
		}
	case OpBVSub:
		if n.arg[0] == a { // a - (a - y)
			return n.arg[1]
		}
		if s.IsConst(n.arg[0]) { // a - (c - y)
			return s.BVSub(s.BVAdd(a, n.arg[1]), n.arg[0])
		}
	}
	switch m.op() {
	case OpBVAdd:
		switch b {
		case m.arg[0]:
			return m.arg[1]
		case m.arg[1]:
			return m.arg[0]
		}
	case OpBVSub:
		if m.arg[0] == b {
			return s.BVNeg(m.arg[1])
		}
		if s.IsConst(m.arg[0]) { // (c - x) - b
			return s.BVSub(m.arg[0], s.BVAdd(m.arg[1], b))
		}
	}
	x, c, xLit := s.plusConst(a)
	y, d, yLit := s.plusConst(b)
	switch {
	case xLit && yLit:
		return s.BVAdd(s.BVSub(x, y), s.BVSub(c, d))
	case yLit: // a - (y + d)
		return s.BVAdd(s.BVSub(a, y), s.BVNeg(d))
	case xLit:
		return s.BVAdd(s.BVSub(x, b), c)
	}
	return None
}

// BVMul returns a * b modulo 2^w.
func (s *Store) BVMul(a, b Term) Term {
	sort := s.wantBV2(OpBVMul, a, b)
	if s.plain(a, b) && sort.Width() > 1 {
		return s.intern(head(OpBVMul, sort), min(a, b), max(a, b), 0)
	}
	if t := s.fold2(OpBVMul, sort, a, b); t != None {
		return t
	}
	if sort.Width() == 1 {
		return s.BVAnd(a, b)
	}
	a, b = s.order2(a, b)
	if s.IsConst(b) {
		switch {
		case s.isZero(b):
			return b
		case s.isBV(b, 1):
			return a
		case s.isOnes(b):
			return s.BVNeg(a)
		}
		if s.deeper() {
			t := s.mulConst(a, b)
			s.depth--
			if t != None {
				return t
			}
		}
	}
	return s.intern(head(OpBVMul, sort), a, b, 0)
}

// mulConst simplifies a * k for a literal k.
func (s *Store) mulConst(a, k Term) Term {
	n := *s.node(a)
	x, y := n.arg[0], n.arg[1]
	switch n.op() {
	case OpBVNeg:
		return s.BVMul(x, s.BVNeg(k))
	case OpBVMul:
		if s.IsConst(y) {
			return s.BVMul(x, s.BVMul(y, k))
		}
	case OpBVAdd:
		if s.IsConst(y) {
			return s.BVAdd(s.BVMul(x, k), s.BVMul(y, k))
		}
	}
	return None
}
