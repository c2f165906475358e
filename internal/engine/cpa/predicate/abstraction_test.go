package predicate_test

import (
	"testing"

	"whittle.dev/internal/engine/cpa/domain"
	"whittle.dev/internal/engine/cpa/predicate"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// at is the place of a byte in memory.
func at(object int32) multistate.Place {
	return multistate.Place{Thread: -1, Frame: -1, Reg: -1, Object: object, Width: 8}
}

// bench has two bytes x and y, and a block after which they have the values of guards over a and b.
type bench struct {
	st         *term.Store
	d          *predicate.Domain
	x, y, a, b term.Term
}

func newBench(cartesian bool) *bench {
	st := term.NewStore()
	sym := func(name string) term.Term { return st.Symbol(name, term.BitVec(8)) }
	solver := func(st *term.Store) smt.Solver { return native.New(st, native.Config{}) }
	w := &bench{st: st, d: predicate.New(st, predicate.Config{Cartesian: cartesian, Solver: solver}),
		x: sym("x"), y: sym("y"), a: sym("a"), b: sym("b")}
	for i := range int32(2) {
		w.d.Precision.Add(st.Eq(w.d.Precision.Symbol(at(i)), st.BV(8, 1)))
	}
	return w
}

func (w *bench) is(v term.Term, n uint64) term.Term { return w.st.Eq(v, w.st.BV(8, n)) }

// abstract computes the abstraction after a block that ends with x = a and y = b.
func (w *bench) abstract(t *testing.T, guard ...term.Term) domain.Element {
	t.Helper()
	e, ok, err := w.d.Prec(t.Context(), w.d.Initial(), &domain.Step{Terms: w.st, Guard: guard,
		Target: []multistate.Slot{{Place: at(0), Sym: w.x}, {Place: at(1), Sym: w.y}},
		Next:   []term.Term{w.a, w.b},
		Value: func(p multistate.Place) term.Term {
			switch p {
			case at(0):
				return w.x
			case at(1):
				return w.y
			}
			return term.None
		}})
	if err != nil || !ok {
		t.Fatalf("no abstraction: %v", err)
	}
	return e
}

// excludes reports whether an element has no state of a kind.
func (w *bench) excludes(t *testing.T, e domain.Element, conds ...term.Term) bool {
	t.Helper()
	s := native.New(w.st, native.Config{})
	res := s.Check(t.Context(), append(conds, w.d.Facts(e)...)...)
	if res.Status == smt.Unknown {
		t.Fatal(res)
	}
	return res.Status == smt.Unsat
}

// TestBooleanAndCartesian: that exactly one of two bytes is 1 is a combination of predicates, which each of
// them alone does not have.
func TestBooleanAndCartesian(t *testing.T) {
	for _, cartesian := range []bool{false, true} {
		w := newBench(cartesian)
		one := w.st.Or(w.st.And(w.is(w.a, 1), w.is(w.b, 2)), w.st.And(w.is(w.a, 2), w.is(w.b, 1)))
		e := w.abstract(t, one)
		for _, c := range []struct {
			x, y     uint64
			boolean  bool // whether the Boolean abstraction excludes x and y
			describe string
		}{{1, 1, true, "both"}, {2, 2, true, "none"}, {1, 7, false, "the first"},
			{7, 1, false, "the second"}} {
			want := c.boolean && !cartesian
			if got := w.excludes(t, e, w.is(w.x, c.x), w.is(w.y, c.y)); got != want {
				t.Errorf("cartesian %v: %s 1: excluded %v, want %v", cartesian, c.describe, got, want)
			}
		}
	}
}

// TestDecided: what each predicate alone decides both kinds of abstractions have.
func TestDecided(t *testing.T) {
	for _, cartesian := range []bool{false, true} {
		w := newBench(cartesian)
		e := w.abstract(t, w.st.BVUlt(w.a, w.st.BV(8, 1)), w.st.Eq(w.b, w.st.BVAdd(w.a, w.st.BV(8, 1))))
		for _, c := range []struct {
			cond term.Term
			want bool
		}{{w.is(w.x, 1), true}, {w.st.Not(w.is(w.y, 1)), true}, {w.is(w.x, 5), false}} {
			if got := w.excludes(t, e, c.cond); got != c.want {
				t.Errorf("cartesian %v: %s: excluded %v", cartesian, w.st.String(c.cond), got)
			}
		}
	}
}

func TestStop(t *testing.T) {
	w := newBench(false)
	both := w.abstract(t, w.is(w.a, 1), w.is(w.b, 1))
	first := w.abstract(t, w.is(w.a, 1))
	all := w.abstract(t)
	for _, c := range []struct {
		e, old domain.Element
		want   bool
	}{{both, first, true}, {first, both, false}, {first, all, true}, {all, first, false},
		{both, both, true}} {
		if got := w.d.Stop(t.Context(), c.e, c.old); got != c.want {
			t.Errorf("%v is included in %v: %v", w.d.Facts(c.e), w.d.Facts(c.old), got)
		}
	}
}

func TestNothingLeft(t *testing.T) {
	w := newBench(false)
	_, ok, err := w.d.Prec(t.Context(), w.d.Initial(), &domain.Step{Terms: w.st,
		Guard:  []term.Term{w.is(w.st.BVAdd(w.a, w.a), 3)},
		Target: []multistate.Slot{{Place: at(0), Sym: w.x}}, Next: []term.Term{w.a},
		Value: func(p multistate.Place) term.Term {
			if p == at(0) {
				return w.x
			}
			return term.None
		}})
	if ok || err != nil {
		t.Errorf("something is left of a contradiction: %v", err)
	}
}
