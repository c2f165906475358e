package script

// three are inputs of one width.
func (s *Script) three(w int) (x, y, z string) { return s.vec("x", w), s.vec("y", w), s.vec("z", w) }

// HighHalf says that the high half of a product of 2w bits differs from that made of
// four products of half the width. Unsatisfiable; w is even.
func HighHalf(w int) *Script {
	s := newScript("QF_BV")
	h := w / 2
	x, y := s.vec("x", w), s.vec("y", w)
	full := mul(wide(w, x), wide(w, y))
	part := func(a string, high bool) string {
		if high {
			return wide(h, extract(w-1, h, a))
		}
		return wide(h, extract(h-1, 0, a))
	}
	ll := s.def(w, mul(part(x, false), part(y, false)))
	t := s.def(w, add(mul(part(x, true), part(y, false)), part(ll, true)))
	u := s.def(w, add(mul(part(x, false), part(y, true)), part(t, false)))
	high := add(add(mul(part(x, true), part(y, true)), part(t, true)), part(u, true))
	s.differ(extract(2*w-1, w, full), high)
	return s
}

// Division says that quotient*y + remainder is not x. Unsatisfiable.
func Division(w int, quotient, remainder string) *Script {
	s := newScript("QF_BV")
	x, y, _ := s.three(w)
	s.assert(not(eq(y, con(w, 0))))
	s.differ(add(mul(app(quotient, x, y), y), app(remainder, x, y)), x)
	return s
}

// Cancels says that the quotient of x*y by y is not x though the product does not overflow. Unsatisfiable.
func Cancels(w int) *Script {
	s := newScript("QF_BV")
	x, y, _ := s.three(w)
	s.assert(not(eq(y, con(w, 0))))
	s.assert(eq(extract(2*w-1, w, mul(wide(w, x), wide(w, y))), con(w, 0)))
	s.differ(app("bvudiv", mul(x, y), y), x)
	return s
}

// SignedDivision says that the signed quotient differs from the unsigned one of the
// absolute values with its sign. Unsatisfiable.
func SignedDivision(w int) *Script {
	s := newScript("QF_BV")
	x, y, _ := s.three(w)
	s.assert(not(eq(y, con(w, 0))))
	abs := func(a string) string { return s.def(w, ite(app("bvslt", a, con(w, 0)), app("bvneg", a), a)) }
	q := s.def(w, app("bvudiv", abs(x), abs(y)))
	same := eq(extract(w-1, w-1, x), extract(w-1, w-1, y))
	s.differ(sub(x, mul(y, app("bvsdiv", x, y))), sub(x, mul(ite(same, q, app("bvneg", q)), y)))
	return s
}

// TwoDivisions says that dividing by a and then by b is not dividing by a*b. Unsatisfiable
// for constants whose product has w bits.
func TwoDivisions(w int, a, b uint64) *Script {
	s := newScript("QF_BV")
	x := s.vec("x", w)
	s.differ(app("bvudiv", app("bvudiv", x, con(w, a)), con(w, b)), app("bvudiv", x, con(w, a*b)))
	return s
}

// VariableDivisions is TwoDivisions for divisors that are inputs of half the width. Unsatisfiable.
func VariableDivisions(w int) *Script {
	s := newScript("QF_BV")
	h := w / 2
	x, a, b := s.vec("x", w), s.vec("a", h), s.vec("b", h)
	s.assert(not(eq(a, con(h, 0))))
	s.assert(not(eq(b, con(h, 0))))
	wa, wb := wide(w-h, a), wide(w-h, b)
	s.differ(app("bvudiv", app("bvudiv", x, wa), wb), app("bvudiv", x, mul(wa, wb)))
	return s
}

// Reciprocal says that dividing by a constant differs from a multiplication with its reciprocal and a shift
// (Granlund and Montgomery, 1994). Unsatisfiable for odd divisors below 2^w.
func Reciprocal(w int, divisor uint64) *Script {
	s := newScript("QF_BV")
	x := s.vec("x", w)
	shift := 0
	for uint64(1)<<shift < divisor {
		shift++
	}
	// The factor has w+1 bits.
	factor := (uint64(1)<<(w+shift))/divisor + 1
	product := mul(wide(w+2, x), con(2*w+2, factor))
	fast := extract(w-1, 0, shr(product, con(2*w+2, uint64(w+shift))))
	s.differ(app("bvudiv", x, con(w, divisor)), fast)
	return s
}

// Divisible says that a product of n numbers in succession, none of which wraps around, is
// not a multiple of n. Unsatisfiable.
func Divisible(w, n int) *Script {
	s := newScript("QF_BV")
	x := s.vec("x", w)
	full := w * n
	p := wide(full-w, x)
	for i := 1; i < n; i++ {
		p = s.def(full, mul(p, add(wide(full-w, x), con(full, uint64(i)))))
	}
	s.differ(app("bvurem", p, con(full, uint64(n))), con(full, 0))
	return s
}

// Root asks for a root of a random polynomial of a degree with w bits, the values being
// taken modulo 2^w. Satisfiable.
func Root(seed uint64, w, degree int) *Script {
	s := newScript("QF_BV")
	r := source(seed)
	x := s.vec("x", w)
	secret := r.Uint64() & mask(w)
	sum, value := con(w, 0), uint64(0)
	for range degree + 1 {
		c := r.Uint64()&mask(w) | 1
		sum = s.def(w, add(mul(sum, x), con(w, c)))
		value = (value*secret + c) & mask(w)
	}
	s.assert(eq(sum, con(w, value)))
	return s
}

// Factors asks for factors of n with w bits each, neither of them 1, the first not the
// larger one. Satisfiable if n has such factors.
func Factors(w int, n uint64) *Script {
	s := newScript("QF_BV")
	x, y := s.vec("x", w), s.vec("y", w)
	s.assert(eq(mul(wide(w, x), wide(w, y)), con(2*w, n)))
	s.assert(app("bvugt", x, con(w, 1)))
	s.assert(app("bvule", x, y))
	return s
}

// Powers asks for n different numbers of w bits whose sums of powers up to the
// given one are those of random ones. Satisfiable.
func Powers(seed uint64, n, w, power int) *Script {
	s := newScript("QF_BV")
	r := source(seed)
	full := power*w + 4
	xs := s.vecs("x", n, w)
	sums := make([]string, power)
	wants := make([]uint64, power)
	secret := map[uint64]bool{}
	for len(secret) < n {
		v := r.Uint64() & mask(w)
		if secret[v] {
			continue
		}
		secret[v] = true
		p := uint64(1)
		for k := range wants {
			p *= v
			wants[k] += p
		}
	}
	for i, x := range xs {
		if i > 0 {
			s.assert(app("bvult", xs[i-1], x))
		}
		p := s.def(full, wide(full-w, x))
		one := p
		for k := range sums {
			if k > 0 {
				p = s.def(full, mul(p, one))
			}
			if i == 0 {
				sums[k] = p
			} else {
				sums[k] = add(sums[k], p)
			}
		}
	}
	for k := range sums {
		s.assert(eq(sums[k], con(full, wants[k])))
	}
	return s
}

// Pythagoras asks for x*x + y*y = z*z with w bits and without overflow, all numbers greater
// than least and odd in sum if odd is set. Of three such numbers the sum is always even, so
// it is satisfiable only if odd is not set.
func Pythagoras(w int, least uint64, odd bool) *Script {
	s := newScript("QF_BV")
	x, y, z := s.three(w)
	full := 2*w + 1
	sq := func(a string) string { return mul(wide(full-w, a), wide(full-w, a)) }
	s.assert(eq(add(sq(x), sq(y)), sq(z)))
	s.assert(app("bvugt", x, con(w, least)))
	s.assert(app("bvugt", y, x))
	if odd {
		s.assert(eq(extract(0, 0, add(x, add(y, z))), "#b1"))
	} else {
		s.assert(eq(extract(0, 0, x), "#b1"))
	}
	return s
}
