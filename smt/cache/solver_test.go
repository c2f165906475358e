package cache_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/smt/cache"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// fixture is a solver behind a cache with counters by name.
type fixture struct {
	*cache.Solver
	t  *testing.T
	st *term.Store
}

func newFixture(t *testing.T, c *cache.Cache, cfg cache.Config) *fixture {
	st := term.NewStore()
	return &fixture{cache.New(st, native.New(st, native.Config{}), c, cfg), t, st}
}

func (f *fixture) vec(name string) term.Term { return f.st.Symbol(name, term.BitVec(8)) }

func (f *fixture) check(want smt.Status, as ...term.Term) {
	f.t.Helper()
	if r := f.Check(context.Background(), as...); r.Status != want {
		f.t.Errorf("%v, want %v", r, want)
	}
}

// count returns a counter.
func (f *fixture) count(name string) int64 {
	for _, x := range f.Stats() {
		if x.Name == name {
			return x.Value
		}
	}
	f.t.Fatalf("no counter %q", name)
	return 0
}

func (f *fixture) counts(want map[string]int64) {
	f.t.Helper()
	for name, n := range want {
		if got := f.count(name); got != n {
			f.t.Errorf("%s: %d, want %d", name, got, n)
		}
	}
}

// TestRenamed: a chain over other names, asserted in another order, is known.
func TestRenamed(t *testing.T) {
	f := newFixture(t, nil, cache.Config{})
	st := f.st
	chain := func(prefix string, perm ...int) {
		var ts []term.Term
		for i := range 5 {
			ts = append(ts, st.BVUlt(f.vec(fmt.Sprint(prefix, i)), f.vec(fmt.Sprint(prefix, i+1))))
		}
		ts = append(ts, st.BVUlt(st.BV(8, 100), f.vec(prefix+"0")))
		for _, i := range perm {
			f.Assert(ts[i])
		}
	}
	chain("a", 0, 1, 2, 3, 4, 5)
	f.check(smt.Sat)
	asked := f.count("cache solver calls")
	chain("b", 3, 5, 0, 2, 4, 1)
	f.check(smt.Sat)
	chain("c", 5, 4, 3, 2, 1, 0)
	f.check(smt.Sat)
	f.counts(map[string]int64{"cache solver calls": asked, "cache hits sat": 2})
	for _, p := range []string{"a", "b", "c"} {
		last := uint64(100)
		for i := range 6 {
			v, ok := f.Value(f.vec(fmt.Sprint(p, i)))
			if !ok || v.Uint64() <= last {
				t.Errorf("%s%d is %v", p, i, v)
			}
			last = v.Uint64()
		}
	}
}

// TestCores: an unsatisfiable set makes supersets unsatisfiable, over other names too.
func TestCores(t *testing.T) {
	f := newFixture(t, nil, cache.Config{})
	st := f.st
	x, y, z, w := f.vec("x"), f.vec("y"), f.vec("z"), f.vec("w")
	less := []term.Term{st.BVUlt(x, y), st.BVUlt(y, z), st.BVUlt(z, x)}
	f.check(smt.Unsat, less...)
	if core := f.Failed(); !slices.Equal(core, less) {
		t.Errorf("core %v", core)
	}
	other := st.BVUlt(w, z)
	f.check(smt.Unsat, less[2], other, less[0], less[1])
	if core := f.Failed(); !slices.Equal(core, []term.Term{less[2], less[0], less[1]}) {
		t.Errorf("core %v", core)
	}
	f.counts(map[string]int64{"cache solver calls": 1, "cache parts by remembered cores": 1})
	// A subset is not unsatisfiable.
	f.check(smt.Sat, less[0], less[1])
	a, b, c := f.vec("a"), f.vec("b"), f.vec("c")
	f.Assert(st.BVUlt(c, a))
	f.check(smt.Unsat, st.BVUlt(a, b), st.BVUlt(b, c))
	f.counts(map[string]int64{"cache hits unsat": 1})
	f.check(smt.Sat)
}

// TestModels: what a conjunct leaves alone is not decided again.
func TestModels(t *testing.T) {
	f := newFixture(t, nil, cache.Config{})
	st := f.st
	x, y, z := f.vec("x"), f.vec("y"), f.vec("z")
	f.Assert(st.Eq(st.BVMul(x, x), st.BV(8, 49)))
	f.Push()
	f.Assert(st.BVUlt(y, st.BV(8, 7)))
	f.check(smt.Sat)
	asked := f.count("cache solver calls")
	f.Assert(st.BVUlt(z, y)) // joins y and the new z
	f.check(smt.Sat)
	before := f.count("cache solver calls")
	f.Pop()
	f.check(smt.Sat)
	f.check(smt.Sat, st.Not(st.Eq(x, y)))
	if n := f.count("cache solver calls") - before; n > 1 {
		t.Errorf("%d calls after the pop", n)
	}
	if n := f.count("cache parts unchanged"); n < 2 || asked != 2 {
		t.Errorf("%d unchanged parts, %d calls", n, asked)
	}
	v, _ := f.Value(x)
	if p := v.Uint64() * v.Uint64() & 255; p != 49 {
		t.Errorf("x is %v", v)
	}
}

func TestSharedCacheAndEviction(t *testing.T) {
	c := cache.NewCache(10000)
	for round := range 3 {
		f := newFixture(t, c, cache.Config{})
		for i := range 200 {
			x, y := f.vec(fmt.Sprint("x", round, i)), f.vec(fmt.Sprint("y", round, i))
			f.Push()
			f.Assert(f.st.Eq(f.st.BVAdd(f.st.BVMul(x, y), f.st.BV(8, uint64(i))), f.st.BV(8, 77)))
			f.check(smt.Sat)
			f.Pop()
			if i%2 == 0 {
				f.check(smt.Sat)
			}
		}
		if u := c.Usage(); u.Bytes > 10000 || u.Evicted == 0 || u.Entries == 0 {
			t.Errorf("%+v", u)
		}
	}
	big := cache.NewCache(0)
	first := newFixture(t, big, cache.Config{})
	x := first.vec("x")
	first.check(smt.Sat, first.st.Eq(first.st.BVMul(x, x), first.st.BV(8, 81)))
	second := newFixture(t, big, cache.Config{Verify: true})
	y := second.vec("y")
	second.check(smt.Sat, second.st.Eq(second.st.BVMul(y, y), second.st.BV(8, 81)))
	second.counts(map[string]int64{"cache solver calls": 0, "cache hits sat": 1})
	v, _ := second.Value(y)
	if v.Uint64()*v.Uint64()&255 != 81 {
		t.Errorf("y is %v", v)
	}
}

// TestForgedEntries: with Verify a wrong model is refused and replaced.
func TestForgedEntries(t *testing.T) {
	for _, e := range []cache.Entry{
		{Status: smt.Sat, Model: []byte{3}},
		{Status: smt.Sat},
		{Status: smt.Sat, Model: []byte{9, 9}},
		{Status: smt.Unsat, Core: []int32{7}},
		{Status: smt.Unsat},
		{},
	} {
		c := cache.NewCache(0)
		f := newFixture(t, c, cache.Config{Verify: true})
		x := f.vec("x")
		f.Assert(f.st.Eq(f.st.BVMul(x, x), f.st.BV(8, 81)))
		c.Put(f.Keys()[0], e)
		f.check(smt.Sat)
		f.counts(map[string]int64{"cache entries rejected": 1, "cache solver calls": 1})
		if v, _ := f.Value(x); v.Uint64()*v.Uint64()&255 != 81 {
			t.Errorf("x is %v", v)
		}
		if e, ok := c.Get(f.Keys()[0]); !ok || e.Status != smt.Sat {
			t.Errorf("the entry is %+v", e)
		}
	}
}

// TestUnsupported: what the inner solver does not know is named, and does no harm elsewhere.
func TestUnsupported(t *testing.T) {
	f := newFixture(t, nil, cache.Config{})
	i := f.st.Symbol("i", term.Int)
	f.Push()
	if err := f.Assert(f.st.Le(i, f.st.Int64(3))); err == nil {
		t.Error("no error for an integer")
	}
	if r := f.Check(context.Background()); r.Status != smt.Unknown || !strings.HasPrefix(r.Reason, smt.ReasonUnsupported) {
		t.Error(r)
	}
	f.check(smt.Unsat, f.st.False()) // whatever the integer is
	f.Pop()
	f.check(smt.Sat)
	f.Push()
	if err := f.Assert(i); err == nil {
		t.Error("no error for an assertion of sort Int")
	}
	f.check(smt.Unknown)
	f.Pop()
	f.check(smt.Sat)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r := f.Check(ctx); r != (smt.Result{Reason: smt.ReasonCanceled}) {
		t.Error(r)
	}
}

// TestDivisionByZeroTies: SMT-LIB leaves x/0 open, but it is one function of x
// everywhere, so conjuncts with such divisions are not independent.
func TestDivisionByZeroTies(t *testing.T) {
	st := term.NewStore()
	in := &recorder{}
	s := cache.New(st, in, nil, cache.Config{})
	x, y := st.Symbol("x", term.Int), st.Symbol("y", term.Int)
	one := st.Int64(1)
	s.Assert(st.Eq(st.Mk(term.OpDiv, nil, one, x), st.Int64(5)))
	s.Assert(st.Eq(st.Mk(term.OpDiv, nil, one, y), st.Int64(6)))
	s.Check(context.Background())
	if in.most != 2 {
		t.Errorf("at most %d conjuncts were asked about together", in.most)
	}
}

// TestDivisionByZeroIsOneFunction: a solver may choose 0/0 otherwise than evaluation, and
// then its model must not be evaluated together with other conjuncts.
func TestDivisionByZeroIsOneFunction(t *testing.T) {
	for _, cfg := range []cache.Config{{}, {NoExtend: true}} {
		st := term.NewStore()
		x, y := st.Symbol("x", term.Int), st.Symbol("y", term.Int)
		quotient := st.Mk(term.OpDiv, nil, x, st.Int64(0))
		in := &chooser{value: st.ZeroValue(term.Int)}
		s := cache.New(st, in, nil, cfg)
		s.Assert(st.Eq(quotient, st.Int64(5)))
		if r := s.Check(context.Background()); r.Status != smt.Sat {
			t.Fatal(r)
		}
		s.Assert(st.Eq(st.IntAdd(quotient, y), st.Int64(0))) // true if 0/0 and y are 0
		before := in.asked
		s.Check(context.Background())
		if in.asked == before {
			t.Errorf("%+v: the model of another choice of 0/0 was believed", cfg)
		}
	}
}

// chooser is a solver that answers that all is satisfied if each symbol has one value.
type chooser struct {
	recorder
	value term.Value
	asked int
}

func (c *chooser) Check(context.Context, ...term.Term) smt.Result {
	c.asked++
	return smt.Result{Status: smt.Sat}
}
func (c *chooser) Value(term.Term) (term.Value, bool) { return c.value, true }

// recorder is a solver that knows nothing.
type recorder struct {
	smt.Solver
	most int
}

func (r *recorder) Assert(term.Term) error { return nil }
func (r *recorder) Push()                  {}
func (r *recorder) Pop()                   {}
func (r *recorder) Check(_ context.Context, as ...term.Term) smt.Result {
	r.most = max(r.most, len(as))
	return smt.Result{Reason: "knows nothing"}
}

// TestLargeParts: more conjuncts than are assumed at once.
func TestLargeParts(t *testing.T) {
	f := newFixture(t, nil, cache.Config{Candidates: -1, NoExtend: true})
	x := f.vec("x")
	for i := range 200 {
		f.Assert(f.st.Not(f.st.Eq(x, f.st.BV(8, uint64(i)))))
	}
	f.check(smt.Sat)
	a, b := f.st.BVUlt(x, f.st.BV(8, 150)), f.st.BVUlt(f.vec("y"), x)
	f.check(smt.Unsat, b, a)
	if core := f.Failed(); !slices.Equal(core, []term.Term{a}) {
		t.Errorf("core %v", core)
	}
}
