package native

import (
	"context"
	"fmt"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// divisions are the operators that rewrite_rem.go is about.
var divisions = []term.Op{term.OpBVUDiv, term.OpBVURem, term.OpBVSDiv, term.OpBVSRem}

// TestSumsWithConstantsDivided compares all quotients and remainders of x + c by K with their images,
// for all values of x, c and K at small widths.
func TestSumsWithConstantsDivided(t *testing.T) {
	for w := 1; w <= 5; w++ {
		st := term.NewStore()
		x := st.Symbol("x", term.BitVec(w))
		rw := newRewriter(st)
		changed := 0
		for k := range uint64(1) << w {
			for c := range uint64(1) << w {
				for _, op := range divisions {
					f := st.Mk(op, nil, st.BVAdd(x, st.BV(w, c)), st.BV(w, k))
					g := rw.apply(f)
					if f != g {
						changed++
					}
					for v := range uint64(1) << w {
						m := term.Map{x: term.BVValue(w, v)}
						if want, got := evalUint(t, st, f, m), evalUint(t, st, g, m); got != want {
							t.Fatalf("%s is %d for %d, but its image %s is %d", st.String(f), want, v,
								st.String(g), got)
						}
					}
				}
			}
		}
		if w > 2 && changed < 1<<(2*w) {
			t.Errorf("width %d: only %d of the terms changed", w, changed)
		}
	}
}

// TestRemaindersDiffer asks a solver without the rules whether a term and its image can differ, at the widths
// where there is most to go wrong.
func TestRemaindersDiffer(t *testing.T) {
	for _, w := range []int{7, 8} {
		st := term.NewStore()
		x := st.Symbol("x", term.BitVec(w))
		rw := newRewriter(st)
		for _, k := range []uint64{3, 7, 42, 1<<(w-1) - 1, 1<<(w-1) + 1, 1<<w - 1, 1<<w - 5} {
			for _, c := range []uint64{0, 1, k - 1, k, k + 1, 1 << (w - 1), 1<<w - 1} {
				for _, op := range divisions {
					f := st.Mk(op, nil, st.BVAdd(x, st.BV(w, c)), st.BV(w, k))
					s := New(st, Config{NoPreprocess: true})
					if err := s.Assert(st.Not(st.Eq(f, rw.apply(f)))); err != nil {
						t.Fatal(err)
					}
					if r := s.Check(context.Background()); r.Status != smt.Unsat {
						t.Errorf("%s and its image: %v", st.String(f), r)
					}
				}
			}
		}
	}
}

// TestWideDivisors evaluates images at widths where machine words end.
func TestWideDivisors(t *testing.T) {
	for _, w := range []int{32, 63, 64} {
		st := term.NewStore()
		x := st.Symbol("x", term.BitVec(w))
		rw := newRewriter(st)
		max := uint64(1)<<(w-1)<<1 - 1
		values := []uint64{0, 1, 41, 42, 43, max / 42, max/42*42 - 1, max / 2, max/2 + 1, max - 42, max - 1,
			max}
		for _, k := range []uint64{3, 42, max/2 - 1, max/2 + 2, max, max - 41} {
			for _, c := range values {
				for _, op := range divisions {
					f := st.Mk(op, nil, st.BVAdd(x, st.BV(w, c)), st.BV(w, k))
					g := rw.apply(f)
					for _, v := range values {
						m := term.Map{x: term.BVValue(w, v)}
						if want, got := evalUint(t, st, f, m), evalUint(t, st, g, m); got != want {
							t.Fatalf("%s is %d for %d, but its image %d", st.String(f), want, v, got)
						}
					}
				}
			}
		}
	}
}

// TestBounds asks for each number whether it is divided with the right result, and with no other one.
func TestBounds(t *testing.T) {
	const w = 4
	st := term.NewStore()
	x := st.BVXor(st.Symbol("a", term.BitVec(w)), st.Symbol("b", term.BitVec(w))) // its bits are gates
	for k := uint64(1); k < 1<<w; k++ {
		s := New(st, Config{NoWords: true, NoPreprocess: true, NoSimulation: true})
		q, r := st.BVUDiv(x, st.BV(w, k)), st.BVURem(x, st.BV(w, k))
		var remainders int
		for v := range uint64(1) << w {
			at := st.Eq(x, st.BV(w, v))
			yes := st.And(st.Eq(q, st.BV(w, v/k)), st.Eq(r, st.BV(w, v%k)))
			if res := s.Check(context.Background(), at, yes); res.Status != smt.Sat {
				t.Errorf("%d / %d: %v", v, k, res)
			}
			if res := s.Check(context.Background(), at, st.Not(yes)); res.Status != smt.Unsat {
				t.Errorf("%d / %d is something else: %v", v, k, res)
			}
			if s.Check(context.Background(), st.Eq(r, st.BV(w, v))).Status == smt.Sat {
				remainders++
			}
		}
		if remainders != int(k) {
			t.Errorf("%d remainders of %d", remainders, k)
		}
	}
}

// successive says that none of k successive numbers from n on is a multiple of k.
func successive(st *term.Store, op term.Op, w int, k uint64) []term.Term {
	n := st.Symbol("n", term.BitVec(w))
	var out []term.Term
	for i := range k {
		r := st.Mk(op, nil, st.BVAdd(n, st.BV(w, i)), st.BV(w, k))
		out = append(out, st.Not(st.Eq(r, st.BV(w, 0))))
	}
	return out
}

// TestSuccessiveRemainders decides that one of k successive numbers is a multiple of k.
func TestSuccessiveRemainders(t *testing.T) {
	for _, c := range []struct {
		op   term.Op
		w    int
		k    uint64
		want smt.Status
	}{
		{term.OpBVURem, 32, 5, smt.Unsat},
		{term.OpBVURem, 32, 42, smt.Unsat},
		{term.OpBVURem, 64, 100, smt.Unsat},
		{term.OpBVSRem, 32, 5, smt.Sat}, // from the largest to the smallest integer
	} {
		t.Run(fmt.Sprint(c.op, c.w, "/", c.k), func(t *testing.T) {
			st := term.NewStore()
			s := New(st, Config{Conflicts: 20_000})
			for _, f := range successive(st, c.op, c.w, c.k) {
				if err := s.Assert(f); err != nil {
					t.Fatal(err)
				}
			}
			if r := s.Check(context.Background()); r.Status != c.want {
				t.Errorf("%v", r)
			}
		})
	}
}
