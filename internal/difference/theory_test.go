package difference

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/testflag"
	"whittle.dev/sat"
)

func ExampleTheory() {
	s := sat.New(sat.Config{})
	d := &Theory{}
	s.AddTheory(d)
	x, y := d.Node(), d.Node()
	p, q := s.NewVar(), s.NewVar()
	d.Atom(p.Pos(), x, y, -1) // y < x
	d.Atom(q.Pos(), y, x, 0)  // x <= y
	s.Observe(d, p)
	s.Observe(d, q)
	ctx := context.Background()
	fmt.Println(s.Solve(ctx, p.Pos(), q.Pos()), len(s.Failed()))
	fmt.Println(s.Solve(ctx, p.Pos()), d.Value(y) < d.Value(x), s.Value(q.Pos()))
	// Output:
	// unsat 2
	// sat true false
}

// bound is to - from <= weight.
type bound struct {
	from, to Node
	weight   int64
}

// satisfiable is Bellman and Ford's algorithm.
func satisfiable(nodes int, bs []bound) bool {
	d := make([]int64, nodes)
	for range nodes + 1 {
		changed := false
		for _, b := range bs {
			if v := d[b.from] + b.weight; v < d[b.to] {
				d[b.to], changed = v, true
			}
		}
		if !changed {
			return true
		}
	}
	return false
}

// TestGraphRandom compares the stack of edges with Bellman and Ford's algorithm, and looks at each cycle.
func TestGraphRandom(t *testing.T) {
	conflicts := 0
	for i := range testflag.Times(400) {
		r := rand.New(rand.NewPCG(1, uint64(i)))
		g := &Graph{}
		n := 2 + r.IntN(6)
		for range n {
			g.Node()
		}
		var all []bound // by tag
		var in []int32  // tags of the active edges
		for range 60 {
			if r.IntN(4) == 0 && len(in) > 0 {
				h := r.IntN(len(in) + 1)
				g.Pop(h)
				in = in[:h]
			}
			b := bound{Node(r.IntN(n)), Node(r.IntN(n)), int64(r.IntN(12) - 4)}
			tag := int32(len(all))
			all = append(all, b)
			var bs []bound
			for _, k := range append(in, tag) {
				bs = append(bs, all[k])
			}
			cycle, ok := g.Add(b.from, b.to, b.weight, tag)
			if want := satisfiable(n, bs); ok != want {
				t.Fatalf("seed %d: Add answers %v, want %v", i, ok, want)
			}
			if ok {
				in = append(in, tag)
			} else {
				conflicts++
				at, sum := b.from, b.weight
				for _, k := range cycle { // from the source of the new edge backward
					if all[k].to != at {
						t.Fatalf("seed %d: no cycle", i)
					}
					at = all[k].from
					sum += all[k].weight
				}
				if at != b.to || sum >= 0 {
					t.Fatalf("seed %d: the cycle has weight %d", i, sum)
				}
			}
			for _, k := range in {
				if b := all[k]; g.Value(b.to)-g.Value(b.from) > b.weight {
					t.Fatalf("seed %d: the potentials break an edge", i)
				}
			}
		}
	}
	if conflicts == 0 {
		t.Error("no conflict in all runs")
	}
}

// TestRebase makes potentials sink without end.
func TestRebase(t *testing.T) {
	g := &Graph{}
	x, y := g.Node(), g.Node()
	const far = 1 << 58
	for range 100 {
		for _, e := range [][2]Node{{x, y}, {y, x}} {
			if _, ok := g.Add(e[0], e[1], -far, 0); !ok {
				t.Fatal("conflict")
			}
			if g.Value(e[1])-g.Value(e[0]) > -far {
				t.Fatal("the potentials break the edge")
			}
			g.Pop(0)
		}
	}
}

// TestTheoryRandom decides random clauses over atoms, under assumptions and again, and compares with
// enumeration. The log of the proof makes the solver check every explanation.
func TestTheoryRandom(t *testing.T) {
	counts := map[sat.Status]int{}
	implied := int64(0)
	for i := range testflag.Times(800) {
		r := rand.New(rand.NewPCG(2, uint64(i)))
		s := sat.New(sat.Config{})
		d := &Theory{noMatrix: i%2 == 1}
		s.AddTheory(d)
		n, m := 2+r.IntN(4), 3+r.IntN(5)
		for range n {
			d.Node()
		}
		var atoms []bound
		var vars []sat.Var
		var clauses [][]sat.Lit
		for range 3 {
			for len(atoms) < m {
				b := bound{Node(r.IntN(n)), Node(r.IntN(n)), int64(r.IntN(7) - 3)}
				v := s.NewVar()
				atoms, vars = append(atoms, b), append(vars, v)
				if !d.Atom(v.Pos(), b.from, b.to, b.weight) {
					t.Fatal("an atom is refused")
				}
				s.Observe(d, v)
			}
			m = min(m+1, 9)
			for range 1 + r.IntN(2*m) {
				var c []sat.Lit
				for range 1 + r.IntN(3) {
					c = append(c, sat.MkLit(vars[r.IntN(len(vars))], r.IntN(2) == 0))
				}
				clauses = append(clauses, c)
				s.AddClause(c...)
			}
			var assume []sat.Lit
			for range r.IntN(4) {
				assume = append(assume, sat.MkLit(vars[r.IntN(len(vars))], r.IntN(2) == 0))
			}
			got := s.Solve(context.Background(), assume...)
			counts[got]++
			if want := enumerate(n, atoms, clauses, assume, vars); got != want {
				t.Fatalf("seed %d: %v, want %v", i, got, want)
			}
			switch got {
			case sat.Sat:
				for j, b := range atoms {
					if (d.Value(b.to)-d.Value(b.from) <= b.weight) != s.Value(vars[j].Pos()) {
						t.Fatalf("seed %d: the values break atom %d", i, j)
					}
				}
			case sat.Unsat:
				if enumerate(n, atoms, clauses, s.Failed(), vars) != sat.Unsat {
					t.Fatalf("seed %d: the core is satisfiable", i)
				}
			}
		}
		implied += d.Statistics().Implied
	}
	if counts[sat.Sat] == 0 || counts[sat.Unsat] == 0 || implied == 0 {
		t.Errorf("%v, %d literals implied", counts, implied)
	}
}

func enumerate(nodes int, atoms []bound, clauses [][]sat.Lit, assume []sat.Lit, vars []sat.Var) sat.Status {
	index := map[sat.Var]int{}
	for j, v := range vars {
		index[v] = j
	}
	for m := range 1 << len(atoms) {
		holds := func(l sat.Lit) bool {
			return (m>>index[l.Var()]&1 != 0) == (l == l.Var().Pos())
		}
		ok := true
		for _, l := range assume {
			ok = ok && holds(l)
		}
		for _, c := range clauses {
			any := false
			for _, l := range c {
				any = any || holds(l)
			}
			ok = ok && any
		}
		if !ok {
			continue
		}
		var bs []bound
		for j, b := range atoms {
			if m>>j&1 != 0 {
				bs = append(bs, b)
			} else {
				bs = append(bs, bound{b.to, b.from, -b.weight - 1})
			}
		}
		if satisfiable(nodes, bs) {
			return sat.Sat
		}
	}
	return sat.Unsat
}

func TestAtomRefusesOverflow(t *testing.T) {
	s := sat.New(sat.Config{})
	d := &Theory{}
	x, y := d.Node(), d.Node()
	if d.Atom(s.NewVar().Pos(), x, y, maxSum/2) {
		t.Error("an atom of half the greatest sum is accepted among two nodes")
	}
	if !d.Atom(s.NewVar().Pos(), x, y, -maxSum/4) {
		t.Error("an atom of a quarter of the greatest sum is refused")
	}
}
