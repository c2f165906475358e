package native

import (
	"context"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// evalPoly returns the value of p modulo 2^w for w up to 63.
func evalPoly(t *testing.T, st *term.Store, p polynomial, w int, a term.Assignment) uint64 {
	t.Helper()
	sum := uint64(0)
	for _, m := range p {
		x := m.c.lo
		for _, at := range m.atoms {
			x *= evalUint(t, st, at, a)
		}
		sum += x
	}
	return sum & (1<<w - 1)
}

func evalUint(t *testing.T, st *term.Store, x term.Term, a term.Assignment) uint64 {
	t.Helper()
	v, err := st.Eval(x, a)
	if err != nil {
		t.Fatal(err)
	}
	if st.Sort(x).IsBool() {
		if v.Bool() {
			return 1
		}
		return 0
	}
	return v.Uint64()
}

// assignments gives all symbols of the terms random values, n times.
func assignments(r *rand.Rand, st *term.Store, n int, ts ...term.Term) func(yield func(term.Map) bool) {
	return func(yield func(term.Map) bool) {
		syms := st.Symbols(ts...)
		for range n {
			m := term.Map{}
			for _, x := range syms {
				if st.Sort(x).IsBool() {
					m[x] = term.BoolValue(r.IntN(2) == 0)
				} else {
					w := st.Sort(x).Width()
					m[x] = term.BVValue(w, r.Uint64()&(1<<w-1))
				}
			}
			if !yield(m) {
				return
			}
		}
	}
}

// TestPolynomials compares terms with their polynomials on many assignments.
func TestPolynomials(t *testing.T) {
	n := testflag.Times(4000)
	if testing.Short() {
		n = 500
	}
	expanded := 0
	for i := range n {
		r := rand.New(rand.NewPCG(11, uint64(i)))
		st := term.NewStore()
		g := &generator{r: r, st: st, widths: []int{1, 2, 3, 4}, symbols: 2, raw: i%2 == 0}
		w := 1 + r.IntN(6)
		a, b := g.vec(w, 1+r.IntN(4)), g.vec(w, 1+r.IntN(3))
		if v := r.IntN(w + 1); v > 0 && i%3 == 0 { // sums and products that may or may not overflow inside
			inner := func() term.Term { k := r.IntN(v); return st.ZeroExt(k, g.arith(v-k, 1)) }
			ops := []term.Op{term.OpBVAdd, term.OpBVAdd, term.OpBVMul, term.OpBVURem, term.OpBVSub}
			sum := inner()
			for range 1 + r.IntN(3) {
				sum = st.Mk(ops[r.IntN(len(ops))], nil, sum, inner())
			}
			a = st.ZeroExt(w-v, sum)
		}
		x := &unfolder{st: st, w: w}
		d, ok := x.difference(a, b)
		rw := newRewriter(st)
		p, q := rw.sum(a), rw.sum(b)
		if !ok {
			continue
		}
		expanded++
		yes, no := d.vanishes(w)
		for m := range assignments(r, st, 24, a, b) {
			va, vb := evalUint(t, st, a, m), evalUint(t, st, b, m)
			if got := evalPoly(t, st, d, w, m); got != (va-vb)&(1<<w-1) {
				t.Fatalf("case %d: %s - %s is %d, the polynomial %d under %v", i, st.String(a), st.String(b),
					(va-vb)&(1<<w-1), got, m)
			}
			if got := evalPoly(t, st, p, w, m); got != va {
				t.Fatalf("case %d: %s is %d, its sum %d", i, st.String(a), va, got)
			}
			if got := evalPoly(t, st, q, w, m); got != vb {
				t.Fatalf("case %d: %s is %d, its sum %d", i, st.String(b), vb, got)
			}
			if yes && va != vb || no && va == vb {
				t.Fatalf("case %d: %s = %s wrongly decided", i, st.String(a), st.String(b))
			}
		}
	}
	if expanded < n/2 {
		t.Errorf("only %d of %d polynomials", expanded, n)
	}
}

// TestRewriter compares terms with their images on many assignments.
func TestRewriter(t *testing.T) {
	n := testflag.Times(3000)
	if testing.Short() {
		n = 500
	}
	for i := range n {
		r := rand.New(rand.NewPCG(12, uint64(i)))
		st := term.NewStore()
		g := &generator{r: r, st: st, widths: []int{1, 2, 3, 4}, symbols: 2, raw: i%2 == 0}
		rw := newRewriter(st)
		for range 4 { // what one term leaves behind serves the next
			a := g.bool(1 + r.IntN(4))
			if r.IntN(2) == 0 {
				w := g.width()
				a = st.Eq(g.arith(w, 3), g.arith(w, 3))
			}
			b := rw.apply(a)
			for m := range assignments(r, st, 32, a, b) {
				if evalUint(t, st, a, m) != evalUint(t, st, b, m) {
					t.Fatalf("case %d: %s becomes %s, which differs under %v", i, st.String(a), st.String(b),
						m)
				}
			}
		}
	}
}

// arith makes a term of sums and products.
func (g *generator) arith(w, d int) term.Term {
	if d == 0 || g.pick(6) == 0 {
		return g.vec(w, g.pick(2))
	}
	ops := []term.Op{term.OpBVAdd, term.OpBVSub, term.OpBVMul, term.OpBVMul, term.OpBVAdd, term.OpBVURem,
		term.OpBVSRem, term.OpBVShl}
	return g.mk(ops[g.pick(len(ops))], nil, g.arith(w, d-1), g.arith(w, d-1))
}

// TestIdentities lists equations that hold for all values, none of which a SAT
// solver alone shows at these widths, and some that fail for all.
func TestIdentities(t *testing.T) {
	const w = 32
	st := term.NewStore()
	a, b, c := st.Symbol("a", term.BitVec(w)), st.Symbol("b", term.BitVec(w)), st.Symbol("c", term.BitVec(w))
	half := func(x term.Term, hi, lo int) term.Term { return st.ZeroExt(2*w-1-hi+lo, st.Extract(hi, lo, x)) }
	shiftAdd := st.BV(w, 0)
	for i := range w {
		shiftAdd = st.BVAdd(shiftAdd, st.Ite(st.Eq(st.Extract(i, i, b), st.BV(1, 1)),
			st.BVShl(a, st.BV(w, uint64(i))), st.BV(w, 0)))
	}
	mul, add, sub := st.BVMul, st.BVAdd, st.BVSub
	long := st.BV(2*w, 0)
	for i, p := range []term.Term{
		mul(half(a, 15, 0), half(b, 15, 0)), mul(half(a, 31, 16), half(b, 15, 0)),
		mul(half(a, 15, 0), half(b, 31, 16)), mul(half(a, 31, 16), half(b, 31, 16)),
	} {
		long = add(long, st.BVShl(p, st.BV(2*w, uint64([]int{0, 16, 16, 32}[i]))))
	}
	for _, c := range []struct {
		name string
		l, r term.Term
		want smt.Status // of the equation's negation
	}{
		{"square of a sum", mul(add(a, b), add(a, b)),
			add(add(mul(a, a), mul(b, b)), mul(st.BV(w, 2), mul(a, b))), smt.Unsat},
		{"difference of squares", mul(add(a, b), sub(a, b)), sub(mul(a, a), mul(b, b)), smt.Unsat},
		{"associativity", mul(mul(a, b), c), mul(a, mul(c, b)), smt.Unsat},
		{"distribution", mul(a, add(b, c)), add(mul(c, a), mul(b, a)), smt.Unsat},
		{"shift and add", mul(a, b), shiftAdd, smt.Unsat},
		{"long multiplication", mul(st.ZeroExt(w, a), st.ZeroExt(w, b)), long, smt.Unsat},
		{"division with remainder", a, add(mul(st.BVUDiv(a, b), b), st.BVURem(a, b)), smt.Unsat},
		{"signed division with remainder", st.BVSRem(a, b), sub(a, mul(b, st.BVSDiv(a, b))), smt.Unsat},
		{"bitwise sums", add(st.BVAnd(a, b), st.BVOr(a, b)), add(a, b), smt.Unsat},
		{"exclusive or by sums", st.BVXor(a, b), sub(add(a, b), mul(st.BV(w, 2), st.BVAnd(a, b))), smt.Unsat},
		{"square off by one", mul(add(a, b), add(a, b)),
			add(add(mul(a, a), mul(b, b)), add(mul(st.BV(w, 2), mul(a, b)), st.BV(w, 1))), smt.Sat},
	} {
		s := New(st, Config{Conflicts: 1000})
		if err := s.Assert(st.Not(st.Eq(c.l, c.r))); err != nil {
			t.Fatal(err)
		}
		if got := s.Check(context.Background()); got.Status != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestPreprocessing compares the answers with and without preprocessing.
func TestPreprocessing(t *testing.T) {
	n := testflag.Times(600)
	if testing.Short() {
		n = 100
	}
	ctx := context.Background()
	for i := range n {
		r := rand.New(rand.NewPCG(13, uint64(i)))
		st := term.NewStore()
		g := &generator{r: r, st: st, widths: []int{2, 3}, symbols: 3}
		if i%2 == 0 {
			g = withArrays(r, st)
		}
		on, off := New(st, Config{NoSimulation: i%3 == 0, NoWords: i%2 == 0}),
			New(st, Config{NoPreprocess: true, NoWords: true})
		var all []term.Term
		for range 2 + r.IntN(4) {
			f := g.bool(3)
			if w := g.width(); r.IntN(2) == 0 { // definitions, often cyclic
				f = st.Eq(g.symbol(term.BitVec(w)), g.arith(w, 2))
			}
			all = append(all, f)
			if on.Assert(f) != nil || off.Assert(f) != nil {
				t.Fatal("refused")
			}
		}
		got, want := on.Check(ctx), off.Check(ctx)
		if got != want {
			for _, f := range all {
				t.Log(st.String(f))
			}
			t.Fatalf("case %d: %v with preprocessing, %v without", i, got, want)
		}
		if got.Status == smt.Sat {
			for _, f := range all {
				if v, ok := on.Value(f); !ok || !v.Bool() {
					t.Fatalf("case %d: the model does not satisfy %s", i, st.String(f))
				}
			}
		}
	}
}

// TestExchanges undoes exchanges of elements of an array in reverse order.
func TestExchanges(t *testing.T) {
	st := term.NewStore()
	b := term.BitVec(32)
	a := st.Symbol("a", st.ArraySort(b, b))
	swap := func(a, i, j term.Term) term.Term {
		return st.StoreArr(st.StoreArr(a, i, st.Select(a, j)), j, st.Select(a, i))
	}
	var idx []term.Term
	for i := range 8 {
		idx = append(idx, st.Symbol(string(rune('i'+i)), b))
	}
	for _, c := range []struct {
		undo []int
		want smt.Status
	}{{[]int{3, 2, 1, 0}, smt.Unsat}, {[]int{3, 2, 1, 1}, smt.Sat}} {
		x := a
		for k := range 4 {
			x = swap(x, idx[k], idx[k+4])
		}
		for _, k := range c.undo {
			x = swap(x, idx[k+4], idx[k])
		}
		s := New(st, Config{Conflicts: 2000})
		f := st.Not(st.Eq(x, a))
		if err := s.Assert(f); err != nil {
			t.Fatal(err)
		}
		got := s.Check(context.Background())
		if got.Status != c.want {
			t.Errorf("%v: %v", c.undo, got)
		}
		if v, ok := s.Value(f); got.Status == smt.Sat && (!ok || !v.Bool()) {
			t.Errorf("%v: wrong model", c.undo)
		}
	}
}

// TestStoreChains compares chains of stores and reads of them with and without preprocessing.
func TestStoreChains(t *testing.T) {
	n := testflag.Times(400)
	if testing.Short() {
		n = 80
	}
	ctx := context.Background()
	for i := range n {
		r := rand.New(rand.NewPCG(14, uint64(i)))
		st := term.NewStore()
		b := term.BitVec(2)
		arrays := []term.Term{st.Symbol("a", st.ArraySort(b, b))}
		vecs := []term.Term{st.Symbol("i", b), st.Symbol("j", b), st.Symbol("k", b), st.BV(2, 1)}
		pick := func(ts []term.Term) term.Term { return ts[len(ts)-1-min(r.IntN(len(ts)), r.IntN(len(ts)))] }
		index := func() term.Term { return st.BVAdd(vecs[r.IntN(4)], st.BV(2, uint64(r.IntN(2)))) }
		for range 6 + r.IntN(8) {
			if r.IntN(2) == 0 {
				vecs = append(vecs, st.Select(pick(arrays), index()))
			} else {
				arrays = append(arrays, st.StoreArr(pick(arrays), index(), pick(vecs)))
			}
		}
		f := st.Not(st.Eq(pick(vecs), st.Select(pick(arrays), index())))
		if r.IntN(2) == 0 {
			f = st.Not(st.Eq(pick(arrays), pick(arrays)))
		}
		on, off := New(st, Config{}), New(st, Config{NoPreprocess: true})
		for _, s := range []*Solver{on, off} {
			if err := s.Assert(f); err != nil {
				t.Fatal(err)
			}
		}
		got, want := on.Check(ctx), off.Check(ctx)
		if got != want {
			t.Fatalf("case %d: %v, without preprocessing %v: %s", i, got, want, st.String(f))
		}
		if v, ok := on.Value(f); got.Status == smt.Sat && (!ok || !v.Bool()) {
			t.Fatalf("case %d: wrong model of %s", i, st.String(f))
		}
	}
}
