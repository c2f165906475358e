package interpolate

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"whittle.dev/internal/simplex/rational"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt/interpolate/internal/linear"
	"whittle.dev/term"
)

func truth(t *testing.T, st *term.Store, f term.Term, m term.Assignment) bool {
	t.Helper()
	v, err := st.Eval(f, m)
	if err != nil {
		t.Fatal(err)
	}
	return v.Bool()
}

// TestImplicant: the literals hold in the model, and imply the formulas wherever they hold.
func TestImplicant(t *testing.T) {
	for seed := range testflag.Seeds(30) {
		r := rand.New(rand.NewPCG(uint64(seed), 10))
		st := term.NewStore()
		bools := []term.Term{st.Symbol("p", term.Bool), st.Symbol("q", term.Bool), st.Symbol("r", term.Bool)}
		words := []term.Term{st.Symbol("x", term.BitVec(2)), st.Symbol("y", term.BitVec(2))}
		var formula func(depth int) term.Term
		word := func(depth int) term.Term {
			if depth > 0 && r.IntN(3) == 0 {
				return st.Ite(formula(depth-1), words[r.IntN(2)], st.BV(2, r.Uint64()))
			}
			return words[r.IntN(2)]
		}
		formula = func(depth int) term.Term {
			if depth == 0 {
				return bools[r.IntN(3)]
			}
			a, b := formula(depth-1), formula(depth-1)
			switch r.IntN(7) {
			case 0, 1:
				return st.And(a, b)
			case 2:
				return st.Or(a, st.Not(b))
			case 3:
				return st.Eq(a, b)
			case 4:
				return st.Ite(formula(0), a, b)
			case 5:
				return st.BVUle(word(depth), word(depth))
			}
			return st.Eq(word(depth), st.BVAdd(word(depth), st.BV(2, r.Uint64())))
		}
		f := formula(3)
		assignment := func(n int) term.Map {
			return term.Map{bools[0]: term.BoolValue(n&1 == 1), bools[1]: term.BoolValue(n&2 == 2),
				bools[2]: term.BoolValue(n&4 == 4), words[0]: term.BVValue(2, uint64(n)>>3),
				words[1]: term.BVValue(2, uint64(n)>>5)}
		}
		for n := range 1 << 7 {
			m := assignment(n)
			holds := truth(t, st, f, m)
			literals, ok := implicant(st, m, []term.Term{f})
			if ok != holds {
				t.Fatalf("seed %d: an implicant: %v, of a formula that is %v", seed, ok, holds)
			}
			if !ok {
				continue
			}
			all := st.And(literals...)
			if !truth(t, st, all, m) {
				t.Fatalf("seed %d: %s does not hold in the model", seed, st.String(all))
			}
			for k := range 1 << 7 {
				if o := assignment(k); truth(t, st, all, o) && !truth(t, st, f, o) {
					t.Fatalf("seed %d: %s does not imply %s", seed, st.String(all), st.String(f))
				}
			}
		}
	}
}

// TestClasses: equations are contradictory, and separate, exactly if they do so over a domain of values that
// is large enough.
func TestClasses(t *testing.T) {
	separated := 0
	for seed := range testflag.Seeds(30) {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		st := term.NewStore()
		sort := term.BitVec(3)
		var nodes []term.Term
		for _, name := range []string{"s", "t", "a", "b"} { // a and b are for one side each
			nodes = append(nodes, st.Symbol(name, sort))
		}
		p, q := st.Symbol("p", term.Bool), st.Symbol("q", term.Bool)
		equations := func(local int) []equation {
			var out []equation
			for range 1 + r.IntN(4) {
				if r.IntN(3) == 0 {
					out = append(out, equation{p, []term.Term{q, st.True()}[r.IntN(2)], r.IntN(2) == 0})
					continue
				}
				own := []term.Term{nodes[0], nodes[1], nodes[local], st.BV(3, 1), st.BV(3, 2)}
				x, y := r.IntN(3), r.IntN(5)
				if x != y {
					out = append(out, equation{own[x], own[y], r.IntN(2) == 0})
				}
			}
			return out
		}
		conjunction := func(es []equation) term.Term {
			var parts []term.Term
			for _, e := range es {
				parts = append(parts, e.formula(st))
			}
			return st.And(parts...)
		}
		a, b := equations(2), equations(3)
		shared := func(x term.Term) bool { return x != nodes[2] && x != nodes[3] }
		itp := separateEquations(st, a, b, shared)
		fa, fb, fi := conjunction(a), conjunction(b), conjunction(itp)
		model := false
		for n := range 1 << 14 {
			m := term.Map{p: term.BoolValue(n&1 == 1), q: term.BoolValue(n&2 == 2)}
			for i, x := range nodes {
				m[x] = term.BVValue(3, uint64(n)>>(2+3*i))
			}
			inA, inB := truth(t, st, fa, m), truth(t, st, fb, m)
			model = model || inA && inB
			if itp != nil && (inA && !truth(t, st, fi, m) || inB && truth(t, st, fi, m)) {
				t.Fatalf("seed %d: %s does not separate %s and %s", seed, st.String(fi), st.String(fa),
					st.String(fb))
			}
		}
		if model == (itp != nil) {
			t.Fatalf("seed %d: %s and %s have a model: %v, interpolant %v", seed, st.String(fa),
				st.String(fb), model, itp)
		}
		if itp != nil {
			separated++
			for _, s := range st.Symbols(fi) {
				if !shared(s) {
					t.Errorf("seed %d: %s is not shared", seed, st.Name(s))
				}
			}
		}
	}
	if separated < 5 {
		t.Errorf("only %d contradictory problems", separated)
	}
}

func TestSimplest(t *testing.T) {
	frac := rational.Frac
	for _, c := range []struct{ low, high, want rational.Rat }{
		{frac(-3, 1), frac(5, 1), frac(0, 1)},
		{frac(0, 1), frac(1, 9), frac(0, 1)},
		{frac(-1, 2), frac(0, 1), frac(-1, 2)},
		{frac(5, 2), frac(9, 1), frac(3, 1)},
		{frac(5, 2), frac(3, 1), frac(5, 2)},
		{frac(-9, 1), frac(-2, 1), frac(-3, 1)},
		{frac(-9, 1), frac(-5, 2), frac(-3, 1)},
	} {
		if got := simplest(c.low, c.high); !got.Equal(c.want) {
			t.Errorf("between %v and %v: %v, want %v", c.low, c.high, got, c.want)
		}
	}
}

// TestVocabulary: a comparison, its row, and the row as a formula have the same value.
func TestVocabulary(t *testing.T) {
	for seed := range testflag.Seeds(300) {
		r := rand.New(rand.NewPCG(uint64(seed), 12))
		st := term.NewStore()
		p := New(st, Config{})
		sort := []term.Sort{term.Int, term.Real}[r.IntN(2)]
		constant := func() term.Term {
			if sort.IsInt() {
				return st.Int64(int64(r.IntN(9)) - 4)
			}
			return st.Real(big.NewRat(int64(r.IntN(9))-4, 1+int64(r.IntN(3))))
		}
		symbols := []term.Term{st.Symbol("x", sort), st.Symbol("y", sort), st.Symbol("i", term.Int)}
		var sum func(depth int) term.Term
		sum = func(depth int) term.Term {
			if depth == 0 {
				x := symbols[r.IntN(3)]
				if st.Sort(x) != sort {
					x = st.ToReal(x)
				}
				return x
			}
			switch r.IntN(4) {
			case 0:
				return st.IntSub(sum(depth-1), constant())
			case 1:
				return st.IntMul(constant(), sum(depth-1))
			}
			return st.IntAdd(sum(depth-1), sum(depth-1))
		}
		f := []func(a, b term.Term) term.Term{st.Le, st.Lt, st.Eq}[r.IntN(3)](sum(3), sum(2))
		if st.IsConst(f) {
			continue
		}
		got := p.fact(f)
		if got.theory != arithmetic && got.theory != theoryApart {
			t.Fatalf("%s is of theory %d", st.String(f), got.theory)
		}
		back := p.voc.formula(got.row)
		for range 40 {
			m := term.Map{symbols[2]: term.IntValue(big.NewInt(int64(r.IntN(11)) - 5))}
			for _, x := range symbols[:2] {
				if sort.IsInt() {
					m[x] = term.IntValue(big.NewInt(int64(r.IntN(11)) - 5))
				} else {
					m[x] = term.RealValue(big.NewRat(int64(r.IntN(21))-10, 2))
				}
			}
			if a, b := truth(t, st, f, m), truth(t, st, back, m); a != b {
				t.Fatalf("seed %d: %s is %v, %s is %v", seed, st.String(f), a, st.String(back), b)
			}
		}
	}
}

// TestProjectLiterals: what is left follows, and speaks of what is kept.
func TestProjectLiterals(t *testing.T) {
	st := term.NewStore()
	p := New(st, Config{})
	x, y, k := st.Symbol("x", term.Int), st.Symbol("y", term.Int), st.Symbol("k", term.Int)
	u, v := st.Symbol("u", term.BitVec(8)), st.Symbol("v", term.BitVec(8))
	keep := func(s term.Term) bool { return s != k && s != v }
	n := st.Int64
	for _, c := range []struct {
		name string
		in   []term.Term
		want []term.Term // among those
	}{
		{"bounds", []term.Term{st.Le(x, k), st.Lt(k, y)}, []term.Term{st.Lt(x, y)}},
		{"a multiple", []term.Term{st.Eq(x, st.IntMul(n(4), k))},
			[]term.Term{st.Eq(st.IntMod(x, n(4)), n(0))}},
		{"an equation", []term.Term{st.Eq(k, st.IntAdd(x, n(1))), st.Eq(y, k)},
			[]term.Term{st.Eq(y, st.IntAdd(x, n(1)))}},
		{"words", []term.Term{st.Eq(u, v), st.Eq(v, st.BV(8, 3)), st.BVUlt(u, st.BV(8, 9))},
			[]term.Term{st.Eq(u, st.BV(8, 3)), st.BVUlt(u, st.BV(8, 9))}},
	} {
		got, ok := p.Project(context.Background(), c.in, keep)
		if !ok {
			t.Fatalf("%s: no projection", c.name)
		}
		for _, w := range c.want {
			if !slices.Contains(got, w) {
				t.Errorf("%s: %s is not in %s", c.name, st.String(w), st.String(st.And(got...)))
			}
		}
		for _, s := range st.Symbols(got...) {
			if !keep(s) {
				t.Errorf("%s: %s is left", c.name, st.Name(s))
			}
		}
	}
	if _, ok := p.Project(context.Background(), []term.Term{st.Or(st.Le(x, k), st.Le(k, y))}, keep); ok {
		t.Error("a disjunction was projected")
	}
}

// TestTighten: bounds of integers are rounded, and nothing is lost.
func TestTighten(t *testing.T) {
	x := linear.Row{Sum: []linear.Mono{{Var: 0, Coef: rational.Of(1)}}}
	for low := int64(-5); low < 5; low++ {
		for high := low; high < 5; high++ {
			for open := range 4 {
				g := gap{form: x, low: rational.Frac(low, 2), high: rational.Frac(high, 2),
					lowOpen: open&1 == 1, highOpen: open&2 == 2}
				if low == high && open == 0 {
					continue // no gap
				}
				for _, strength := range []Strength{Simple, Strong, Weak} {
					r := g.row(strength, true)
					for v := int64(-4); v <= 4; v++ {
						in := r.Eval(func(linear.Var) rational.Rat { return rational.Of(v) })
						holds := in.Sign() < 0 || in.Sign() == 0 && r.Rel == linear.Le
						inA := 2*v < low || 2*v == low && !g.lowOpen
						inB := 2*v > high || 2*v == high && !g.highOpen
						if inA && !holds || inB && holds {
							t.Errorf("%+v, %d: %v at %d", g, strength, r, v)
						}
					}
				}
			}
		}
	}
}
