package congruence

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
	c := &Theory{}
	s.AddTheory(c)
	x, y, fx, fy := c.Node(), c.Node(), c.Node(), c.Node()
	c.Apply(0, []Node{x}, fx)
	c.Apply(0, []Node{y}, fy)
	p, q := s.NewVar(), s.NewVar()
	c.Equality(p.Pos(), x, y)
	c.Equality(q.Pos(), fx, fy)
	s.Observe(c, p)
	s.Observe(c, q)
	ctx := context.Background()
	fmt.Println(s.Solve(ctx, p.Pos(), q.Neg()), len(s.Failed()))
	fmt.Println(s.Solve(ctx, p.Pos()), c.Root(fx) == c.Root(fy))
	// Output:
	// unsat 2
	// sat true
}

// checked is a Theory whose explanations are compared with what was assigned before.
type checked struct {
	Theory
	t     *testing.T
	trail []sat.Lit
	level []int
}

func (c *checked) Assign(l sat.Lit, level int) {
	c.trail, c.level = append(c.trail, l), append(c.level, level)
	c.Theory.Assign(l, level)
}

func (c *checked) Backtrack(level int) {
	n := len(c.level)
	for n > 0 && c.level[n-1] > level {
		n--
	}
	c.trail, c.level = c.trail[:n], c.level[:n]
	c.Theory.Backtrack(level)
}

func (c *checked) Explain(l sat.Lit, tag uint32, buf []sat.Lit) []sat.Lit {
	buf = c.Theory.Explain(l, tag, buf)
	before := map[sat.Lit]bool{}
	for _, x := range c.trail {
		if x == l {
			break
		}
		before[x] = true
	}
	seen := map[sat.Lit]bool{}
	for _, x := range buf {
		if x == l {
			continue
		}
		if !before[x.Not()] {
			c.t.Errorf("a literal of the explanation was not assigned before")
		}
		if seen[x] {
			c.t.Errorf("an explanation repeats a literal")
		}
		seen[x] = true
	}
	return buf
}

type application2 struct {
	fn     int32
	args   []Node
	result Node
}

// problem is what the oracle knows.
type problem struct {
	nodes int
	apps  []application2
	atoms [][2]Node
}

// consistent closes the equalities that hold naively.
func (p *problem) consistent(holds func(i int) bool) bool {
	root := make([]int, p.nodes)
	for i := range root {
		root[i] = i
	}
	unite := func(x, y Node) bool {
		a, b := root[x], root[y]
		if a == b {
			return false
		}
		for i := range root {
			if root[i] == a {
				root[i] = b
			}
		}
		return true
	}
	for i, e := range p.atoms {
		if holds(i) {
			unite(e[0], e[1])
		}
	}
	for changed := true; changed; {
		changed = false
		for _, a := range p.apps {
			for _, b := range p.apps {
				same := a.fn == b.fn
				for i := 0; same && i < len(a.args); i++ {
					same = root[a.args[i]] == root[b.args[i]]
				}
				if same && unite(a.result, b.result) {
					changed = true
				}
			}
		}
	}
	for i, e := range p.atoms {
		if !holds(i) && root[e[0]] == root[e[1]] {
			return false
		}
	}
	return true
}

// TestTheoryRandom decides random clauses over equalities, again after more was added, and compares with
// enumeration.
func TestTheoryRandom(t *testing.T) {
	counts := map[sat.Status]int{}
	implied := int64(0)
	for i := range testflag.Times(800) {
		r := rand.New(rand.NewPCG(3, uint64(i)))
		s := sat.New(sat.Config{})
		c := &checked{t: t}
		s.AddTheory(c)
		var p problem
		var vars []sat.Var
		var clauses [][]sat.Lit
		for range 3 {
			for range 2 {
				c.Node()
				p.nodes++
			}
			node := func() Node { return Node(r.IntN(p.nodes)) }
			s.Reset()
			for range 1 + r.IntN(3) {
				a := application2{fn: int32(r.IntN(2)), args: []Node{node()}, result: node()}
				if a.fn == 1 {
					a.args = append(a.args, node())
				}
				p.apps = append(p.apps, a)
				c.Apply(a.fn, a.args, a.result)
			}
			for range 1 + r.IntN(3) {
				v := s.NewVar()
				if len(vars) > 0 && r.IntN(4) == 0 {
					v = vars[r.IntN(len(vars))] // of another equality too
				}
				e := [2]Node{node(), node()}
				vars, p.atoms = append(vars, v), append(p.atoms, e)
				c.Equality(v.Pos(), e[0], e[1])
				s.Observe(c, v)
			}
			for range r.IntN(2 * len(vars)) {
				var cl []sat.Lit
				for range 1 + r.IntN(3) {
					cl = append(cl, sat.MkLit(vars[r.IntN(len(vars))], r.IntN(2) == 0))
				}
				clauses = append(clauses, cl)
				s.AddClause(cl...)
			}
			var assume []sat.Lit
			for range r.IntN(4) {
				assume = append(assume, sat.MkLit(vars[r.IntN(len(vars))], r.IntN(2) == 0))
			}
			got := s.Solve(context.Background(), assume...)
			counts[got]++
			if want := p.solve(vars, clauses, assume); got != want {
				t.Fatalf("seed %d: %v, want %v", i, got, want)
			}
			switch got {
			case sat.Sat:
				for j, e := range p.atoms {
					if (c.Root(e[0]) == c.Root(e[1])) != s.Value(vars[j].Pos()) {
						t.Fatalf("seed %d: the classes break equality %d", i, j)
					}
				}
			case sat.Unsat:
				if p.solve(vars, clauses, s.Failed()) != sat.Unsat {
					t.Fatalf("seed %d: the core is satisfiable", i)
				}
			}
		}
		implied += c.Statistics().Implied
	}
	if counts[sat.Sat] == 0 || counts[sat.Unsat] == 0 || implied == 0 {
		t.Errorf("%v, %d literals implied", counts, implied)
	}
}

func (p *problem) solve(vars []sat.Var, clauses [][]sat.Lit, assume []sat.Lit) sat.Status {
	index := map[sat.Var]int{}
	for j, v := range vars {
		if _, ok := index[v]; !ok {
			index[v] = j
		}
	}
	for m := range 1 << len(vars) {
		lit := func(l sat.Lit) bool { return (m>>index[l.Var()]&1 != 0) == (l == l.Var().Pos()) }
		ok := true
		for _, l := range assume {
			ok = ok && lit(l)
		}
		for _, c := range clauses {
			any := false
			for _, l := range c {
				any = any || lit(l)
			}
			ok = ok && any
		}
		if ok && p.consistent(func(i int) bool { return m>>index[vars[i]]&1 != 0 }) {
			return sat.Sat
		}
	}
	return sat.Unsat
}

// TestChain explains the equality of the ends of a chain below many applications.
func TestChain(t *testing.T) {
	var c Closure
	const n = 2000
	for range 2 * n {
		c.Node()
	}
	for i := range n - 1 { // f(2i) = 2i+2, and f(2i+1) = 2i+3
		c.Apply(0, []Node{Node(2 * i)}, Node(2*i+2))
		c.Apply(0, []Node{Node(2*i + 1)}, Node(2*i+3))
	}
	c.Merge(0, 1, 7)
	c.Close(func(Node, Node) {})
	if c.Root(2*n-2) != c.Root(2*n-1) {
		t.Fatal("the ends of the chain differ")
	}
	if tags := c.Explain(2*n-2, 2*n-1, nil); len(tags) != 1 || tags[0] != 7 {
		t.Fatalf("explanation %v", tags)
	}
	c.Undo(0)
	if c.Root(2*n-2) == c.Root(2*n-1) {
		t.Fatal("the ends of the chain are equal after Undo")
	}
}
