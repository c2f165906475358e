package ltl

import (
	"slices"
	"testing"

	"whittle.dev/internal/testing/testflag"
)

// stuttered repeats letters of a lasso now and then.
func stuttered(w lasso, times func() int) lasso {
	grow := func(word []uint64) []uint64 {
		var out []uint64
		for _, x := range word {
			out = append(out, slices.Repeat([]uint64{x}, times())...)
		}
		return out
	}
	return lasso{grow(w.stem), grow(w.loop)}
}

// TestStutterInvariant compares what automata say with pairs of lassos that differ in repetitions only. Of a
// formula that is not invariant there is mostly such a pair among a few hundred.
func TestStutterInvariant(t *testing.T) {
	var invariant, not, unseen int
	for seed := range testflag.Seeds(200) {
		r := seeded(seed, 4)
		f := randomFormula(r, 3, 2)
		a, err := Translate(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		b, err := Translate(t.Context(), Negation(f))
		if err != nil {
			t.Fatal(err)
		}
		got, err := StutterInvariant(t.Context(), f, a, b)
		if err != nil {
			t.Fatal(err)
		}
		if f.NextFree() { // then the automata have not been asked
			if ok, err := disjoint(t.Context(), a, b, true); !ok || err != nil {
				t.Errorf("seed %d: %s is not invariant, says its automaton: %v", seed, f, err)
			}
		}
		differ := false
		for range 300 {
			w := randomLasso(r, len(a.Atoms))
			v := stuttered(w, func() int { return 1 + r.IntN(2) })
			if differ = holds(f, a.Atoms, w) != holds(f, a.Atoms, v); differ && got {
				t.Errorf("seed %d: %s is invariant, but not in %b (%b)^w", seed, f, w.stem, w.loop)
			}
			if differ {
				break
			}
		}
		switch {
		case got && !f.NextFree():
			invariant++
		case !got:
			not++
			if !differ {
				unseen++
			}
		}
	}
	if invariant == 0 || not == 0 || unseen > not/5 {
		t.Errorf("%d formulas with X are invariant; %d are not, of which %d without a pair",
			invariant, not, unseen)
	}
}

func TestStutterInvariantKnown(t *testing.T) {
	for _, c := range []struct {
		formula string
		want    bool
	}{
		{"G (a -> F b)", true},
		{"X a", false},
		{"X G F a", true},
		{"F (a && X (!a && b))", true},
		{"F (a && X a)", false},
		{"F (a && X F b)", false},
		{"G (a -> X (a || b))", true}, // as weak until
	} {
		f, err := Parse(c.formula)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Translate(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		b, err := Translate(t.Context(), Negation(f))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := StutterInvariant(t.Context(), f, a, b); got != c.want || err != nil {
			t.Errorf("%s is invariant: %v, %v", f, got, err)
		}
	}
}
