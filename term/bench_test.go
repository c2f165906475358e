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

// BenchmarkAnd builds conjunctions of three literals, as path conditions are built.
func BenchmarkAnd(b *testing.B) {
	s := NewStore()
	ps := make([]Term, 512)
	for i := range ps {
		ps[i] = s.Fresh("p", Bool)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s.And(s.And(ps[i%512], s.Not(ps[i*7%512])), ps[i*13%512])
	}
}

// benchDAG returns a term of about n operators with much sharing.
func benchDAG(s *Store, n int) (root, x, y Term) {
	x, y = s.Symbol("x", BitVec(32)), s.Symbol("y", BitVec(32))
	a, b := x, y
	for i := range n / 4 {
		a, b = s.BVMul(s.BVXor(a, b), s.BV(32, uint64(2*i+3))), s.Ite(s.BVUlt(a, b), a, s.BVAdd(a, b))
	}
	return s.BVXor(a, b), x, y
}

func BenchmarkEval(b *testing.B) {
	s := NewStore()
	root, x, y := benchDAG(s, 10_000)
	a := Map{x: BVValue(32, 12345), y: BVValue(32, 678)}
	e := NewEvaluator(s, a)
	b.ReportAllocs()
	for b.Loop() {
		e.Reset(a)
		if _, err := e.Eval(root); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(1e4*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mterms/s")
}

func BenchmarkSubstitute(b *testing.B) {
	s := NewStore()
	root, x, y := benchDAG(s, 10_000)
	m := map[Term]Term{x: y, y: x}
	b.ReportAllocs()
	for b.Loop() {
		s.Substitute(root, m)
	}
	b.ReportMetric(1e4*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mterms/s")
}

func BenchmarkFork(b *testing.B) {
	s := NewStore()
	fill(s, benchSymbols(s, 700), 200_000)
	s.Freeze()
	b.ReportAllocs()
	for b.Loop() {
		f := s.Fork()
		f.Not(f.Fresh("p", Bool))
	}
}
