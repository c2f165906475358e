package refine

import (
	"math/bits"
	"slices"

	"whittle.dev/term"
)

// wordSum is a sum of multiples of terms modulo 2^width, at most 64 bits wide.
type wordSum struct {
	width    int
	terms    []term.Term // ascending, coefficients not zero
	coefs    []uint64
	constant uint64
}

func mask(width int) uint64 { return ^uint64(0) >> (64 - width) }

// sumOf reads a bit-vector as a sum; what is none of its operations counts as a term.
func sumOf(st *term.Store, t term.Term) (s wordSum, ok bool) {
	s.width = st.Sort(t).Width()
	if s.width == 0 || s.width > 64 {
		return s, false
	}
	type part struct {
		t    term.Term
		coef uint64
	}
	coefs := map[term.Term]uint64{}
	stack := []part{{t, 1}}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		args := st.Args(p.t)
		switch op := st.Op(p.t); {
		case op == term.OpConst:
			v, _ := st.ConstUint64(p.t)
			s.constant += p.coef * v
		case op == term.OpBVAdd:
			for _, a := range args {
				stack = append(stack, part{a, p.coef})
			}
		case op == term.OpBVSub:
			stack = append(stack, part{args[0], p.coef}, part{args[1], -p.coef})
		case op == term.OpBVNeg:
			stack = append(stack, part{args[0], -p.coef})
		case op == term.OpBVMul && len(args) == 2 && st.IsConst(args[1]):
			v, _ := st.ConstUint64(args[1])
			stack = append(stack, part{args[0], p.coef * v})
		default:
			if x, by, ok := shifted(st, p.t); ok {
				stack = append(stack, part{x, p.coef << by})
			} else {
				coefs[p.t] += p.coef
			}
		}
	}
	s.constant &= mask(s.width)
	for x, c := range coefs {
		if c&mask(s.width) != 0 {
			s.terms = append(s.terms, x)
		}
	}
	slices.Sort(s.terms)
	for _, x := range s.terms {
		s.coefs = append(s.coefs, coefs[x]&mask(s.width))
	}
	return s, true
}

// shifted recognises x shifted left by a constant, which a store keeps as the low bits of x before zeros.
func shifted(st *term.Store, t term.Term) (x term.Term, by int, ok bool) {
	if st.Op(t) != term.OpConcat {
		return term.None, 0, false
	}
	high, low := st.Arg(t, 0), st.Arg(t, 1)
	if v, isConst := st.ConstUint64(low); !isConst || v != 0 || st.Op(high) != term.OpExtract {
		return term.None, 0, false
	}
	_, lo := st.Params(high)
	x = st.Arg(high, 0)
	if lo != 0 || st.Sort(x) != st.Sort(t) {
		return term.None, 0, false
	}
	return x, st.Sort(low).Width(), true
}

// difference reads an equation of bit-vectors as a sum that is zero.
func difference(st *term.Store, t term.Term) (s wordSum, ok bool) {
	if st.Op(t) != term.OpEq || !st.Sort(st.Arg(t, 0)).IsBitVec() {
		return s, false
	}
	a, b := st.Arg(t, 0), st.Arg(t, 1)
	return sumOf(st, st.BVSub(a, b))
}

// coef returns the coefficient of a term.
func (s *wordSum) coef(x term.Term) uint64 {
	if i, ok := slices.BinarySearch(s.terms, x); ok {
		return s.coefs[i]
	}
	return 0
}

// without returns the sum without a term.
func (s *wordSum) without(x term.Term) wordSum {
	out := wordSum{width: s.width, constant: s.constant}
	for i, t := range s.terms {
		if t != x {
			out.terms, out.coefs = append(out.terms, t), append(out.coefs, s.coefs[i])
		}
	}
	return out
}

// formula returns the sum times k, of its lowest bits only, as a term.
func (s *wordSum) formula(st *term.Store, k uint64, width int) term.Term {
	low := func(t term.Term) term.Term { return st.Extract(width-1, 0, t) }
	out := st.BV(width, s.constant*k&mask(width))
	for i, t := range s.terms {
		if c := s.coefs[i] * k & mask(width); c != 0 {
			out = st.BVAdd(out, st.BVMul(low(t), st.BV(width, c)))
		}
	}
	return out
}

// inverse returns the inverse of an odd number modulo 2^64, by Newton's iteration.
func inverse(c uint64) uint64 {
	x := c // right to 3 bits
	for range 5 {
		x *= 2 - c*x
	}
	return x
}

// valuation is the number of factors 2 of a coefficient that is not zero.
func valuation(c uint64) int { return bits.TrailingZeros64(c) }
