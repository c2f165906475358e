package term

// Op returns the operator at the top of t.
func (s *Store) Op(t Term) Op { return s.node(t).op() }

// Sort returns the sort of t.
func (s *Store) Sort(t Term) Sort { return s.node(t).sort() }

// NumArgs returns the number of operands of t.
func (s *Store) NumArgs(t Term) int { return s.node(t).numArgs() }

func (n *node) numArgs() int {
	switch k := opTable[n.op()].args; {
	case k >= 0:
		return int(k)
	case n.spilled():
		return int(n.arg[2])
	case n.arg[2] != None:
		return 3
	case n.arg[1] != None:
		return 2
	}
	return 1
}

// Arg returns operand i of t, from 0.
func (s *Store) Arg(t Term, i int) Term {
	n := s.node(t)
	if n.spilled() {
		return s.args(n)[i]
	}
	return n.arg[i]
}

// Args returns the operands of t, none for symbols and literals. The slice is
// part of the store: it must not be written, and stays valid.
func (s *Store) Args(t Term) []Term { return s.args(s.node(t)) }

func (s *Store) args(n *node) []Term {
	k := n.numArgs()
	if n.spilled() && k > 0 {
		return s.words.at(n)
	}
	return n.arg[:k:k]
}

// Params returns the numeric parameters of t: both indices of extract, and for
// operators with one parameter that one as hi. Without parameters both are 0.
func (s *Store) Params(t Term) (hi, lo int) {
	n := s.node(t)
	switch opTable[n.op()].params {
	case 2:
		return int(n.arg[1]), int(n.arg[2])
	case 1:
		return int(n.arg[1]), 0
	}
	return 0, 0
}

// width returns the width of a bit-vector term, else 0.
func (s *Store) width(t Term) int { return s.node(t).sort().Width() }

// isOp returns the operands of t if its operator is op.
func (s *Store) isOp(t Term, op Op) (a, b Term, ok bool) {
	n := s.node(t)
	if n.op() != op {
		return None, None, false
	}
	return n.arg[0], n.arg[1], true
}

// isNot returns x if t is (not x).
func (s *Store) isNot(t Term) (Term, bool) {
	n := s.node(t)
	return n.arg[0], n.op() == OpNot
}

// complements reports whether one of two Bool terms is the negation of the other.
func (s *Store) complements(a, b Term) bool {
	if x, ok := s.isNot(a); ok && x == b {
		return true
	}
	x, ok := s.isNot(b)
	return ok && x == a
}
