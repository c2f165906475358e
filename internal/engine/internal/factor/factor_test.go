package factor_test

import (
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/engine/internal/factor"
	"whittle.dev/term"
)

func names(st *term.Store) (out [6]term.Term) {
	for i := range out {
		out[i] = st.Symbol(string(rune('a'+i)), term.Bool)
	}
	return out
}

// TestExample is formula 3.5 of the thesis: (A ∧ B ∧ C) ∨ (A ∧ B ∧ D ∧ E).
func TestExample(t *testing.T) {
	st := term.NewStore()
	s := names(st)
	got := factor.New(st).Apply(st.Or(st.And(s[0], s[1], s[2]), st.And(s[0], s[1], s[3], s[4])))
	if want := st.And(s[0], s[1], st.Or(s[2], st.And(s[3], s[4]))); got != want {
		t.Errorf("got %s, want %s", st.String(got), st.String(want))
	}
}

// TestLevels: what a disjunction in a disjunct loses becomes common to the disjuncts around it.
func TestLevels(t *testing.T) {
	st := term.NewStore()
	s := names(st)
	inner := st.Or(st.And(s[0], s[1]), st.And(s[0], s[2]))
	f := factor.New(st)
	got := f.Apply(st.Or(st.And(inner, s[3]), st.And(s[0], s[4])))
	want := st.And(s[0], st.Or(st.And(st.Or(s[1], s[2]), s[3]), s[4]))
	if got != want || f.Changed() != 2 {
		t.Errorf("got %s after %d changes, want %s", st.String(got), f.Changed(), st.String(want))
	}
}

// TestEquivalent compares random formulas with what they become, for all values of their symbols.
func TestEquivalent(t *testing.T) {
	st := term.NewStore()
	s := names(st)
	r := rand.New(rand.NewPCG(1, 2))
	var formula func(depth int) term.Term
	formula = func(depth int) term.Term {
		if depth == 0 {
			t := s[r.IntN(len(s))]
			if r.IntN(3) == 0 {
				t = st.Not(t)
			}
			return t
		}
		list := make([]term.Term, 2+r.IntN(2))
		for i := range list {
			list[i] = formula(depth - 1)
		}
		switch r.IntN(7) {
		case 0:
			return st.Not(st.And(list...))
		case 1, 2, 3:
			return st.Or(list...)
		}
		return st.And(list...)
	}
	f := factor.New(st)
	for range 2000 {
		old := formula(1 + r.IntN(4))
		new := f.Apply(old)
		if old == new {
			continue
		}
		for bits := range 1 << len(s) {
			model := term.Map{}
			for i, sym := range s {
				model[sym] = term.BoolValue(bits>>i&1 != 0)
			}
			a, err := st.Eval(old, model)
			b, err2 := st.Eval(new, model)
			if err != nil || err2 != nil || a.Bool() != b.Bool() {
				t.Fatalf("%s became %s", st.String(old), st.String(new))
			}
		}
	}
	if f.Changed() < 100 {
		t.Errorf("only %d disjunctions changed", f.Changed())
	}
}

// TestBounded: only a part of the store is ours, however many formulas are simplified.
func TestBounded(t *testing.T) {
	st := term.NewStore()
	f := factor.New(st)
	common := st.Symbol("common", term.Bool)
	made := 0
	for st.Bytes() < 20<<20 {
		old := st.Or(st.And(common, st.Fresh("a", term.Bool)), st.And(common, st.Fresh("b", term.Bool)))
		before := st.Bytes()
		f.Apply(old)
		made += st.Bytes() - before
	}
	if f.Changed() == 0 || made > st.Bytes()/2 {
		t.Errorf("%d of %d bytes made in %d changes", made, st.Bytes(), f.Changed())
	}
}
