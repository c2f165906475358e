package exists_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
	"whittle.dev/smt/exists"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

func newSolver(t testing.TB, st *term.Store, cfg exists.Config) *exists.Solver {
	t.Helper()
	cfg.Solver = func(st *term.Store) (smt.Solver, error) { return native.New(st, native.Config{}), nil }
	s, err := exists.New(st, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// gen makes random terms over symbols.
type gen struct {
	r     *rand.Rand
	st    *term.Store
	vecs  []term.Term
	bools []term.Term
	w     int
}

func (g *gen) vec(depth int) term.Term {
	st := g.st
	if depth == 0 || g.r.IntN(5) == 0 {
		if g.r.IntN(4) == 0 {
			return st.BV(g.w, g.r.Uint64N(1<<g.w))
		}
		return g.vecs[g.r.IntN(len(g.vecs))]
	}
	a := g.vec(depth - 1)
	if g.r.IntN(5) == 0 {
		k := g.r.IntN(g.w)
		switch g.r.IntN(5) {
		case 0:
			return st.BVNot(a)
		case 1:
			return st.BVNeg(a)
		case 2:
			return st.ZeroExt(g.w-1-k, st.Extract(k, 0, a))
		case 3:
			return st.SignExt(k, st.Extract(g.w-1, k, a))
		default:
			return st.Ite(g.boolean(depth-1), a, g.vec(depth-1))
		}
	}
	b := g.vec(depth - 1)
	ops := []term.Op{term.OpBVAdd, term.OpBVSub, term.OpBVMul, term.OpBVAnd, term.OpBVOr, term.OpBVXor,
		term.OpBVUDiv, term.OpBVURem,
		term.OpBVSDiv, term.OpBVSRem, term.OpBVShl, term.OpBVLShr, term.OpBVAShr}
	if g.r.IntN(10) == 0 && g.w > 1 {
		return st.Concat(st.Extract(0, 0, a), st.Extract(g.w-1, 1, b))
	}
	return st.Mk(ops[g.r.IntN(len(ops))], nil, a, b)
}

func (g *gen) boolean(depth int) term.Term {
	st := g.st
	if depth == 0 || g.r.IntN(8) == 0 {
		return g.bools[g.r.IntN(len(g.bools))]
	}
	switch g.r.IntN(9) {
	case 0:
		return st.Not(g.boolean(depth - 1))
	case 1:
		return st.And(g.boolean(depth-1), g.boolean(depth-1))
	case 2, 3:
		return st.Or(g.boolean(depth-1), g.boolean(depth-1), g.boolean(depth-1))
	case 4:
		return st.Eq(g.boolean(depth-1), g.boolean(depth-1))
	case 5:
		return st.Not(st.Eq(g.vec(depth-1), g.vec(depth-1)))
	}
	ops := []term.Op{term.OpEq, term.OpBVUlt, term.OpBVUle, term.OpBVSlt, term.OpBVSle}
	return st.Mk(ops[g.r.IntN(len(ops))], nil, g.vec(depth-1), g.vec(depth-1))
}

// each calls visit with every assignment of the symbols, until it returns false.
func each(st *term.Store, syms []term.Term, m term.Map, visit func() bool) bool {
	if len(syms) == 0 {
		return visit()
	}
	x := syms[0]
	if st.Sort(x).IsBool() {
		for _, b := range []bool{false, true} {
			m[x] = term.BoolValue(b)
			if !each(st, syms[1:], m, visit) {
				return false
			}
		}
		return true
	}
	w := st.Sort(x).Width()
	for v := range uint64(1) << w {
		m[x] = term.BVValue(w, v)
		if !each(st, syms[1:], m, visit) {
			return false
		}
	}
	return true
}

func evalBool(t testing.TB, st *term.Store, f term.Term, m term.Map) bool {
	v, err := st.Eval(f, m)
	if err != nil {
		t.Fatal(err)
	}
	return v.Bool()
}

// forAll reports whether f holds for all values of the bound symbols.
func forAll(t testing.TB, st *term.Store, bound []term.Term, f term.Term, m term.Map) bool {
	return each(st, bound, m, func() bool { return evalBool(t, st, f, m) })
}

// TestRandomAgainstEnumeration compares answers and models with the enumeration of
// all values, with and without each part of the method.
func TestRandomAgainstEnumeration(t *testing.T) {
	configs := []exists.Config{{}, {NoPrepare: true}, {NoTerms: true}, {NoCandidates: true},
		{NoPrepare: true, NoTerms: true, NoCandidates: true}}
	n := 500
	if testing.Short() {
		n = 100
	}
	sat, unsat := 0, 0
	for seed := range testflag.Seeds(n) {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		st := term.NewStore()
		w := 1 + r.IntN(3)
		outer := []term.Term{st.Symbol("x", term.BitVec(w)), st.Symbol("y", term.BitVec(w)),
			st.Symbol("p", term.Bool)}
		bound := []term.Term{st.Symbol("u", term.BitVec(w)), st.Symbol("v", term.BitVec(w)),
			st.Symbol("b", term.Bool)}
		og := &gen{r: r, st: st, vecs: outer[:2], bools: outer[2:], w: w}
		all := &gen{r: r, st: st, vecs: append(append([]term.Term{}, outer[:2]...), bound[:2]...),
			bools: []term.Term{outer[2], bound[2]}, w: w}
		ground := og.boolean(2)
		depth := 2 + r.IntN(3)
		body := all.boolean(depth)
		if r.IntN(2) == 0 { // many are false otherwise
			body = st.Or(body, all.boolean(depth), all.boolean(depth))
		}
		second := all.boolean(1 + r.IntN(2))
		m := term.Map{}
		want := smt.Unsat
		each(st, outer, m, func() bool {
			if evalBool(t, st, ground, m) && forAll(t, st, bound, body, m) &&
				forAll(t, st, bound, second, m) {
				want = smt.Sat
				return false
			}
			return true
		})
		for i, cfg := range configs {
			s := newSolver(t, st, cfg)
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			if err := s.Assert(ground); err != nil {
				t.Fatal(err)
			}
			for _, f := range []term.Term{body, second} {
				if err := s.AssertForAll(bound, f); err != nil {
					t.Fatal(err)
				}
			}
			got := s.Check(ctx)
			cancel()
			if got.Status != want {
				t.Fatalf("seed %d, configuration %d: %v, want %v\nground %s\n∀u,v,b %s\n∀u,v,b %s", seed, i,
					got, want, st.String(ground), st.String(body), st.String(second))
			}
			if want != smt.Sat {
				continue
			}
			m := term.Map{}
			for _, x := range outer {
				v, ok := s.Value(x)
				if !ok {
					t.Fatalf("seed %d: no value", seed)
				}
				m[x] = v
			}
			if !evalBool(t, st, ground, m) || !forAll(t, st, bound, body, m) ||
				!forAll(t, st, bound, second, m) {
				t.Fatalf("seed %d, configuration %d: %v is no model\nground %s\n∀u,v,b %s\n∀u,v,b %s", seed,
					i, m, st.String(ground), st.String(body), st.String(second))
			}
		}
		if want == smt.Sat {
			sat++
		} else {
			unsat++
		}
	}
	t.Logf("%d sat, %d unsat", sat, unsat)
	if sat < 20 || unsat < 20 {
		t.Error("the test shows nothing")
	}
}
