package cnf

import "whittle.dev/sat"

// AtMostOne is an encoding of "at most one of these literals".
type AtMostOne int

// The encodings.
const (
	Pairwise   AtMostOne = iota // a clause for each pair
	Sequential                  // a chain of prefixes (Sinz, 2005)
	Binary                      // each literal implies its number (Frisch and others, 2001)
	Product                     // rows and columns of a grid (Chen, 2010)
)

// String names the encoding in file names.
func (e AtMostOne) String() string {
	return [...]string{"pairwise", "sequential", "binary", "product"}[e]
}

// AtMostOne asserts that at most one of lits is true.
func (f *Formula) AtMostOne(e AtMostOne, lits []sat.Lit) {
	n := len(lits)
	switch {
	case e == Pairwise || n <= 4:
		for i := range lits {
			for j := range i {
				f.Clause(lits[j].Not(), lits[i].Not())
			}
		}
	case e == Sequential:
		seen := lits[0]
		for _, l := range lits[1 : n-1] {
			f.Clause(seen.Not(), l.Not())
			next := f.Var()
			f.Clause(seen.Not(), next)
			f.Clause(l.Not(), next)
			seen = next
		}
		f.Clause(seen.Not(), lits[n-1].Not())
	case e == Binary:
		for k := 0; 1<<k < n; k++ {
			bit := f.Var()
			for i, l := range lits {
				if i>>k&1 != 0 {
					f.Clause(l.Not(), bit)
				} else {
					f.Clause(l.Not(), bit.Not())
				}
			}
		}
	default:
		side := 1
		for side*side < n {
			side++
		}
		rows, cols := f.Vars((n+side-1)/side), f.Vars(side)
		for i, l := range lits {
			f.Clause(l.Not(), rows[i/side])
			f.Clause(l.Not(), cols[i%side])
		}
		f.AtMostOne(e, rows)
		f.AtMostOne(e, cols)
	}
}

// Pigeons asks to put so many pigeons into so many holes, no two into one. It is satisfiable if pigeons <=
// holes. Resolution proofs are exponential (Haken, "The intractability of resolution", 1985).
func Pigeons(e AtMostOne, pigeons, holes int) *Formula {
	f := &Formula{}
	in := make([][]sat.Lit, pigeons)
	for p := range in {
		in[p] = f.Vars(holes)
		f.Clause(in[p]...)
	}
	for h := range holes {
		col := make([]sat.Lit, pigeons)
		for p := range in {
			col[p] = in[p][h]
		}
		f.AtMostOne(e, col)
	}
	return f
}

// Chessboard asks to cover a board of n by n squares that lacks two opposite
// corners by dominoes (McCarthy, 1964). Unsatisfiable.
func Chessboard(e AtMostOne, n int) *Formula {
	f := &Formula{}
	cover := make([][]sat.Lit, n*n)
	gone := func(r, c int) bool { return r == c && (r == 0 || r == n-1) }
	place := func(r, c, r2, c2 int) {
		if r2 >= n || c2 >= n || gone(r, c) || gone(r2, c2) {
			return
		}
		d := f.Var()
		cover[r*n+c] = append(cover[r*n+c], d)
		cover[r2*n+c2] = append(cover[r2*n+c2], d)
	}
	for r := range n {
		for c := range n {
			place(r, c, r, c+1)
			place(r, c, r+1, c)
		}
	}
	for i, dominoes := range cover {
		if !gone(i/n, i%n) {
			f.Clause(dominoes...)
			f.AtMostOne(e, dominoes)
		}
	}
	return f
}

// CliqueColouring asks for a graph of n vertices with a clique of k vertices and a
// colouring with k-1 colours. Unsatisfiable (Pudlak, 1997).
func CliqueColouring(n, k int) *Formula {
	f := &Formula{}
	edge := make([][]sat.Lit, n)
	for v := range edge {
		edge[v] = f.Vars(v)
	}
	member := make([][]sat.Lit, k) // by place in the clique and vertex
	for i := range member {
		member[i] = f.Vars(n)
		f.Clause(member[i]...)
	}
	colour := make([][]sat.Lit, n)
	for v := range colour {
		colour[v] = f.Vars(k - 1)
		f.Clause(colour[v]...)
	}
	for v := range n {
		for i := range k {
			for j := range i {
				f.Clause(member[i][v].Not(), member[j][v].Not())
			}
		}
		for u := range v {
			for i := range k {
				for j := range k {
					if i != j {
						f.Clause(member[i][v].Not(), member[j][u].Not(), edge[v][u])
					}
				}
			}
			for c := range k - 1 {
				f.Clause(edge[v][u].Not(), colour[v][c].Not(), colour[u][c].Not())
			}
		}
	}
	return f
}
