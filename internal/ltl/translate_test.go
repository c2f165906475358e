package ltl

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/testing/testflag"
)

// randomFormula has at most this depth, with n propositions called a, b, ...
func randomFormula(r *rand.Rand, depth, n int) *Formula {
	if depth == 0 || r.IntN(100) < 15 {
		if r.IntN(12) == 0 {
			return &Formula{Op: Op(r.IntN(2))}
		}
		return &Formula{Op: Proposition, Atom: Atom{Text: string(rune('a' + r.IntN(n)))}}
	}
	op := Not + Op(r.IntN(int(StrongRelease-Not)+1))
	f := &Formula{Op: op, Left: randomFormula(r, depth-1, n)}
	if op >= And {
		f.Right = randomFormula(r, depth-1, n)
	}
	return f
}

// seeded makes random numbers for one case of a test.
func seeded(seed int64, test uint64) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), test)) }

// TestTranslateRandom compares the automata of random formulas with the value of the formula in lassos, and
// looks for words that have a formula and its negation.
func TestTranslateRandom(t *testing.T) {
	for seed := range testflag.Seeds(200) {
		r := seeded(seed, 1)
		f := randomFormula(r, 4+r.IntN(2), 2+r.IntN(2))
		a, err := Translate(t.Context(), f)
		if err != nil {
			t.Errorf("seed %d: %s: %v", seed, f, err)
			continue
		}
		for range 100 {
			w := randomLasso(r, len(a.Atoms))
			if want := holds(f, a.Atoms, w); accepts(a, w) != want {
				t.Errorf("seed %d: %s is %v of %b (%b)^w; its automaton says the contrary", seed, f, want,
					w.stem, w.loop)
				break
			}
		}
		b, err := Translate(t.Context(), Negation(f))
		if err != nil {
			t.Errorf("seed %d: negation of %s: %v", seed, f, err)
			continue
		}
		if ok, err := disjoint(t.Context(), a, b, false); !ok || err != nil {
			t.Errorf("seed %d: %s and its negation have a word in common: %v", seed, f, err)
		}
	}
}

// TestTranslateLargeRandom does the same with larger formulas. Some have automata that are too large to make
// or to compare.
func TestTranslateLargeRandom(t *testing.T) {
	for seed := range testflag.Seeds(20) {
		r := seeded(seed, 9)
		f := randomFormula(r, 6+r.IntN(2), 4)
		a, err := Translate(t.Context(), f)
		if errors.Is(err, ErrTooLarge) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for range min(20, 2000/(len(a.Edges)+1)) {
			w := randomLasso(r, len(a.Atoms))
			if want := holds(f, a.Atoms, w); accepts(a, w) != want {
				t.Errorf("seed %d: %s is %v of %b (%b)^w; its automaton says the contrary", seed, f, want,
					w.stem, w.loop)
				break
			}
		}
	}
}

// TestTranslateSizes: automata of formulas that people write are as small as can be.
func TestTranslateSizes(t *testing.T) {
	for _, c := range []struct {
		formula       string
		states, marks int
	}{
		{"true", 1, 0},
		{"false", 0, 0},
		{"a", 2, 0},
		{"X a", 3, 0},
		{"F a", 2, 1},
		{"G a", 1, 0},
		{"a U b", 2, 1},
		{"a W b", 2, 0},
		{"a R b", 2, 0},
		{"a M b", 2, 1},
		{"a U (b U c)", 3, 1},
		{"G F a", 1, 1},
		{"F G a", 2, 1},
		{"X G F a", 1, 1},
		{"G F a && G F b", 1, 2},
		{"G F a || G F b", 1, 1},
		{"F G a && F G b", 2, 1},
		{"(G F a && G F b) || (G F c && G F d)", 2, 2},
		{"G (a -> F b)", 2, 1},
		{"G (a -> X b)", 2, 0},
		{"!G (a -> F b)", 2, 1},
		{"G F a -> G F b", 3, 1},
		{"F (a && X F b)", 3, 1},
		{"G (a -> G !b)", 2, 0},
		{"G (a && !b -> (!b W c))", 2, 0},
		{"!((G F a && G F b && G F c && G F d && G F e) -> G (q -> F r))", 2, 5},
		{"F G F G a", 2, 1},
		{"a && !a", 0, 0},
		{"F a || G !a", 1, 0},
		{"G (a U b) -> G F b", 1, 0},
		{"!a && (a U b)", 2, 0},
	} {
		f, err := Parse(c.formula)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Translate(t.Context(), f)
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		if states, _ := a.Size(); states != c.states || a.Marks != c.marks {
			t.Errorf("%s: %d states, %d marks; want %d, %d", f, states, a.Marks, c.states, c.marks)
		}
	}
}

// TestTranslateLarge: what is too large is an error, and so is a context that has ended.
func TestTranslateLarge(t *testing.T) {
	join := func(n int, format, op string) string {
		var list []string
		for i := range n {
			list = append(list, strings.ReplaceAll(format, "#", fmt.Sprint(i)))
		}
		return strings.Join(list, op)
	}
	for _, text := range []string{
		join(12, "G (p# -> F q#)", " && "),         // comparisons of moves
		join(65, "p#", " && "),                     // propositions
		"F (" + join(260, "X", " ") + " a && G b)", // temporal operators
	} {
		f, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Translate(t.Context(), f); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%.40s: %v", text, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f, err := Parse("G (a -> F b)")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Translate(ctx, f); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
}

// BenchmarkTranslate translates 2,000 random formulas.
func BenchmarkTranslate(b *testing.B) {
	var formulas []*Formula
	for seed := range int64(2000) {
		r := seeded(seed, 1)
		formulas = append(formulas, randomFormula(r, 4+r.IntN(2), 2+r.IntN(2)))
	}
	var slowest time.Duration
	for b.Loop() {
		for _, f := range formulas {
			start := time.Now()
			if _, err := Translate(b.Context(), f); err != nil {
				b.Fatal(err)
			}
			slowest = max(slowest, time.Since(start))
		}
	}
	b.ReportMetric(float64(slowest.Microseconds())/1000, "ms/slowest")
}
