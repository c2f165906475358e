package cache_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/smt/cache"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// stream makes random constraints, each over a few symbols of a larger set.
type stream struct {
	r    *rand.Rand
	st   *term.Store
	syms []term.Term // bit-vectors of 3 bits
	arrs []term.Term
	mem  []term.Term // constraints made before
}

func newStream(st *term.Store, seed uint64) *stream {
	g := &stream{r: rand.New(rand.NewPCG(seed, 1)), st: st}
	for i := range 24 {
		g.syms = append(g.syms, st.Symbol(fmt.Sprint("x", i), term.BitVec(3)))
	}
	for i := range 2 {
		g.arrs = append(g.arrs, st.Symbol(fmt.Sprint("a", i), st.ArraySort(term.BitVec(3), term.BitVec(3))))
	}
	return g
}

func (g *stream) vec(d int) term.Term {
	st := g.st
	if d == 0 {
		if g.r.IntN(4) == 0 {
			return st.BV(3, g.r.Uint64())
		}
		return g.syms[g.r.IntN(len(g.syms))]
	}
	a := g.vec(d - 1)
	switch g.r.IntN(6) {
	case 0:
		return st.BVAdd(a, g.vec(d-1))
	case 1:
		return st.BVMul(a, g.vec(0))
	case 2:
		return st.BVXor(a, g.vec(0))
	case 3:
		if g.r.IntN(3) == 0 {
			return st.Select(g.arrs[g.r.IntN(2)], a)
		}
	case 4:
		return st.Ite(st.BVUlt(g.vec(0), g.vec(0)), a, g.vec(0))
	}
	return a
}

func (g *stream) constraint() term.Term {
	if len(g.mem) > 0 && g.r.IntN(3) == 0 {
		return g.mem[g.r.IntN(len(g.mem))]
	}
	st := g.st
	a, b := g.vec(g.r.IntN(3)), g.vec(g.r.IntN(2))
	var t term.Term
	switch g.r.IntN(8) {
	case 0:
		t = st.Eq(a, b)
	case 1:
		t = st.BVSlt(a, b)
	case 2:
		t = st.Or(st.Eq(a, b), st.BVUlt(b, g.vec(0)))
	case 3:
		t = st.And(st.BVUle(a, b), st.Not(st.Eq(g.vec(0), g.vec(0))))
	case 4:
		if g.r.IntN(3) == 0 {
			t = st.Eq(g.arrs[0], st.StoreArr(g.arrs[1], a, b))
			break
		}
		fallthrough
	default:
		t = st.BVUlt(a, b)
	}
	if g.r.IntN(5) == 0 {
		t = st.Not(t)
	}
	g.mem = append(g.mem, t)
	return t
}

// TestRandomStreams compares a solver behind a cache with one without it over random
// calls; models are evaluated, and failed assumptions are assumed again alone.
func TestRandomStreams(t *testing.T) {
	for _, cfg := range []struct {
		name   string
		bytes  int64
		shared bool
		cfg    cache.Config
	}{
		{name: "default"},
		{name: "shared", shared: true},
		{name: "tiny", bytes: 2000, cfg: cache.Config{Bytes: 3000}},
		{name: "nothing", bytes: 1, cfg: cache.Config{Bytes: 1}},
		{name: "whole", cfg: cache.Config{Whole: true}},
		{name: "verify", cfg: cache.Config{Verify: true}},
		{name: "by keys alone", cfg: cache.Config{Candidates: -1, NoCores: true, NoExtend: true}},
	} {
		t.Run(cfg.name, func(t *testing.T) {
			shared := cache.NewCache(cfg.bytes)
			total := map[string]int64{}
			for seed := range uint64(20) {
				c := shared
				if !cfg.shared {
					c = cache.NewCache(cfg.bytes)
				}
				for _, x := range runStream(t, seed, c, cfg.cfg) {
					total[x.Name] += x.Value
				}
			}
			if total["cache solver calls"] == 0 || total["cache entries rejected"] != 0 {
				t.Errorf("%v", total)
			}
			if cfg.bytes == 0 && !cfg.cfg.Whole && total["cache hits sat"]*total["cache hits unsat"] == 0 {
				t.Errorf("no hits: %v", total)
			}
		})
	}
}

func runStream(t *testing.T, seed uint64, c *cache.Cache, cfg cache.Config) []smt.Stat {
	ctx := context.Background()
	st := term.NewStore()
	g := newStream(st, seed)
	s := cache.New(st, native.New(st, native.Config{}), c, cfg)
	plain := native.New(st, native.Config{})
	var asserted []term.Term
	var levels []int
	assert := func(x term.Term) {
		asserted = append(asserted, x)
		if err := errors.Join(s.Assert(x), plain.Assert(x)); err != nil {
			t.Error(err)
		}
	}
	for step := range 400 {
		switch k := g.r.IntN(10); {
		case k < 3:
			assert(g.constraint())
		case k < 5 && len(levels) < 12:
			s.Push()
			plain.Push()
			levels = append(levels, len(asserted))
		case k < 8 && len(levels) > 0:
			s.Pop()
			plain.Pop()
			asserted = asserted[:levels[len(levels)-1]]
			levels = levels[:len(levels)-1]
		default:
			var as []term.Term
			for range g.r.IntN(4) {
				as = append(as, g.constraint())
			}
			got, want := s.Check(ctx, as...), plain.Check(ctx, as...)
			if got != want {
				t.Errorf("seed %d, step %d: %v, want %v", seed, step, got, want)
				return nil
			}
			if got.Status == smt.Sat {
				ev := term.NewEvaluator(st, smt.Model{Solver: s})
				for _, x := range append(slices.Clone(asserted), as...) {
					if v, err := ev.Eval(x); err != nil || !v.Bool() {
						t.Errorf("seed %d, step %d: %s is %v, %v in the model", seed, step, st.String(x), v, err)
					}
					if v, ok := s.Value(x); !ok || !v.Bool() {
						t.Errorf("seed %d, step %d: value %v of %s", seed, step, v, st.String(x))
					}
				}
				break
			}
			core := s.Failed()
			at := 0
			for _, x := range core {
				i := slices.Index(as[at:], x)
				if i < 0 {
					t.Errorf("seed %d, step %d: core %v of %v", seed, step, core, as)
					return nil
				}
				at += i + 1
			}
			if r := plain.Check(ctx, core...); r.Status != smt.Unsat {
				t.Errorf("seed %d, step %d: the core is %v", seed, step, r)
			}
		}
	}
	return s.Stats()
}
