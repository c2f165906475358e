package certify

import (
	"testing"

	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/term"
)

// TestCovers matches states with others: a symbol stands for one term everywhere, and each conjunct of the
// larger state has to be one of the smaller.
func TestCovers(t *testing.T) {
	st := term.NewStore()
	sym := func(name string) term.Term { return st.Symbol(name, term.BitVec(8)) }
	x, y, u, v := sym("x"), sym("y"), sym("u"), sym("v")
	small := func(t term.Term) term.Term { return st.BVUlt(t, st.BV(8, 9)) }
	one := st.BV(8, 1)
	type terms = []term.Term
	for _, tt := range []struct {
		name            string
		larger, larger2 terms // values and conjuncts
		a, a2           terms
		want            bool
	}{
		{"any value", terms{x, y}, nil, terms{one, u}, nil, true},
		{"twice the same", terms{x, x}, nil, terms{u, u}, nil, true},
		{"twice the same, but two", terms{x, x}, nil, terms{u, v}, nil, false},
		{"a constant", terms{one}, nil, terms{u}, nil, false},
		{"a sum", terms{st.BVAdd(x, one)}, nil, terms{st.BVAdd(st.BVMul(u, v), one)}, nil, true},
		{"the same conjunct", terms{x}, terms{small(x)}, terms{u}, terms{small(u), small(v)}, true},
		{"no such conjunct", terms{x}, terms{small(x)}, terms{u}, terms{small(v)}, false},
		{"a conjunct that is true", terms{x}, terms{small(x)}, terms{one}, nil, true},
		{"a symbol of no value", terms{x}, terms{st.BVUlt(x, y)}, terms{u}, terms{st.BVUlt(u, v)}, true},
		{"the other way round", terms{x}, terms{st.BVUlt(x, y)}, terms{u}, terms{st.BVUlt(v, u)}, false},
		{"exchanged", terms{x, y}, terms{st.BVUlt(x, y)}, terms{y, x}, terms{st.BVUlt(y, x)}, true},
		{"exchanged values only", terms{x, y}, terms{st.BVUlt(x, y)}, terms{y, x},
			terms{st.BVUlt(x, y)}, false},
	} {
		q := &questions{st: st}
		b := multistate.View{Values: tt.larger, Conjuncts: tt.larger2}
		if got := q.covers(&b, &multistate.View{Values: tt.a, Conjuncts: tt.a2}); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
