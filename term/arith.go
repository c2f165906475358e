package term

import (
	"math/big"
	"slices"
)

// Sums and products of Int and Real terms. The constructors named Int... take
// operands of either sort, all of one. A sum is a list of monomials, one for each
// atom, sorted by atom, with the literal last; a literal factor stands first.

// monomial is coef * atom.
type monomial struct {
	atom Term
	coef *big.Rat
}

var (
	ratOne      = big.NewRat(1, 1)
	ratMinusOne = big.NewRat(-1, 1)
)

// IntAdd returns the sum of one or more Int or Real operands.
func (s *Store) IntAdd(ts ...Term) Term { return s.sum(s.wantNumbers(OpAdd, ts), ts) }

// IntMul returns the product of one or more Int or Real operands.
func (s *Store) IntMul(ts ...Term) Term { return s.product(s.wantNumbers(OpMul, ts), ts) }

// IntNeg returns -t for an Int or Real term.
func (s *Store) IntNeg(t Term) Term { return s.scale(s.wantNumber(OpNeg, t), ratMinusOne, t) }

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

// number returns the literal of v.
func (s *Store) number(sort Sort, v *big.Rat) Term {
	if sort == Int {
		return s.Int(v.Num())
	}
	return s.Real(v)
}

// monomials appends the monomials of t.
func (s *Store) monomials(ms []monomial, t Term) []monomial {
	n := s.node(t)
	if n.op() != OpAdd {
		return append(ms, s.monomial(t))
	}
	for _, a := range s.args(n) {
		ms = append(ms, s.monomial(a))
	}
	return ms
}

// monomial splits t; a literal is a monomial of the atom None.
func (s *Store) monomial(t Term) monomial {
	n := s.node(t)
	if n.op() == OpConst {
		return monomial{None, s.ConstRat(t)}
	}
	if n.op() != OpMul || !s.IsConst(s.Arg(t, 0)) {
		return monomial{t, ratOne}
	}
	args := s.args(n)
	rest := args[1]
	if len(args) > 2 {
		rest = s.internArgs(OpMul, n.sort(), args[1:])
	}
	return monomial{rest, s.ConstRat(args[0])}
}

func (s *Store) sum(sort Sort, ts []Term) Term {
	total := 0
	for _, t := range ts {
		total += s.NumArgs(t)
	}
	var ms []monomial
	for _, t := range ts {
		if s.Op(t) == OpAdd && total > maxFlat && s.NumArgs(t) > shortFlat {
			ms = append(ms, monomial{t, ratOne}) // as in conjunctions
		} else {
			ms = s.monomials(ms, t)
		}
	}
	slices.SortStableFunc(ms, func(a, b monomial) int { return int(int64(a.atom) - int64(b.atom)) })
	literal := new(big.Rat)
	var args []Term
	for i := 0; i < len(ms); {
		coef := new(big.Rat)
		atom := ms[i].atom
		for ; i < len(ms) && ms[i].atom == atom; i++ {
			coef.Add(coef, ms[i].coef)
		}
		switch {
		case atom == None:
			literal = coef
		case coef.Sign() != 0:
			args = append(args, s.scaleAtom(sort, coef, atom))
		}
	}
	if literal.Sign() != 0 || len(args) == 0 {
		args = append(args, s.number(sort, literal))
	}
	if len(args) == 1 {
		return args[0]
	}
	return s.internArgs(OpAdd, sort, args)
}

// scaleAtom returns coef * atom, where the atom has no literal factor.
func (s *Store) scaleAtom(sort Sort, coef *big.Rat, atom Term) Term {
	if coef.Cmp(ratOne) == 0 {
		return atom
	}
	args := []Term{s.number(sort, coef)}
	if n := s.node(atom); n.op() == OpMul {
		args = append(args, s.args(n)...)
	} else {
		args = append(args, atom)
	}
	return s.internArgs(OpMul, sort, args)
}

// scale returns coef * t; it is distributed over a short sum.
func (s *Store) scale(sort Sort, coef *big.Rat, t Term) Term {
	if coef.Sign() == 0 {
		return s.number(sort, coef)
	}
	n := s.node(t)
	if n.op() == OpAdd && n.numArgs() <= maxFlat {
		var args []Term
		for _, a := range slices.Clone(s.args(n)) {
			args = append(args, s.scale(sort, coef, a))
		}
		return s.sum(sort, args)
	}
	m := s.monomial(t)
	c := new(big.Rat).Mul(coef, m.coef)
	if m.atom == None {
		return s.number(sort, c)
	}
	return s.scaleAtom(sort, c, m.atom)
}

func (s *Store) product(sort Sort, ts []Term) Term {
	coef := new(big.Rat).Set(ratOne)
	var factors []Term
	for _, t := range ts {
		m := s.monomial(t)
		coef.Mul(coef, m.coef)
		switch {
		case m.atom == None:
		case s.Op(m.atom) == OpMul && s.NumArgs(m.atom) <= maxFlat:
			factors = append(factors, s.Args(m.atom)...)
		default:
			factors = append(factors, m.atom)
		}
	}
	if len(factors) == 0 || coef.Sign() == 0 {
		return s.number(sort, coef)
	}
	if len(factors) == 1 {
		return s.scale(sort, coef, factors[0])
	}
	return s.scaleAtom(sort, coef, s.internArgs(OpMul, sort, sortTerms(factors)))
}

// splitLiteral splits t = x + c for a literal c, which is 0 if t has none. x is None if t is a literal.
func (s *Store) splitLiteral(t Term) (x Term, c *big.Rat) {
	n := s.node(t)
	if n.op() == OpConst {
		return None, s.ConstRat(t)
	}
	if n.op() != OpAdd {
		return t, new(big.Rat)
	}
	args := s.args(n)
	last := len(args) - 1
	if !s.IsConst(args[last]) {
		return t, new(big.Rat)
	}
	if last == 1 {
		return args[0], s.ConstRat(args[1])
	}
	return s.internArgs(OpAdd, n.sort(), args[:last]), s.ConstRat(args[last])
}
