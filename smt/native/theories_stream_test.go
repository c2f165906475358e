package native_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"whittle.dev/internal/testing/randterm"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/smt/audit"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// TestTheoriesInStreams asserts, pushes, pops and checks at random, under the audit: each model is evaluated,
// and each core decided again by a solver without the shortcuts.
func TestTheoriesInStreams(t *testing.T) {
	plain := native.Config{NoWords: true, NoSimulation: true, NoDefinitions: true, NoPreprocess: true,
		LazyArrays: true}
	kinds := []func(r *rand.Rand, st *term.Store) *randterm.Generator{
		func(*rand.Rand, *term.Store) *randterm.Generator {
			return &randterm.Generator{Numbers: []term.Sort{term.Real}, Difference: true}
		},
		func(*rand.Rand, *term.Store) *randterm.Generator {
			return &randterm.Generator{Numbers: []term.Sort{term.Int, term.Real}, Widths: []int{2}}
		},
		func(_ *rand.Rand, st *term.Store) *randterm.Generator {
			u := st.SortSymbol("U")
			return &randterm.Generator{Element: u, Numbers: []term.Sort{term.Int}, Difference: true,
				Functions: []term.Term{st.Func("f", []term.Sort{u}, u),
					st.Func("g", []term.Sort{term.Int, u}, term.Int),
					st.Func("p", []term.Sort{u, u}, term.Bool)}}
		},
		func(_ *rand.Rand, st *term.Store) *randterm.Generator {
			u := st.SortSymbol("U")
			return &randterm.Generator{Element: u, Numbers: []term.Sort{term.Int}, Difference: true,
				Widths: []int{3}, Arrays: []term.Sort{st.ArraySort(term.Int, term.Int),
					st.ArraySort(term.BitVec(3), u),
					st.ArraySort(term.Int, st.ArraySort(term.Int, term.Int))}}
		},
	}
	counts := map[smt.Status]int{}
	ctx := context.Background()
	for i := range testflag.Times(120) {
		r := rand.New(rand.NewPCG(71, uint64(i)))
		st := term.NewStore()
		g := kinds[i%len(kinds)](r, st)
		g.Rand, g.Store, g.Symbols, g.NoDiv = r, st, 3, true
		s := audit.New(st, native.New(st, native.Config{NoDefinitions: i%3 == 0, KeepGarbage: i%5 == 0}),
			audit.Config{Timeout: 5 * time.Second, Second: func(st *term.Store, _ sat.Proof) smt.Solver {
				return native.New(st, plain)
			}})
		depth := 0
		for range 30 {
			switch k := r.IntN(10); {
			case k < 4:
				if err := s.Assert(g.Bool(3)); err != nil {
					t.Fatalf("seed %d: %v", i, err)
				}
			case k == 4:
				s.Push()
				depth++
			case k == 5 && depth > 0:
				s.Pop()
				depth--
			default:
				var assume []term.Term
				for range r.IntN(5) {
					assume = append(assume, g.Bool(2))
				}
				got := s.Check(ctx, assume...)
				counts[got.Status]++
				if err := s.Err(); err != nil {
					t.Fatalf("seed %d: %v\n%s", i, err, err.(*audit.Error).Script)
				}
				if got.Status == smt.Unsat && len(s.Failed()) == 0 && depth > 0 {
					s.Pop() // else there is nothing but this answer
					depth--
				}
			}
		}
	}
	if t.Logf("%v", counts); counts[smt.Sat] == 0 || counts[smt.Unsat] == 0 {
		t.Error("not all answers occur")
	}
	if counts[smt.Unknown] > counts[smt.Unsat]/10 {
		t.Error("too many answers are unknown")
	}
}
