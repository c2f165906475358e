package difference

import (
	"math/rand/v2"
	"slices"
	"testing"

	"whittle.dev/internal/testing/testflag"
	"whittle.dev/sat"
)

// TestDistancesRandom compares the matrix with distances computed anew, while edges and nodes come and edges
// go, and looks at the walks that it explains them by.
func TestDistancesRandom(t *testing.T) {
	walks := 0
	for i := range testflag.Times(150) {
		r := rand.New(rand.NewPCG(3, uint64(i)))
		g, d := &Graph{}, &distances{}
		var all []bound // by tag
		for range 40 {
			if g.Len() < 2 || r.IntN(8) == 0 {
				g.Node()
				d.grow(g.Len())
			}
			if r.IntN(5) == 0 {
				h := r.IntN(g.Height() + 1)
				g.Pop(h)
				d.pop(h)
			}
			b := bound{Node(r.IntN(g.Len())), Node(r.IntN(g.Len())), int64(r.IntN(12) - 4)}
			if d.at(b.from, b.to).dist <= b.weight {
				continue
			}
			all = append(all, b)
			if _, ok := g.Add(b.from, b.to, b.weight, int32(len(all)*2)); ok {
				d.add(int32(g.Height()-1), &g.active[g.Height()-1])
			}
			for _, h := range []int{g.Height(), r.IntN(g.Height() + 1)} {
				want := shortest(g, h)
				for from := range Node(g.Len()) {
					to := Node(r.IntN(g.Len()))
					if h == g.Height() && d.at(from, to).dist != want[from][to] {
						t.Fatalf("seed %d: the distance from %d to %d is %d, want %d", i, from, to,
							d.at(from, to).dist, want[from][to])
					}
					if w := want[from][to]; w != unreachable {
						walks++
						checkWalk(t, g, d, from, to, int32(h), w+int64(r.IntN(6)))
					}
				}
			}
		}
	}
	if walks == 0 {
		t.Error("no walk in all runs")
	}
}

// shortest is R. W. Floyd's algorithm (CACM 5(6), 1962) over the first edges.
func shortest(g *Graph, height int) [][]int64 {
	d := make([][]int64, g.Len())
	for i := range d {
		d[i] = slices.Repeat([]int64{unreachable}, g.Len())
		d[i][i] = 0
	}
	for _, e := range g.active[:height] {
		d[e.from][e.to] = min(d[e.from][e.to], e.weight)
	}
	for k := range d {
		for i := range d {
			for j := range d {
				if d[i][k] != unreachable && d[k][j] != unreachable {
					d[i][j] = min(d[i][j], d[i][k]+d[k][j])
				}
			}
		}
	}
	return d
}

// checkWalk looks whether the literals of an explanation imply the distance, without the other edges.
func checkWalk(t *testing.T, g *Graph, d *distances, from, to Node, height int32, limit int64) {
	t.Helper()
	var lits []sat.Lit
	d.explain(g, from, to, height, limit, &lits)
	part := &Graph{}
	for range g.Len() {
		part.Node()
	}
	for _, l := range lits {
		at := slices.IndexFunc(g.active[:height], func(e edge) bool { return sat.Lit(e.tag).Not() == l })
		if at < 0 {
			t.Fatalf("literal %d belongs to no edge below %d", l, height)
		}
		part.active = append(part.active, g.active[at])
	}
	if got := shortest(part, len(lits))[from][to]; got > limit {
		t.Fatalf("the walk from %d to %d has weight %d, more than %d", from, to, got, limit)
	}
}

// TestDistancesGiveWay lets nodes come between solves until they are too many for a matrix, while constraints
// are in force.
func TestDistancesGiveWay(t *testing.T) {
	s := sat.New(sat.Config{})
	d := &Theory{}
	s.AddTheory(d)
	atom := func(from, to Node, bound int64) sat.Lit {
		v := s.NewVar()
		if !d.Atom(v.Pos(), from, to, bound) {
			t.Fatal("an atom is refused")
		}
		s.Observe(d, v)
		return v.Pos()
	}
	first, last := d.Node(), d.Node()
	s.AddClause(atom(first, last, -1))
	for size := 3; size <= maxMatrix+40; size += 37 {
		for d.graph.Len() < size {
			n := d.Node()
			s.AddClause(atom(last, n, -1))
			last = n
		}
		n := int64(d.graph.Len() - 1)
		enough, more := atom(first, last, -n), atom(first, last, -n-1)
		if got := s.Solve(t.Context(), enough.Not()); got != sat.Unsat {
			t.Fatalf("%d nodes: the path is longer: %v", size, got)
		}
		if got := s.Solve(t.Context(), more.Not()); got != sat.Sat || d.Value(last)-d.Value(first) != -n {
			t.Fatalf("%d nodes: %v, the last node is at %d", size, got, d.Value(last)-d.Value(first))
		}
		if kept := d.dist != nil; kept != (size <= maxMatrix) {
			t.Fatalf("%d nodes: the matrix is kept: %v", size, kept)
		}
	}
}
