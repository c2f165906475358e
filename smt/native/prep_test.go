package native

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// TestDefinitionsStayAcyclic remembers, for a polynomial without x, a term that contains x, and
// then defines x by z and z by another term of that polynomial.
func TestDefinitionsStayAcyclic(t *testing.T) {
	st := term.NewStore()
	s := New(st, Config{NoWords: true})
	sym := func(n string) term.Term { return st.Symbol(n, term.BitVec(16)) }
	x, z, a, b, c, d, e := sym("x"), sym("z"), sym("a"), sym("b"), sym("c"), sym("d"), sym("e")
	abc, de := st.BVAdd(st.BVAdd(a, b), c), st.BVAdd(d, e)
	product := st.BVMul(abc, de)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for i, f := range []term.Term{
		st.BVUlt(st.BVSub(st.BVMul(st.BVAdd(abc, x), de), st.BVMul(x, de)), sym("k")),
		st.Eq(x, st.BVXor(z, st.BV(16, 5))),
		st.Eq(z, product),
	} {
		if err := s.Assert(f); err != nil {
			t.Fatal(err)
		}
		if r := s.Check(ctx); r.Status != smt.Sat {
			t.Fatalf("%d: %v", i, r)
		}
	}
	if v, ok := s.Value(st.Eq(x, st.BVXor(product, st.BV(16, 5)))); !ok || !v.Bool() {
		t.Error("wrong model")
	}
}

// TestFullStore lets the store refuse memory at the next growth during a Check,
// wherever that is. Check does not panic, and answers as before when there is memory again.
func TestFullStore(t *testing.T) {
	ctx := context.Background()
	full := errors.New("full")
	for fill := 380; fill < 500; fill++ {
		st := term.NewStore()
		s := New(st, Config{NoWords: true})
		s.Push()
		var xs []term.Term
		for i := range 6 {
			xs = append(xs, st.Symbol(fmt.Sprintf("x%d", i), term.BitVec(16)))
		}
		value := func(i int) term.Term { return st.BVMul(xs[i+1], st.BVAdd(xs[i+1], xs[5])) }
		low := func(x term.Term) term.Term { return st.Extract(7, 0, x) }
		for i := range 5 {
			_ = s.Assert(st.Eq(xs[i], value(i)))
		}
		_ = s.Assert(st.Not(st.Eq(low(xs[0]), low(value(0)))))
		for i := range fill {
			st.Symbol(fmt.Sprintf("f%d", i), term.BitVec(16))
		}
		st.SetBudget(func(int) error { return full })
		r := s.Check(ctx)
		st.SetBudget(nil)
		if r.Status == smt.Sat {
			t.Fatalf("%d: %v", fill, r)
		}
		if r := s.Check(ctx); r.Status != smt.Unsat {
			t.Fatalf("%d: %v", fill, r)
		}
		s.Pop()
		if r := s.Check(ctx); r.Status != smt.Sat {
			t.Fatalf("%d: %v after Pop", fill, r)
		}
	}
}

// TestFrozenStore freezes the store while assertions wait.
func TestFrozenStore(t *testing.T) {
	ctx := context.Background()
	st := term.NewStore()
	s := New(st, Config{NoWords: true})
	x, y := st.Symbol("x", term.BitVec(16)), st.Symbol("y", term.BitVec(16))
	small, differ := st.BVUlt(st.BVMul(x, y), st.BVAdd(x, y)), st.Not(st.Eq(x, y))
	odd := st.Eq(st.Extract(0, 0, x), st.BV(1, 1))
	_ = s.Assert(st.Eq(x, st.BVMul(y, y)))
	_ = s.Assert(small)
	st.Freeze()
	_ = s.Assert(differ)
	if r := s.Check(ctx, odd); r.Status != smt.Sat {
		t.Fatal(r)
	}
	for _, f := range []term.Term{small, differ, odd} {
		if v, ok := s.Value(f); !ok || !v.Bool() {
			t.Error("wrong model of", st.String(f))
		}
	}
}

// TestMinimalCoreOfQueue has an assertion that only words were asked about, without which
// both assumptions would be needed.
func TestMinimalCoreOfQueue(t *testing.T) {
	st := term.NewStore()
	s := New(st, Config{})
	x := st.Symbol("x", term.BitVec(8))
	num := func(n uint64) term.Term { return st.BV(8, n) }
	_ = s.Assert(st.Not(st.Eq(st.BVMul(st.BVAdd(x, num(1)), st.BVSub(x, num(1))), num(8))))
	few := st.And(st.BVUlt(num(0), x), st.BVUlt(x, num(3)))
	three := st.Eq(st.BVMul(x, x), num(9))
	c, r := s.MinimalCore(context.Background(), smt.CoreOptions{}, few, three)
	if r.Status != smt.Unsat || len(c.Terms) != 1 || c.Terms[0] != three {
		t.Errorf("%v %v", r, c)
	}
}
