package fixpoint

import (
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/testflag"
	"whittle.dev/term"
)

// someFacts is how many sets of facts an ordinary run compares.
const someFacts = 60

// TestSimpler: the terms that are asked in the place of what is known and a goal hold for the same values as
// these, of all variables: so a counterexample to a lemma breaks one of its atoms.
func TestSimpler(t *testing.T) {
	changed, possible := 0, 0
	for seed := range testflag.Seeds(someFacts) {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		st := term.NewStore()
		vars := []term.Term{st.Symbol("a", term.BitVec(3)), st.Symbol("b", term.BitVec(3)),
			st.Symbol("c", term.BitVec(4))}
		number := func(width int) term.Term { return someNumber(st, r, vars, width) }
		known := newFacts(st)
		for range 1 + r.IntN(3) {
			w := 3 + r.IntN(3)
			t := st.Eq(number(w), number(w))
			if r.IntN(4) == 0 {
				t = st.Or(t, st.BVUlt(number(w), number(w)))
			}
			known.put(t, source{})
		}
		goal := st.Or(st.Not(st.Eq(number(4), number(4))), st.BVUle(number(3), number(3)))
		want := st.And(append(known.terms[:len(known.terms):len(known.terms)], goal)...)
		got := st.And(known.simpler(goal)...)
		if got != want {
			changed++
		}
		some := false
		for v := range uint64(1 << 10) {
			at := term.Map{vars[0]: term.BVValue(3, v&7), vars[1]: term.BVValue(3, v>>3&7),
				vars[2]: term.BVValue(4, v>>6)}
			x, err := st.Eval(want, at)
			if err != nil {
				t.Fatal(err)
			}
			y, err := st.Eval(got, at)
			if err != nil {
				t.Fatal(err)
			}
			if some = some || x.Bool(); x.Bool() != y.Bool() {
				t.Fatalf("seed %d: %s is asked as %s", seed, st.String(want), st.String(got))
			}
		}
		if some {
			possible++
		}
	}
	t.Logf("%d are asked otherwise, %d are possible", changed, possible)
	if changed == 0 || possible == 0 {
		t.Error("the random facts are too one-sided")
	}
}

// someNumber is a sum of variables, made wider or narrower to have a width, and of others of their terms.
func someNumber(st *term.Store, r *rand.Rand, vars []term.Term, width int) term.Term {
	out := st.BV(width, r.Uint64())
	for range 1 + r.IntN(3) {
		x := vars[r.IntN(len(vars))]
		if r.IntN(4) == 0 {
			x = st.BVOr(x, st.BVAdd(x, st.BV(st.Sort(x).Width(), 1)))
		}
		switch w := st.Sort(x).Width(); {
		case w > width:
			x = st.Extract(width-1, 0, x)
		case w < width && r.IntN(2) == 0:
			x = st.ZeroExt(width-w, x)
		case w < width:
			x = st.SignExt(width-w, x)
		}
		switch r.IntN(3) {
		case 0:
			out = st.BVAdd(out, x)
		case 1:
			out = st.BVSub(out, x)
		case 2:
			out = st.BVAdd(out, st.BVMul(st.BV(width, r.Uint64()%8), x))
		}
	}
	return out
}
