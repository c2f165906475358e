package native

import (
	"context"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// orderCase is a random use of the ordering capability, kept so that all
// assignments of its literals can be tried.
type orderCase struct {
	st    *term.Store
	lits  []term.Term
	nodes int
	fixed [][2]int
	edges [][3]int // literal, from, to
	accs  [][2]int // node, position
	rf    [][3]int // literal, write, read
	wo    [][3]int
}

func randomOrder(r *rand.Rand) *orderCase {
	c := &orderCase{st: term.NewStore(), nodes: 2 + r.IntN(4)}
	x := c.st.Symbol("x", term.BitVec(2))
	for i := range 5 {
		c.lits = append(c.lits, c.st.Fresh("l", term.Bool))
		if i == 4 { // a literal that is a gate
			c.lits[i] = c.st.BVUlt(x, c.st.BV(2, 2))
		}
	}
	c.lits = append(c.lits, c.st.Not(c.lits[0]), c.st.True(), c.st.False())
	node := func() int { return r.IntN(c.nodes) }
	for range r.IntN(3) {
		c.fixed = append(c.fixed, [2]int{node(), node()})
	}
	for range r.IntN(6) {
		c.edges = append(c.edges, [3]int{r.IntN(len(c.lits)), node(), node()})
	}
	for range 4 {
		c.accs = append(c.accs, [2]int{node(), r.IntN(3)})
	}
	for range r.IntN(4) {
		c.rf = append(c.rf, [3]int{r.IntN(len(c.lits)), r.IntN(4), r.IntN(4)})
	}
	for range r.IntN(4) {
		c.wo = append(c.wo, [3]int{r.IntN(len(c.lits)), r.IntN(4), r.IntN(4)})
	}
	return c
}

func (c *orderCase) build(s *Solver) {
	var nodes []smt.Node
	for range c.nodes {
		nodes = append(nodes, s.Node())
	}
	var accs []smt.Access
	for _, a := range c.accs {
		accs = append(accs, s.Access(nodes[a[0]], a[1]))
	}
	for _, e := range c.fixed {
		s.Before(nodes[e[0]], nodes[e[1]])
	}
	for _, e := range c.edges {
		s.Edge(c.lits[e[0]], nodes[e[1]], nodes[e[2]])
	}
	for _, e := range c.rf {
		s.ReadFrom(c.lits[e[0]], accs[e[1]], accs[e[2]])
	}
	for _, e := range c.wo {
		s.WriteOrder(c.lits[e[0]], accs[e[1]], accs[e[2]])
	}
}

// holds decides one assignment of the literals by the definition.
func (c *orderCase) holds(val []bool) bool {
	before := make([][]bool, c.nodes)
	for i := range before {
		before[i] = make([]bool, c.nodes)
	}
	access := func(a, b int) bool { // a before b; false if they clash in one node
		x, y := c.accs[a], c.accs[b]
		if x[0] == y[0] {
			return x[1] < y[1]
		}
		before[x[0]][y[0]] = true
		return true
	}
	for _, e := range c.fixed {
		before[e[0]][e[1]] = true
	}
	for _, e := range c.edges {
		if val[e[0]] {
			before[e[1]][e[2]] = true
		}
	}
	for _, e := range append(append([][3]int{}, c.rf...), c.wo...) {
		if val[e[0]] && !access(e[1], e[2]) {
			return false
		}
	}
	for _, f := range c.rf {
		for _, w := range c.wo {
			if val[f[0]] && val[w[0]] && f[1] == w[1] && !access(f[2], w[2]) {
				return false
			}
		}
	}
	for k := range c.nodes {
		for i := range c.nodes {
			for j := range c.nodes {
				before[i][j] = before[i][j] || before[i][k] && before[k][j]
			}
		}
	}
	for i := range c.nodes {
		if before[i][i] {
			return false
		}
	}
	return true
}

func TestOrder(t *testing.T) {
	for i := range testflag.Times(300) {
		r := rand.New(rand.NewPCG(5, uint64(i)))
		c := randomOrder(r)
		s := New(c.st, Config{})
		if r.IntN(2) == 0 { // work before the theory is attached
			s.Push()
			s.Assert(c.lits[1])
			s.Check(context.Background())
			s.Pop()
			s.Check(context.Background(), c.lits[2])
		}
		c.build(s)
		for m := range 32 {
			val := make([]bool, len(c.lits))
			var as []term.Term
			for k := range 5 {
				val[k] = m>>k&1 != 0
				l := c.lits[k]
				if !val[k] {
					l = c.st.Not(l)
				}
				as = append(as, l)
			}
			val[5], val[6], val[7] = !val[0], true, false
			want := smt.Unsat
			if c.holds(val) {
				want = smt.Sat
			}
			if got := s.Check(context.Background(), as...); got.Status != want {
				t.Fatalf("case %d, assignment %05b: %v, want %v\n%+v", i, m, got, want, c)
			}
		}
	}
}
