package exists_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
	"whittle.dev/smt/exists"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// program is a loop over one variable x, as terms and as numbers:
//
//	x = nondet(); while (guard(x)) x = step(x, nondet());
type program struct {
	name  string
	guard func(st *term.Store, x term.Term) term.Term
	step  func(st *term.Store, x, in term.Term) term.Term
	// The same at width w.
	test func(w int, x uint64) bool
	next func(w int, x, in uint64) uint64
}

func mask(w int, x uint64) uint64 { return x & (1<<w - 1) }

var programs = []program{
	{ // the loop of Figure 1 of the paper
		name: "modulo",
		guard: func(st *term.Store, x term.Term) term.Term {
			return st.Not(st.Eq(st.BVURem(x, c(st, x, 42)), c(st, x, 0)))
		},
		step: func(st *term.Store, x, in term.Term) term.Term { return st.BVAdd(x, c(st, x, 1)) },
		test: func(w int, x uint64) bool { return x%42 != 0 },
		next: func(w int, x, in uint64) uint64 { return x + 1 },
	},
	{
		name:  "collatz",
		guard: func(st *term.Store, x term.Term) term.Term { return st.BVUgt(x, c(st, x, 1)) },
		step: func(st *term.Store, x, in term.Term) term.Term {
			even := st.Eq(st.Extract(0, 0, x), st.BV(1, 0))
			return st.Ite(even, st.BVLShr(x, c(st, x, 1)), st.BVAdd(st.BVMul(x, c(st, x, 3)), c(st, x, 1)))
		},
		test: func(w int, x uint64) bool { return x > 1 },
		next: func(w int, x, in uint64) uint64 {
			if x%2 == 0 {
				return x / 2
			}
			return 3*x + 1
		},
	},
	{
		name:  "square",
		guard: func(st *term.Store, x term.Term) term.Term { return st.BVUlt(x, c(st, x, 200)) },
		step: func(st *term.Store, x, in term.Term) term.Term {
			return st.BVAdd(st.BVMul(x, x),
				c(st, x, 3))
		},
		test: func(w int, x uint64) bool { return x < 200 },
		next: func(w int, x, in uint64) uint64 { return x*x + 3 },
	},
	{
		name:  "even multiple",
		guard: func(st *term.Store, x term.Term) term.Term { return st.BVUgt(x, c(st, x, 10)) },
		step: func(st *term.Store, x, in term.Term) term.Term {
			return st.BVAdd(st.BVMul(x, c(st, x, 6)), c(st, x, 2))
		},
		test: func(w int, x uint64) bool { return x > 10 },
		next: func(w int, x, in uint64) uint64 { return 6*x + 2 },
	},
	{
		name:  "input",
		guard: func(st *term.Store, x term.Term) term.Term { return st.BVUlt(x, c(st, x, 100)) },
		step: func(st *term.Store, x, in term.Term) term.Term {
			return st.BVAdd(x, st.BVMul(st.BVAnd(in, c(st, x, 15)), c(st, x, 3)))
		},
		test: func(w int, x uint64) bool { return x < 100 },
		next: func(w int, x, in uint64) uint64 { return x + (in&15)*3 },
	},
	{ // a divisor of 1 makes a round do nothing
		name:  "divide",
		guard: func(st *term.Store, x term.Term) term.Term { return st.BVUlt(x, c(st, x, 150)) },
		step: func(st *term.Store, x, in term.Term) term.Term {
			return st.BVUDiv(x, st.BVAdd(st.BVAnd(in, c(st, x, 15)), c(st, x, 1)))
		},
		test: func(w int, x uint64) bool { return x < 150 },
		next: func(w int, x, in uint64) uint64 { return x / (in&15 + 1) },
	},
	{
		name:  "times input",
		guard: func(st *term.Store, x term.Term) term.Term { return st.BVUlt(x, c(st, x, 120)) },
		step: func(st *term.Store, x, in term.Term) term.Term {
			return st.BVAdd(st.BVMul(x, st.BVAnd(in, c(st, x, 15))), c(st, x, 1))
		},
		test: func(w int, x uint64) bool { return x < 120 },
		next: func(w int, x, in uint64) uint64 { return x*(in&15) + 1 },
	},
	{
		name: "hash",
		guard: func(st *term.Store, x term.Term) term.Term {
			return st.BVUlt(st.BVURem(x, c(st, x, 7)),
				c(st, x, 5))
		},
		step: func(st *term.Store, x, in term.Term) term.Term {
			y := st.BVXor(x, st.BVLShr(x, c(st, x, 3)))
			return st.BVAdd(st.BVMul(y, c(st, x, 77)), st.BVUDiv(y, c(st, x, 5)))
		},
		test: func(w int, x uint64) bool { return x%7 < 5 },
		next: func(w int, x, in uint64) uint64 { y := x ^ x>>3; return y*77 + y/5 },
	},
}

func c(st *term.Store, x term.Term, v uint64) term.Term { return st.BV(st.Sort(x).Width(), v) }

// reach returns the values of x after k rounds, with all guards true.
func (p *program) reach(w, k int) map[uint64]bool {
	set := map[uint64]bool{}
	for x := range uint64(1) << w {
		set[x] = true
	}
	for range k {
		next := map[uint64]bool{}
		for x := range set {
			if !p.test(w, x) {
				continue
			}
			for in := range uint64(16) {
				next[mask(w, p.next(w, x, in))] = true
			}
		}
		set = next
	}
	return set
}

// state returns the symbolic part of the multi-state after k rounds, in generations
// of x as in section 2.4 of the paper, and the last generation.
func (p *program) state(st *term.Store, name string, w, k int) (parts []term.Term, last term.Term,
	symbols []term.Term) {
	symbol := func(kind string, i int) term.Term {
		x := st.Symbol(fmt.Sprintf("%s_%s%d", name, kind, i), term.BitVec(w))
		symbols = append(symbols, x)
		return x
	}
	last = symbol("x", 0)
	for i := range k {
		parts = append(parts, p.guard(st, last))
		next := symbol("x", i+1)
		parts = append(parts, st.Eq(next, p.step(st, last, symbol("in", i))))
		last = next
	}
	return parts, last, symbols
}

// query is notsubseteq(s1, s2) of section 2.5: satisfiable if a value of s1 is none of s2.
type query struct {
	name   string
	ground []term.Term
	bound  []term.Term
	body   term.Term
	x      term.Term // the value that s2 does not have
}

func (p *program) query(st *term.Store, w, k1, k2 int) query {
	a, x, _ := p.state(st, "a", w, k1)
	b, y, symbols := p.state(st, "b", w, k2)
	q := query{name: fmt.Sprintf("%s/%d bits/%d in %d rounds", p.name, w, k1, k2), ground: a, bound: symbols,
		x: x}
	parts := []term.Term{st.Not(st.Eq(x, y))}
	for _, t := range b {
		parts = append(parts, st.Not(t))
	}
	q.body = st.Or(parts...)
	return q
}

// covered answers the query by enumeration.
func (p *program) covered(w, k1, k2 int) bool {
	s1, s2 := p.reach(w, k1), p.reach(w, k2)
	for v := range s1 {
		if !s2[v] {
			return false
		}
	}
	return true
}

// TestCoverage decides the queries of state coverage: is the set of values
// after k rounds within that after k+1 rounds, and the other way round.
func TestCoverage(t *testing.T) {
	for _, p := range programs {
		for _, w := range []int{8, 16, 32} {
			for k := 1; k <= 3; k++ {
				if (w*k > 64 || p.name == "hash" && w*k > 24) && !testflag.Deep() {
					continue // of hash no value has a source, which takes seconds to see
				}
				for _, order := range [][2]int{{k, k + 1}, {k + 1, k}} {
					st := term.NewStore()
					q := p.query(st, w, order[0], order[1])
					s := newSolver(t, st, exists.Config{})
					ctx := t.Context()
					start := time.Now()
					for _, g := range q.ground {
						s.Assert(g)
					}
					s.AssertForAll(q.bound, q.body)
					r := s.Check(ctx)
					took := time.Since(start)
					t.Logf("%-35s %-8v %8.3f s %+v", q.name, r, took.Seconds(), s.Counts())
					if r.Status == smt.Unknown {
						t.Errorf("%s: %v", q.name, r)
					} else if w <= 16 && p.covered(w, order[0], order[1]) != (r.Status == smt.Unsat) {
						t.Errorf("%s: %v is wrong", q.name, r)
					}
					if r.Status == smt.Sat {
						checkUncovered(t, st, s, q)
					}
				}
			}
		}
	}
}

// checkUncovered checks the model by solvers without quantifiers.
func checkUncovered(t *testing.T, st *term.Store, s *exists.Solver, q query) {
	t.Helper()
	for _, g := range q.ground {
		if v, ok := s.Value(g); !ok || !v.Bool() {
			t.Errorf("%s: the model does not satisfy %s", q.name, st.String(g))
		}
	}
	v, _ := s.Value(q.x)
	n := native.New(st, native.Config{})
	n.Assert(st.Not(q.body))
	n.Assert(st.Eq(q.x, st.FromValue(v)))
	if r := n.Check(context.Background()); r.Status != smt.Unsat {
		t.Errorf("%s: %v is covered (%v)", q.name, v, r)
	}
}
