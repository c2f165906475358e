package native

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/randterm"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// opCase is an operator applied to operands x and y.
type opCase struct {
	op     term.Op
	params func(w int) [][]int // parameters to try at width w; nil for none
	unary  bool
}

func upTo(n func(w int) int) func(w int) [][]int {
	return func(w int) (ps [][]int) {
		for i := 0; i <= n(w); i++ {
			ps = append(ps, []int{i})
		}
		return ps
	}
}

// vecOps are the operators on bit-vectors whose result is a bit-vector or a Bool.
func vecOps() []opCase {
	var cs []opCase
	for _, op := range []term.Op{
		term.OpBVAnd, term.OpBVOr, term.OpBVXor, term.OpBVNand, term.OpBVNor, term.OpBVXnor,
		term.OpBVAdd, term.OpBVSub, term.OpBVMul, term.OpBVUDiv, term.OpBVURem, term.OpBVSDiv, term.OpBVSRem,
		term.OpBVSMod,
		term.OpBVShl, term.OpBVLShr, term.OpBVAShr, term.OpBVComp,
		term.OpBVUlt, term.OpBVUle, term.OpBVUgt, term.OpBVUge, term.OpBVSlt, term.OpBVSle, term.OpBVSgt,
		term.OpBVSge,
		term.OpBVUAddO, term.OpBVSAddO, term.OpBVUSubO, term.OpBVSSubO, term.OpBVUMulO, term.OpBVSMulO,
		term.OpBVSDivO,
		term.OpConcat, term.OpEq, term.OpDistinct,
	} {
		cs = append(cs, opCase{op: op})
	}
	for _, op := range []term.Op{term.OpBVNot, term.OpBVNeg, term.OpBVNegO} {
		cs = append(cs, opCase{op: op, unary: true})
	}
	ext := upTo(func(w int) int { return 3 })
	rot := upTo(func(w int) int { return 2*w + 1 })
	for _, op := range []term.Op{term.OpZeroExt, term.OpSignExt} {
		cs = append(cs, opCase{op: op, unary: true, params: ext})
	}
	for _, op := range []term.Op{term.OpRotateLeft, term.OpRotateRight} {
		cs = append(cs, opCase{op: op, unary: true, params: rot})
	}
	cs = append(cs, opCase{op: term.OpRepeat, unary: true,
		params: func(int) [][]int { return [][]int{{1}, {2}, {3}} }})
	cs = append(cs, opCase{op: term.OpExtract, unary: true, params: func(w int) (ps [][]int) {
		for hi := range w {
			for lo := range hi + 1 {
				ps = append(ps, []int{hi, lo})
			}
		}
		return ps
	}})
	return cs
}

// checkOp compares the circuit of r, over x and y, with term.Eval for the given operands.
func checkOp(t *testing.T, st *term.Store, r, x, y term.Term, values func(yield func(a, b term.Term) bool)) {
	t.Helper()
	ctx := context.Background()
	s := New(st, Config{NoSimulation: true, NoWords: true, NoDefinitions: true, NoPreprocess: true})
	z := st.Symbol("z!"+fmt.Sprint(st.Sort(r)), st.Sort(r))
	if err := s.Assert(st.MkRaw(term.OpEq, nil, z, r)); err != nil {
		t.Fatal(err)
	}
	for a, b := range values {
		want, err := st.Eval(r, term.Map{x: st.ConstValue(a), y: st.ConstValue(b)})
		if err != nil {
			t.Fatal(err)
		}
		ax, by := st.MkRaw(term.OpEq, nil, x, a), st.MkRaw(term.OpEq, nil, y, b)
		if res := s.Check(context.Background(), ax, by); res.Status != smt.Sat {
			t.Fatalf("%s with x=%s y=%s: %v", st.String(r), st.String(a), st.String(b), res)
		}
		if got, _ := s.Value(z); !got.Equal(want) {
			t.Fatalf("%s with x=%s y=%s: got %v, want %v", st.String(r), st.String(a), st.String(b), got,
				want)
		}
		if res := s.Check(ctx, ax, by, st.Not(st.MkRaw(term.OpEq, nil, z,
			st.FromValue(want)))); res.Status != smt.Unsat {
			t.Fatalf("%s with x=%s y=%s: may differ from %v: %v", st.String(r), st.String(a), st.String(b),
				want, res)
		}
	}
}

func TestOperatorsExhaustively(t *testing.T) {
	for w := 1; w <= 4; w++ {
		all := 1 << w
		for _, c := range vecOps() {
			params := [][]int{nil}
			if c.params != nil {
				params = c.params(w)
			}
			for _, p := range params {
				st := term.NewStore()
				x, y := st.Symbol("x", term.BitVec(w)), st.Symbol("y", term.BitVec(w))
				args := []term.Term{x, y}
				if c.unary {
					args = args[:1]
				}
				r := st.MkRaw(c.op, p, args...)
				checkOp(t, st, r, x, y, func(yield func(a, b term.Term) bool) {
					for a := range all {
						for b := range all {
							if !yield(st.BV(w, uint64(a)), st.BV(w, uint64(b))) || c.unary {
								break
							}
						}
					}
				})
			}
		}
	}
}

func TestOverflowAtFiveAndSix(t *testing.T) {
	for w := 5; w <= 6; w++ {
		for _, op := range []term.Op{term.OpBVUMulO, term.OpBVSMulO, term.OpBVMul, term.OpBVShl,
			term.OpBVAShr, term.OpBVSMod} {
			st := term.NewStore()
			x, y := st.Symbol("x", term.BitVec(w)), st.Symbol("y", term.BitVec(w))
			checkOp(t, st, st.MkRaw(op, nil, x, y), x, y, func(yield func(a, b term.Term) bool) {
				for a := range 1 << w {
					for b := range 1 << w {
						if !yield(st.BV(w, uint64(a)), st.BV(w, uint64(b))) {
							return
						}
					}
				}
			})
		}
	}
}

func TestOperatorsWide(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, w := range []int{7, 8, 16, 31, 32, 64} {
		for _, c := range vecOps() {
			if w == 64 && (c.op == term.OpBVSMod || c.op == term.OpBVSRem) {
				continue // the same circuit as bvsdiv, and slow
			}
			params := [][]int{nil}
			if c.params != nil {
				all := c.params(w)
				params = [][]int{all[r.IntN(len(all))], all[r.IntN(len(all))]}
			}
			for _, p := range params {
				st := term.NewStore()
				x, y := st.Symbol("x", term.BitVec(w)), st.Symbol("y", term.BitVec(w))
				args := []term.Term{x, y}
				if c.unary {
					args = args[:1]
				}
				checkOp(t, st, st.MkRaw(c.op, p, args...), x, y, func(yield func(a, b term.Term) bool) {
					for range 6 {
						if !yield(st.BV(w, randterm.Interesting(r, w)),
							st.BV(w, randterm.Interesting(r, w))) {
							return
						}
					}
				})
			}
		}
	}
}

func TestConstantOperands(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, w := range []int{3, 4, 8, 33} {
		for _, c := range vecOps() {
			if c.unary {
				continue
			}
			for range 6 {
				st := term.NewStore()
				x, y := st.Symbol("x", term.BitVec(w)), st.Symbol("y", term.BitVec(w))
				k := st.BV(w, randterm.Interesting(r, w))
				args := []term.Term{x, k}
				if r.IntN(2) == 0 {
					args = []term.Term{k, x}
				}
				checkOp(t, st, st.MkRaw(c.op, nil, args...), x, y, func(yield func(a, b term.Term) bool) {
					for range 4 {
						if !yield(st.BV(w, randterm.Interesting(r, w)), st.BV(w, 0)) {
							return
						}
					}
				})
			}
		}
	}
}

func TestCoreOperators(t *testing.T) {
	ctx := context.Background()
	for _, op := range []term.Op{term.OpAnd, term.OpOr, term.OpXor, term.OpImplies, term.OpEq, term.OpIte,
		term.OpDistinct, term.OpNot} {
		st := term.NewStore()
		v := []term.Term{st.Symbol("a", term.Bool), st.Symbol("b", term.Bool), st.Symbol("c", term.Bool)}
		n := map[term.Op]int{term.OpNot: 1, term.OpIte: 3, term.OpAnd: 3, term.OpOr: 3,
			term.OpDistinct: 3}[op]
		if n == 0 {
			n = 2
		}
		r := st.MkRaw(op, nil, v[:n]...)
		s := New(st, Config{NoSimulation: true, NoWords: true})
		for m := range 8 {
			as := make([]term.Term, 3)
			env := term.Map{}
			for i, x := range v {
				env[x] = term.BoolValue(m>>i&1 != 0)
				as[i] = x
				if m>>i&1 == 0 {
					as[i] = st.Not(x)
				}
			}
			want, err := st.Eval(r, env)
			if err != nil {
				t.Fatal(err)
			}
			if !want.Bool() {
				r2 := s.Check(ctx, append(as, r)...)
				if r2.Status != smt.Unsat {
					t.Errorf("%v at %d: %v, want unsat", op, m, r2)
				}
				continue
			}
			if r2 := s.Check(ctx, append(as, r)...); r2.Status != smt.Sat {
				t.Errorf("%v at %d: %v, want sat", op, m, r2)
			}
			if r2 := s.Check(ctx, append(as, st.Not(r))...); r2.Status != smt.Unsat {
				t.Errorf("%v at %d: negation %v, want unsat", op, m, r2)
			}
		}
	}
}
