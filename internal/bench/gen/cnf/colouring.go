package cnf

import "whittle.dev/sat"

// colouring asks to colour the vertices of a graph so that the ends of no edge are the same.
func colouring(n int, edges [][2]int, colours int) *Formula {
	f := &Formula{}
	at := make([][]sat.Lit, n)
	for v := range at {
		at[v] = f.Vars(colours)
		f.Clause(at[v]...)
		f.AtMostOne(Pairwise, at[v])
	}
	for _, e := range edges {
		for c := range colours {
			f.Clause(at[e[0]][c].Not(), at[e[1]][c].Not())
		}
	}
	return f
}

// RandomColouring colours a random graph with so many edges.
func RandomColouring(seed uint64, n, edges, colours int) *Formula {
	r := source(seed)
	seen := map[[2]int]bool{}
	var list [][2]int
	for len(list) < edges {
		a, b := r.IntN(n), r.IntN(n)
		if key := [2]int{min(a, b), max(a, b)}; a != b && !seen[key] {
			seen[key] = true
			list = append(list, key)
		}
	}
	return colouring(n, list, colours)
}

// Mycielski colours the graph without triangles that is made by so many steps from an
// edge, which needs steps+2 colours (Mycielski, 1955).
func Mycielski(steps, colours int) *Formula {
	n, edges := 2, [][2]int{{0, 1}}
	for range steps {
		next := append([][2]int(nil), edges...)
		for _, e := range edges {
			next = append(next, [2]int{e[0], n + e[1]}, [2]int{e[1], n + e[0]})
		}
		for v := range n {
			next = append(next, [2]int{n + v, 2 * n})
		}
		n, edges = 2*n+1, next
	}
	return colouring(n, edges, colours)
}

// Queens colours the squares of a board so that queens of one colour do not attack each other.
func Queens(n, colours int) *Formula {
	var edges [][2]int
	for a := range n * n {
		for b := range a {
			dr, dc := a/n-b/n, a%n-b%n
			if dr == 0 || dc == 0 || dr == dc || dr == -dc {
				edges = append(edges, [2]int{b, a})
			}
		}
	}
	return colouring(n*n, edges, colours)
}

// Waerden asks to colour the numbers 1 to n with two colours so that no k in arithmetic progression are of
// the first and no l of the second colour. It is satisfiable below the number of van der Waerden: W(3,9) =
// 77, W(3,10) = 97, W(4,5) = 55, W(4,6) = 73.
func Waerden(k, l, n int) *Formula {
	f := &Formula{}
	v := f.Vars(n)
	forbid := func(count int, positive bool) {
		for d := 1; (count-1)*d < n; d++ {
			for from := 0; from+(count-1)*d < n; from++ {
				var clause []sat.Lit
				for i := range count {
					l := v[from+i*d]
					if positive {
						l = l.Not()
					}
					clause = append(clause, l)
				}
				f.Clause(clause...)
			}
		}
	}
	forbid(k, true)
	forbid(l, false)
	return f
}
