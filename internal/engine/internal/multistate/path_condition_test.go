package multistate

import (
	"testing"

	"whittle.dev/internal/engine/internal/emptiness"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// TestAssume looks at the parts of a path condition.
func TestAssume(t *testing.T) {
	x, st := newTest(t)
	fresh := func() term.Term { return x.symbols.Fresh(&st.used, term.BitVec(8)) }
	a, b, c := fresh(), fresh(), fresh()
	ten := x.s.BV(8, 10)
	for _, cond := range []term.Term{x.s.BVUlt(a, ten), x.s.BVUlt(ten, b), x.s.BVUlt(c, ten)} {
		if x.conditions.assume(st, cond) != smt.Sat {
			t.Fatal("not satisfiable")
		}
	}
	if len(st.parts) != 3 {
		t.Fatalf("%d parts, want 3", len(st.parts))
	}
	if s := x.conditions.assume(st.fork(), x.s.BVUlt(b, a)); s != smt.Unsat {
		t.Errorf("10 < b < a < 10 is %s", s)
	}
	if x.conditions.assume(st, x.s.BVUlt(a, c)) != smt.Sat || len(st.parts) != 2 {
		t.Errorf("%d parts, want 2", len(st.parts))
	}
	// A value replaces its symbol, which leaves what it says of the other.
	if x.conditions.assume(st, x.s.Eq(a, x.s.BV(8, 5))) != smt.Sat {
		t.Fatal("not satisfiable")
	}
	for _, p := range st.parts {
		for _, sym := range p.Syms {
			if sym == a {
				t.Error("a symbol with a value is left")
			}
		}
	}
	if x.conditions.assume(st.fork(), x.s.Eq(c, x.s.BV(8, 5))) != smt.Unsat {
		t.Error("5 < c is lost")
	}
	for _, p := range st.parts {
		for _, cond := range p.Conj {
			v, err := x.s.Eval(cond, emptiness.Model{Store: x.s, Values: p.Model})
			if err != nil || !v.Bool() {
				t.Errorf("the model does not satisfy %s", x.s.String(cond))
			}
		}
	}
}
