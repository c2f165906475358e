package sat

// Gates: clauses that define a variable as a function of others (Eén and
// Biere, SAT 2005). Resolvents among the defining clauses are tautologies, and
// those among the others follow from the rest, so that elimination needs
// only those of one kind with the other. Conjunctions (equivalences among them),
// exclusive ors and choices are found, each from its clauses.

const (
	flagGate = flagTemp // dense mode: part of the definition at hand

	xorSize = 5 // literals of a clause of an exclusive or, at most
)

// findGate looks for a definition of v and marks its clauses with flagGate.
func (d *dense) findGate(v Var, pos, neg []cref) bool {
	if len(pos) == 0 || len(neg) == 0 {
		return false
	}
	return d.findAnd(v.Pos(), pos, neg) || d.findAnd(v.Neg(), neg, pos) ||
		d.findXor(v, pos, neg) || d.findIte(v, pos, neg)
}

// unmarkGate forgets the definition.
func (d *dense) unmarkGate(pos, neg []cref) {
	for _, c := range pos {
		d.s.arena[c+1] &^= flagGate
	}
	for _, c := range neg {
		d.s.arena[c+1] &^= flagGate
	}
}

// findAnd looks for x as a conjunction: a clause (x or ¬a or ¬b ...) of with, and
// (¬x or a), (¬x or b), ... of without.
func (d *dense) findAnd(x Lit, with, without []cref) bool {
	s := d.s
	for _, c := range without {
		if s.arena[c] == 2 {
			l := d.other(c, x^1)
			s.marks[l>>1] |= markPos << (l & 1)
		}
	}
	var base cref
	for _, c := range with {
		d.steps++
		if s.conjoins(c, x) {
			base = c
			break
		}
	}
	if base != noClause {
		s.arena[base+1] |= flagGate
	}
	for _, c := range without {
		if s.arena[c] != 2 {
			continue
		}
		l := d.other(c, x^1)
		bit := uint8(markPos << (l & 1))
		if base != noClause && s.marks[l>>1]&bit != 0 && contains(s.lits(base), l^1) {
			s.arena[c+1] |= flagGate
		}
		s.marks[l>>1] &^= bit // each operand once
	}
	return base != noClause
}

// conjoins reports that the complements of all literals of c but x are marked.
func (s *Solver) conjoins(c cref, x Lit) bool {
	for _, l := range s.lits(c) {
		if l != x && s.marks[l>>1]&(markNeg>>(l&1)) == 0 {
			return false
		}
	}
	return true
}

// other is the other literal of a binary clause.
func (d *dense) other(c cref, x Lit) Lit {
	return d.s.arena[c+headerWords] ^ d.s.arena[c+headerWords+1] ^ x
}

func contains(lits []Lit, l Lit) bool {
	for _, x := range lits {
		if x == l {
			return true
		}
	}
	return false
}

// findXor looks for v as an exclusive or: the 2^(n-1) clauses over n variables
// with an even number of complemented literals, or with an odd one.
func (d *dense) findXor(v Var, pos, neg []cref) bool {
	s := d.s
	for _, base := range pos {
		size := int(s.arena[base])
		if size < 3 || size > xorSize || len(pos)+len(neg) < 1<<(size-1) {
			continue
		}
		lits := s.lits(base)
		for _, l := range lits {
			s.marks[l>>1] |= markPos
		}
		var seen uint32 // sign patterns relative to base
		found := d.gate[:0]
		for _, list := range [2][]cref{pos, neg} {
			for _, c := range list {
				if int(s.arena[c]) != size {
					continue
				}
				d.steps++
				pattern, parity, ok := uint32(0), Lit(0), true
				for _, l := range s.lits(c) {
					if s.marks[l>>1]&markPos == 0 {
						ok = false
						break
					}
					for i, b := range lits {
						if b>>1 == l>>1 {
							pattern |= uint32(b^l) << i
							parity ^= b ^ l
						}
					}
				}
				if ok && parity == 0 && seen>>pattern&1 == 0 {
					seen |= 1 << pattern
					found = append(found, c)
				}
			}
		}
		for _, l := range lits {
			s.marks[l>>1] &^= markPos
		}
		d.gate = found
		if len(found) == 1<<(size-1) {
			for _, c := range found {
				s.arena[c+1] |= flagGate
			}
			return true
		}
	}
	return false
}

// findIte looks for v as a choice: (¬v or ¬c or t), (v or ¬c or ¬t), (¬v or c
// or e) and (v or c or ¬e).
func (d *dense) findIte(v Var, pos, neg []cref) bool {
	s := d.s
	for i, c1 := range neg {
		if s.arena[c1] != 3 {
			continue
		}
		a, b := d.others(c1, v.Neg())
		for _, swap := range [2]bool{false, true} {
			cond, t := a, b // cond is ¬c
			if swap {
				cond, t = b, a
			}
			for _, c3 := range neg[i+1:] {
				if s.arena[c3] != 3 {
					continue
				}
				d.steps++
				x, y := d.others(c3, v.Neg())
				if y == cond^1 {
					x, y = y, x
				}
				if x != cond^1 || y>>1 == t>>1 {
					continue
				}
				c2, c4 := d.ternary(pos, cond, t^1), d.ternary(pos, cond^1, y^1)
				if c2 == noClause || c4 == noClause {
					continue
				}
				for _, c := range [4]cref{c1, c2, c3, c4} {
					s.arena[c+1] |= flagGate
				}
				return true
			}
		}
	}
	return false
}

// others is the two literals besides x of a ternary clause.
func (d *dense) others(c cref, x Lit) (a, b Lit) {
	lits := d.s.lits(c)
	switch x {
	case lits[0]:
		return lits[1], lits[2]
	case lits[1]:
		return lits[0], lits[2]
	}
	return lits[0], lits[1]
}

// ternary is a clause of three literals of the list that holds a and b.
func (d *dense) ternary(list []cref, a, b Lit) cref {
	for _, c := range list {
		if d.s.arena[c] == 3 && contains(d.s.lits(c), a) && contains(d.s.lits(c), b) {
			return c
		}
	}
	return noClause
}
