package native

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/randterm"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
	"whittle.dev/smt/native/internal/rewrite"
	"whittle.dev/term"
)

// What the rules of package rewrite are worth to the solver, and that its answers with and without them
// agree.

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
		g := &randterm.Generator{Rand: r, Store: st, Widths: []int{2, 3}, Symbols: 3}
		if i%2 == 0 {
			g = withArrays(r, st)
		}
		on, off := New(st, Config{NoSimulation: i%3 == 0, NoWords: i%2 == 0}),
			New(st, Config{NoPreprocess: true, NoWords: true})
		var all []term.Term
		for range 2 + r.IntN(4) {
			f := g.Bool(3)
			if w := g.Width(); r.IntN(2) == 0 { // definitions, often cyclic
				f = st.Eq(g.Symbol(term.BitVec(w)), g.Arith(w, 2))
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

// TestRemaindersDiffer asks a solver without the rules whether a term and its image can differ, at the widths
// where there is most to go wrong.
func TestRemaindersDiffer(t *testing.T) {
	for _, w := range []int{7, 8} {
		st := term.NewStore()
		x := st.Symbol("x", term.BitVec(w))
		rw := rewrite.New(st)
		for _, k := range []uint64{3, 7, 42, 1<<(w-1) - 1, 1<<(w-1) + 1, 1<<w - 1, 1<<w - 5} {
			for _, c := range []uint64{0, 1, k - 1, k, k + 1, 1 << (w - 1), 1<<w - 1} {
				for _, op := range []term.Op{term.OpBVUDiv, term.OpBVURem, term.OpBVSDiv, term.OpBVSRem} {
					f := st.Mk(op, nil, st.BVAdd(x, st.BV(w, c)), st.BV(w, k))
					s := New(st, Config{NoPreprocess: true})
					if err := s.Assert(st.Not(st.Eq(f, rw.Apply(f)))); err != nil {
						t.Fatal(err)
					}
					if r := s.Check(context.Background()); r.Status != smt.Unsat {
						t.Errorf("%s and its image: %v", st.String(f), r)
					}
				}
			}
		}
	}
}

// successive says that none of k successive numbers from n on is a multiple of k.
func successive(st *term.Store, op term.Op, w int, k uint64) []term.Term {
	n := st.Symbol("n", term.BitVec(w))
	var out []term.Term
	for i := range k {
		r := st.Mk(op, nil, st.BVAdd(n, st.BV(w, i)), st.BV(w, k))
		out = append(out, st.Not(st.Eq(r, st.BV(w, 0))))
	}
	return out
}

// TestSuccessiveRemainders decides that one of k successive numbers is a multiple of k.
func TestSuccessiveRemainders(t *testing.T) {
	for _, c := range []struct {
		op   term.Op
		w    int
		k    uint64
		want smt.Status
	}{
		{term.OpBVURem, 32, 5, smt.Unsat},
		{term.OpBVURem, 32, 42, smt.Unsat},
		{term.OpBVURem, 64, 100, smt.Unsat},
		{term.OpBVSRem, 32, 5, smt.Sat}, // from the largest to the smallest integer
	} {
		t.Run(fmt.Sprint(c.op, c.w, "/", c.k), func(t *testing.T) {
			st := term.NewStore()
			s := New(st, Config{Conflicts: 20_000})
			for _, f := range successive(st, c.op, c.w, c.k) {
				if err := s.Assert(f); err != nil {
					t.Fatal(err)
				}
			}
			if r := s.Check(context.Background()); r.Status != c.want {
				t.Errorf("%v", r)
			}
		})
	}
}
