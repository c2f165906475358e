package interpolate_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/testflag"
	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/smt/audit"
	"whittle.dev/smt/interpolate"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// TestProof: interpolants made of proofs meet all conditions.
func TestProof(t *testing.T) {
	ctx := context.Background()
	for _, th := range theories {
		if th.shape.words > 0 || !testflag.Only(th.name) {
			continue // no theory of words here
		}
		st := term.NewStore()
		z3 := newProcess(t, st)
		p := interpolate.New(st, interpolate.Config{
			Solver: func(st *term.Store) smt.Solver { return native.New(st, native.Config{}) }})
		aud := audit.NewInterpolator(st, p, audit.Config{Second: func(*term.Store, sat.Proof) smt.Solver {
			z3.Push()
			return level{z3}
		}})
		proofs, failed := 0, 0
		for seed := range testflag.Seeds(8) {
			g := th.shape
			g.Rand, g.st = rand.New(rand.NewPCG(uint64(seed), 9)), st
			var a, b []term.Term
			var itp term.Term
			var err error
			r := smt.Result{Status: smt.Sat}
			inA, inB := term.Map{}, term.Map{}
			opt := interpolate.Options{Strength: interpolate.Strength(seed % 3)}
			for n := 0; n < 15 && r.Status == smt.Sat; n++ {
				a, b = g.more("a", inA, a), g.more("b", inB, b)
				itp, r, err = p.ByProof(ctx, a, b, opt)
			}
			switch {
			case r.Status != smt.Unsat:
			case err != nil:
				failed++
				t.Logf("%s, seed %d: %v", th.name, seed, err)
			default:
				proofs++
				if err := aud.Check(ctx, a, b, itp); err != nil {
					t.Errorf("%s, seed %d, %+v: %v\nA %s\nB %s", th.name, seed, opt, err,
						st.String(st.And(a...)), st.String(st.And(b...)))
				}
			}
		}
		t.Logf("%s: %d proofs, %d failed", th.name, proofs, failed)
		if proofs == 0 || failed > proofs/4 {
			t.Errorf("%s: %d proofs, %d failed", th.name, proofs, failed)
		}
	}
}

// TestManyImplicants: of n clauses that all matter there are 2^n implicants, and a proof with n lemmas.
func TestManyImplicants(t *testing.T) {
	st := term.NewStore()
	p := interpolate.New(st, interpolate.Config{Limit: 400, Solver: func(st *term.Store) smt.Solver {
		return native.New(st, native.Config{})
	}})
	zero := st.ToReal(st.Int64(0))
	var a, b []term.Term
	for i := range 10 {
		x := st.Symbol(fmt.Sprint("x", i), term.Real)
		y := st.Symbol(fmt.Sprint("y", i), term.Real)
		a = append(a, st.Or(st.Le(x, zero), st.Le(y, zero)))
		b = append(b, st.And(st.Lt(zero, x), st.Lt(zero, y)))
	}
	b = []term.Term{st.Or(b...)}
	aud := audit.NewInterpolator(st, p, audit.Config{Second: func(st *term.Store, _ sat.Proof) smt.Solver {
		return native.New(st, native.Config{})
	}})
	if _, r := aud.Interpolate(context.Background(), a, b); r.Status != smt.Unsat || aud.Counts().Right != 1 {
		t.Errorf("%v, %+v, %v", r, aud.Counts(), aud.Err())
	}
}
