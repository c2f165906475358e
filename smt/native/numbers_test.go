package native

import (
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/randterm"
	"whittle.dev/term"
)

// differences has clauses over differences of numbers of the sorts.
func differences(sorts ...term.Sort) func(r *rand.Rand, st *term.Store) *randterm.Generator {
	return func(r *rand.Rand, st *term.Store) *randterm.Generator {
		g := &randterm.Generator{Rand: r, Store: st, Symbols: 3, Difference: true, NoOver: true,
			Numbers: sorts}
		if r.IntN(3) == 0 {
			g.Widths = []int{2}
		}
		return g
	}
}

func TestDifferencesAgainstZ3(t *testing.T) {
	e := newExternal(t, "z3", "-in")
	const n = 60
	t.Run("integers", func(t *testing.T) { differential(t, e, n, 31, differences(term.Int), 5, false) })
	t.Run("reals", func(t *testing.T) { differential(t, e, n, 32, differences(term.Real), 5, false) })
	both := differences(term.Int, term.Real)
	t.Run("both", func(t *testing.T) { differential(t, e, n, 33, both, 5, false) })
}

// linearNumbers has sums, quotients by literals, choices, and conversions between all sorts.
func linearNumbers(widths []int, sorts ...term.Sort) func(r *rand.Rand, st *term.Store) *randterm.Generator {
	return func(r *rand.Rand, st *term.Store) *randterm.Generator {
		return &randterm.Generator{Rand: r, Store: st, Symbols: 3, NoOver: true, NoDiv: true, Numbers: sorts,
			Widths: widths}
	}
}

func TestNumbersAgainstZ3(t *testing.T) {
	e := newExternal(t, "z3", "-in")
	for i, c := range []struct {
		name string
		mk   func(r *rand.Rand, st *term.Store) *randterm.Generator
	}{
		{"integers", linearNumbers(nil, term.Int)},
		{"reals", linearNumbers(nil, term.Real)},
		{"both", linearNumbers(nil, term.Int, term.Real)},
		{"bits", linearNumbers([]int{3}, term.Int)},
	} {
		t.Run(c.name, func(t *testing.T) { differential(t, e, 15, uint64(41+i), c.mk, 4, false) })
	}
}
