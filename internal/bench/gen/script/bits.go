package script

// pattern has k zeros and k ones in turn, ones at the bottom.
func pattern(w, k int) uint64 {
	v := uint64(0)
	for i := range w {
		if i/k%2 == 0 {
			v |= 1 << i
		}
	}
	return v
}

// ClearLowest says that clearing the lowest one does not take 1 from the number of ones, counted
// in parallel. Unsatisfiable; w is a power of 2.
func ClearLowest(w int) *Script {
	s := newScript("QF_BV")
	x := s.vec("x", w)
	s.assert(not(eq(x, con(w, 0))))
	count := func(t string) string {
		for k := 1; k < w; k *= 2 {
			m := con(w, pattern(w, k))
			t = s.def(w, add(and(t, m), and(shr(t, con(w, uint64(k))), m)))
		}
		return t
	}
	s.differ(count(and(x, sub(x, con(w, 1)))), sub(count(x), con(w, 1)))
	return s
}

// ParityProduct says that the parity of a w-bit number by a multiplication (Warren,
// section 5-2) differs from that by shifts. Unsatisfiable; w is 16, 32 or 64.
func ParityProduct(w int) *Script {
	s := newScript("QF_BV")
	x := s.vec("x", w)
	slow := x
	for k := w / 2; k > 0; k /= 2 {
		slow = s.def(w, xor(slow, shr(slow, con(w, uint64(k)))))
	}
	t := s.def(w, xor(x, shr(x, con(w, 1))))
	t = s.def(w, and(xor(t, shr(t, con(w, 2))), con(w, 0x1111111111111111)))
	t = s.def(w, mul(t, con(w, 0x1111111111111111)))
	s.differ(extract(0, 0, slow), extract(w-4, w-4, t))
	return s
}

// SaturatingProduct says that a saturating signed product by overflow tests differs from
// that by a wide one. Unsatisfiable.
func SaturatingProduct(w int) *Script {
	s := newScript("QF_BV")
	x, y, _ := s.three(w)
	lowest, highest := con(w, 1<<(w-1)), con(w, mask(w-1))
	p := s.def(2*w, mul(signed(w, x), signed(w, y)))
	full := ite(app("bvslt", p, signed(w, lowest)), lowest,
		ite(app("bvsgt", p, signed(w, highest)), highest, extract(w-1, 0, p)))
	abs := func(a string) string { return s.def(w, ite(app("bvslt", a, con(w, 0)), app("bvneg", a), a)) }
	negative := s.defBool(app("xor", app("bvslt", x, con(w, 0)), app("bvslt", y, con(w, 0))))
	ax, ay := abs(x), abs(y)
	limit := s.def(w, ite(negative, lowest, highest))
	over := s.defBool(app("and", not(eq(ay, con(w, 0))), app("bvugt", ax, app("bvudiv", limit, ay))))
	s.differ(full, ite(over, limit, mul(x, y)))
	return s
}

// SaturatingSum says that a chain of n saturating sums depends on the order of the
// operands, which are not negative. Unsatisfiable.
func SaturatingSum(w, n int) *Script {
	s := newScript("QF_BV")
	xs := s.vecs("x", n, w)
	sum := func(a, b string) string {
		t := s.def(w, add(a, b))
		return s.def(w, ite(app("bvult", t, a), con(w, mask(w)), t))
	}
	up, down := xs[0], xs[n-1]
	for i := 1; i < n; i++ {
		up, down = sum(up, xs[i]), sum(down, xs[n-1-i])
	}
	s.differ(up, down)
	return s
}

// SquareRoot says that the square root of a w-bit number, taken digit by digit, is none.
// Unsatisfiable; w is even.
func SquareRoot(w int) *Script {
	s := newScript("QF_BV")
	x := s.vec("x", w)
	rest, root := x, con(w, 0)
	for bit := w - 2; bit >= 0; bit -= 2 {
		one := con(w, 1<<bit)
		trial := s.def(w, add(root, one))
		fits := s.defBool(app("bvuge", rest, trial))
		rest = s.def(w, ite(fits, sub(rest, trial), rest))
		half := shr(root, con(w, 1))
		root = s.def(w, ite(fits, add(half, one), half))
	}
	r := s.def(w+2, wide(2, root))
	next := add(r, con(w+2, 1))
	ok := app("and", app("bvule", mul(r, r), wide(2, x)), app("bvugt", mul(next, next), wide(2, x)))
	s.assert(not(ok))
	return s
}

// Gray says that the code of Gray of a number, taken back by a product of shifts, and
// scaled by an odd number and its inverse, is not the number. Unsatisfiable; factor is odd.
func Gray(w int, factor uint64) *Script {
	s := newScript("QF_BV")
	x := s.vec("x", w)
	inverse := factor
	for range 6 {
		inverse *= 2 - factor*inverse
	}
	scaled := s.def(w, mul(x, con(w, factor)))
	code := s.def(w, xor(scaled, shr(scaled, con(w, 1))))
	for k := 1; k < w; k *= 2 {
		code = s.def(w, xor(code, shr(code, con(w, uint64(k)))))
	}
	s.differ(mul(code, con(w, inverse)), x)
	return s
}
