package script

import "fmt"

// EqualDiamonds says that along a chain of n diamonds, each passed on one of two sides by equations, the ends
// differ. Unsatisfiable, with 2^n paths (Strichman, Seshia, Bryant, "Deciding separation formulas with SAT",
// 2002). Logic of equality.
func EqualDiamonds(n int) *Script {
	s := newScript("QF_UF")
	s.line("(declare-sort U 0)")
	x := s.nums("x", n+1, "U")
	y, z := s.nums("y", n, "U"), s.nums("z", n, "U")
	for i := range n {
		s.assert(either(all(eq(x[i], y[i]), eq(y[i], x[i+1])), all(eq(x[i], z[i]), eq(z[i], x[i+1]))))
	}
	s.differ(x[0], x[n])
	return s
}

// Groups says that in a set of n elements with a product that is closed, has a unit and a left inverse for
// each element and is associative for all triples, the square of some element is not the unit, though that of
// each other is, or the product does not commute. Unsatisfiable if all squares are the unit: then it
// commutes. If some is set only one square is: satisfiable from 6 elements on, where a group does not
// commute.
func Groups(n int, some bool) *Script {
	s := newScript("QF_UF")
	s.line("(declare-sort U 0)")
	s.line("(declare-fun f (U U) U)")
	e := s.nums("e", n, "U")
	s.line("(assert (distinct%s))", spaced(e))
	f := func(a, b string) string { return app("f", a, b) }
	for i := range n {
		s.assert(all(eq(f(e[0], e[i]), e[i]), eq(f(e[i], e[0]), e[i])))
		var inverse []string
		for j := range n {
			var closed []string
			for k := range n {
				closed = append(closed, eq(f(e[i], e[j]), e[k]))
				s.assert(eq(f(f(e[i], e[j]), e[k]), f(e[i], f(e[j], e[k]))))
			}
			s.assert(either(closed...))
			inverse = append(inverse, eq(f(e[j], e[i]), e[0]))
		}
		s.assert(either(inverse...))
		if !some || i == 1 {
			s.assert(eq(f(e[i], e[i]), e[0]))
		}
	}
	s.differ(f(e[1], e[2]), f(e[2], e[1]))
	return s
}

// Rising says that a function that rises at n neighbouring points rises by less than n in all. Unsatisfiable.
// The points are reached by steps of 1 or by a table of differences. If less is set the function may stay the
// same once: satisfiable. Integers with functions.
func Rising(n int, less bool) *Script {
	s := newScript("QF_UFLIA")
	s.line("(declare-fun f (Int) Int)")
	s.line("(declare-fun g (Int) Int)")
	x := s.num("x", "Int")
	f := func(i int) string { return app("f", plus(x, integer(i))) }
	for i := range n {
		up := app("<", f(i), f(i+1))
		if less && i == n/2 {
			up = app("<=", f(i), f(i+1))
		}
		// Which of two functions tells the difference is open.
		s.assert(either(up, all(eq(app("g", f(i)), f(i+1)), app(">", app("g", f(i)), f(i)))))
	}
	s.assert(app("<", f(n), plus(f(0), integer(n))))
	return s
}

// Sorts says that the numbers that a function has at n places are not in order after all rounds of exchanges
// of neighbours, each in a new function of its own. Unsatisfiable; if broken is set the last round is
// missing: satisfiable. Integers with functions.
func Sorts(n int, broken bool) *Script {
	s := newScript("QF_UFLIA")
	rounds := n
	if broken {
		rounds--
	}
	f := func(r, i int) string { return app(fmt.Sprintf("f%d", r), integer(i)) }
	s.line("(declare-fun f0 (Int) Int)")
	for r := range rounds {
		s.line("(declare-fun f%d (Int) Int)", r+1)
		done := make([]bool, n)
		for i := r % 2; i+1 < n; i += 2 {
			a, b := f(r, i), f(r, i+1)
			s.assert(eq(f(r+1, i), ite(atMost(a, b), a, b)))
			s.assert(eq(f(r+1, i+1), ite(atMost(a, b), b, a)))
			done[i], done[i+1] = true, true
		}
		for i := range n {
			if !done[i] {
				s.assert(eq(f(r+1, i), f(r, i)))
			}
		}
	}
	var bad []string
	for i := range n - 1 {
		bad = append(bad, app(">", f(rounds, i), f(rounds, i+1)))
	}
	s.assert(either(bad...))
	return s
}

// Moves says that an array over integers is not the same after n exchanges of chosen places that are undone
// in reverse order. Unsatisfiable. If twice is set the last one is not undone, and its places differ:
// satisfiable.
func Moves(n int, twice bool) *Script {
	s := newScript("QF_ALIA")
	const sort = "(Array Int Int)"
	a := s.num("a", sort)
	is, js := s.nums("i", n, "Int"), s.nums("j", n, "Int")
	swap := func(t, i, j string) string {
		return s.defSort(sort, store(store(t, i, sel(t, j)), j, sel(t, i)))
	}
	b := a
	for k := range n {
		// The second place is some way after the first.
		b = swap(b, is[k], plus(is[k], js[k]))
	}
	last := n - 1
	if twice {
		last--
		s.assert(app(">", js[n-1], "0"))
	}
	for k := last; k >= 0; k-- {
		b = swap(b, is[k], plus(is[k], js[k]))
	}
	s.differ(a, b)
	return s
}

// Buffers says that a ring of size cells, written to n times at the places that follow each other and read in
// the same order, gives a value that was not written there, or its count is not between 0 and the size. Each
// step puts or gets, as is chosen. Unsatisfiable. If overflow is set a full ring is written to as well:
// satisfiable once there are more steps than cells. Integers with arrays.
func Buffers(size, n int, overflow bool) *Script {
	s := newScript("QF_AUFLIA")
	const sort = "(Array Int Int)"
	s.line("(declare-fun v (Int) Int)")
	ring := s.num("ring", sort)
	put := s.bools("put", n)
	head, tail := "0", "0" // how many were put, and got
	cell := func(k string) string { return app("mod", k, integer(size)) }
	var bad []string
	for k := range n {
		count := s.defSort("Int", minus(head, tail))
		puts, gets := put[k], not(put[k])
		if !overflow {
			puts = all(put[k], less(count, integer(size)))
		}
		gets = all(gets, less("0", count))
		p, g := s.defBool(puts), s.defBool(gets)
		bad = append(bad, all(g, not(eq(sel(ring, cell(tail)), app("v", tail)))))
		ring = s.defSort(sort, ite(p, store(ring, cell(head), app("v", head)), ring))
		head = s.defSort("Int", ite(p, plus(head, "1"), head))
		tail = s.defSort("Int", ite(g, plus(tail, "1"), tail))
		bad = append(bad, less(minus(head, tail), "0"))
	}
	s.assert(either(bad...))
	return s
}
