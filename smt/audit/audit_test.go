package audit_test

import (
	"context"
	"strings"
	"testing"

	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/smt/audit"
	"whittle.dev/term"
)

// enumerator is a solver that tries all values of its one symbol, of at most 16 bits.
type enumerator struct {
	st       *term.Store
	asserted []term.Term
	failed   []term.Term
	model    term.Map
}

func (e *enumerator) Assert(t term.Term) error { e.asserted = append(e.asserted, t); return nil }
func (e *enumerator) Push()                    {}
func (e *enumerator) Pop()                     {}
func (e *enumerator) Failed() []term.Term      { return e.failed }

func (e *enumerator) Value(t term.Term) (term.Value, bool) {
	v, err := e.st.Eval(t, e.model)
	return v, err == nil
}

func (e *enumerator) Check(_ context.Context, as ...term.Term) smt.Result {
	all := append(append([]term.Term(nil), e.asserted...), as...)
	x := e.st.Symbols(all...)[0]
	for v := range uint64(1) << e.st.Sort(x).Width() {
		e.model = term.Map{x: term.BVValue(e.st.Sort(x).Width(), v)}
		holds := true
		for _, t := range all {
			r, _ := e.Value(t)
			holds = holds && r.Bool()
		}
		if holds {
			return smt.Result{Status: smt.Sat}
		}
	}
	e.failed = as
	return smt.Result{Status: smt.Unsat}
}

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
	second := func(st *term.Store, _ sat.Proof) smt.Solver { return &enumerator{st: st} }
	for _, c := range []struct {
		name   string
		liar   *liar // nil: an honest solver
		assume []term.Term
		want   string // in the error
		status smt.Status
	}{
		{name: "sat", assume: []term.Term{odd}, status: smt.Sat},
		{name: "unsat", assume: []term.Term{odd, big}, status: smt.Unsat},
		{name: "bad model", liar: &liar{status: smt.Sat, values: term.Map{x: term.BVValue(8, 30)}},
			want: "the model does not satisfy"},
		{name: "no model", liar: &liar{status: smt.Sat}, want: "no value"},
		{name: "bad unsat", liar: &liar{status: smt.Unsat}, want: "the second solver has a model"},
		{name: "bad core", liar: &liar{status: smt.Unsat, core: []term.Term{odd}},
			assume: []term.Term{odd, big}, want: "the core is satisfiable"},
		{name: "foreign core", liar: &liar{status: smt.Unsat, core: []term.Term{odd}},
			assume: []term.Term{big}, want: "was not assumed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var inner smt.Solver = &enumerator{st: st}
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
