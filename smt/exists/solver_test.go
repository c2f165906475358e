package exists_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"whittle.dev/smt"
	"whittle.dev/smt/exists"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

func TestLevels(t *testing.T) {
	st := term.NewStore()
	s := newSolver(t, st, exists.Config{})
	bv := term.BitVec(16)
	x, y := st.Symbol("x", bv), st.Symbol("y", bv)
	want := func(want smt.Status, assume ...term.Term) {
		t.Helper()
		if r := s.Check(context.Background(), assume...); r.Status != want {
			t.Fatalf("%v, want %v", r, want)
		}
	}
	square := st.BVMul(x, x)
	// x*x is no product y*(y+2) for small y.
	s.AssertForAll([]term.Term{y}, st.Or(st.BVUge(y, st.BV(16, 50)),
		st.Not(st.Eq(square, st.BVMul(y, st.BVAdd(y, st.BV(16, 2)))))))
	s.Assert(st.BVUlt(x, st.BV(16, 40)))
	want(smt.Sat)
	v, _ := s.Value(x)
	if n := v.Uint64(); n == 0 || n >= 40 {
		t.Errorf("x = %d", n)
	}
	s.Push()
	s.Assert(st.Eq(x, st.BV(16, 0))) // 0 = 0*2
	want(smt.Unsat)
	s.Pop()
	want(smt.Sat)
	for n := range uint64(5) { // instances come and go with levels
		s.Push()
		s.Assert(st.BVUge(x, st.BV(16, n)))
		s.AssertForAll([]term.Term{y}, st.Or(st.BVUlt(y, st.BV(16, 3)), st.BVUgt(y, st.BV(16, 200)),
			st.BVUlt(x, st.BVAdd(st.BVMul(y, y), st.BV(16, 1)))))
		if n > 0 {
			want(smt.Sat)
		} else {
			want(smt.Unsat, st.BVUgt(x, st.BV(16, 9)))
		}
		s.Pop()
	}
	low, other := st.BVUlt(x, st.BV(16, 1)), st.Not(st.Eq(x, st.BV(16, 77)))
	want(smt.Unsat, other, low)
	if f := s.Failed(); !slices.Equal(f, []term.Term{low}) {
		t.Errorf("failed %v", f)
	}
}

func TestForAllIsCapability(t *testing.T) {
	st := term.NewStore()
	var s smt.Solver = newSolver(t, st, exists.Config{})
	f, ok := s.(smt.ForAller)
	if !ok {
		t.Fatal("no smt.ForAller")
	}
	y := st.Symbol("y", term.BitVec(64))
	if err := f.AssertForAll([]term.Term{y}, st.BVUgt(y, st.BV(64, 0))); err != nil {
		t.Fatal(err)
	}
	if r := s.Check(context.Background()); r.Status != smt.Unsat {
		t.Error(r)
	}
}

func TestUnknown(t *testing.T) {
	// Every value has a predecessor under a permutation that is not inverted by
	// looking at it: refuting proposals one by one takes too long.
	hard := func(st *term.Store, s *exists.Solver) {
		bv := term.BitVec(32)
		x, y := st.Symbol("x", bv), st.Symbol("y", bv)
		s.AssertForAll([]term.Term{y},
			st.Not(st.Eq(x, st.BVMul(y, st.BVAdd(st.BVMul(y, st.BV(32, 2)), st.BV(32, 1))))))
	}
	t.Run("deadline", func(t *testing.T) {
		st := term.NewStore()
		s := newSolver(t, st, exists.Config{})
		hard(st, s)
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		if r := s.Check(ctx); r.Status != smt.Unknown || r.Reason != smt.ReasonTimeout {
			t.Error(r)
		}
	})
	t.Run("cancel", func(t *testing.T) {
		st := term.NewStore()
		s := newSolver(t, st, exists.Config{})
		hard(st, s)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if r := s.Check(ctx); r.Status != smt.Unknown || r.Reason != smt.ReasonCanceled {
			t.Error(r)
		}
	})
	t.Run("rounds", func(t *testing.T) {
		st := term.NewStore()
		s := newSolver(t, st, exists.Config{Rounds: 3})
		hard(st, s)
		if r := s.Check(context.Background()); r.Status != smt.Unknown || r.Reason != smt.ReasonTimeout {
			t.Error(r)
		}
		if n := s.Counts().Rounds; n != 3 {
			t.Errorf("%d rounds", n)
		}
	})
	t.Run("budget of the store", func(t *testing.T) {
		st := term.NewStore()
		s := newSolver(t, st, exists.Config{})
		hard(st, s)
		left := 1 << 16
		st.SetBudget(func(n int) error {
			if left -= n; left < 0 {
				return errors.New("enough")
			}
			return nil
		})
		if r := s.Check(context.Background()); r.Status != smt.Unknown || r.Reason != smt.ReasonMemory {
			t.Error(r)
		}
	})
	t.Run("sort", func(t *testing.T) {
		st := term.NewStore()
		s := newSolver(t, st, exists.Config{})
		i := st.Symbol("i", term.Int)
		s.Push()
		if err := s.AssertForAll([]term.Term{i}, st.Lt(i, st.Int64(3))); err == nil ||
			!strings.Contains(err.Error(), "sort Int") {
			t.Error(err)
		}
		if r := s.Check(context.Background()); r.Status != smt.Unknown ||
			r.Reason != "unsupported: quantified symbol of sort Int" {
			t.Error(r)
		}
		s.Pop()
		if r := s.Check(context.Background()); r.Status != smt.Sat {
			t.Error(r)
		}
	})
	t.Run("no solver", func(t *testing.T) {
		st := term.NewStore()
		n := 0
		s, err := exists.New(st, exists.Config{Solver: func(st *term.Store) (smt.Solver, error) {
			if n++; n > 1 {
				return nil, errors.New("one is enough")
			}
			return native.New(st, native.Config{}), nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		hard(st, s)
		if r := s.Check(context.Background()); r.Status != smt.Unknown ||
			r.Reason != "no solver: one is enough" {
			t.Error(r)
		}
	})
}

// TestDeterministic: the same questions take the same steps.
func TestDeterministic(t *testing.T) {
	steps := func() (exists.Counts, int) {
		st := term.NewStore()
		p := programs[4]
		q := p.query(st, 16, 3, 2)
		s := newSolver(t, st, exists.Config{})
		for _, g := range q.ground {
			s.Assert(g)
		}
		s.AssertForAll(q.bound, q.body)
		s.Check(context.Background())
		return s.Counts(), st.NumTerms()
	}
	a, n := steps()
	for range 5 {
		if b, m := steps(); a != b || n != m {
			t.Fatalf("%+v with %d terms, then %+v with %d", a, n, b, m)
		}
	}
}

// closing counts solvers that are closed.
type closing struct {
	smt.Solver
	open *int
}

func (c closing) Close() error { *c.open--; return nil }

func TestClose(t *testing.T) {
	open := 0
	st := term.NewStore()
	s, err := exists.New(st, exists.Config{Solver: func(st *term.Store) (smt.Solver, error) {
		open++
		return closing{native.New(st, native.Config{}), &open}, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	x, y := st.Symbol("x", term.BitVec(8)), st.Symbol("y", term.BitVec(8))
	body := st.Not(st.Eq(st.BVMul(x, y), st.BV(8, 3)))
	s.AssertForAll([]term.Term{y}, body)
	s.Push()
	s.AssertForAll([]term.Term{y}, st.Not(st.Eq(st.BVMul(x, y), st.BV(8, 12))))
	if r := s.Check(context.Background()); r.Status != smt.Sat || open != 3 {
		t.Error(r, open)
	}
	s.Pop()
	if open != 2 {
		t.Errorf("%d open after pop", open)
	}
	s.Close()
	if open != 0 {
		t.Errorf("%d open", open)
	}
}
