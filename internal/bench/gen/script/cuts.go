package script

import "fmt"

// OddCycles says that of several cycles of n nodes, n odd, more nodes can be chosen than half of them, though
// no neighbours are: of one cycle (n-1)/2 are possible, and half a node more in fractions. Unsatisfiable;
// each cycle needs a cut (Edmonds, "Maximum matching and a polyhedron with 0,1-vertices", 1965). If enough is
// set one less is wanted: satisfiable.
func OddCycles(cycles, n int, enough bool) *Script {
	s := newScript("QF_LIA")
	var chosen []string
	for c := range cycles {
		x := s.nums(fmt.Sprintf("x%d_", c), n, "Int")
		for i := range n {
			s.assert(app("<=", "0", x[i], "1"))
			s.assert(atMost(plus(x[i], x[(i+1)%n]), "1"))
		}
		chosen = append(chosen, x...)
	}
	want := cycles * (n - 1) / 2
	if !enough {
		want++
	}
	s.assert(app(">=", plus(chosen...), integer(want)))
	return s
}

// Pigeons says that n+1 pigeons sit in n holes, as numbers 0 or 1 whose sums are bounded. Unsatisfiable, by
// one sum of inequalities. If choice is set a clause says that a pigeon is somewhere, in place of a sum.
func Pigeons(n int, choice bool) *Script {
	s := newScript("QF_LIA")
	holes := make([][]string, n)
	for i := range n + 1 {
		x := s.nums(fmt.Sprintf("x%d_", i), n, "Int")
		var somewhere []string
		for j := range n {
			s.assert(app("<=", "0", x[j], "1"))
			holes[j] = append(holes[j], x[j])
			somewhere = append(somewhere, app(">=", x[j], "1"))
		}
		if choice {
			s.assert(either(somewhere...))
		} else {
			s.assert(app(">=", plus(x...), "1"))
		}
	}
	for j := range n {
		s.assert(atMost(plus(holes[j]...), "1"))
	}
	return s
}

// MarketSplit asks for a division of n customers between two offices such that each gets half of the demand
// for each of m products (Cornuejols and Dawande, "A class of hard small 0-1 programs", 1998). Demands are
// random up to most. Nearly certainly unsatisfiable for n = 10(m-1).
func MarketSplit(seed uint64, m, n, most int) *Script {
	s := newScript("QF_LIA")
	r := source(seed)
	x := s.nums("x", n, "Int")
	for i := range n {
		s.assert(app("<=", "0", x[i], "1"))
	}
	for range m {
		sum := 0
		var terms []string
		for i := range n {
			d := 1 + r.IntN(most)
			sum += d
			terms = append(terms, times(d, x[i]))
		}
		s.assert(eq(plus(terms...), integer(sum/2)))
	}
	return s
}

// Knapsack asks for numbers from 0 to most whose weighted sum is exactly the capacity. The weights are random
// multiples of a number with one remainder, so that few sums exist.
func Knapsack(seed uint64, n, most, unit, remainder, capacity int) *Script {
	s := newScript("QF_LIA")
	r := source(seed)
	x := s.nums("x", n, "Int")
	var terms []string
	for i := range n {
		s.assert(app("<=", "0", x[i], integer(most)))
		terms = append(terms, times(unit*(3+r.IntN(20))+remainder, x[i]))
	}
	s.assert(eq(plus(terms...), integer(capacity)))
	return s
}

// Slab asks for an integer point, of any size, strictly between two parallel hyperplanes, whose normal is a
// random vector: the values of the form between them are no multiples of the divisor that the coefficients
// have in common once n of the equations that tie them are taken into account. Unsatisfiable; if wide is set
// one multiple is between them: satisfiable.
func Slab(seed uint64, n, divisor int, wide bool) *Script {
	s := newScript("QF_LIA")
	r := source(seed)
	x, y := s.nums("x", n, "Int"), s.nums("y", n, "Int")
	var form []string
	for i := range n {
		// y is x twisted, so that the divisor is not seen in one row.
		k := 1 + r.IntN(5)
		s.assert(eq(y[i], plus(x[i], times(k, x[(i+1)%n]))))
		a := 1 + r.IntN(9)
		form = append(form, times(a*divisor, y[i]), times(-r.IntN(3)*divisor, x[i]))
	}
	low := 1 + divisor*(r.IntN(50)-25)
	high := low + divisor - 2
	if wide {
		high++
	}
	s.assert(all(atMost(integer(low), plus(form...)), atMost(plus(form...), integer(high))))
	return s
}

// Coins asks for two different ways to pay the same amount with so many coins each of given values such that
// no coin value occurs in both. Integers.
func Coins(values []int, coins, amount int) *Script {
	s := newScript("QF_LIA")
	n := len(values)
	x, y := s.nums("x", n, "Int"), s.nums("y", n, "Int")
	pay := func(z []string) {
		var sum []string
		for i, v := range values {
			s.assert(app(">=", z[i], "0"))
			sum = append(sum, times(v, z[i]))
		}
		s.assert(all(eq(plus(sum...), integer(amount)), eq(plus(z...), integer(coins))))
	}
	pay(x)
	pay(y)
	for i := range n {
		s.assert(either(eq(x[i], "0"), eq(y[i], "0")))
	}
	return s
}
