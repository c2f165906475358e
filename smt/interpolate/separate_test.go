package interpolate_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/testflag"
	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/smt/audit"
	"whittle.dev/smt/interpolate"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// TestSeparate: which predicate is preferred. No solver is needed for conjunctions of linear constraints and
// of equations.
func TestSeparate(t *testing.T) {
	st := term.NewStore()
	p, q := st.Symbol("p", term.Bool), st.Symbol("q", term.Bool)
	pc, pcA := st.Symbol("pc", term.BitVec(2)), st.Symbol("pcA", term.BitVec(2))
	x, y, z := st.Symbol("x", term.Int), st.Symbol("y", term.Int), st.Symbol("z", term.Int)
	u, v := st.Symbol("u", term.Int), st.Symbol("v", term.Int)
	r, s, w := st.Symbol("r", term.Real), st.Symbol("s", term.Real), st.Symbol("w", term.Real)
	n := st.Int64
	real := func(k int64) term.Term { return st.ToReal(n(k)) }
	not := st.Not
	for _, c := range []struct {
		name string
		a, b []term.Term
		opt  interpolate.Options
		want term.Term
		kind interpolate.Kind
	}{
		{"a symbol before numbers", []term.Term{p, st.Eq(q, p), st.Le(x, n(1))},
			[]term.Term{not(q), st.Lt(n(1), x)}, interpolate.Options{}, q, interpolate.Finite},
		{"a counter that is copied", []term.Term{st.Eq(pcA, st.BV(2, 1)), st.Eq(pc, pcA)},
			[]term.Term{st.Eq(pc, st.BV(2, 3))}, interpolate.Options{}, st.Eq(pc, st.BV(2, 1)),
			interpolate.Finite},
		{"an integer that counts as a counter", []term.Term{st.Le(x, n(2)), st.Le(n(2), x), st.Le(y, n(0))},
			[]term.Term{not(st.Eq(x, n(2))), st.Le(n(1), y)}, interpolate.Options{Finite: []term.Term{x}},
			st.Eq(x, n(2)), interpolate.Finite},
		{"known before new", []term.Term{st.Lt(x, y), st.Lt(y, n(0))},
			[]term.Term{st.Lt(n(3), x), st.Lt(n(7), y)},
			interpolate.Options{Reuse: []term.Term{st.Lt(z, x), st.Le(n(4), y)}}, not(st.Le(n(4), y)),
			interpolate.Reused},
		{"zero before other constants", []term.Term{st.Le(x, n(-3)), st.Le(y, n(5))},
			[]term.Term{st.Le(n(7), x), st.Le(n(8), y)}, interpolate.Options{}, st.Le(x, n(0)),
			interpolate.Bound},
		{"strong", []term.Term{st.Le(x, n(-3))}, []term.Term{st.Le(n(7), x)},
			interpolate.Options{Strength: interpolate.Strong}, st.Le(x, n(-3)), interpolate.Bound},
		{"weak", []term.Term{st.Le(x, n(-3))}, []term.Term{st.Le(n(7), x)},
			interpolate.Options{Strength: interpolate.Weak}, st.Le(x, n(6)), interpolate.Bound},
		{"weak and strict", []term.Term{st.Le(r, real(1))}, []term.Term{st.Le(real(2), r)},
			interpolate.Options{Strength: interpolate.Weak}, st.Lt(r, real(2)), interpolate.Bound},
		{"a chain through a local symbol", []term.Term{st.Lt(r, w), st.Lt(w, s)},
			[]term.Term{st.Lt(s, r)}, interpolate.Options{}, st.Le(r, s), interpolate.Difference},
		{"parity", []term.Term{st.Eq(x, st.IntMul(n(2), u))},
			[]term.Term{st.Eq(x, st.IntAdd(st.IntMul(n(2), v), n(1)))}, interpolate.Options{},
			st.Eq(st.IntMod(x, n(2)), n(0)), interpolate.Literal},
		{"an integer between", []term.Term{st.Lt(x, y), st.Lt(y, st.IntAdd(x, st.IntMul(n(2), u))),
			st.Eq(u, n(1))}, []term.Term{st.Lt(st.IntMul(n(3), x), st.IntMul(n(3), y)),
			st.Lt(st.IntMul(n(3), y), st.IntAdd(st.IntMul(n(3), x), n(2)))}, interpolate.Options{},
			term.None, interpolate.Formula},
		{"strongest", []term.Term{st.Le(x, u), st.Le(u, n(3)), st.Le(y, u)},
			[]term.Term{st.Le(n(7), st.IntAdd(x, y))},
			interpolate.Options{Strength: interpolate.Strong, Whole: true},
			st.And(st.Le(x, n(3)), st.Le(y, n(3))), interpolate.Formula},
		{"weakest", []term.Term{st.Le(x, u), st.Le(u, n(3)), st.Le(y, u)},
			[]term.Term{st.Le(n(7), st.IntAdd(x, y))},
			interpolate.Options{Strength: interpolate.Weak, Whole: true},
			st.Lt(st.IntAdd(x, y), n(7)), interpolate.Literal},
		{"nothing of b", []term.Term{st.Lt(x, u), st.Lt(u, x)}, []term.Term{st.Le(x, n(0))},
			interpolate.Options{}, st.False(), interpolate.Formula},
		{"nothing of a", []term.Term{st.Le(x, n(0))}, []term.Term{st.Lt(x, v), st.Lt(v, x)},
			interpolate.Options{}, st.True(), interpolate.Formula},
	} {
		got, res := interpolate.New(st, interpolate.Config{}).Separate(context.Background(), c.a, c.b, c.opt)
		if c.want == term.None {
			if res.Status != smt.Sat && res.Status != smt.Unsat {
				t.Errorf("%s: %v", c.name, res)
			}
			continue
		}
		if res.Status != smt.Unsat || got.Term != c.want {
			t.Errorf("%s: %v, %s, want %s", c.name, res, st.String(got.Term), st.String(c.want))
		}
		if kind := got.Kind; !st.IsConst(got.Term) && kind != c.kind && !c.opt.Whole {
			t.Errorf("%s: of kind %v, want %v", c.name, kind, c.kind)
		}
	}
}

// TestSequence: sequences along random paths are inductive.
func TestSequence(t *testing.T) {
	ctx := context.Background()
	for _, th := range theories {
		st := term.NewStore()
		z3 := newProcess(t, st)
		p := interpolate.New(st, interpolate.Config{
			Solver: func(st *term.Store) smt.Solver { return native.New(st, native.Config{}) }})
		aud := audit.NewInterpolator(st, p, audit.Config{Second: func(*term.Store, sat.Proof) smt.Solver {
			z3.Push()
			return level{z3}
		}})
		for seed := range testflag.Seeds(2) {
			g := th.shape
			g.Rand, g.st = rand.New(rand.NewPCG(uint64(seed), 8)), st
			parts := make([]term.Term, 4)
			models := [4]term.Map{{}, {}, {}, {}}
			r := smt.Result{Status: smt.Sat}
			for n := 0; n < 15 && r.Status == smt.Sat; n++ {
				for i := range parts {
					old := []term.Term{}
					if parts[i] != term.None {
						old = append(old, parts[i])
					}
					parts[i] = st.And(g.more(string(rune('a'+i)), models[i], old)...)
				}
				_, r = aud.Sequence(ctx, parts)
			}
			if r.Status == smt.Unknown {
				t.Errorf("%s, seed %d: %v", th.name, seed, r)
			}
		}
		if err := aud.Err(); err != nil {
			t.Errorf("%s: %v", th.name, err)
		}
	}
}

// TestNoModel: a formula whose parts agree has no interpolant, and no part of the question stays.
func TestNoModel(t *testing.T) {
	st := term.NewStore()
	x, y := st.Symbol("x", term.BitVec(8)), st.Symbol("y", term.BitVec(8))
	p := interpolate.New(st, interpolate.Config{Solver: func(st *term.Store) smt.Solver {
		return native.New(st, native.Config{})
	}})
	a, b := []term.Term{st.BVUlt(x, y)}, []term.Term{st.BVUlt(y, st.BV(8, 9))}
	for range 2 {
		if _, r := p.Interpolate(context.Background(), a, b); r.Status != smt.Sat {
			t.Errorf("%v, want sat", r)
		}
		none, r := p.Interpolate(context.Background(), append(a, st.Eq(y, st.BV(8, 0))), b)
		if r.Status != smt.Unsat || none != st.False() {
			t.Errorf("%v, %s", r, st.String(none))
		}
	}
}

// TestNotPlain: where the theories of the package see no conflict and there may be one, the solver is asked.
func TestNotPlain(t *testing.T) {
	st := term.NewStore()
	bit := func(name string) term.Term { return st.Symbol(name, term.BitVec(1)) }
	x, y, z := bit("x"), bit("y"), bit("z")
	i, j := st.Symbol("i", term.Int), st.Symbol("j", term.Int)
	m := st.Symbol("m", st.ArraySort(term.Int, term.Int))
	for name, c := range map[string]struct{ a, b []term.Term }{
		"three bits that differ": {[]term.Term{st.Not(st.Eq(x, y))},
			[]term.Term{st.Not(st.Eq(y, z)), st.Not(st.Eq(z, x))}},
		"one element at two indices": {[]term.Term{st.Eq(st.Select(m, i), st.Int64(1)), st.Eq(i, j)},
			[]term.Term{st.Eq(st.Select(m, j), st.Int64(2))}},
		"a square": {[]term.Term{st.Eq(st.IntMul(i, i), st.Int64(-1))}, []term.Term{st.Le(i, j)}},
	} {
		if _, r := interpolate.New(st, interpolate.Config{}).Interpolate(context.Background(), c.a,
			c.b); r.Status != smt.Unknown {
			t.Errorf("%s: %v without a solver", name, r)
		}
		p := interpolate.New(st, interpolate.Config{Solver: func(st *term.Store) smt.Solver {
			return native.New(st, native.Config{})
		}})
		if _, r := p.Interpolate(context.Background(), c.a, c.b); r.Status == smt.Sat {
			t.Errorf("%s: %v", name, r)
		}
	}
}

// TestLimit: the limit on questions makes the answer unknown.
func TestLimit(t *testing.T) {
	st := term.NewStore()
	x, y := st.Symbol("x", term.BitVec(8)), st.Symbol("y", term.BitVec(8))
	k := st.Symbol("k", term.BitVec(8))
	p := interpolate.New(st, interpolate.Config{Limit: 3, Solver: func(st *term.Store) smt.Solver {
		return native.New(st, native.Config{})
	}})
	_, r := p.Interpolate(context.Background(), []term.Term{st.Eq(st.BVMul(k, k), x), st.Eq(x, y)},
		[]term.Term{st.Eq(x, st.BV(8, 3)), st.BVUle(y, st.BV(8, 7))})
	if r.Status != smt.Unknown || r.Reason != smt.ReasonTimeout {
		t.Errorf("%v", r)
	}
}
