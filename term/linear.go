package term

import (
	"math/big"
	"slices"
)

// monomial is coef * atom.
type monomial struct {
	atom Term
	coef ratio
}

// linear is a sum of monomials and a literal, with which the constructors of Int and Real terms compute.
// After merge each atom occurs once, in the order of handles, and no coefficient is 0.
type linear struct {
	sort    Sort
	ms      []monomial
	literal ratio
}

// maxSum is the number of operands up to which sums inside a sum are spliced in, so that building a sum of n
// operands one by one costs O(n) memory and not O(n^2).
const maxSum = 128

// linearOf returns k * t, spliced and merged whatever its size.
func (s *Store) linearOf(k ratio, t Term) linear {
	l := linear{sort: s.Sort(t)}
	s.addTo(&l, k, t)
	l.merge()
	return l
}

// addTo adds k * t. The result is to be merged.
func (s *Store) addTo(l *linear, k ratio, t Term) {
	n := s.node(t)
	if n.op() != OpAdd {
		s.addMonomial(l, k, t)
		return
	}
	for _, a := range s.args(n) {
		s.addMonomial(l, k, a)
	}
}

func (s *Store) addMonomial(l *linear, k ratio, t Term) {
	m := s.monomial(t)
	m.coef = m.coef.mul(k)
	if m.atom == None {
		l.literal = l.literal.add(m.coef)
		return
	}
	l.ms = append(l.ms, m)
}

// monomial splits t; a literal is a monomial of the atom None.
func (s *Store) monomial(t Term) monomial {
	n := s.node(t)
	if n.op() == OpConst {
		return monomial{None, s.constRatio(t)}
	}
	if n.op() != OpMul || !s.IsConst(s.Arg(t, 0)) {
		return monomial{t, ratio{n: 1}}
	}
	args := s.args(n)
	rest := args[1]
	if len(args) > 2 {
		rest = s.internArgs(OpMul, n.sort(), args[1:])
	}
	return monomial{rest, s.constRatio(args[0])}
}

// constRatio returns the value of an Int or Real literal.
func (s *Store) constRatio(t Term) ratio {
	n := s.node(t)
	if n.sort() == Real {
		den := s.node(n.arg[1])
		if n = s.node(n.arg[0]); den.spilled() || den.bits() != 1 {
			return ratio{r: s.ConstRat(t)}
		}
	}
	if !n.spilled() {
		return ratio{n: int64(n.bits())}
	}
	return ratioOf(s.ConstRat(t))
}

// number returns the literal of v.
func (s *Store) number(sort Sort, v ratio) Term {
	switch {
	case v.r == nil && sort == Int:
		return s.Int64(v.n)
	case v.r == nil:
		return s.intern(head(OpConst, Real), s.Int64(v.n), s.Int64(1), 0)
	case sort == Int:
		return s.Int(v.r.Num())
	}
	return s.Real(v.r)
}

// merge sorts the monomials, gathers those of one atom and drops those that are 0.
func (l *linear) merge() {
	sorted := true
	for i := 1; i < len(l.ms); i++ {
		sorted = sorted && l.ms[i-1].atom < l.ms[i].atom
	}
	if !sorted {
		slices.SortStableFunc(l.ms, func(a, b monomial) int { return int(int64(a.atom) - int64(b.atom)) })
	}
	kept := l.ms[:0]
	for i := 0; i < len(l.ms); {
		m := l.ms[i]
		for i++; i < len(l.ms) && l.ms[i].atom == m.atom; i++ {
			m.coef = m.coef.add(l.ms[i].coef)
		}
		if m.coef.sign() != 0 {
			kept = append(kept, m)
		}
	}
	l.ms = kept
}

// term returns the sum as a term.
func (s *Store) linearTerm(l *linear) Term {
	switch {
	case len(l.ms) == 0:
		return s.number(l.sort, l.literal)
	case len(l.ms) == 1 && l.literal.sign() == 0:
		return s.scaleAtom(l.sort, l.ms[0].coef, l.ms[0].atom)
	}
	args := make([]Term, 0, len(l.ms)+1)
	for _, m := range l.ms {
		args = append(args, s.scaleAtom(l.sort, m.coef, m.atom))
	}
	if l.literal.sign() != 0 {
		args = append(args, s.number(l.sort, l.literal))
	}
	return s.internArgs(OpAdd, l.sort, args)
}

// scaleAtom returns coef * atom, where the atom has no literal factor.
func (s *Store) scaleAtom(sort Sort, coef ratio, atom Term) Term {
	if coef.isOne() {
		return atom
	}
	k := s.number(sort, coef)
	if n := s.node(atom); n.op() == OpMul {
		return s.internArgs(OpMul, sort, append([]Term{k}, s.args(n)...))
	}
	return s.intern(head(OpMul, sort), k, atom, 0)
}

// normalise divides the sum by the number, positive or negative, that makes its coefficients coprime
// integers, the first one positive, and returns that number. There is a monomial.
func (l *linear) normalise() ratio {
	g := ratio{}
	for _, m := range l.ms {
		if g = gcdRatio(g, m.coef); g.isOne() && l.sort == Int {
			break // a fraction that follows would make it smaller
		}
	}
	if l.ms[0].coef.sign() < 0 {
		g = g.neg()
	}
	if !g.isOne() {
		for i := range l.ms {
			l.ms[i].coef = l.ms[i].coef.quo(g)
		}
		l.literal = l.literal.quo(g)
	}
	return g
}

// normaliseInts is normalise for a sum that is compared with 0: if all atoms of a Real sum have the form
// (to_real i), it becomes an Int sum, whose literal may be a fraction.
func (s *Store) normaliseInts(l *linear) ratio {
	g := l.normalise()
	if l.sort == Int {
		return g
	}
	for _, m := range l.ms {
		if s.Op(m.atom) != OpToReal {
			return g
		}
	}
	for i := range l.ms {
		l.ms[i].atom = s.Arg(l.ms[i].atom, 0)
	}
	l.sort = Int
	l.merge()
	return g.mul(l.normalise()) // another atom may be the first one
}

// rangeOf returns the least and the greatest value of an Int term, if its operator bounds them.
func (s *Store) rangeOf(t Term) (lo, hi ratio, ok bool) {
	n := s.node(t)
	switch n.op() {
	case OpMod:
		if k := n.arg[1]; s.IsConst(k) {
			if v := s.constRatio(k); v.sign() > 0 {
				return ratio{}, v.add(ratio{n: -1}), true
			}
		}
	case OpUBVToInt, OpSBVToInt:
		w := uint(s.width(n.arg[0]))
		if w > 64 {
			return lo, hi, false // a number of that many bits is more than the fact is worth
		}
		if n.op() == OpSBVToInt {
			half := ratioOf(new(big.Rat).SetInt(new(big.Int).Lsh(bigOne, w-1)))
			return half.neg(), half.add(ratio{n: -1}), true
		}
		all := ratioOf(new(big.Rat).SetInt(new(big.Int).Lsh(bigOne, w)))
		return ratio{}, all.add(ratio{n: -1}), true
	}
	return lo, hi, false
}
