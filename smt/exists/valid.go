package exists

import (
	"context"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// Valid decides whether for all values of its other symbols there are values of the
// symbols vars that make body true. It does if the result is Unsat: there is no
// counterexample. If the result is Sat, counterexample has values of the other symbols for
// which no values of vars will do. The error is that of New or of an assertion.
func Valid(ctx context.Context, st *term.Store, cfg Config, vars []term.Term, body term.Term) (r smt.Result, counterexample term.Map, err error) {
	s, err := New(st, cfg)
	if err != nil {
		return smt.Result{}, nil, err
	}
	defer s.Close() // nothing depends on how it ends
	if err := s.AssertForAll(vars, st.Not(body)); err != nil {
		return smt.Result{}, nil, err
	}
	if r = s.Check(ctx); r.Status != smt.Sat {
		return r, nil, nil
	}
	counterexample = term.Map{}
	for _, x := range st.Symbols(body) {
		counterexample[x], _ = s.Value(x)
	}
	for _, y := range vars {
		delete(counterexample, y)
	}
	return r, counterexample, nil
}
