package exists

import (
	"math/big"

	"whittle.dev/term"
)

// unconstrained simplifies one round of operations that can take any value because an operand is a bound
// symbol that occurs nowhere else (Brummayer: "Efficient SMT solving for bit-vectors and the extensional
// theory of arrays", 2009), and Bool symbols that occur in one polarity only.
//
//	∀y A(y + t)   A(y)            -, not, xor, odd multiples, extract, =, ... alike
//	∀y A(y < t)   A(b ∧ t ≠ 0)    with b bound: no y is below 0, below others some are and some not
//	∀b A(b)       A(false) if A is monotone in b
func (s *Solver) unconstrained(p piece, bound map[term.Term]bool) (piece, bool) {
	st := s.st
	uses, parent := parents(st, p.body, bound)
	sub := map[term.Term]term.Term{}
	var fresh []term.Term
	gone := map[term.Term]bool{}
	for _, y := range p.vars {
		if uses[y] != 1 || gone[y] {
			continue
		}
		u := parent[y]
		if _, done := sub[u]; done {
			continue
		}
		r, also, ok := s.free(u, y, bound, uses)
		if !ok {
			continue
		}
		sub[u] = r
		gone[y] = true
		if also != term.None {
			gone[also] = true
		}
		for _, x := range st.Symbols(r) {
			if s.isNew(x, bound) {
				fresh = append(fresh, x)
			}
		}
		s.counts.Unconstrained++
		// Others may have operands inside of u; the next round finds them.
		break
	}
	if len(sub) == 0 {
		return s.pure(p)
	}
	q := piece{body: st.Substitute(p.body, sub), seen: p.seen}
	q.vars = append(append(q.vars, p.vars...), fresh...)
	return q, true
}

// isNew reports whether x is a symbol that free made.
func (s *Solver) isNew(x term.Term, bound map[term.Term]bool) bool {
	return !bound[x] && s.made[x]
}

// fresh returns a new symbol to be bound.
func (s *Solver) fresh(sort term.Sort) term.Term {
	x := s.st.Fresh("any", sort)
	s.made[x] = true
	return x
}

// free returns what takes the place of u, which has the bound symbol y as an
// operand, the only use of y. also is another bound symbol that is consumed.
func (s *Solver) free(u, y term.Term, bound map[term.Term]bool, uses map[term.Term]int) (r, also term.Term,
	ok bool) {
	st := s.st
	sort := st.Sort(u)
	same := func() (term.Term, term.Term, bool) {
		if sort == st.Sort(y) {
			return y, term.None, true
		}
		return s.fresh(sort), term.None, true
	}
	alone := func(z term.Term) bool { return z != y && bound[z] && uses[z] == 1 }
	other := term.None // the other operand of two
	first := true
	if st.NumArgs(u) == 2 {
		if other = st.Arg(u, 1); other == y {
			other, first = st.Arg(u, 0), false
		}
	}
	w := st.Sort(y).Width()
	limit := func(v *big.Int) (term.Term, term.Term, bool) {
		return st.And(s.fresh(term.Bool), st.Not(st.Eq(other, st.BVBig(w, v)))), term.None, true
	}
	one := big.NewInt(1)
	switch st.Op(u) {
	case term.OpNot, term.OpBVNot, term.OpBVNeg, term.OpExtract,
		term.OpBVAdd, term.OpBVSub, term.OpBVXor, term.OpEq:
		return same() // the other operand is not y, as y occurs once
	case term.OpBVMul:
		if v := st.Op(other); v == term.OpConst && st.ConstValue(other).Big().Bit(0) == 1 {
			return same()
		}
	case term.OpConcat:
		if alone(other) {
			return s.fresh(sort), other, true
		}
	case term.OpIte:
		a, b := st.Arg(u, 1), st.Arg(u, 2)
		switch {
		case a == y && alone(b):
			return y, b, true
		case b == y && alone(a):
			return y, a, true
		}
	case term.OpBVUlt:
		if first {
			return limit(new(big.Int)) // nothing is below 0
		}
		return limit(new(big.Int).Sub(new(big.Int).Lsh(one, uint(w)), one))
	case term.OpBVSlt:
		least := new(big.Int).Lsh(one, uint(w-1))
		if first {
			return limit(least)
		}
		return limit(new(big.Int).Sub(least, one))
	}
	return term.None, term.None, false
}

// parents counts the operand places of bound symbols, and tells one of the terms they are operands of.
func parents(st *term.Store, t term.Term, bound map[term.Term]bool) (uses map[term.Term]int,
	parent map[term.Term]term.Term) {
	uses, parent = map[term.Term]int{}, map[term.Term]term.Term{}
	for u := range st.Subterms(t) {
		for _, a := range st.Args(u) {
			if bound[a] {
				uses[a]++
				parent[a] = u
			}
		}
	}
	return uses, parent
}

// pure replaces bound Bool symbols that occur in one polarity by their worst value.
func (s *Solver) pure(p piece) (piece, bool) {
	st := s.st
	var bools []term.Term
	for _, y := range p.vars {
		if st.Sort(y).IsBool() {
			bools = append(bools, y)
		}
	}
	if len(bools) == 0 {
		return p, false
	}
	pol := Polarities(st, p.body)
	sub := map[term.Term]term.Term{}
	for _, y := range bools {
		switch pol[y] {
		case Positive:
			sub[y] = st.False()
		case Negative:
			sub[y] = st.True()
		}
	}
	if len(sub) == 0 {
		return p, false
	}
	s.counts.Unconstrained += int64(len(sub))
	return piece{p.vars, st.Substitute(p.body, sub), p.seen}, true
}

// The polarities of [Polarities].
const (
	Positive = 1
	Negative = 2
)

// Polarities returns in which polarities the subterms of t occur: as a bit set of
// Positive and Negative. Operands of anything but not, and, or count as both.
func Polarities(st *term.Store, t term.Term) map[term.Term]uint8 {
	pol := map[term.Term]uint8{}
	type item struct {
		t term.Term
		p uint8
	}
	stack := []item{{t, Positive}}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if pol[x.t]|x.p == pol[x.t] {
			continue
		}
		pol[x.t] |= x.p
		p := pol[x.t]
		switch st.Op(x.t) {
		case term.OpAnd, term.OpOr:
		case term.OpNot:
			p = p&Positive<<1 | p&Negative>>1
		default:
			p = Positive | Negative
		}
		for i, a := range st.Args(x.t) {
			q := p
			if st.Op(x.t) == term.OpIte && st.Sort(x.t).IsBool() && i > 0 {
				q = pol[x.t]
			}
			stack = append(stack, item{a, q})
		}
	}
	return pol
}
