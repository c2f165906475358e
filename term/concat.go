package term

// Concatenations nest to the right, their neighbouring literals and extracts are
// joined, and a literal 0 at the top is a zero extension.

// maxPieces bounds the concatenations that are nested anew to the right.
const maxPieces = 32

// Concat returns the bit-vector with hi as its high and lo as its low bits.
func (s *Store) Concat(hi, lo Term) Term {
	wh, wl := s.wantBV(OpConcat, hi).Width(), s.wantBV(OpConcat, lo).Width()
	if s.IsConst(hi) && s.IsConst(lo) {
		return s.concatConst(hi, lo, wh, wl)
	}
	if s.deeper() {
		t := s.concatRules(hi, lo, wh)
		s.depth--
		if t != None {
			return t
		}
	}
	return s.intern(head(OpConcat, BitVec(wh+wl)), hi, lo, 0)
}

func (s *Store) concatConst(hi, lo Term, wh, wl int) Term {
	if wh+wl <= 64 {
		x, _ := s.small(hi)
		y, _ := s.small(lo)
		return s.bv(BitVec(wh+wl), x<<uint(wl)|y)
	}
	x := s.ConstBig(hi)
	x.Lsh(x, uint(wl))
	return s.BVBig(wh+wl, x.Or(x, s.ConstBig(lo)))
}

func (s *Store) concatRules(hi, lo Term, wh int) Term {
	m, n := *s.node(hi), *s.node(lo)
	switch {
	case m.op() == OpZeroExt: // zeros at the top go outwards
		return s.ZeroExt(int(m.arg[1]), s.Concat(m.arg[0], lo))
	case m.op() == OpConst && n.op() == OpZeroExt:
		c := s.concatConst(hi, s.BV(int(n.arg[1]), 0), wh, int(n.arg[1]))
		return s.Concat(c, n.arg[0])
	case m.op() == OpConst && s.isZero(hi):
		return s.ZeroExt(wh, lo)
	case m.op() == OpConcat && s.pieces(hi) < maxPieces:
		return s.Concat(m.arg[0], s.Concat(m.arg[1], lo))
	}
	// Join hi with the first piece of lo.
	first, rest := lo, None
	if n.op() == OpConcat {
		first, rest = n.arg[0], n.arg[1]
	}
	joined := None
	f := *s.node(first)
	switch {
	case m.op() == OpConst && f.op() == OpConst:
		joined = s.concatConst(hi, first, wh, s.width(first))
	case m.op() == OpExtract && f.op() == OpExtract && m.arg[0] == f.arg[0] && m.arg[2] == f.arg[1]+1:
		joined = s.Extract(int(m.arg[1]), int(f.arg[2]), m.arg[0])
	}
	switch {
	case joined == None:
		return None
	case rest == None:
		return joined
	}
	return s.Concat(joined, rest)
}

// pieces counts the operands of nested concatenations, up to maxPieces.
func (s *Store) pieces(t Term) int {
	n := 1
	for n < maxPieces {
		_, lo, ok := s.isOp(t, OpConcat)
		if !ok {
			break
		}
		n++
		t = lo
	}
	return n
}

// ZeroExt returns t with by >= 0 zeros before it.
func (s *Store) ZeroExt(by int, t Term) Term {
	sort := s.wantBV(OpZeroExt, t)
	nonNegative(OpZeroExt, by)
	if by == 0 {
		return t
	}
	n := *s.node(t)
	switch n.op() {
	case OpConst:
		if w := sort.Width() + by; w <= 64 {
			return s.bv(BitVec(w), n.bits())
		}
		return s.BVBig(sort.Width()+by, s.ConstBig(t))
	case OpZeroExt:
		return s.ZeroExt(by+int(n.arg[1]), n.arg[0])
	case OpIte:
		if c, x, y, ok := s.iteOfLiterals(t); ok {
			return s.Ite(c, s.ZeroExt(by, x), s.ZeroExt(by, y))
		}
	}
	return s.intern(head(OpZeroExt, BitVec(sort.Width()+by)), t, Term(by), 0)
}

// SignExt returns t with by >= 0 copies of its sign bit before it.
func (s *Store) SignExt(by int, t Term) Term {
	sort := s.wantBV(OpSignExt, t)
	nonNegative(OpSignExt, by)
	if by == 0 {
		return t
	}
	w := sort.Width()
	n := *s.node(t)
	switch n.op() {
	case OpConst:
		if w+by <= 64 {
			return s.bv(BitVec(w+by), uint64(sext(w, n.bits())))
		}
		return s.BVBig(w+by, signedBig(w, s.ConstBig(t)))
	case OpSignExt:
		return s.SignExt(by+int(n.arg[1]), n.arg[0])
	case OpIte:
		if c, x, y, ok := s.iteOfLiterals(t); ok {
			return s.Ite(c, s.SignExt(by, x), s.SignExt(by, y))
		}
	}
	if s.highZeros(t, zeroRun) > 0 {
		return s.ZeroExt(by, t)
	}
	return s.intern(head(OpSignExt, BitVec(w+by)), t, Term(by), 0)
}
