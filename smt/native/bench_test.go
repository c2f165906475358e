package native

import (
	"context"
	"fmt"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// benchSmall measures push, three asserts, check and pop over queries that never
// come again: the terms are made with the clock stopped.
func benchSmall(b *testing.B, w int, cfg Config) {
	ctx := context.Background()
	st := term.NewStore()
	from := newStream(st, w, 1)
	s := New(st, cfg)
	sat := 0
	cpu := -cpuTime()
	b.ReportAllocs()
	b.ResetTimer()
	for left := b.N; left > 0; {
		b.StopTimer()
		cpu += cpuTime()
		qs := from.take(min(left, 5000))
		left -= len(qs)
		cpu -= cpuTime()
		b.StartTimer()
		for i := range qs {
			s.Push()
			for _, t := range qs[i] {
				s.Assert(t)
			}
			if s.Check(ctx).Status == smt.Sat {
				sat++
			}
			s.Pop()
		}
	}
	cpu += cpuTime()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "queries/s")
	b.ReportMetric(float64(b.N)/cpu.Seconds(), "queries/cpu-s")
	b.ReportMetric(float64(sat)/float64(b.N), "sat")
	for _, c := range s.Stats() {
		if c.Name == "checks answered by simulation" {
			b.ReportMetric(float64(c.Value)/float64(b.N), "simulated")
		}
	}
}

// BenchmarkSmallQueries is the stream of push, three asserts, check, pop.
func BenchmarkSmallQueries(b *testing.B) {
	for _, w := range []int{8, 16, 32} {
		b.Run(fmt.Sprint(w, "bits"), func(b *testing.B) { benchSmall(b, w, Config{}) })
		b.Run(fmt.Sprint("clauses only ", w, "bits"),
			func(b *testing.B) { benchSmall(b, w, Config{NoSimulation: true, NoWords: true}) })
	}
}

// BenchmarkAssumptions is a stream of checks under assumptions over a base of
// medium size, as bounded model checking makes it.
func BenchmarkAssumptions(b *testing.B) {
	ctx := context.Background()
	st := term.NewStore()
	s := New(st, Config{})
	v := st.Symbol("v", term.BitVec(16))
	var goals []term.Term
	for i := range 60 {
		in := st.Symbol(fmt.Sprint("in", i), term.BitVec(16))
		v = st.Ite(st.BVUlt(in, v), st.BVAdd(v, in), st.BVXor(v, st.BVShl(in, st.BV(16, 1))))
		goals = append(goals, st.Eq(v, st.BV(16, uint64(i*77))))
	}
	b.ResetTimer()
	for i := range b.N {
		if r := s.Check(ctx, goals[i%len(goals)]); r.Status == smt.Unknown {
			b.Fatal(r)
		}
	}
}

func benchUnsat(b *testing.B, mk func(st *term.Store) term.Term) {
	var clauses, conflicts int64
	for range b.N {
		st := term.NewStore()
		s := New(st, Config{})
		s.Assert(mk(st))
		if r := s.Check(context.Background()); r.Status != smt.Unsat {
			b.Fatal(r)
		}
		for _, c := range s.Stats() {
			switch c.Name {
			case "clauses":
				clauses += c.Value
			case "conflicts":
				conflicts += c.Value
			}
		}
	}
	b.ReportMetric(float64(clauses)/float64(b.N), "clauses")
	b.ReportMetric(float64(conflicts)/float64(b.N), "conflicts")
}

// miters are unsatisfiable: two ways to compute one function never differ.
var miters = []struct {
	name string
	mk   func(st *term.Store) term.Term
}{
	{"mul distributes 6", func(st *term.Store) term.Term { return distributes(st, 6) }},
	{"mul distributes 7", func(st *term.Store) term.Term { return distributes(st, 7) }},
	{"mul commutes 8", func(st *term.Store) term.Term { return commutes(st, 8) }},
	{"mul associates 6", func(st *term.Store) term.Term {
		x, y, z := three(st, 6)
		return st.Not(st.Eq(st.BVMul(st.BVMul(x, y), z), st.BVMul(x, st.BVMul(y, z))))
	}},
	{"square of sum 7", func(st *term.Store) term.Term {
		x, y, _ := three(st, 7)
		s := st.BVAdd(x, y)
		two := st.BVShl(st.BVMul(x, y), st.BV(7, 1))
		return st.Not(st.Eq(st.BVMul(s, s), st.BVAdd(st.BVAdd(st.BVMul(x, x), two), st.BVMul(y, y))))
	}},
	{"division 10", func(st *term.Store) term.Term {
		x, y, _ := three(st, 10)
		q, r := st.BVUDiv(x, y), st.BVURem(x, y)
		return st.Not(st.Eq(st.BVAdd(st.BVMul(q, y), r), x))
	}},
	{"division by constants 12", func(st *term.Store) term.Term {
		x, _, _ := three(st, 12)
		k := func(v uint64) term.Term { return st.BV(12, v) }
		return st.Not(st.Eq(st.BVUDiv(st.BVUDiv(x, k(5)), k(7)), st.BVUDiv(x, k(35))))
	}},
	{"sum in two orders 32", func(st *term.Store) term.Term {
		x, y, z := three(st, 32)
		return st.BVUlt(st.BVSub(st.BVXor(st.BVAdd(x, y), z), st.BVXor(st.BVAdd(y, x), z)), st.BV(32, 0))
	}},
	{"average 32", func(st *term.Store) term.Term {
		x, y, _ := three(st, 32)
		one := st.BV(32, 1)
		a := st.BVAdd(st.BVAnd(x, y), st.BVLShr(st.BVXor(x, y), one))
		wide := st.BVLShr(st.BVAdd(st.ZeroExt(1, x), st.ZeroExt(1, y)), st.BV(33, 1))
		return st.Not(st.Eq(a, st.Extract(31, 0, wide)))
	}},
}

func three(st *term.Store, w int) (x, y, z term.Term) {
	return st.Symbol("x", term.BitVec(w)), st.Symbol("y", term.BitVec(w)), st.Symbol("z", term.BitVec(w))
}

func distributes(st *term.Store, w int) term.Term {
	x, y, z := three(st, w)
	return st.Not(st.Eq(st.BVMul(x, st.BVAdd(y, z)), st.BVAdd(st.BVMul(x, y), st.BVMul(x, z))))
}

// commutes hides the operands behind inputs that are equal, so that the two products are different circuits.
func commutes(st *term.Store, w int) term.Term {
	x, y, z := three(st, w)
	u := st.Symbol("u", term.BitVec(w))
	return st.And(st.BVUle(x, z), st.BVUle(z, x), st.BVUle(y, u), st.BVUle(u, y),
		st.Not(st.Eq(st.BVMul(x, y), st.BVMul(u, z))))
}

func BenchmarkMiters(b *testing.B) {
	for _, m := range miters {
		b.Run(m.name, func(b *testing.B) { benchUnsat(b, m.mk) })
	}
}
