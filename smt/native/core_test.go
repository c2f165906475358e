package native

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"whittle.dev/internal/testing/randterm"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// onlySolver hides all optional capabilities.
type onlySolver struct{ smt.Solver }

// TestCores compares minimal and smallest cores with the enumeration of all sets of
// assumptions, with and without the rotation of models.
func TestCores(t *testing.T) {
	n := testflag.Times(150)
	if testing.Short() {
		n = 40
	}
	ctx := context.Background()
	unsat, larger := 0, 0
	for i := range n {
		r := rand.New(rand.NewPCG(21, uint64(i)))
		st := term.NewStore()
		g := &randterm.Generator{Rand: r, Store: st, Widths: []int{1, 2}, Symbols: 3, NoDiv: true}
		s := New(st, Config{NoPreprocess: i%4 == 0})
		for range r.IntN(3) {
			if err := s.Assert(g.Bool(1)); err != nil {
				t.Fatal(err)
			}
		}
		assumptions := make([]term.Term, 2+r.IntN(7))
		for j := range assumptions {
			assumptions[j] = g.Bool(2)
		}
		assumptions = append(assumptions, assumptions[0]) // one twice
		cores := enumerateCores(s, assumptions)
		var solver smt.Solver = s
		minimal, smallest := s.MinimalCore, s.SmallestCore
		if i%2 == 0 {
			solver = onlySolver{s}
			minimal = func(ctx context.Context, opt smt.CoreOptions, as ...term.Term) (smt.Core, smt.Result) {
				return smt.MinimalCore(ctx, solver, opt, as...)
			}
			smallest = func(ctx context.Context, opt smt.CoreOptions, as ...term.Term) (smt.Core,
				smt.Result) {
				return smt.SmallestCore(ctx, solver, opt, as...)
			}
		}
		m, res := minimal(ctx, smt.CoreOptions{}, assumptions...)
		if (res.Status == smt.Unsat) != (len(cores) > 0) {
			t.Fatalf("case %d: %v but %d cores", i, res, len(cores))
		}
		if res.Status != smt.Unsat {
			continue
		}
		unsat++
		distinct := slices.Clone(assumptions[:len(assumptions)-1])
		if set := setOf(distinct, m.Terms); !m.Exact || !slices.Contains(cores, set) ||
			!isMinimal(cores, set) {
			t.Errorf("case %d: core %v is not minimal", i, m)
		}
		best := 64
		for _, c := range cores {
			best = min(best, bits.OnesCount64(c))
		}
		k, res := smallest(ctx, smt.CoreOptions{}, assumptions...)
		if set := setOf(distinct, k.Terms); res.Status != smt.Unsat || !k.Exact ||
			!slices.Contains(cores, set) || len(k.Terms) != best {
			t.Errorf("case %d: %v of %d terms, want %d", i, res, len(k.Terms), best)
		}
		if len(m.Terms) > best {
			larger++
		}
		cut, res := smallest(ctx, smt.CoreOptions{Checks: 1 + r.IntN(5)}, assumptions...)
		if set := setOf(distinct, cut.Terms); res.Status != smt.Unsat || !slices.Contains(cores, set) ||
			cut.Lower > best || cut.Exact && len(cut.Terms) != best {
			t.Errorf("case %d: with a budget: %v, want %d", i, cut, best)
		}
	}
	if unsat < n/8 || larger == 0 && !testing.Short() {
		t.Errorf("%d unsatisfiable cases, %d with a larger minimal core", unsat, larger)
	}
}

// enumerateCores returns all sets of assumptions that fail, the last assumption left out.
func enumerateCores(s *Solver, assumptions []term.Term) (cores []uint64) {
	n := len(assumptions) - 1
	for set := range uint64(1) << n {
		var some []term.Term
		for j := range n {
			if set>>j&1 != 0 {
				some = append(some, assumptions[j])
			}
		}
		if s.Check(context.Background(), some...).Status == smt.Unsat {
			cores = append(cores, set)
		}
	}
	return cores
}

// setOf returns the first positions of the terms.
func setOf(all, ts []term.Term) (set uint64) {
	for _, t := range ts {
		set |= 1 << slices.Index(all, t)
	}
	return set
}

func isMinimal(cores []uint64, set uint64) bool {
	for _, c := range cores {
		if c != set && c&^set == 0 {
			return false
		}
	}
	return true
}

// TestSmallestCoreOfChains has a long chain of implications and a short one to the same clash.
func TestSmallestCoreOfChains(t *testing.T) {
	st := term.NewStore()
	s := New(st, Config{})
	b := term.BitVec(8)
	x := func(i int) term.Term { return st.Symbol("x"+string(rune('a'+i)), b) }
	var as []term.Term
	for i := range 12 { // xa < xb < ... < xm
		as = append(as, st.BVUlt(x(i), x(i+1)))
	}
	as = append(as, st.BVUlt(x(12), x(0)), st.Eq(x(3), x(7)), st.BVUlt(x(5), x(4)))
	ctx := context.Background()
	c, r := s.SmallestCore(ctx, smt.CoreOptions{}, as...)
	if r.Status != smt.Unsat || !c.Exact || len(c.Terms) != 2 {
		t.Errorf("%v, core of %d terms, exact %v", r, len(c.Terms), c.Exact)
	}
	m, r := s.MinimalCore(ctx, smt.CoreOptions{}, as...)
	if r.Status != smt.Unsat || !m.Exact {
		t.Errorf("%v %v", r, m)
	}
	done, cancel := context.WithCancel(ctx)
	cancel()
	if _, r := s.SmallestCore(done, smt.CoreOptions{}, as...); r.Reason != smt.ReasonCanceled {
		t.Errorf("cancelled: %v", r)
	}
}
