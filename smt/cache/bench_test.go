package cache_test

import (
	"context"
	"fmt"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/smt/cache"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// query returns conjuncts like those of a path condition, over symbols of a group.
func query(st *term.Store, group, size int) []term.Term {
	s32 := term.BitVec(32)
	sym := func(i int) term.Term { return st.Symbol(fmt.Sprintf("g%d_%d", group, i), s32) }
	var ts []term.Term
	for i := range size {
		a, b := sym(i), sym(i+1)
		ts = append(ts, st.BVUlt(st.BVAdd(a, st.BV(32, uint64(i+7))), st.BVXor(b, st.BV(32, uint64(3*i+1)))))
	}
	return ts
}

// BenchmarkHit asks for the same few questions over ever other names: "push, assert,
// check, pop", with the terms made in advance. In "known terms" they come again and again;
// in "new terms" each was never seen and must be normalised.
func BenchmarkHit(b *testing.B) {
	ctx := context.Background()
	run := func(b *testing.B, s smt.Solver, ts []term.Term) {
		s.Push()
		for _, t := range ts {
			s.Assert(t)
		}
		if r := s.Check(ctx); r.Status != smt.Sat {
			b.Fatal(r)
		}
		s.Pop()
	}
	for _, size := range []int{1, 3, 10, 30} {
		for _, cached := range []bool{true, false} {
			b.Run(fmt.Sprintf("known terms/size=%d/cache=%v", size, cached), func(b *testing.B) {
				st := term.NewStore()
				var s smt.Solver = native.New(st, native.Config{})
				if cached {
					s = cache.New(st, s, nil, cache.Config{Candidates: -1, NoExtend: true})
				}
				var qs [][]term.Term
				for g := range 100 {
					qs = append(qs, query(st, g, size))
				}
				for i := 0; b.Loop(); i++ {
					run(b, s, qs[i%len(qs)])
				}
			})
			b.Run(fmt.Sprintf("new terms/size=%d/cache=%v", size, cached), func(b *testing.B) {
				var st *term.Store
				var s smt.Solver
				c := cache.NewCache(0)
				var qs [][]term.Term
				for i := 0; b.Loop(); i++ {
					if i%1000 == 0 {
						b.StopTimer()
						st = term.NewStore()
						s = native.New(st, native.Config{})
						if cached {
							s = cache.New(st, s, c, cache.Config{Candidates: -1, NoExtend: true})
						}
						qs = qs[:0]
						for g := range 1000 {
							qs = append(qs, query(st, g, size))
						}
						b.StartTimer()
					}
					run(b, s, qs[i%1000])
				}
			})
		}
	}
}

// BenchmarkPath extends and retracts a path condition of independent groups, as an
// engine that explores paths does, with a check after each step.
func BenchmarkPath(b *testing.B) {
	ctx := context.Background()
	for _, cached := range []bool{true, false} {
		b.Run(fmt.Sprintf("cache=%v", cached), func(b *testing.B) {
			st := term.NewStore()
			var s smt.Solver = native.New(st, native.Config{})
			if cached {
				s = cache.New(st, s, nil, cache.Config{})
			}
			var qs [][]term.Term
			for g := range 10 {
				qs = append(qs, query(st, g, 10))
			}
			depth := 0
			for i := 0; b.Loop(); i++ {
				s.Push()
				s.Assert(qs[depth%10][depth/10])
				if r := s.Check(ctx); r.Status != smt.Sat {
					b.Fatal(r)
				}
				if depth++; depth == 100 {
					for ; depth > 20; depth-- {
						s.Pop()
					}
				}
			}
		})
	}
}
