package term

import "slices"

// Conjunctions and disjunctions are flat, without duplicates, and sorted by handle, so that their operands
// form a set. Two bounds keep that affordable: a nested operand is spliced in only while the result stays
// small, so that building a conjunction of n operands one by one costs O(n) memory and not O(n^2); and
// absorption looks only at short clauses.
const (
	maxFlat   = 32 // operands of a result for which nested operands of any size are spliced in
	shortFlat = 8  // operands of a nested term that is always spliced in
	maxAbsorb = 8  // operands, both of the set and of the clauses in it
)

// And returns the conjunction of its operands, true if there are none.
func (s *Store) And(ts ...Term) Term { return s.nary(OpAnd, ts) }

// Or returns the disjunction of its operands, false if there are none.
func (s *Store) Or(ts ...Term) Term { return s.nary(OpOr, ts) }

func sortTerms(ts []Term) []Term {
	slices.Sort(ts)
	return ts
}

func (s *Store) nary(op Op, ts []Term) Term {
	neutral, zero := trueTerm, falseTerm
	if op == OpOr {
		neutral, zero = zero, neutral
	}
	total, nested := 0, false
	for _, t := range ts {
		n := s.node(t)
		if n.sort() != Bool {
			s.want(op, t, Bool)
		}
		if t == zero {
			return zero
		}
		if n.op() == op {
			total += n.numArgs()
			nested = true
		} else {
			total++
		}
	}
	buf := s.scratch[:0]
	s.scratch = nil // a nested call takes a buffer of its own
	for _, t := range ts {
		if t == neutral {
			continue
		}
		if nested {
			if n := s.node(t); n.op() == op && (total <= maxFlat || n.numArgs() <= shortFlat) {
				buf = append(buf, s.args(n)...)
				continue
			}
		}
		buf = append(buf, t)
	}
	t := s.narySet(op, neutral, zero, buf)
	s.scratch = buf[:0]
	return t
}

// narySet builds the term of the operands in buf, which it may reorder.
func (s *Store) narySet(op Op, neutral, zero Term, buf []Term) Term {
	switch len(buf) {
	case 0:
		return neutral
	case 1:
		return buf[0]
	case 2:
		if buf[0] > buf[1] {
			buf[0], buf[1] = buf[1], buf[0]
		}
	default:
		slices.Sort(buf)
	}
	buf = slices.Compact(buf)
	if len(buf) == 1 {
		return buf[0]
	}
	for _, t := range buf {
		if x, ok := s.isNot(t); ok {
			if _, found := slices.BinarySearch(buf, x); found {
				return zero
			}
		}
	}
	if len(buf) <= maxAbsorb && s.deeper() {
		t := s.values(op, zero, buf)
		if t == None {
			t = s.absorb(op, buf)
		}
		s.depth--
		if t != None {
			return t
		}
	}
	return s.internArgs(op, Bool, buf)
}

// absorb applies x & (x | y) = x and x & (!x | y) = x & y, also where the clause
// (x | y) is written !(!x & !y), and their duals. It returns None if neither applies.
func (s *Store) absorb(op Op, buf []Term) Term {
	dual := OpAnd + OpOr - op
	for i, t := range buf {
		n, inner := s.node(t), dual
		if n.op() == OpNot {
			n, inner = s.node(n.arg[0]), op
		}
		if n.op() != inner || n.numArgs() > maxAbsorb {
			continue
		}
		clause := s.args(n)
		for j, lit := range clause {
			_, same := slices.BinarySearch(buf, lit)
			opposite := !same && s.hasComplement(buf, lit)
			if inner == op {
				same, opposite = opposite, same
			}
			switch {
			case same: // one operand less: ends
				return s.nary(op, slices.Delete(slices.Clone(buf), i, i+1))
			case opposite: // one literal less: ends
				rest := slices.Clone(buf)
				rest[i] = s.nary(inner, slices.Delete(slices.Clone(clause), j, j+1))
				if inner == op {
					rest[i] = s.Not(rest[i])
				}
				return s.nary(op, rest)
			}
		}
	}
	return None
}

// values uses that a term has one value: x = 1 & x = 2 is false, x = 1 & x != 2 is
// x = 1, and the duals. It returns None if there is no such pair.
func (s *Store) values(op Op, zero Term, buf []Term) Term {
	for i, t := range buf {
		x, k, negated, ok := s.equation(t)
		if !ok || negated == (op == OpAnd) {
			continue // in a conjunction x = k decides, in a disjunction x != k
		}
		for j, u := range buf {
			y, l, other, ok := s.equation(u)
			switch {
			case !ok || i == j || x != y || k == l:
			case other == negated:
				return zero
			default: // u follows from t
				return s.nary(op, slices.Delete(slices.Clone(buf), j, j+1))
			}
		}
	}
	return None
}

// equation splits t as x = k or, if negated, x != k, with a literal k.
func (s *Store) equation(t Term) (x, k Term, negated, ok bool) {
	n := s.node(t)
	if n.op() == OpNot {
		n, negated = s.node(n.arg[0]), true
	}
	return n.arg[0], n.arg[1], negated, n.op() == OpEq && s.IsConst(n.arg[1])
}

// hasComplement reports whether the sorted buf holds the negation of t.
func (s *Store) hasComplement(buf []Term, t Term) bool {
	if x, ok := s.isNot(t); ok {
		_, found := slices.BinarySearch(buf, x)
		return found
	}
	for _, b := range buf {
		if x, ok := s.isNot(b); ok && x == t {
			return true
		}
	}
	return false
}
