package process_test

import (
	"context"
	"os/exec"
	"testing"
	"time"

	"whittle.dev/smt"
	"whittle.dev/smt/process"
	"whittle.dev/term"
)

// TestForAll asks solvers that know quantifiers, on several levels.
func TestForAll(t *testing.T) {
	for _, name := range []string{"z3", "cvc5"} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(name); err != nil {
				t.Skip(name + " is not installed")
			}
			st := term.NewStore()
			s, err := process.New(st, process.Config{Command: name})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			x, y := st.Symbol("x", term.BitVec(8)), st.Symbol("y", term.BitVec(8))
			check := func(want smt.Status) {
				t.Helper()
				ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
				defer cancel()
				if r := s.Check(ctx); r.Status != want {
					t.Fatalf("%v, want %v", r, want)
				}
			}
			must := func(err error) {
				t.Helper()
				if err != nil {
					t.Fatal(err)
				}
			}
			// x is no even number below 8.
			must(s.AssertForAll([]term.Term{y}, st.Or(st.Not(st.BVUlt(y, st.BV(8, 4))),
				st.Not(st.Eq(x, st.BVAdd(y, y))))))
			must(s.Assert(st.BVUlt(x, st.BV(8, 2))))
			check(smt.Sat)
			if v, ok := s.Value(x); !ok || v.Uint64() != 1 {
				t.Errorf("x is %v", v)
			}
			s.Push()
			must(s.AssertForAll([]term.Term{y}, st.Not(st.Eq(x, st.BVLShr(y, st.BV(8, 7))))))
			check(smt.Unsat)
			s.Pop()
			check(smt.Sat)
			must(s.AssertForAll(nil, st.Eq(x, st.BV(8, 0))))
			check(smt.Unsat)
			if err := s.AssertForAll([]term.Term{y}, y); err == nil {
				t.Error("a body that is no formula is taken")
			}
		})
	}
}
