package audit_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/smt/audit"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// proved makes native solvers that write proofs.
func proved(st *term.Store, p sat.Proof) smt.Solver {
	return native.New(st, native.Config{NoSimulation: true, NoDefinitions: true, SAT: sat.Config{Proof: p}})
}

// deaf is a solver that is told nothing of the order.
type deaf struct{ smt.Solver }

func (d deaf) Node() smt.Node                             { return 0 }
func (d deaf) Before(a, b smt.Node)                       {}
func (d deaf) Edge(lit term.Term, a, b smt.Node)          {}
func (d deaf) Access(n smt.Node, pos int) smt.Access      { return 0 }
func (d deaf) ReadFrom(lit term.Term, w, r smt.Access)    {}
func (d deaf) WriteOrder(lit term.Term, w, w2 smt.Access) {}

// strict is a solver that answers unsat whatever is asked.
type strict struct{ deaf }

func (s strict) Check(context.Context, ...term.Term) smt.Result { return smt.Result{Status: smt.Unsat} }
func (s strict) Failed() []term.Term                            { return nil }

// TestOrder: what a solver says about orders is checked by definition, and by clocks.
func TestOrder(t *testing.T) {
	for _, c := range []struct {
		name string
		mk   func(o smt.Orderer, p, q term.Term)
		want string // what is wrong with a model of p and q; empty: nothing
	}{
		{"cycle of edges", func(o smt.Orderer, p, q term.Term) {
			a, b, c := o.Node(), o.Node(), o.Node()
			o.Before(a, b)
			o.Edge(p, b, c)
			o.Edge(q, c, a)
		}, "has a cycle"},
		{"loop", func(o smt.Orderer, p, q term.Term) { a := o.Node(); o.Edge(p, a, a) }, "has a cycle"},
		{"from-read", func(o smt.Orderer, p, q term.Term) {
			a, b := o.Node(), o.Node()
			w, w2, r := o.Access(a, 0), o.Access(b, 0), o.Access(b, 1)
			o.ReadFrom(p, w, r)
			o.WriteOrder(q, w, w2)
		}, "against the positions"},
		{"from-read in another node", func(o smt.Orderer, p, q term.Term) {
			a, b, c := o.Node(), o.Node(), o.Node()
			w, w2, r := o.Access(a, 0), o.Access(b, 0), o.Access(c, 0)
			o.WriteOrder(q, w, w2)
			o.ReadFrom(p, w, r)
			o.Before(b, c)
		}, "has a cycle"},
		{"fine", func(o smt.Orderer, p, q term.Term) {
			a, b := o.Node(), o.Node()
			w, w2, r := o.Access(a, 0), o.Access(b, 2), o.Access(b, 1)
			o.ReadFrom(p, w, r)
			o.WriteOrder(q, w, w2)
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, lies := range []bool{false, true} {
				st := term.NewStore()
				p, q := st.Symbol("p", term.Bool), st.Symbol("q", term.Bool)
				var inner smt.Solver = native.New(st, native.Config{})
				switch {
				case lies && c.want == "":
					inner = strict{deaf{inner}}
				case lies:
					inner = deaf{inner}
				}
				o, ok := audit.NewOrderer(st, inner, audit.Config{Second: proved})
				if !ok {
					t.Fatal("no order")
				}
				c.mk(o, p, q)
				r := o.Check(context.Background(), p, q)
				switch err := o.Err(); {
				case !lies &&
					(err != nil || r.Status == smt.Unknown || (r.Status == smt.Sat) != (c.want == "")):
					t.Errorf("%v, %v", r, err)
				case lies && (err == nil || r.Status != smt.Unknown):
					t.Errorf("%v: nothing was found", r)
				case lies && c.want != "" && !strings.Contains(err.Error(), c.want):
					t.Errorf("%v, want %s", err, c.want)
				}
			}
		})
	}
}

// TestRandomOrders audits the native solver over random calls with orders.
func TestRandomOrders(t *testing.T) {
	var total audit.Counts
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 3))
		st := term.NewStore()
		s, _ := audit.NewOrderer(st, native.New(st, native.Config{}), audit.Config{Second: proved})
		var lits []term.Term
		for i := range 8 {
			lits = append(lits, st.Symbol(fmt.Sprint("p", i), term.Bool))
		}
		x := st.Symbol("x", term.BitVec(4))
		lits = append(lits, st.BVUlt(x, st.BV(4, 5)), st.Eq(st.BVMul(x, x), st.BV(4, 9)))
		lit := func() term.Term {
			l := lits[r.IntN(len(lits))]
			if r.IntN(3) == 0 {
				l = st.Not(l)
			}
			return l
		}
		var nodes []smt.Node
		var accs []smt.Access
		for i := range 5 {
			nodes = append(nodes, s.Node())
			accs = append(accs, s.Access(nodes[i], 0), s.Access(nodes[i], 1))
		}
		depth := 0
		for range 60 {
			switch r.IntN(9) {
			case 0:
				s.Before(nodes[r.IntN(2)], nodes[2+r.IntN(3)])
			case 1:
				s.Edge(lit(), nodes[r.IntN(5)], nodes[r.IntN(5)])
			case 2:
				s.ReadFrom(lit(), accs[r.IntN(10)], accs[r.IntN(10)])
			case 3:
				s.WriteOrder(lit(), accs[r.IntN(10)], accs[r.IntN(10)])
			case 4:
				s.Assert(st.Or(lit(), lit(), lit()))
			case 5:
				s.Push()
				depth++
			case 6:
				if depth > 0 {
					s.Pop()
					depth--
				}
			default:
				s.Check(context.Background(), lit(), lit(), lit())
			}
		}
		if err := s.Err(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		c := s.Counts()
		total.Models += c.Models
		total.Unsats += c.Unsats
		total.Proofs += c.Proofs
		total.Skipped += c.Skipped
	}
	if total.Models < 100 || total.Unsats < 100 || total.Proofs < 30 || total.Skipped > 0 {
		t.Errorf("%+v", total)
	}
}

// TestWrongProof: a proof that does not check is a discrepancy.
func TestWrongProof(t *testing.T) {
	st := term.NewStore()
	x := st.Symbol("x", term.BitVec(8))
	s := audit.New(st, native.New(st, native.Config{}),
		audit.Config{Second: func(st *term.Store, p sat.Proof) smt.Solver {
			return native.New(st, native.Config{NoSimulation: true, SAT: sat.Config{Proof: forgetful{p}}})
		}})
	s.Assert(st.BVUlt(x, st.BV(8, 4)))
	s.Assert(st.BVUlt(st.BV(8, 9), st.BVMul(x, x)))
	s.Assert(st.Eq(st.BVURem(x, st.BV(8, 3)), st.BV(8, 1)))
	if r := s.Check(context.Background()); r.Status != smt.Unknown || !strings.Contains(r.Reason, "proof") {
		t.Error(r)
	}
}

// forgetful passes on only every other clause of the formula.
type forgetful struct{ sat.Proof }

func (f forgetful) Input(clause []sat.Lit) {
	if len(clause)%2 == 0 {
		f.Proof.Input(clause)
	}
}
