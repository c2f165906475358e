package term

import (
	"math/big"
	"math/bits"
)

// True returns the term true. It is the same handle in every store.
func (s *Store) True() Term { return trueTerm }

// False returns the term false. It is the same handle in every store.
func (s *Store) False() Term { return falseTerm }

// Bool returns the term of b.
func (s *Store) Bool(b bool) Term {
	if b {
		return trueTerm
	}
	return falseTerm
}

// ones returns the mask of the w lowest bits, for w up to 64.
func ones(w int) uint64 { return ^uint64(0) >> (64 - uint(w)) }

// BV returns the bit-vector constant v modulo 2^width.
func (s *Store) BV(width int, v uint64) Term {
	if width > 64 {
		return s.BVBig(width, new(big.Int).SetUint64(v))
	}
	return s.bv(BitVec(width), v)
}

// bv is BV for a sort of at most 64 bits.
func (s *Store) bv(sort Sort, v uint64) Term {
	v &= ones(sort.Width())
	return s.intern(head(OpConst, sort), 0, Term(v), Term(v>>32))
}

// BVBig returns the bit-vector constant v modulo 2^width; v may be negative.
func (s *Store) BVBig(width int, v *big.Int) Term {
	sort := BitVec(width)
	m := wrapBig(width, v)
	if width <= 64 {
		return s.bv(sort, m.Uint64())
	}
	return s.internWords(head(OpConst, sort), digits(m, (width+31)/32))
}

// digits returns the n lowest digits of |v| to base 2^32, least significant first.
func digits(v *big.Int, n int) []Term {
	ws := make([]Term, 0, n+1)
	for _, w := range v.Bits() {
		ws = append(ws, Term(w))
		if bits.UintSize == 64 {
			ws = append(ws, Term(uint64(w)>>32))
		}
	}
	for len(ws) < n {
		ws = append(ws, 0)
	}
	return ws[:n]
}

func fromDigits(ws []Term) *big.Int {
	per := bits.UintSize / 32
	ds := make([]big.Word, (len(ws)+per-1)/per)
	for i, w := range ws {
		ds[i/per] |= big.Word(w) << (32 * (i % per))
	}
	return new(big.Int).SetBits(ds)
}

// Int64 returns the Int constant v.
func (s *Store) Int64(v int64) Term {
	return s.intern(head(OpConst, Int), 0, Term(uint64(v)), Term(uint64(v)>>32))
}

// Int returns the Int constant v.
func (s *Store) Int(v *big.Int) Term {
	if v.IsInt64() {
		return s.Int64(v.Int64())
	}
	n := (v.BitLen() + 31) / 32
	ws := append(digits(v, n), Term(v.Sign()+1)) // the last word is the sign
	return s.internWords(head(OpConst, Int), ws)
}

// Real returns the Real constant v.
func (s *Store) Real(v *big.Rat) Term {
	return s.intern(head(OpConst, Real), s.Int(v.Num()), s.Int(v.Denom()), 0)
}

// ConstArray returns the array of the given sort that holds value at every index.
func (s *Store) ConstArray(sort Sort, value Term) Term {
	_, elem := s.ArrayParts(sort)
	s.want(OpConstArray, value, elem)
	return s.intern(head(OpConstArray, sort), value, 0, 0)
}

// IsConst reports whether t is a literal: true, false, a bit-vector, Int or Real constant, or an element of
// an uninterpreted sort. Constant arrays are not literals.
func (s *Store) IsConst(t Term) bool { return s.node(t).op() == OpConst }

// IsTrue reports whether t is the term true.
func (s *Store) IsTrue(t Term) bool { return t == trueTerm }

// IsFalse reports whether t is the term false.
func (s *Store) IsFalse(t Term) bool { return t == falseTerm }

// ConstUint64 returns the value of a Bool constant (0 or 1), of a bit-vector
// constant of at most 64 bits, or of an Int constant from 0 to 2^63-1.
func (s *Store) ConstUint64(t Term) (v uint64, ok bool) {
	n := s.node(t)
	if n.op() != OpConst || n.spilled() {
		return 0, false
	}
	switch sort := n.sort(); {
	case sort == Real, sort == Int && int64(n.bits()) < 0, sort.IsUninterpreted():
		return 0, false
	}
	return n.bits(), true
}

// small returns the bits of a bit-vector constant of at most 64 bits.
func (s *Store) small(t Term) (uint64, bool) {
	n := s.node(t)
	if n.head>>sortBits != uint32(OpConst)<<1 { // a constant that is not spilled
		return 0, false
	}
	return n.bits(), true
}

// ConstBig returns the value of a Bool (0 or 1), bit-vector (unsigned) or Int
// constant as a new number, or nil if t is none of these.
func (s *Store) ConstBig(t Term) *big.Int {
	n := s.node(t)
	if n.op() != OpConst || n.sort() == Real || n.sort().IsUninterpreted() {
		return nil
	}
	if n.sort() == Int {
		if !n.spilled() {
			return big.NewInt(int64(n.bits()))
		}
		ws := s.words.at(n)
		v := fromDigits(ws[:len(ws)-1])
		if ws[len(ws)-1] == 0 {
			v.Neg(v)
		}
		return v
	}
	if n.spilled() {
		return fromDigits(s.words.at(n))
	}
	return new(big.Int).SetUint64(n.bits())
}

// ConstRat returns the value of an Int or Real constant as a new number, or nil if t is neither.
func (s *Store) ConstRat(t Term) *big.Rat {
	n := s.node(t)
	if n.op() != OpConst {
		return nil
	}
	switch n.sort() {
	case Int:
		return new(big.Rat).SetInt(s.ConstBig(t))
	case Real:
		return new(big.Rat).SetFrac(s.ConstBig(n.arg[0]), s.ConstBig(n.arg[1]))
	}
	return nil
}

// ConstValue returns the value of a literal. It panics if t is none.
func (s *Store) ConstValue(t Term) Value {
	n := s.node(t)
	if n.op() != OpConst {
		panic("term: ConstValue of a term that is no literal")
	}
	switch sort := n.sort(); {
	case sort == Real:
		return RealValue(s.ConstRat(t))
	case sort.IsUninterpreted():
		return s.ElementValue(sort, n.bits())
	case n.spilled() && sort == Int:
		return IntValue(s.ConstBig(t))
	case n.spilled():
		return BVValueBig(sort.Width(), s.ConstBig(t))
	default:
		return Value{sort: sort, bits: n.bits()}
	}
}
