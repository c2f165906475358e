//go:build unix

package process_test

import (
	"context"
	"math/rand/v2"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/smt/process"
	"whittle.dev/term"
)

// pool makes random terms.
type pool struct {
	st    *term.Store
	r     *rand.Rand
	bools []term.Term
	bvs   []term.Term
	arrs  []term.Term
}

func newPool(st *term.Store, r *rand.Rand) *pool {
	p := &pool{st: st, r: r}
	array := st.ArraySort(term.BitVec(5), term.BitVec(5))
	for _, n := range []string{"x", "and", "a b", "bvadd"} {
		p.bvs = append(p.bvs, st.Symbol(n, term.BitVec(5)))
	}
	p.bools = append(p.bools, st.Symbol("p", term.Bool), st.Symbol("|q|", term.Bool))
	p.arrs = append(p.arrs, st.Symbol("m", array), st.ConstArray(array, st.BV(5, 9)))
	return p
}

func pick(p *pool, from []term.Term) term.Term { return from[p.r.IntN(len(from))] }

func (p *pool) bv() term.Term {
	if p.r.IntN(5) == 0 {
		return p.st.BV(5, uint64(p.r.IntN(32)))
	}
	return pick(p, p.bvs)
}

// grow adds a term of each sort.
func (p *pool) grow() {
	st := p.st
	binary := []func(a, b term.Term) term.Term{st.BVAdd, st.BVSub, st.BVMul, st.BVAnd, st.BVOr, st.BVXor,
		st.BVUDiv, st.BVURem,
		st.BVSDiv, st.BVSRem, st.BVSMod, st.BVShl, st.BVLShr, st.BVAShr}
	predicates := []func(a, b term.Term) term.Term{st.BVUlt, st.BVSle, st.Eq, st.BVUAddO, st.BVSAddO,
		st.BVUSubO, st.BVSSubO,
		st.BVUMulO, st.BVSMulO, st.BVSDivO}
	a, b := p.bv(), p.bv()
	p.bvs = append(p.bvs, binary[p.r.IntN(len(binary))](a, b))
	switch p.r.IntN(4) {
	case 0:
		p.bvs = append(p.bvs, st.Select(pick(p, p.arrs), b))
	case 1:
		p.bvs = append(p.bvs, st.Ite(pick(p, p.bools), a, b))
	case 2:
		p.bvs = append(p.bvs, st.Concat(st.Extract(1, 0, a), st.Extract(4, 2, b)))
	}
	p.bools = append(p.bools, predicates[p.r.IntN(len(predicates))](p.bv(), p.bv()))
	if p.r.IntN(2) == 0 {
		p.bools = append(p.bools, st.Xor(pick(p, p.bools), pick(p, p.bools)))
	}
	if p.r.IntN(3) == 0 {
		p.arrs = append(p.arrs, st.StoreArr(pick(p, p.arrs), p.bv(), p.bv()))
	}
}

func solvers(t *testing.T, visit func(t *testing.T,
	make func(st *term.Store, cfg process.Config) *process.Solver, n int)) {
	t.Run("right", func(t *testing.T) {
		visit(t, func(st *term.Store, cfg process.Config) *process.Solver {
			return newFake(t, st, "right",
				cfg)
		}, 25)
	})
	for _, name := range []string{"z3", "cvc5", "bitwuzla", "yices-smt2", "mathsat"} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(name); err != nil {
				t.Skip(name + " is not installed")
			}
			visit(t, func(st *term.Store, cfg process.Config) *process.Solver {
				cfg.Command = name
				s, err := process.New(st, cfg)
				if err != nil {
					t.Fatal(err)
				}
				return s
			}, 25)
		})
	}
}

// TestRandom compares random sequences of calls with smt/native; models are
// evaluated, failed assumptions asserted.
func TestRandom(t *testing.T) {
	solvers(t, func(t *testing.T, make func(st *term.Store, cfg process.Config) *process.Solver, n int) {
		before := runtime.NumGoroutine()
		sat, unsat := 0, 0
		for seed := range n {
			st := term.NewStore()
			p := newPool(st, rand.New(rand.NewPCG(uint64(seed), 7)))
			s := make(st, process.Config{PerQuery: seed%8 == 7})
			a := native.New(st, native.Config{})
			var stack [][]term.Term
			asserted := []term.Term{}
			for range 12 {
				p.grow()
				switch p.r.IntN(5) {
				case 0:
					stack = append(stack, append([]term.Term(nil), asserted...))
					s.Push()
					a.Push()
				case 1:
					if len(stack) > 0 {
						asserted = stack[len(stack)-1]
						stack = stack[:len(stack)-1]
						s.Pop()
						a.Pop()
					}
				case 2, 3:
					x := p.bools[len(p.bools)-1-p.r.IntN(2)]
					asserted = append(asserted, x)
					if err := s.Assert(x); err != nil {
						t.Fatal(err)
					}
					if err := a.Assert(x); err != nil {
						t.Fatal(err)
					}
				}
				var assume []term.Term
				for range p.r.IntN(3) {
					assume = append(assume, pick(p, p.bools))
				}
				ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
				got, want := s.Check(ctx, assume...), a.Check(ctx, assume...)
				cancel()
				if got.Status != want.Status {
					t.Fatalf("seed %d: %v, native says %v", seed, got, want)
				}
				switch got.Status {
				case smt.Sat:
					sat++
					for _, x := range append(assume, asserted...) {
						if v, ok := s.Value(x); !ok || !v.Bool() {
							t.Fatalf("seed %d: %s is %v, %v in the model", seed, st.String(x), v, ok)
						}
					}
				case smt.Unsat:
					unsat++
					if r := a.Check(context.Background(), s.Failed()...); r.Status != smt.Unsat {
						t.Fatalf("seed %d: %v with the failed assumptions alone", seed, r)
					}
				}
			}
			s.Close()
		}
		if sat == 0 || unsat == 0 {
			t.Errorf("%d sat, %d unsat: the test shows nothing", sat, unsat)
		}
		noLeak(t, before)
	})
}

// TestNumbers asks what smt/native cannot.
func TestNumbers(t *testing.T) {
	for _, name := range []string{"z3", "cvc5"} {
		t.Run(name, func(t *testing.T) {
			st := term.NewStore()
			s, err := process.New(st, process.Config{Command: name})
			if err != nil {
				t.Skip(err)
			}
			defer s.Close()
			x, y := st.Symbol("x", term.Int), st.Symbol("y", term.Real)
			b := st.Symbol("b", term.BitVec(4))
			for _, c := range []term.Term{
				st.Eq(st.IntMod(x, st.Int64(7)), st.Int64(3)), st.Lt(x, st.Int64(-20)),
				st.Lt(st.Int64(-30), x),
				st.Eq(st.RealDiv(y, st.ToReal(st.Int64(3))), st.ToReal(x)),
				st.Eq(st.SBVToInt(b), st.Int64(-3)),
				st.Eq(st.IntToBV(4, st.IntAdd(st.UBVToInt(b), st.Int64(5))), st.BV(4, 2)),
			} {
				if err := s.Assert(c); err != nil {
					t.Fatal(err)
				}
			}
			if r := s.Check(context.Background()); r.Status != smt.Sat {
				t.Fatal(r)
			}
			for sym, want := range map[term.Term]string{x: "(- 25)", y: "(- 75.0)", b: "#xd"} {
				if v, ok := s.Value(sym); !ok || v.String() != want {
					t.Errorf("%s is %v, want %s", st.Name(sym), v, want)
				}
			}
		})
	}
}

// TestDeep: terms that nest deeper than any solver's stack, and shared ones that are larger than any text.
func TestDeep(t *testing.T) {
	for _, name := range []string{"z3", "cvc5"} {
		t.Run(name, func(t *testing.T) {
			st := term.NewStore()
			s, err := process.New(st, process.Config{Command: name})
			if err != nil {
				t.Skip(err)
			}
			defer s.Close()
			x := st.Symbol("x", term.BitVec(8))
			y := x
			for i := range 2000 {
				y = st.BVAdd(st.BVXor(y, st.BV(8, uint64(i))), st.BVNot(y))
			}
			if err := s.Assert(st.Eq(y, st.BV(8, 3))); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			if r := s.Check(ctx); r.Status == smt.Unknown && r.Reason != smt.ReasonTimeout {
				t.Error(r)
			}
		})
	}
}
