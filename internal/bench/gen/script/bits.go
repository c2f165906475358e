package script

// Counts says that two ways to count the ones of a w-bit number differ: bit by bit, and by
// sums in parallel. Unsatisfiable; w is a power of 2.
func Counts(w int) *Script {
	s := newScript("QF_BV")
	x := s.vec("x", w)
	slow := con(w, 0)
	for i := range w {
		slow = s.def(w, add(slow, wide(w-1, extract(i, i, x))))
	}
	fast := x
	for k := 1; k < w; k *= 2 {
		m := con(w, pattern(w, k))
		fast = s.def(w, add(and(fast, m), and(shr(fast, con(w, uint64(k))), m)))
	}
	s.differ(slow, fast)
	return s
}

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

// Averages says that two ways to take the mean of two numbers, rounded down, without
// overflow, differ from the wide one. Unsatisfiable.
func Averages(w int) *Script {
	s := newScript("QF_BV")
	x, y, _ := s.three(w)
	one := con(w, 1)
	full := extract(w-1, 0, shr(add(wide(1, x), wide(1, y)), con(w+1, 1)))
	a := add(and(x, y), shr(xor(x, y), one))
	b := sub(or(x, y), sub(xor(x, y), shr(xor(x, y), one)))
	s.assert(app("or", not(eq(full, a)), not(eq(full, b))))
	return s
}

// SaturatingProduct says that a saturating signed product by overflow tests differs from
// that by a wide one. Unsatisfiable.
func SaturatingProduct(w int) *Script {
	s := newScript("QF_BV")
	x, y, _ := s.three(w)
	lowest, highest := con(w, 1<<(w-1)), con(w, mask(w-1))
	p := s.def(2*w, mul(signed(w, x), signed(w, y)))
	full := ite(app("bvslt", p, signed(w, lowest)), lowest, ite(app("bvsgt", p, signed(w, highest)), highest, extract(w-1, 0, p)))
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

// Interleave says that the bits of two numbers, spread by shifts and masks and put together,
// do not come back. Unsatisfiable; w is a power of 2 and half the width of the result.
func Interleave(w int) *Script {
	s := newScript("QF_BV")
	x, y := s.vec("x", w), s.vec("y", w)
	full := 2 * w
	spread := func(a string) string {
		a = s.def(full, wide(w, a))
		for k := w / 2; k > 0; k /= 2 {
			a = s.def(full, and(or(a, shl(a, con(full, uint64(k)))), con(full, pattern(full, k))))
		}
		return a
	}
	gather := func(a string) string {
		a = s.def(full, and(a, con(full, pattern(full, 1))))
		for k := 1; k < w; k *= 2 {
			a = s.def(full, and(or(a, shr(a, con(full, uint64(k)))), con(full, pattern(full, 2*k))))
		}
		return extract(w-1, 0, a)
	}
	z := s.def(full, or(spread(x), shl(spread(y), con(full, 1))))
	// A product with 1 plus what must be zero keeps simplifiers from seeing the end.
	s.assert(app("or", not(eq(mul(gather(z), y), mul(x, y))), not(eq(gather(shr(z, con(full, 1))), y))))
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

// Decimal says that the decimal digits of a w-bit number, made by shifts and
// corrections, are not those that divisions give. Unsatisfiable; w is at most 13.
func Decimal(w int) *Script {
	s := newScript("QF_BV")
	x := s.vec("x", w)
	digits := con(16, 0)
	for i := w - 1; i >= 0; i-- {
		for d := range 4 {
			digit := extract(4*d+3, 4*d, digits)
			fix := add(digits, con(16, 3<<(4*d)))
			digits = s.def(16, ite(app("bvuge", digit, con(4, 5)), fix, digits))
		}
		digits = s.def(16, app("concat", extract(14, 0, digits), extract(i, i, x)))
	}
	rest, want := wide(16-w, x), ""
	for d := range 4 {
		digit := extract(3, 0, app("bvurem", rest, con(16, 10)))
		if d == 0 {
			want = digit
		} else {
			want = app("concat", digit, want)
		}
		rest = s.def(16, app("bvudiv", rest, con(16, 10)))
	}
	s.differ(digits, want)
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
