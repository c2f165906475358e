package order

import (
	"context"
	"fmt"
	"math/rand"
	"testing"
	"time"

	"whittle.dev/sat"
)

// linearOrders counts the models of a total order over n elements by blocking each one found.
func linearOrders(tb testing.TB, n int) int {
	s := sat.New(sat.Config{})
	o := New(s)
	nodes := make([]Node, n)
	for i := range nodes {
		nodes[i] = o.Node()
	}
	var vars []sat.Var
	for i := range n {
		for j := range i {
			v := s.NewVar()
			vars = append(vars, v)
			o.Edge(v.Pos(), nodes[i], nodes[j])
			o.Edge(v.Neg(), nodes[j], nodes[i])
		}
	}
	for count := 0; ; count++ {
		switch s.Solve(context.Background()) {
		case sat.Unsat:
			return count
		case sat.Unknown:
			tb.Fatal("unknown")
		}
		var block []sat.Lit
		for _, v := range vars {
			block = append(block, sat.MkLit(v, s.Value(v.Pos())))
		}
		s.AddClause(block...)
	}
}

func TestLinearOrders(t *testing.T) {
	want := 1
	for n := 1; n <= 7; n++ {
		want *= n
		start := time.Now()
		if got := linearOrders(t, n); got != want {
			t.Fatalf("%d elements: %d orders, want %d", n, got, want)
		}
		if testing.Verbose() {
			fmt.Println(n, time.Since(start))
		}
	}
}

func BenchmarkLinearOrders7(b *testing.B) {
	for b.Loop() {
		linearOrders(b, 7)
	}
}

// instance is a random set of edges and accesses over a few nodes, with clauses over the literals.
type instance struct {
	nodes   int
	access  [][2]int // node, position
	before  [][2]int
	edges   [][3]int // literal, from, to
	rf, wo  [][3]int // literal, access, access
	reach   [][3]int // literal, node, node
	vars    int
	clauses [][]int
}

func randomInstance(r *rand.Rand) *instance {
	x := &instance{nodes: 2 + r.Intn(4), vars: 3 + r.Intn(7)}
	lit := func() int {
		l := 1 + r.Intn(x.vars)
		if r.Intn(2) == 0 {
			l = -l
		}
		return l
	}
	for range 2 + r.Intn(5) {
		x.access = append(x.access, [2]int{r.Intn(x.nodes), r.Intn(3)})
	}
	for range r.Intn(3) {
		x.before = append(x.before, [2]int{r.Intn(x.nodes), r.Intn(x.nodes)})
	}
	for range r.Intn(6) {
		x.edges = append(x.edges, [3]int{lit(), r.Intn(x.nodes), r.Intn(x.nodes)})
	}
	for range r.Intn(6) {
		x.rf = append(x.rf, [3]int{lit(), r.Intn(len(x.access)), r.Intn(len(x.access))})
		x.wo = append(x.wo, [3]int{lit(), r.Intn(len(x.access)), r.Intn(len(x.access))})
	}
	if r.Intn(2) == 0 {
		for range r.Intn(5) {
			x.reach = append(x.reach, [3]int{lit(), r.Intn(x.nodes), r.Intn(x.nodes)})
		}
	}
	for range r.Intn(2 * x.vars) {
		var c []int
		for range 1 + r.Intn(3) {
			c = append(c, lit())
		}
		x.clauses = append(x.clauses, c)
	}
	return x
}

func holds(m, l int) bool {
	if l > 0 {
		return m>>(l-1)&1 == 1
	}
	return m>>(-l-1)&1 == 0
}

// consistent decides by definition whether an assignment is allowed: by trying
// all linear orders of the nodes.
func (x *instance) consistent(m int) bool {
	var must [][2]int
	ok := true
	follow := func(a, b int) {
		p, q := x.access[a], x.access[b]
		if p[0] == q[0] {
			ok = ok && p[1] < q[1]
		} else {
			must = append(must, [2]int{p[0], q[0]})
		}
	}
	must = append(must, x.before...)
	for _, e := range x.edges {
		if holds(m, e[0]) {
			must = append(must, [2]int{e[1], e[2]})
		}
	}
	for _, e := range x.wo {
		if holds(m, e[0]) {
			follow(e[1], e[2])
		}
	}
	for _, e := range x.rf {
		if !holds(m, e[0]) {
			continue
		}
		follow(e[1], e[2])
		for _, w := range x.wo {
			if holds(m, w[0]) && w[1] == e[1] {
				follow(e[2], w[2])
			}
		}
	}
	if !ok {
		return false
	}
	for _, q := range x.reach {
		if !holds(m, q[0]) && path(must, x.nodes, q[1], q[2]) {
			return false
		}
	}
	place := make([]int, x.nodes)
	var try func(used, k int) bool
	try = func(used, k int) bool {
		if k == x.nodes {
			for _, e := range must {
				if place[e[0]] >= place[e[1]] {
					return false
				}
			}
			return true
		}
		for n := range x.nodes {
			if used>>n&1 == 0 {
				place[n] = k
				if try(used|1<<n, k+1) {
					return true
				}
			}
		}
		return false
	}
	return try(0, 0)
}

// path reports whether edges lead from a to b; a node leads to itself.
func path(edges [][2]int, nodes, a, b int) bool {
	reached := make([]bool, nodes)
	reached[a] = true
	for range nodes {
		for _, e := range edges {
			reached[e[1]] = reached[e[1]] || reached[e[0]]
		}
	}
	return reached[b]
}

// models is the set of assignments that satisfy clauses and order.
func (x *instance) models() map[int]bool {
	all := map[int]bool{}
search:
	for m := range 1 << x.vars {
		for _, c := range x.clauses {
			ok := false
			for _, l := range c {
				ok = ok || holds(m, l)
			}
			if !ok {
				continue search
			}
		}
		if x.consistent(m) {
			all[m] = true
		}
	}
	return all
}

// axiomChecker checks by definition that the clauses of the theory hold.
type axiomChecker struct {
	t    *testing.T
	seed int64
	x    *instance
}

func (c *axiomChecker) Input([]sat.Lit)  {}
func (c *axiomChecker) Learn([]sat.Lit)  {}
func (c *axiomChecker) Delete([]sat.Lit) {}

func (c *axiomChecker) Axiom(clause []sat.Lit) {
search:
	for m := range 1 << c.x.vars {
		for _, l := range clause {
			if holds(m, l.Dimacs()) {
				continue search
			}
		}
		if c.x.consistent(m) {
			c.t.Fatalf("seed %d: the theory says %v, but %b is consistent", c.seed, clause, m)
		}
	}
}

// TestRandomModels enumerates all models of random instances, part of which is
// added between solves, and compares with the definition.
func TestRandomModels(t *testing.T) {
	for seed := range int64(2000) {
		r := rand.New(rand.NewSource(seed))
		x := randomInstance(r)
		want := x.models()
		s := sat.New(sat.Config{Debug: func([]sat.Lit) {}, Proof: &axiomChecker{t, seed, x}})
		o := New(s)
		if seed%3 == 0 {
			o.closure.limit = 0 // there is none
		}
		for range x.vars {
			s.NewVar()
		}
		var nodes []Node
		for range x.nodes {
			nodes = append(nodes, o.Node())
		}
		var accs []Access
		for _, a := range x.access {
			accs = append(accs, o.Access(nodes[a[0]], a[1]))
		}
		maybeSolve := func() {
			if r.Intn(4) == 0 {
				s.Solve(context.Background())
			}
		}
		for _, c := range x.clauses {
			var lits []sat.Lit
			for _, l := range c {
				lits = append(lits, sat.FromDimacs(l))
			}
			s.AddClause(lits...)
			maybeSolve()
		}
		for _, e := range x.wo {
			o.WriteOrder(sat.FromDimacs(e[0]), accs[e[1]], accs[e[2]])
			maybeSolve()
		}
		for _, e := range x.edges {
			o.Edge(sat.FromDimacs(e[0]), nodes[e[1]], nodes[e[2]])
			maybeSolve()
		}
		for _, e := range x.reach {
			o.Reach(sat.FromDimacs(e[0]), nodes[e[1]], nodes[e[2]])
			maybeSolve()
		}
		for _, e := range x.rf {
			o.ReadFrom(sat.FromDimacs(e[0]), accs[e[1]], accs[e[2]])
			maybeSolve()
		}
		for _, e := range x.before {
			o.Before(nodes[e[0]], nodes[e[1]])
			maybeSolve()
		}
		got := 0
		for s.Solve(context.Background()) == sat.Sat {
			m := 0
			var block []sat.Lit
			for v := 1; v <= x.vars; v++ {
				val := s.Value(sat.Var(v).Pos())
				if val {
					m |= 1 << (v - 1)
				}
				block = append(block, sat.MkLit(sat.Var(v), val))
			}
			if !want[m] {
				t.Fatalf("seed %d: model %b is not allowed", seed, m)
			}
			got++
			s.AddClause(block...)
		}
		if got != len(want) {
			t.Fatalf("seed %d: %d models, want %d", seed, got, len(want))
		}
	}
}
