package script

import "fmt"

// Diamonds says that in a chain of n diamonds, each passed on one of two sides, each end comes after the
// beginning, and the last end before the first beginning. Unsatisfiable, with 2^n paths; if open is set the
// last end comes within n of the beginning, where each side takes at least 1: satisfiable. Logic of real
// differences.
func Diamonds(n int, open bool) *Script {
	s := newScript("QF_RDL")
	a := s.nums("a", n+1, "Real")
	b, c := s.nums("b", n, "Real"), s.nums("c", n, "Real")
	side := func(x, m, y string) string { return all(less(x, m), later(y, m, 1)) }
	for i := range n {
		s.assert(either(side(a[i], b[i], a[i+1]), side(a[i], c[i], a[i+1])))
	}
	if open {
		s.assert(atMost(minus(a[n], a[0]), integer(n+1)))
	} else {
		s.assert(atMost(minus(a[n], a[0]), integer(n)))
	}
	return s
}

// Clauses makes random clauses of three differences x - y <= c over n variables, with c from -range to range.
// Integers.
func Clauses(seed uint64, n, clauses, width int) *Script {
	s := newScript("QF_IDL")
	r := source(seed)
	x := s.nums("x", n, "Int")
	for range clauses {
		var lits []string
		for range 3 {
			i := r.IntN(n)
			j := (i + 1 + r.IntN(n-1)) % n
			lits = append(lits, atMost(minus(x[i], x[j]), integer(r.IntN(2*width+1)-width)))
		}
		s.assert(either(lits...))
	}
	return s
}

// Queens asks for n queens that do not attack each other, as numbers of columns; if corner is set one of them
// is in the corner. Logic of integer differences: rows are differences of variables.
func Queens(n int, corner bool) *Script {
	s := newScript("QF_IDL")
	origin := s.num("origin", "Int")
	q := s.nums("q", n, "Int")
	for i := range n {
		s.assert(all(later(q[i], origin, 0), atMost(minus(q[i], origin), integer(n-1))))
		for j := range i {
			for _, d := range []int{0, i - j, j - i} {
				s.assert(app("distinct", minus(q[i], q[j]), integer(d)))
			}
		}
	}
	if corner {
		s.assert(eq(minus(q[0], origin), "0"))
	}
	return s
}

// Bandwidth asks for numbers from 1 to n of the nodes of a random graph such that those of neighbours differ
// by no more than width. Logic of integer differences.
func Bandwidth(seed uint64, n, edges, width int) *Script {
	s := newScript("QF_IDL")
	r := source(seed)
	origin := s.num("origin", "Int")
	x := s.nums("x", n, "Int")
	for i := range n {
		s.assert(all(later(x[i], origin, 1), atMost(minus(x[i], origin), integer(n))))
	}
	s.line("(assert (distinct%s))", spaced(x))
	for range edges {
		i := r.IntN(n)
		j := (i + 1 + r.IntN(n-1)) % n
		s.assert(all(atMost(minus(x[i], x[j]), integer(width)), atMost(minus(x[j], x[i]), integer(width))))
	}
	return s
}

func spaced(ts []string) string {
	text := ""
	for _, t := range ts {
		text += fmt.Sprint(" ", t)
	}
	return text
}
