package clock_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/smt/clock"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// TestAgainstTheory makes random orders, by and by and within levels, and compares the clocks with the theory
// of the native solver under all assignments of the literals.
func TestAgainstTheory(t *testing.T) {
	sat, unsat := 0, 0
	for i := range 200 {
		r := rand.New(rand.NewPCG(7, uint64(i)))
		st := term.NewStore()
		theory := native.New(st, native.Config{})
		clocks := newOrdered(st, native.New(st, native.Config{}))
		both := []interface {
			smt.Solver
			smt.Orderer
		}{theory, clocks}
		var lits []term.Term
		for range 4 {
			lits = append(lits, st.Fresh("l", term.Bool))
		}
		guards := append([]term.Term{st.Not(lits[0]), st.And(lits[1], lits[2]), st.True(), st.False()},
			lits...)
		var nodes, accesses [2][]int32
		levels := 0
		for range 3 {
			if r.IntN(3) == 0 {
				levels++
				l := lits[r.IntN(len(lits))]
				for _, s := range both {
					s.Push()
					if err := s.Assert(l); err != nil {
						t.Fatal(err)
					}
				}
			} else if levels > 0 && r.IntN(2) == 0 {
				levels--
				for _, s := range both {
					s.Pop()
				}
			}
			for range 1 + r.IntN(3) {
				for k, s := range both {
					nodes[k] = append(nodes[k], int32(s.Node()))
				}
			}
			for range 2 {
				at, pos := r.IntN(len(nodes[0])), r.IntN(3)
				for k, s := range both {
					accesses[k] = append(accesses[k], int32(s.Access(smt.Node(nodes[k][at]), pos)))
				}
			}
			for range r.IntN(6) {
				kind, lit := r.IntN(8), guards[r.IntN(len(guards))]
				if lit == st.True() && r.IntN(3) > 0 {
					continue
				}
				n1, n2 := r.IntN(len(nodes[0])), r.IntN(len(nodes[0]))
				a1, a2 := r.IntN(len(accesses[0])), r.IntN(len(accesses[0]))
				for k, s := range both {
					x, y := smt.Node(nodes[k][n1]), smt.Node(nodes[k][n2])
					p, q := smt.Access(accesses[k][a1]), smt.Access(accesses[k][a2])
					switch {
					case kind == 0 && n1 < n2:
						s.Before(x, y)
					case kind < 4:
						s.Edge(lit, x, y)
					case kind < 6:
						s.ReadFrom(lit, p, q)
					default:
						s.WriteOrder(lit, p, q)
					}
				}
			}
			for m := range 16 {
				var as []term.Term
				for k, l := range lits {
					if m>>k&1 == 0 {
						l = st.Not(l)
					}
					as = append(as, l)
				}
				want, got := theory.Check(context.Background(), as...),
					clocks.Check(context.Background(), as...)
				if got != want {
					t.Fatalf("case %d, assignment %04b: clocks say %v, the theory %v", i, m, got, want)
				}
				if got.Status == smt.Sat {
					sat++
				} else {
					unsat++
				}
			}
		}
	}
	if sat < 500 || unsat < 500 {
		t.Errorf("%d satisfiable and %d unsatisfiable: the cases say little", sat, unsat)
	}
}

// TestLinearOrders counts the assignments of before(i, j) for all pairs, which are the linear orders.
func TestLinearOrders(t *testing.T) {
	want := 1
	for n := 1; n <= 5; n++ {
		want *= n
		st := term.NewStore()
		s := newOrdered(st, native.New(st, native.Config{}))
		var nodes []smt.Node
		for range n {
			nodes = append(nodes, s.Node())
		}
		var lits []term.Term
		for i := range n {
			for j := range i {
				l := st.Fresh("before", term.Bool)
				lits = append(lits, l)
				s.Edge(l, nodes[j], nodes[i])
				s.Edge(st.Not(l), nodes[i], nodes[j])
			}
		}
		count := 0
		for count <= want && s.Check(context.Background()).Status == smt.Sat {
			count++
			var other []term.Term
			for _, l := range lits {
				v, _ := s.Value(l)
				if v.Bool() {
					l = st.Not(l)
				}
				other = append(other, l)
			}
			if err := s.Assert(st.Or(other...)); err != nil {
				t.Fatal(err)
			}
		}
		if count != want {
			t.Errorf("%d nodes: %d orders, want %d", n, count, want)
		}
	}
}

func TestWidth(t *testing.T) {
	e := clock.NewEncoding(term.NewStore())
	for n, want := range []int{1, 1, 1, 2, 2, 3, 3, 3, 3, 4} {
		if got := e.Width(); got != want {
			t.Errorf("%d nodes: %d bits, want %d", n, got, want)
		}
		e.Node()
	}
}
