package audit_test

import (
	"context"
	"strings"
	"testing"

	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/smt/audit"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// fixed answers with the same formulas whatever it is asked.
type fixed struct{ ts []term.Term }

func (f fixed) Interpolate(context.Context, []term.Term, []term.Term) (term.Term, smt.Result) {
	return f.ts[0], smt.Result{Status: smt.Unsat}
}

func (f fixed) Sequence(context.Context, []term.Term) ([]term.Term, smt.Result) {
	return f.ts, smt.Result{Status: smt.Unsat}
}

// TestInterpolator: each condition is checked.
func TestInterpolator(t *testing.T) {
	st := term.NewStore()
	sym := func(name string) term.Term { return st.Symbol(name, term.BitVec(4)) }
	x, a, b := sym("x"), sym("a"), sym("b")
	n := func(k uint64) term.Term { return st.BV(4, k) }
	left := []term.Term{st.BVUlt(x, a), st.BVUlt(a, n(5))}  // x < 4
	right := []term.Term{st.BVUlt(b, x), st.BVUlt(n(8), b)} // x > 9
	second := audit.Config{Second: func(st *term.Store, _ sat.Proof) smt.Solver {
		return native.New(st, native.Config{})
	}}
	for _, c := range []struct {
		name string
		t    term.Term
		want string // part of the error; empty: none
	}{
		{"right", st.BVUlt(x, n(7)), ""},
		{"not implied", st.BVUlt(x, n(3)), "does not imply"},
		{"no contradiction", st.BVUlt(x, n(12)), "does not contradict"},
		{"a symbol of the first", st.And(left...), "a occurs in"},
		{"a symbol of the second", st.Not(st.And(right...)), "b occurs in"},
	} {
		p := audit.NewInterpolator(st, fixed{[]term.Term{c.t}}, second)
		_, r := p.Interpolate(context.Background(), left, right)
		err := p.Err()
		switch {
		case c.want == "" && (err != nil || r.Status != smt.Unsat || p.Counts().Right != 1):
			t.Errorf("%s: %v, error %v", c.name, r, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) ||
			r.Status != smt.Unknown || p.Counts().Wrong != 1):
			t.Errorf("%s: %v, error %v, want one with %q", c.name, r, err, c.want)
		}
	}
}

// TestInterpolatorSequence: induction, the ends and symbols are checked.
func TestInterpolatorSequence(t *testing.T) {
	st := term.NewStore()
	sym := func(name string) term.Term { return st.Symbol(name, term.BitVec(4)) }
	x, y, z := sym("x"), sym("y"), sym("z")
	one := st.BV(4, 1)
	is := func(v term.Term, k uint64) term.Term { return st.Eq(v, st.BV(4, k)) }
	parts := []term.Term{is(x, 0), st.Eq(y, st.BVAdd(x, one)), st.Eq(z, st.BVAdd(y, one)), is(z, 3)}
	second := audit.Config{Second: func(st *term.Store, _ sat.Proof) smt.Solver {
		return native.New(st, native.Config{})
	}}
	for _, c := range []struct {
		name string
		ts   []term.Term
		want string // part of the error; empty: none
	}{
		{"right", []term.Term{is(x, 0), is(y, 1), is(z, 2)}, ""},
		{"start", []term.Term{is(x, 1), is(y, 1), is(z, 2)}, "formula 0 and part 1"},
		{"not inductive", []term.Term{is(x, 0), st.BVUle(y, st.BV(4, 1)), is(z, 2)}, "formula 2 and part 3"},
		{"end", []term.Term{is(x, 0), is(y, 1), st.BVUle(one, z)}, "formula 3 and part 4"},
		{"symbols", []term.Term{is(x, 0), is(x, 0), is(z, 2)}, "x occurs in"},
		{"too few", []term.Term{is(x, 0), is(z, 2)}, "2 interpolants of 4 parts"},
	} {
		p := audit.NewInterpolator(st, fixed{c.ts}, second)
		_, r := p.Sequence(context.Background(), parts)
		err := p.Err()
		switch {
		case c.want == "" && (err != nil || r.Status != smt.Unsat):
			t.Errorf("%s: %v, error %v", c.name, r, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) ||
			r.Status != smt.Unknown):
			t.Errorf("%s: %v, error %v, want one with %q", c.name, r, err, c.want)
		}
	}
}
