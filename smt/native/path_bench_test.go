package native

import (
	"context"
	"fmt"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// BenchmarkPaths is a stream of path conditions that grow, as symbolic execution makes it:
// 24 times a random condition is checked under both signs, and one that is
// possible is asserted. One operation is such a path, of 48 checks.
func BenchmarkPaths(b *testing.B) {
	for _, w := range []int{8, 32} {
		b.Run(fmt.Sprint(w, "bits"), func(b *testing.B) { benchPaths(b, w, Config{}) })
		b.Run(fmt.Sprint("clauses only ", w, "bits"), func(b *testing.B) {
			benchPaths(b, w, Config{NoSimulation: true, NoWords: true})
		})
		b.Run(fmt.Sprint("no words ", w, "bits"), func(b *testing.B) {
			benchPaths(b, w, Config{NoWords: true})
		})
	}
}

func benchPaths(b *testing.B, w int, cfg Config) {
	ctx := context.Background()
	st := term.NewStore()
	from := newStream(st, w, 3)
	s := New(st, cfg)
	cpu := -cpuTime()
	checks, unsat := 0, 0
	for range b.N {
		s.Push()
		for step := 0; step < 24; step++ {
			from.two = [2]term.Term{from.syms[from.r.IntN(4)], from.syms[from.r.IntN(4)]}
			c := from.constraint()
			if st.IsConst(c) {
				step--
				continue
			}
			yes := s.Check(ctx, c).Status
			no := s.Check(ctx, st.Not(c)).Status
			checks += 2
			switch {
			case yes == smt.Unknown || no == smt.Unknown || yes == smt.Unsat && no == smt.Unsat:
				b.Fatal(yes, no)
			case yes == smt.Unsat:
				unsat++
				s.Assert(st.Not(c))
			case no == smt.Unsat || step%3 == 0:
				s.Assert(c)
			default:
				s.Assert(st.Not(c))
			}
		}
		s.Pop()
	}
	cpu += cpuTime()
	b.ReportMetric(float64(checks)/cpu.Seconds(), "checks/cpu-s")
	b.ReportMetric(float64(unsat)/float64(checks), "unsat")
	for _, c := range s.Stats() {
		if c.Name == "checks answered by words" {
			b.ReportMetric(float64(c.Value)/float64(checks), "words")
		}
	}
}
