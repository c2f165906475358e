package linear_test

import (
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/engine/modular/linear"
	"whittle.dev/term"
)

// TestImplies: what is said to follow does, by all values; and of what follows from equations with odd
// factors, what elimination is for is found.
func TestImplies(t *testing.T) {
	st := term.NewStore()
	x, y := st.Symbol("x", term.BitVec(32)), st.Symbol("y", term.BitVec(32))
	z := st.Symbol("z", term.BitVec(32))
	n := st.Symbol("n", term.BitVec(40))
	low := func(t term.Term) term.Term { return st.Extract(31, 0, t) }
	c := func(v uint64) term.Term { return st.BV(32, v) }
	known := []term.Term{st.Eq(st.BVAdd(x, st.BVAdd(y, z)), c(100)), st.Eq(x, st.BVSub(low(n), c(3)))}
	e := linear.New(st, known)
	for _, tc := range []struct {
		t    term.Term
		want bool
	}{
		{st.Eq(z, st.BVSub(c(100), st.BVAdd(x, y))), true},
		{st.Eq(st.BVAdd(x, c(1)), low(st.BVAdd(n, st.BV(40, 0xfffffffffe)))), true},
		{st.Eq(st.BVAdd(st.BVMul(c(2), x), st.BVAdd(st.BVMul(c(2), y), st.BVMul(c(2), z))), c(200)), true},
		{st.Eq(x, y), false},
		{st.Eq(z, st.BVSub(c(101), st.BVAdd(x, y))), false},
		{st.BVUlt(x, y), false},
	} {
		if _, ok := e.Implies(tc.t); ok != tc.want {
			t.Errorf("%s: %v", st.String(tc.t), ok)
		}
	}
	denied := st.Not(st.Eq(st.BVAdd(z, st.BVAdd(x, y)), c(100)))
	if from, ok := e.Contradicts([]term.Term{denied}); !ok || len(from) < 2 {
		t.Errorf("it does not contradict: %v", from)
	}
}

// TestRandom: what follows, and what terms are rewritten to, is right for all values of three variables of
// three bits.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	followed := 0
	for range 400 {
		st := term.NewStore()
		vars := []term.Term{st.Symbol("x", term.BitVec(3)), st.Symbol("y", term.BitVec(3)),
			st.Symbol("z", term.BitVec(3))}
		sum := func() term.Term {
			out := st.BV(3, uint64(r.IntN(8)))
			for range 1 + r.IntN(3) {
				v := vars[r.IntN(3)]
				switch r.IntN(5) {
				case 0:
					out = st.BVSub(out, v)
				case 1:
					out = st.BVAdd(out, st.BVMul(st.BV(3, uint64(r.IntN(8))), v))
				case 2:
					out = st.BVAdd(out, st.BVOr(v, vars[r.IntN(3)]))
				case 3:
					out = st.BVNeg(st.BVAdd(v, out))
				default:
					out = st.BVAdd(out, v)
				}
			}
			return out
		}
		known := []term.Term{st.Eq(sum(), sum()), st.Eq(sum(), sum())}
		goals := []term.Term{st.Eq(sum(), sum()), st.BVUlt(sum(), sum()), known[0], st.Not(known[1])}
		e := linear.New(st, known)
		var follow []bool
		for _, g := range goals {
			_, ok := e.Implies(g)
			follow = append(follow, ok)
		}
		_, absurd := e.Contradicts(goals)
		again := e.Rewrite(goals)
		for v := range uint64(512) {
			at := term.Map{}
			for i, sym := range vars {
				at[sym] = term.BVValue(3, v>>(3*i)&7)
			}
			holds := func(t term.Term) bool {
				x, err := st.Eval(t, at)
				return err == nil && x.Bool()
			}
			if !holds(known[0]) || !holds(known[1]) {
				continue
			}
			all := true
			for i, g := range goals {
				all = all && holds(g)
				if follow[i] && !holds(g) {
					t.Fatalf("%s does not follow from %s", st.String(g), st.String(st.And(known...)))
				}
				if holds(g) != holds(again[i]) {
					t.Fatalf("%s is not %s where %s", st.String(again[i]), st.String(g),
						st.String(st.And(known...)))
				}
			}
			if absurd && all {
				t.Fatalf("%s do not contradict %s", st.String(st.And(goals...)), st.String(st.And(known...)))
			}
		}
		if follow[0] {
			followed++
		}
	}
	t.Logf("%d of 400 equations follow", followed)
}
