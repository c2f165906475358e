package order

import (
	"context"
	"fmt"
	"math/rand"
	"testing"

	"whittle.dev/sat"
)

// program is the shape of a random concurrent program: threads of reads and writes of a few places. Each read
// reads from one write, and random clauses over the read-from literals stand for the data flow.
type program struct{ threads, length, places, clauses, sections int }

func (p program) build(seed int64) (*sat.Solver, *Theory) {
	r := rand.New(rand.NewSource(seed))
	s := sat.New(sat.Config{})
	o := New(s)
	reads := make([][]Access, p.places)
	writes := make([][]Access, p.places)
	start := o.Node()
	for x := range p.places {
		writes[x] = append(writes[x], o.Access(start, x))
	}
	for range p.threads {
		last := start
		for range p.length {
			n := o.Node()
			o.Before(last, n)
			last = n
			x := r.Intn(p.places)
			if r.Intn(p.sections) == 0 {
				// An atomic section: read and write.
				reads[x] = append(reads[x], o.Access(n, 0))
				writes[x] = append(writes[x], o.Access(n, 1))
				continue
			}
			if a := o.Access(n, 0); r.Intn(2) == 0 {
				reads[x] = append(reads[x], a)
			} else {
				writes[x] = append(writes[x], a)
			}
		}
	}
	var rf []sat.Lit
	for x := range p.places {
		for i, w := range writes[x] {
			for _, w2 := range writes[x][:i] {
				v := s.NewVar()
				o.WriteOrder(v.Pos(), w, w2)
				o.WriteOrder(v.Neg(), w2, w)
			}
		}
		for _, rd := range reads[x] {
			var some []sat.Lit
			for _, w := range writes[x] {
				l := s.NewVar().Pos()
				o.ReadFrom(l, w, rd)
				some = append(some, l)
			}
			rf = append(rf, some...)
			s.AddClause(some...)
		}
	}
	for range p.clauses {
		var c []sat.Lit
		for range 3 {
			c = append(c, rf[r.Intn(len(rf))].Not())
		}
		s.AddClause(c...)
	}
	return s, o
}

func BenchmarkPrograms(b *testing.B) {
	for _, p := range []program{
		{threads: 3, length: 12, places: 2, clauses: 1200, sections: 4},
		{threads: 4, length: 30, places: 4, clauses: 4000, sections: 4},
		{threads: 8, length: 60, places: 16, clauses: 4000, sections: 4},
		{threads: 20, length: 50, places: 40, clauses: 1000, sections: 2},
	} {
		b.Run(fmt.Sprintf("threads=%d/length=%d", p.threads, p.length), func(b *testing.B) {
			var lowered, conflicts, sats int64
			for b.Loop() {
				for seed := range int64(4) {
					s, o := p.build(seed)
					if s.Solve(context.Background()) == sat.Sat {
						sats++
					}
					lowered += o.Statistics().Lowered
					conflicts += s.Statistics().Conflicts
				}
			}
			b.ReportMetric(float64(lowered)/float64(b.N), "lowered/op")
			b.ReportMetric(float64(conflicts)/float64(b.N), "conflicts/op")
			b.ReportMetric(float64(sats)/float64(b.N), "sat/op")
		})
	}
}

// BenchmarkGrow adds one node and one edge after each solve, so the closure is made
// anew for the next one. It measures that alone, without the search.
func BenchmarkGrow(b *testing.B) {
	for _, size := range []struct{ threads, length int }{{4, 250}, {20, 500}, {200, 50}} {
		b.Run(fmt.Sprintf("threads=%d/length=%d", size.threads, size.length), func(b *testing.B) {
			s := sat.New(sat.Config{})
			o := New(s)
			r := rand.New(rand.NewSource(1))
			nodes := make([][]Node, size.threads)
			for i := range nodes {
				for range size.length {
					nodes[i] = append(nodes[i], o.Node())
				}
				for k := 1; k < size.length; k++ {
					o.Before(nodes[i][k-1], nodes[i][k])
				}
			}
			for range 5 * size.threads * size.length {
				x, y := nodes[r.Intn(size.threads)], nodes[r.Intn(size.threads)]
				o.Edge(s.NewVar().Pos(), x[r.Intn(size.length)], y[r.Intn(size.length)])
			}
			last := nodes[0][size.length-1]
			for b.Loop() {
				n := o.Node()
				o.Before(last, n)
				last = n
				o.graph.sort()
				o.closure.build(&o.graph)
				o.findRivals()
			}
		})
	}
}
