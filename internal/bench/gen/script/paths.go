package script

import "fmt"

// Parser asks for a text of n bytes that a small automaton with a counter accepts: brackets
// that match, of two kinds, at most depth deep, with exactly so many closing ones of the first
// kind, while a checksum of the bytes has a given value. Satisfiable for most parameters.
func Parser(n, depth, first int, sum uint64) *Script {
	s := newScript("QF_BV")
	stack, height, count, check := con(16, 0), con(5, 0), con(6, 0), con(12, 1)
	var ok []string
	for i := range n {
		c := s.vec(fmt.Sprintf("c%d", i), 8)
		open1, open2 := eq(c, con(8, '(')), eq(c, con(8, '['))
		close1, close2 := eq(c, con(8, ')')), eq(c, con(8, ']'))
		top := extract(0, 0, stack)
		some := not(eq(height, con(5, 0)))
		ok = append(ok, s.defBool(app("or", open1, open2, app("and", close1, some, eq(top, "#b0")),
			app("and", close2, some, eq(top, "#b1")))))
		opens := s.defBool(app("or", open1, open2))
		next := ite(opens, app("concat", extract(14, 0, stack), ite(open1, "#b0", "#b1")),
			shr(stack, con(16, 1)))
		count = s.def(6, ite(close1, add(count, con(6, 1)), count))
		stack = s.def(16, next)
		height = s.def(5, ite(opens, add(height, con(5, 1)), sub(height, con(5, 1))))
		ok = append(ok, app("bvule", height, con(5, uint64(depth))))
		check = s.def(12, add(mul(check, con(12, 37)), wide(4, c)))
	}
	for _, t := range ok {
		s.assert(t)
	}
	s.assert(eq(height, con(5, 0)))
	s.assert(eq(count, con(6, uint64(first))))
	s.assert(eq(check, con(12, sum)))
	return s
}

// Steps asks for an input of w bits whose path through so many steps of x -> odd: 3x+1, even: x/2 has exactly
// up odd ones, and does not come down to 1. What it is depends on the parameters.
func Steps(w, steps, up int, least uint64) *Script {
	s := newScript("QF_BV")
	full := w + 8
	x := s.vec("x", w)
	s.assert(app("bvugt", x, con(w, least)))
	v, count := s.def(full, wide(8, x)), con(8, 0)
	for range steps {
		odd := s.defBool(eq(extract(0, 0, v), "#b1"))
		s.assert(app("bvult", v, con(full, mask(full)/4)))
		v = s.def(full, ite(odd, add(mul(v, con(full, 3)), con(full, 1)), shr(v, con(full, 1))))
		count = s.def(8, ite(odd, add(count, con(8, 1)), count))
		s.assert(not(eq(v, con(full, 1))))
	}
	s.assert(eq(count, con(8, uint64(up))))
	return s
}

// Divisors says that Euclid's algorithm of so many steps on two w-bit numbers, when it has ended,
// gives a number that does not divide the first one. Unsatisfiable.
func Divisors(w, steps int) *Script {
	s := newScript("QF_BV")
	x, y := s.vec("x", w), s.vec("y", w)
	s.assert(app("bvugt", x, y))
	s.assert(not(eq(y, con(w, 0))))
	a, b := x, y
	for range steps {
		end := s.defBool(eq(b, con(w, 0)))
		rest := s.def(w, app("bvurem", a, b))
		a, b = s.def(w, ite(end, a, b)), s.def(w, ite(end, b, rest))
	}
	s.assert(eq(b, con(w, 0)))
	s.assert(not(eq(app("bvurem", x, a), con(w, 0))))
	return s
}

// Buckets asks for n different keys of w bits, in ascending order, that a multiplicative hash of the given
// width puts into one bucket, their sum being a multiple of a prime. Satisfiable for most parameters.
func Buckets(w, n, width int, prime uint64) *Script {
	s := newScript("QF_BV")
	keys := s.vecs("k", n, w)
	sum := con(w, 0)
	var first string
	for i, k := range keys {
		h := extract(w-1, w-width, mul(xor(k, shr(k, con(w, uint64(w/2)))), con(w, 0x9e3779b97f4a7c15)))
		if i == 0 {
			first = s.def(width, h)
		} else {
			s.assert(app("bvult", keys[i-1], k))
			s.assert(eq(h, first))
		}
		sum = s.def(w, add(sum, k))
	}
	s.assert(eq(app("bvurem", sum, con(w, prime)), con(w, 0)))
	return s
}

// Filter says that a recursive filter of fixed-point numbers with w bits runs out of its
// bounds within so many steps, the inputs being within half of them. The factor is num/2^den. It is
// unsatisfiable if the factor is at most a half, and there is room for rounding.
func Filter(w, steps int, num uint64, den int) *Script {
	s := newScript("QF_BV")
	full := 2 * w
	limit := uint64(1) << (w - 2)
	half := limit / 2
	v := con(full, 0)
	var bad []string
	for i := range steps {
		in := s.vec(fmt.Sprintf("in%d", i), w)
		s.assert(app("bvsle", in, con(w, half)))
		s.assert(app("bvsge", in, con(w, -half)))
		product := mul(v, con(full, num))
		v = s.def(full, add(app("bvashr", product, con(full, uint64(den))), signed(w, in)))
		bad = append(bad, app("bvsgt", v, con(full, limit)), app("bvslt", v, con(full, -limit)))
	}
	s.assert(app("or", bad...))
	return s
}
