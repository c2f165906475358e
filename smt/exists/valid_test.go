package exists_test

import (
	"context"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/smt/exists"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

func TestValid(t *testing.T) {
	st := term.NewStore()
	bv := term.BitVec(9)
	x, y := st.Symbol("x", bv), st.Symbol("y", bv)
	cfg := exists.Config{Solver: func(st *term.Store) (smt.Solver, error) { return native.New(st, native.Config{}), nil }}
	odd := st.Eq(st.Extract(0, 0, x), st.BV(1, 1))
	square := st.Eq(st.BVMul(y, y), x)
	for _, c := range []struct {
		name string
		body term.Term
		want smt.Status
	}{
		{"odd numbers have an inverse", st.Or(st.Not(odd), st.Eq(st.BVMul(x, y), st.BV(9, 1))), smt.Unsat},
		{"all numbers have one", st.Eq(st.BVMul(x, y), st.BV(9, 1)), smt.Sat},
		{"all numbers are squares", square, smt.Sat},
		{"those of the form 8k+1 are", st.Or(st.Not(st.Eq(st.Extract(2, 0, x), st.BV(3, 1))), st.BVUge(x, st.BV(9, 80)), square), smt.Unsat},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, m, err := exists.Valid(context.Background(), st, cfg, []term.Term{y}, c.body)
			if err != nil || r.Status != c.want {
				t.Fatal(r, err)
			}
			if c.want == smt.Sat && !forAll(t, st, []term.Term{y}, st.Not(c.body), m) {
				t.Errorf("%v is no counterexample", m)
			}
		})
	}
	if _, _, err := exists.Valid(context.Background(), st, cfg, []term.Term{st.Symbol("i", term.Int)}, odd); err == nil {
		t.Error("no error for a symbol of sort Int")
	}
}
