package term

import "testing"

// The terms of the benchmarks: n different xors over few symbols.
func fill(s *Store, xs []Term, n int) {
	k := 0
	for i := 0; k < n; i++ {
		for j := range i {
			if k == n {
				return
			}
			if i >= len(xs) {
				return
			}
			s.BVAdd(xs[i], xs[j])
			k++
		}
	}
}

func benchSymbols(s *Store, n int) []Term {
	xs := make([]Term, n)
	for i := range xs {
		xs[i] = s.Fresh("x", BitVec(32))
	}
	return xs
}

func benchNew(b *testing.B, live, width int) {
	b.ReportAllocs()
	for b.Loop() {
		s := NewStore()
		fill(s, benchSymbols(s, width), live)
		if s.NumTerms() < live {
			b.Fatal("too few")
		}
	}
	b.ReportMetric(float64(live)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mterms/s")
}

func benchHit(b *testing.B, live, width int) {
	s := NewStore()
	xs := benchSymbols(s, width)
	fill(s, xs, live)
	b.ReportAllocs()
	for b.Loop() {
		fill(s, xs, live)
	}
	b.ReportMetric(float64(live)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mhits/s")
}

func BenchmarkNew200k(b *testing.B) { benchNew(b, 200_000, 700) }
func BenchmarkHit200k(b *testing.B) { benchHit(b, 200_000, 700) }
func BenchmarkNew4M(b *testing.B)   { benchNew(b, 4_000_000, 2900) }
func BenchmarkHit4M(b *testing.B)   { benchHit(b, 4_000_000, 2900) }
