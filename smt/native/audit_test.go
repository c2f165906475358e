package native_test

import (
	"context"
	"slices"
	"testing"

	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/smt/audit"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

func TestUnderAudit(t *testing.T) {
	st := term.NewStore()
	ctx := context.Background()
	p, q := st.Symbol("p", term.Bool), st.Symbol("q", term.Bool)
	s, ok := audit.NewOrderer(st, native.New(st, native.Config{}), audit.Config{
		Second: func(st *term.Store, p sat.Proof) smt.Solver {
			return native.New(st, native.Config{SAT: sat.Config{Proof: p}})
		},
	})
	if !ok {
		t.Fatal("no ordering capability")
	}
	s.Push()
	s.Assert(p)
	s.Assert(st.Not(p))
	if r := s.Check(ctx); r.Status != smt.Unsat {
		t.Error(r)
	}
	s.Pop()
	if r := s.Check(ctx, p, q); r.Status != smt.Sat {
		t.Error(r)
	}
	a, b := s.Node(), s.Node()
	s.Edge(p, a, b)
	s.Edge(q, b, a)
	if r := s.Check(ctx, p, q); r.Status != smt.Unsat {
		t.Error(r)
	}
	if core := s.Failed(); !slices.Equal(core, []term.Term{p, q}) {
		t.Errorf("core %v", core)
	}
	if err := s.Err(); err != nil {
		t.Error(err)
	}
	if c := s.Counts(); c.Models != 1 || c.Unsats != 2 || c.Skipped != 0 {
		t.Errorf("%+v", c)
	}
}
