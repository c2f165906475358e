package samples_test

import (
	"testing"

	"whittle.dev/internal/engine/internal/samples"
	"whittle.dev/internal/testing/systems"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/ts/flow"
	"whittle.dev/internal/ts/inductive"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// loop is x = 0, y = 7; while x < n { x++; if p then y += 2 else z++ }, with a goal that what is true fails.
func loop(cond func(st *term.Store, v []term.Term) term.Term) *transition.System {
	st := term.NewStore()
	sys := &transition.System{Terms: st}
	for _, name := range []string{"n", "x", "y", "z"} {
		sys.AddVar(name, term.BitVec(32))
	}
	var v []term.Term
	for i := range sys.Vars {
		v = append(v, sys.Vars[i].Sym)
	}
	num := func(n uint64) term.Term { return st.BV(32, n) }
	sys.Init = st.And(st.Eq(v[1], num(0)), st.Eq(v[2], num(7)), st.Eq(v[3], num(0)))
	step := func(y, z term.Term) transition.Transition {
		below := []term.Term{st.BVUlt(v[1], v[0])}
		return transition.Transition{Guards: below, Updates: []transition.Update{
			{Var: 0, Value: v[0]}, {Var: 1, Value: st.BVAdd(v[1], num(1))}, {Var: 2, Value: y},
			{Var: 3, Value: z}}}
	}
	sys.Transitions = []transition.Transition{step(st.BVAdd(v[2], num(2)), v[3]),
		step(v[2], st.BVAdd(v[3], num(1)))}
	sys.Goals = []transition.Goal{{Cond: st.Not(cond(st, v))}}
	return sys
}

// TestLemmas: the relation of a loop and the order of its guard are lemmas, so the goal is excluded by them.
func TestLemmas(t *testing.T) {
	sys := loop(func(st *term.Store, v []term.Term) term.Term { // y = 7 + 2(x - z), and x <= n
		twice := st.BVMul(st.BV(32, 2), st.BVSub(v[1], v[3]))
		return st.And(st.Eq(v[2], st.BVAdd(st.BV(32, 7), twice)), st.BVUle(v[1], v[0]))
	})
	g, lemmas := find(t, sys)
	if a := check(t, g, lemmas, []int{0}); a.Status != inductive.Holds {
		t.Errorf("lemmas %v: %+v", text(sys, lemmas), a)
	}
}

// TestRandomLemmas: lemmas of random systems are inductive together.
func TestRandomLemmas(t *testing.T) {
	n := 0
	for seed := range uint64(testflag.Times(40)) {
		sys := systems.RandomBits(seed + uint64(testflag.Seed()))
		g, lemmas := find(t, sys)
		for _, ts := range lemmas {
			n += len(ts)
		}
		if a := check(t, g, lemmas, nil); a.Status != inductive.Holds {
			t.Errorf("seed %d, lemmas %v: %+v", seed, text(sys, lemmas), a)
		}
	}
	if n == 0 {
		t.Error("no lemmas")
	}
}

func find(t *testing.T, sys *transition.System) (*flow.Graph, [][]term.Term) {
	t.Helper()
	g, err := flow.New(t.Context(), sys, native.New(sys.Terms, native.Config{}), flow.Options{})
	if err != nil {
		t.Fatal(err)
	}
	lemmas, err := samples.Lemmas(t.Context(), g, native.New(sys.Terms, native.Config{}), samples.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g, lemmas
}

func check(t *testing.T, g *flow.Graph, lemmas [][]term.Term, goals []int) inductive.Answer {
	t.Helper()
	at := make([]term.Term, len(lemmas))
	for i, ts := range lemmas {
		at[i] = g.Sys.Terms.And(ts...)
	}
	c := inductive.Claim{System: g.Sys, Invariant: g.Invariant(at), Goals: goals}
	a, err := c.Check(t.Context(), func(st *term.Store) (smt.Solver, error) {
		return native.New(st, native.Config{}), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func text(sys *transition.System, lemmas [][]term.Term) (out [][]string) {
	for _, ts := range lemmas {
		var s []string
		for _, t := range ts {
			s = append(s, sys.Terms.String(t))
		}
		out = append(out, s)
	}
	return out
}
