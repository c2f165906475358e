package sat

// Gates: clauses that define a variable as a function of others (Eén and Biere, SAT 2005). Resolvents among
// the defining clauses are tautologies, and those among the others follow from the rest, so that elimination
// needs only those of one kind with the other. Conjunctions (equivalences among them), exclusive ors and
// choices are found, each from its clauses.

const (
	flagGate = flagTemp // dense mode: part of the definition at hand

	xorSize = 5 // literals of a clause of an exclusive or, at most
)

// gateFinder finds definitions among the clauses of a variable.
type gateFinder struct {
	d    *dense
	gate []cref
}

// find looks for a definition of v and marks its clauses with flagGate.
func (g *gateFinder) find(v Var, pos, neg []cref) bool {
	if len(pos) == 0 || len(neg) == 0 {
		return false
	}
	return g.findAnd(v.Pos(), pos, neg) || g.findAnd(v.Neg(), neg, pos) ||
		g.findXor(pos, neg) || g.findIte(v, pos, neg)
}

// unmark forgets the definition.
func (g *gateFinder) unmark(pos, neg []cref) {
	s := g.d.core
	for _, c := range pos {
		s.db.words[c+1] &^= flagGate
	}
	for _, c := range neg {
		s.db.words[c+1] &^= flagGate
	}
}

// findAnd looks for x as a conjunction: a clause (x or ¬a or ¬b ...) of with, and
// (¬x or a), (¬x or b), ... of without.
func (g *gateFinder) findAnd(x Lit, with, without []cref) bool {
	d := g.d
	s := d.core
	for _, c := range without {
		if s.db.words[c] == 2 {
			l := g.other(c, x^1)
			s.marks[l>>1] |= markPos << (l & 1)
		}
	}
	var base cref
	for _, c := range with {
		d.steps++
		if g.conjoins(c, x) {
			base = c
			break
		}
	}
	if base != noClause {
		s.db.words[base+1] |= flagGate
	}
	for _, c := range without {
		if s.db.words[c] != 2 {
			continue
		}
		l := g.other(c, x^1)
		bit := uint8(markPos << (l & 1))
		if base != noClause && s.marks[l>>1]&bit != 0 && contains(s.db.lits(base), l^1) {
			s.db.words[c+1] |= flagGate
		}
		s.marks[l>>1] &^= bit // each operand once
	}
	return base != noClause
}

// conjoins reports that the complements of all literals of c but x are marked.
func (g *gateFinder) conjoins(c cref, x Lit) bool {
	s := g.d.core
	for _, l := range s.db.lits(c) {
		if l != x && s.marks[l>>1]&(markNeg>>(l&1)) == 0 {
			return false
		}
	}
	return true
}

// other is the other literal of a binary clause.
func (g *gateFinder) other(c cref, x Lit) Lit {
	s := g.d.core
	return s.db.words[c+headerWords] ^ s.db.words[c+headerWords+1] ^ x
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
func (g *gateFinder) findXor(pos, neg []cref) bool {
	d := g.d
	s := d.core
	for _, base := range pos {
		size := int(s.db.words[base])
		if size < 3 || size > xorSize || len(pos)+len(neg) < 1<<(size-1) {
			continue
		}
		lits := s.db.lits(base)
		for _, l := range lits {
			s.marks[l>>1] |= markPos
		}
		var seen uint32 // sign patterns relative to base
		found := g.gate[:0]
		for _, list := range [2][]cref{pos, neg} {
			for _, c := range list {
				if int(s.db.words[c]) != size {
					continue
				}
				d.steps++
				pattern, parity, ok := uint32(0), Lit(0), true
				for _, l := range s.db.lits(c) {
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
		g.gate = found
		if len(found) == 1<<(size-1) {
			for _, c := range found {
				s.db.words[c+1] |= flagGate
			}
			return true
		}
	}
	return false
}

// findIte looks for v as a choice: (¬v or ¬c or t), (v or ¬c or ¬t), (¬v or c or e) and (v or c or ¬e).
func (g *gateFinder) findIte(v Var, pos, neg []cref) bool {
	d := g.d
	s := d.core
	for i, c1 := range neg {
		if s.db.words[c1] != 3 {
			continue
		}
		a, b := g.others(c1, v.Neg())
		for _, swap := range [2]bool{false, true} {
			cond, t := a, b // cond is ¬c
			if swap {
				cond, t = b, a
			}
			for _, c3 := range neg[i+1:] {
				if s.db.words[c3] != 3 {
					continue
				}
				d.steps++
				x, y := g.others(c3, v.Neg())
				if y == cond^1 {
					x, y = y, x
				}
				if x != cond^1 || y>>1 == t>>1 {
					continue
				}
				c2, c4 := g.ternary(pos, cond, t^1), g.ternary(pos, cond^1, y^1)
				if c2 == noClause || c4 == noClause {
					continue
				}
				for _, c := range [4]cref{c1, c2, c3, c4} {
					s.db.words[c+1] |= flagGate
				}
				return true
			}
		}
	}
	return false
}

// others is the two literals besides x of a ternary clause.
func (g *gateFinder) others(c cref, x Lit) (a, b Lit) {
	lits := g.d.core.db.lits(c)
	switch x {
	case lits[0]:
		return lits[1], lits[2]
	case lits[1]:
		return lits[0], lits[2]
	}
	return lits[0], lits[1]
}

// ternary is a clause of three literals of the list that holds a and b.
func (g *gateFinder) ternary(list []cref, a, b Lit) cref {
	s := g.d.core
	for _, c := range list {
		if s.db.words[c] == 3 && contains(s.db.lits(c), a) && contains(s.db.lits(c), b) {
			return c
		}
	}
	return noClause
}
