package simplex

import (
	"context"
	"fmt"
	"math/rand"
	"testing"

	"whittle.dev/internal/simplex/rational"
)

// BenchmarkConjunctions asserts, checks and retracts small random conjunctions over shared forms, as an
// engine does that asks whether transitions are possible: the matrix stays warm.
func BenchmarkConjunctions(b *testing.B) {
	ctx := context.Background()
	for _, size := range []struct{ vars, forms, bounds int }{{8, 20, 10}, {20, 60, 20}, {60, 150, 40}} {
		b.Run(fmt.Sprintf("vars=%d/bounds=%d", size.vars, size.bounds), func(b *testing.B) {
			r := rand.New(rand.NewSource(1))
			s := New(Config{})
			for range size.vars {
				s.NewVar(false)
			}
			var forms []Var
			for range size.forms {
				x, y := Var(r.Intn(size.vars)), Var(r.Intn(size.vars))
				terms := []Term{{rational.Of(1), x}, {rational.Of(int64(1 - 2*r.Intn(2))), y}}
				if r.Intn(4) == 0 {
					terms = append(terms, Term{rational.Of(int64(r.Intn(5) - 2)), Var(r.Intn(size.vars))})
				}
				if v, _, ok := s.Form(terms); ok {
					forms = append(forms, v)
				}
			}
			base := s.Mark()
			feasible := 0
			for b.Loop() {
				s.Backtrack(base)
				ok := true
				for range size.bounds {
					v := forms[r.Intn(len(forms))]
					val := rational.Exactly(rational.Of(int64(r.Intn(21) - 10)))
					ok = ok && s.Assert(v, r.Intn(2) == 0, val, 0)
				}
				if ok && s.Check(ctx) == Feasible {
					feasible++
				}
			}
			b.ReportMetric(float64(feasible)/float64(b.N), "feasible/op")
			b.ReportMetric(float64(s.stats.Pivots)/float64(b.N), "pivots/op")
		})
	}
}

// BenchmarkDense solves dense systems, in which fractions get large.
func BenchmarkDense(b *testing.B) {
	ctx := context.Background()
	for b.Loop() {
		pivots := int64(0)
		for seed := range int64(8) {
			r := rand.New(rand.NewSource(seed))
			s := New(Config{})
			for range 30 {
				s.NewVar(false)
			}
			for range 100 {
				var terms []Term
				for range 6 {
					terms = append(terms, Term{rational.Of(int64(r.Intn(19) - 9)), Var(r.Intn(30))})
				}
				if v, _, ok := s.Form(terms); ok {
					s.Assert(v, false, rational.Exactly(rational.Of(int64(r.Intn(100)-90))), 0)
				}
			}
			if st := s.Check(ctx); st == Unknown {
				b.Fatal(st)
			}
			pivots += s.stats.Pivots
		}
		b.ReportMetric(float64(pivots), "pivots/op")
	}
}

// BenchmarkKnapsack decides an equation over bounded integers by splits and cuts.
func BenchmarkKnapsack(b *testing.B) {
	for b.Loop() {
		s := New(Config{})
		var terms []Term
		for _, c := range []int64{12223, 12224, 36674, 61119, 85569} { // J. Cook and others, 1993
			v := s.NewVar(true)
			s.Assert(v, false, rational.Value{}, 0)
			terms = append(terms, Term{rational.Of(c), v})
		}
		v, factor, _ := s.Form(terms)
		val := rational.Exactly(rational.Of(89643482).Div(factor))
		s.Assert(v, true, val, 0)
		s.Assert(v, false, val, 0)
		steps := 0
		b.ReportMetric(map[bool]float64{true: 1}[search(b, s, &steps)], "sat/op")
		b.ReportMetric(float64(steps), "steps/op")
	}
}
