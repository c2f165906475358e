package native

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"whittle.dev/smt"
	"whittle.dev/term"
)

func Example() {
	st := term.NewStore()
	s := New(st, Config{})
	x := st.Symbol("x", term.BitVec(8))
	s.Assert(st.BVUlt(x, st.BV(8, 10)))
	big, odd := st.BVUgt(x, st.BV(8, 20)), st.Eq(st.BVURem(x, st.BV(8, 2)), st.BV(8, 1))
	r := s.Check(context.Background(), odd, big)
	fmt.Println(r, len(s.Failed()), s.Failed()[0] == big)
	fmt.Println(s.Check(context.Background(), odd))
	// Output:
	// unsat 1 true
	// sat
}

func TestUnsupported(t *testing.T) {
	st := term.NewStore()
	ctx := context.Background()
	i, j := st.Symbol("i", term.Int), st.Symbol("j", term.Int)
	for _, c := range []struct {
		t    term.Term
		want string
	}{
		{st.Lt(st.IntMul(i, j), st.Int64(3)), "product of unknown numbers"},
		{st.Eq(st.IntDiv(i, j), st.Int64(3)), "division by an unknown number"},
		{st.Eq(st.IntMod(i, st.Int64(0)), st.Int64(3)), "division of numbers by zero"},
	} {
		s := New(st, Config{})
		s.Push()
		err := s.Assert(c.t)
		if err == nil || !strings.Contains(err.Error(), "unsupported") ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", st.String(c.t), err, c.want)
		}
		if r := s.Check(ctx); r.Status != smt.Unknown || !strings.HasPrefix(r.Reason, smt.ReasonUnsupported) {
			t.Errorf("%s: %v", st.String(c.t), r)
		}
		s.Pop()
		if r := s.Check(ctx); r.Status != smt.Sat {
			t.Errorf("after pop: %v", r)
		}
		if r := s.Check(ctx, c.t); r.Status != smt.Unknown ||
			!strings.HasPrefix(r.Reason, smt.ReasonUnsupported) {
			t.Errorf("assumed %s: %v", st.String(c.t), r)
		}
		s.Edge(c.t, s.Node(), s.Node())
		if r := s.Check(ctx); r.Status != smt.Unknown {
			t.Errorf("as a guard %s: %v", st.String(c.t), r)
		}
	}
	if err := New(st, Config{}).Assert(i); err == nil {
		t.Error("an assertion of sort Int is accepted")
	}
}

// hard returns a formula that takes long: a product of two odd numbers that is a given product of two primes.
func hard(st *term.Store) term.Term {
	x, y := st.Symbol("x", term.BitVec(64)), st.Symbol("y", term.BitVec(64))
	limit := st.BV(64, 1<<32)
	return st.And(st.BVUlt(x, limit), st.BVUlt(y, limit), st.BVUgt(x, st.BV(64, 1)),
		st.BVUgt(y, st.BV(64, 1)),
		st.Eq(st.BVMul(x, y), st.BV(64, 2654435761*3266489917)))
}

func TestLimits(t *testing.T) {
	st := term.NewStore()
	f := hard(st)
	t.Run("timeout", func(t *testing.T) {
		s := New(st, Config{})
		s.Assert(f)
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		r := s.Check(ctx)
		if r.Status != smt.Unknown || r.Reason != smt.ReasonTimeout {
			t.Errorf("%v", r)
		}
		if _, ok := s.Value(f); ok {
			t.Error("a value without a model")
		}
	})
	t.Run("canceled", func(t *testing.T) {
		s := New(st, Config{})
		s.Assert(f)
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(30*time.Millisecond, cancel)
		if r := s.Check(ctx); r.Status != smt.Unknown || r.Reason != smt.ReasonCanceled {
			t.Errorf("%v", r)
		}
		if r := s.Check(ctx); r.Reason != smt.ReasonCanceled {
			t.Errorf("already canceled: %v", r)
		}
	})
	t.Run("conflicts", func(t *testing.T) {
		s := New(st, Config{Conflicts: 20})
		s.Assert(f)
		if r := s.Check(context.Background()); r.Status != smt.Unknown || r.Reason != smt.ReasonTimeout {
			t.Errorf("%v", r)
		}
	})
}

func TestDeepTerms(t *testing.T) {
	st := term.NewStore()
	x := st.Symbol("x", term.BitVec(4))
	b := st.Symbol("b", term.Bool)
	v, p := x, b
	for i := range 200_000 {
		v = st.BVXor(st.BVMul(v, st.BV(4, 3)), st.Ite(p, st.BV(4, uint64(i)), x))
		p = st.Ite(st.Eq(v, st.BV(4, uint64(i)%16)), p, b)
	}
	s := New(st, Config{NoSimulation: true, NoWords: true})
	if err := s.Assert(p); err != nil {
		t.Fatal(err)
	}
	if r := s.Check(context.Background()); r.Status != smt.Sat {
		t.Fatal(r)
	}
	if val, ok := s.Value(p); !ok || !val.Bool() {
		t.Error("the model does not satisfy the assertion")
	}
}

func TestModelDefaults(t *testing.T) {
	st := term.NewStore()
	s := New(st, Config{})
	x, b, a := st.Symbol("x", term.BitVec(70)), st.Symbol("b", term.Bool),
		st.Symbol("a", st.ArraySort(term.BitVec(2), term.Bool))
	if _, ok := s.Value(x); ok {
		t.Error("a value before any check")
	}
	if r := s.Check(context.Background()); r.Status != smt.Sat {
		t.Fatal(r)
	}
	for _, sym := range []term.Term{x, b, a} {
		if v, ok := s.Value(sym); !ok || !v.Equal(st.ZeroValue(st.Sort(sym))) {
			t.Errorf("%s = %v, %v", st.Name(sym), v, ok)
		}
	}
	// The model survives changes of the assertions until the next check.
	s.Push()
	s.Assert(st.Eq(x, st.BVNot(st.BV(70, 0))))
	if r := s.Check(context.Background()); r.Status != smt.Sat {
		t.Fatal(r)
	}
	s.Pop()
	if v, _ := s.Value(x); v.String() != "#b"+strings.Repeat("1", 70) {
		t.Errorf("x = %v", v)
	}
}

func TestGarbage(t *testing.T) {
	st := term.NewStore()
	s := New(st, Config{NoSimulation: true, NoWords: true})
	x, y := st.Symbol("x", term.BitVec(16)), st.Symbol("y", term.BitVec(16))
	s.Assert(st.BVUlt(x, y))
	for i := range 300 {
		s.Push()
		s.Assert(st.Eq(st.BVMul(x, st.BVAdd(y, st.BV(16, uint64(i)))), st.BV(16, 12*uint64(i))))
		if r := s.Check(context.Background()); r.Status == smt.Unknown {
			t.Fatal(r)
		}
		s.Pop()
	}
	for _, c := range s.Stats() {
		switch {
		case c.Name == "new starts" && c.Value < 2:
			t.Errorf("%d new starts", c.Value)
		case c.Name == "vars" && c.Value > 3000:
			t.Errorf("%d variables are left", c.Value)
		case c.Name == "gates" && c.Value > 3*minGarbageGates:
			t.Errorf("%d gates are left", c.Value)
		}
	}
}
