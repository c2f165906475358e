package native

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// BenchmarkEdgeQueries asks whether a step of a timed system leads from one abstract state to another: the
// questions of slicing abstractions. Transitions are asserted under a literal each; the states are
// assumptions, predicates and their negations over the clocks before and after.
func BenchmarkEdgeQueries(b *testing.B) {
	for _, sort := range []term.Sort{term.Int, term.Real} {
		b.Run(sort.String(), func(b *testing.B) {
			st := term.NewStore()
			s := New(st, Config{})
			r := rand.New(rand.NewPCG(1, 2))
			const clocks, transitions, predicates, literals = 8, 24, 30, 8
			var now, next []term.Term
			number := func(n int) term.Term {
				if sort == term.Real {
					return st.ToReal(st.Int64(int64(n)))
				}
				return st.Int64(int64(n))
			}
			for i := range clocks {
				now = append(now, st.Symbol(fmt.Sprint("x", i), sort))
				next = append(next, st.Symbol(fmt.Sprint("x", i, "'"), sort))
			}
			pick := func(xs []term.Term) term.Term { return xs[r.IntN(len(xs))] }
			var take []term.Term
			for i := range transitions {
				l := st.Symbol(fmt.Sprint("t", i), term.Bool)
				take = append(take, l)
				parts := []term.Term{st.Le(pick(now), st.IntAdd(pick(now), number(r.IntN(5)))),
					st.Or(st.Le(pick(now), number(r.IntN(5))), st.Le(pick(now), pick(now)))}
				for j := range clocks {
					switch {
					case r.IntN(4) == 0:
						parts = append(parts, st.Eq(next[j], number(0)))
					default:
						parts = append(parts, st.Eq(next[j], now[j]))
					}
				}
				s.Assert(st.Or(st.Not(l), st.And(parts...)))
			}
			var ps [2][]term.Term
			for range predicates {
				i, j, c := r.IntN(clocks), r.IntN(clocks), number(r.IntN(7)-3)
				for k, xs := range [][]term.Term{now, next} {
					p := st.Le(xs[i], st.IntAdd(xs[j], c))
					if i == j {
						p = st.Le(xs[i], c)
					}
					l := st.Symbol(fmt.Sprint("p", k, "_", len(ps[k])), term.Bool)
					s.Assert(st.Eq(l, p))
					ps[k] = append(ps[k], l)
				}
			}
			ctx := context.Background()
			counts := map[smt.Status]int{}
			assume := make([]term.Term, 0, 32)
			b.ResetTimer()
			cpu := -cpuTime()
			for range b.N {
				assume = append(assume[:0], pick(take))
				for k := range 2 {
					for range literals {
						p := pick(ps[k])
						if r.IntN(2) == 0 {
							p = st.Not(p)
						}
						assume = append(assume, p)
					}
				}
				counts[s.Check(ctx, assume...).Status]++
			}
			cpu += cpuTime()
			b.ReportMetric(float64(b.N)/cpu.Seconds(), "queries/cpu-s")
			b.ReportMetric(float64(counts[smt.Sat])/float64(b.N), "sat")
		})
	}
}
