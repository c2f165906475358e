package audit_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/smt/audit"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// liar answers as told, whatever is asked.
type liar struct {
	smt.Solver
	status smt.Status
	core   []term.Term
	values term.Map
}

func (l *liar) Check(context.Context, ...term.Term) smt.Result { return smt.Result{Status: l.status} }
func (l *liar) Failed() []term.Term                            { return l.core }
func (l *liar) Value(t term.Term) (term.Value, bool)           { return l.values.Value(t) }

func TestAudit(t *testing.T) {
	st := term.NewStore()
	x := st.Symbol("x", term.BitVec(8))
	small, big := st.BVUlt(x, st.BV(8, 10)), st.BVUgt(x, st.BV(8, 20))
	odd := st.Eq(st.Extract(0, 0, x), st.BV(1, 1))
	second := func() smt.Solver { return native.New(st, native.Config{NoSimulation: true}) }
	for _, c := range []struct {
		name   string
		liar   *liar // nil: an honest solver
		assume []term.Term
		want   string // in the error
		status smt.Status
	}{
		{name: "sat", assume: []term.Term{odd}, status: smt.Sat},
		{name: "unsat", assume: []term.Term{odd, big}, status: smt.Unsat},
		{name: "bad model", liar: &liar{status: smt.Sat, values: term.Map{x: term.BVValue(8, 30)}}, want: "the model does not satisfy"},
		{name: "no model", liar: &liar{status: smt.Sat}, want: "no value"},
		{name: "bad unsat", liar: &liar{status: smt.Unsat}, want: "the second solver has a model"},
		{name: "bad core", liar: &liar{status: smt.Unsat, core: []term.Term{odd}}, assume: []term.Term{odd, big}, want: "the core is satisfiable"},
		{name: "foreign core", liar: &liar{status: smt.Unsat, core: []term.Term{odd}}, assume: []term.Term{big}, want: "was not assumed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var inner smt.Solver = native.New(st, native.Config{})
			if c.liar != nil {
				c.liar.Solver = inner
				inner = c.liar
			}
			reports := 0
			s := audit.New(st, inner, audit.Config{Second: second, Report: func(error) { reports++ }})
			if err := s.Assert(small); err != nil {
				t.Fatal(err)
			}
			r := s.Check(context.Background(), c.assume...)
			if r.Status != c.status {
				t.Errorf("%v, want %v", r, c.status)
			}
			err := s.Err()
			switch {
			case c.want == "" && (err != nil || reports != 0):
				t.Errorf("discrepancy %v", err)
			case c.want != "" && (err == nil || reports != 1 || !strings.Contains(err.Error(), c.want)):
				t.Errorf("error %v, want %q", err, c.want)
			case c.want != "" && !strings.HasPrefix(r.Reason, "audit: "):
				t.Errorf("reason %q", r.Reason)
			}
		})
	}
}

func TestLevelsAndOrder(t *testing.T) {
	st := term.NewStore()
	ctx := context.Background()
	p, q := st.Symbol("p", term.Bool), st.Symbol("q", term.Bool)
	s, ok := audit.NewOrderer(st, native.New(st, native.Config{}), audit.Config{
		Second: func() smt.Solver { return native.New(st, native.Config{}) },
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
	if c := s.Counts(); c.Models != 1 || c.Unsats != 1 || c.Skipped != 1 {
		t.Errorf("%+v", c)
	}
}
