package native

import (
	"math/rand/v2"
	"os/exec"
	"testing"

	"whittle.dev/internal/testing/randterm"
	"whittle.dev/term"
)

// withFunctions has functions over an uninterpreted sort and the given ones.
func withFunctions(widths []int, numbers ...term.Sort) func(*rand.Rand, *term.Store) *randterm.Generator {
	return func(r *rand.Rand, st *term.Store) *randterm.Generator {
		u := st.SortSymbol("U")
		g := &randterm.Generator{Rand: r, Store: st, Symbols: 3, NoOver: true, NoDiv: true, Widths: widths,
			Numbers: numbers, Difference: r.IntN(2) == 0, Element: u}
		sorts := append([]term.Sort{u, u, term.Bool}, numbers...)
		for _, w := range widths {
			sorts = append(sorts, term.BitVec(w))
		}
		for i := range 3 {
			var params []term.Sort
			for range 1 + r.IntN(2) {
				params = append(params, sorts[r.IntN(len(sorts))])
			}
			name := string(rune('f' + i))
			g.Functions = append(g.Functions, st.Func(name, params, sorts[r.IntN(len(sorts))]))
		}
		return g
	}
}

// withAnyArrays has arrays over numbers, elements, bits and arrays.
func withAnyArrays(r *rand.Rand, st *term.Store) *randterm.Generator {
	g := withFunctions([]int{2}, term.Int)(r, st)
	parts := []term.Sort{term.Int, g.Element, term.BitVec(2), term.Bool}
	part := func() term.Sort { return parts[r.IntN(len(parts))] }
	g.Arrays = []term.Sort{st.ArraySort(part(), part()), st.ArraySort(part(), part())}
	if r.IntN(4) == 0 {
		g.Arrays = append(g.Arrays, st.ArraySort(part(), g.Arrays[0]))
	}
	if r.IntN(2) == 0 {
		g.Functions = nil
	}
	return g
}

func TestFunctionsAgainstZ3(t *testing.T) {
	e := newExternal(t, "z3", "-in")
	if _, err := exec.LookPath("cvc5"); err == nil {
		e.arbiter = newExternal(t, "cvc5", "--incremental", "--arrays-exp")
	}
	for i, c := range []struct {
		name string
		mk   func(*rand.Rand, *term.Store) *randterm.Generator
	}{
		{"elements", withFunctions(nil)},
		{"bits", withFunctions([]int{2})},
		{"integers", withFunctions(nil, term.Int)},
		{"reals", withFunctions(nil, term.Real)},
		{"arrays", withAnyArrays},
	} {
		t.Run(c.name, func(t *testing.T) { differential(t, e, 40, uint64(51+i), c.mk, 4, false) })
	}
}
