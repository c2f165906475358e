package flow_test

import (
	"testing"

	"whittle.dev/internal/testing/systems"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/ts/flow"
	"whittle.dev/internal/ts/inductive"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

func newGraph(t *testing.T, sys *transition.System, opt flow.Options) *flow.Graph {
	t.Helper()
	g, err := flow.New(t.Context(), sys, native.New(sys.Terms, native.Config{}), opt)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// counting is a system with Boolean control: a loop that counts x to 10, a step after it, and a goal there.
//
//	00 -> 01: x' = 0    01 -> 01: x < 10, x' - x = 1    01 -> 10: x >= 10, y' = x    10 -> 11
func counting() *transition.System {
	st := term.NewStore()
	sys := &transition.System{Terms: st}
	a, b := sys.AddVar("a", term.Bool), sys.AddVar("b", term.Bool)
	x, y := sys.AddVar("x", term.BitVec(8)), sys.AddVar("y", term.BitVec(8))
	v := func(i int) term.Term { return sys.Vars[i].Sym }
	next := func(i int) term.Term { return sys.Vars[i].Next }
	at := func(hi, lo bool, sym func(int) term.Term) term.Term {
		return st.And(st.Eq(sym(a), st.Bool(hi)), st.Eq(sym(b), st.Bool(lo)))
	}
	ten := st.BV(8, 10)
	sys.Init = at(false, false, v)
	relation := st.And(
		st.Or(st.Not(at(false, false, v)), st.And(at(false, true, next), st.Eq(next(x), st.BV(8, 0)))),
		st.Or(st.Not(at(false, true, v)), st.BVUge(v(x), ten),
			st.And(at(false, true, next), st.Eq(st.BVSub(next(x), v(x)), st.BV(8, 1)))),
		st.Or(st.Not(at(false, true, v)), st.BVUlt(v(x), ten),
			st.And(at(true, false, next), st.Eq(next(y), v(x)))),
		st.Or(st.Not(at(true, false, v)), st.And(at(true, true, next), st.Eq(next(y), v(y)))),
		st.Not(at(true, true, v)))
	sys.Transitions = []transition.Transition{{Name: "step", Relations: []term.Term{relation},
		Process: transition.Shared}}
	sys.Goals = []transition.Goal{{Name: "other", Cond: st.And(at(true, true, v),
		st.Not(st.Eq(v(y), ten)))}}
	return sys
}

// TestLocations: Boolean control becomes locations, of which the head of the loop and the initial one stay.
func TestLocations(t *testing.T) {
	for _, c := range []struct {
		opt                flow.Options
		locs, edges, exits int
	}{
		{flow.Options{}, 2, 2, 1},
		{flow.Options{KeepLocations: true}, 4, 4, 1},
		{flow.Options{OneLocation: true}, 1, 1, 1},
	} {
		g := newGraph(t, counting(), c.opt)
		exits := 0
		for _, l := range g.Locs {
			exits += len(l.Exits)
		}
		if len(g.Locs) != c.locs || len(g.Edges) != c.edges+c.exits || exits != c.exits {
			t.Errorf("%+v: %d locations, %d edges, %d exits", c.opt, len(g.Locs), len(g.Edges), exits)
		}
	}
}

// TestAssignments: equations define next values, so the edges of a relation have no inputs that matter.
func TestAssignments(t *testing.T) {
	sys := counting()
	g := newGraph(t, sys, flow.Options{})
	x := sys.Vars[2].Sym
	for _, e := range g.Edges {
		if len(e.Inputs) > 0 {
			t.Errorf("edge %d -> %d has inputs: %s", e.From, e.To, sys.Terms.String(e.Guard))
		}
		if e.From == e.To && e.Next[2] != sys.Terms.BVAdd(x, sys.Terms.BV(8, 1)) {
			t.Errorf("the loop makes x %s", sys.Terms.String(e.Next[2]))
		}
	}
}

// TestInvariant: an invariant of the locations that are left is one of the system, the others included.
func TestInvariant(t *testing.T) {
	sys := counting()
	st := sys.Terms
	g := newGraph(t, sys, flow.Options{})
	at := make([]term.Term, len(g.Locs))
	for i, l := range g.Locs {
		at[i] = st.True()
		if st.IsFalse(l.Init) {
			at[i] = st.BVUle(sys.Vars[2].Sym, st.BV(8, 10))
		}
	}
	c := inductive.Claim{System: sys, Invariant: g.Invariant(at), Goals: []int{0}}
	a, err := c.Check(t.Context(), func(st *term.Store) (smt.Solver, error) {
		return native.New(st, native.Config{}), nil
	})
	if err != nil || a.Status != inductive.Holds {
		t.Errorf("%s: %+v %v", st.String(c.Invariant), a, err)
	}
}

// TestRandom looks for goals in the graphs of random systems, by walking all states of it, and compares with
// the states of the system. What is found is replayed as a path of the system.
func TestRandom(t *testing.T) {
	for seed := range uint64(testflag.Times(60)) {
		seed += uint64(testflag.Seed())
		sys := systems.RandomBits(seed)
		want, err := systems.Reached(sys)
		if err != nil {
			t.Fatal(err)
		}
		for _, opt := range []flow.Options{{}, {KeepLocations: true}, {OneLocation: true}} {
			g := newGraph(t, sys, opt)
			w := &walker{g: g, s: sys, seen: map[string]bool{}}
			got, err := w.walk()
			if err != nil {
				t.Fatalf("seed %d, %+v: %v", seed, opt, err)
			}
			for i := range want {
				if want[i] != (got[i] != nil) {
					t.Errorf("seed %d, %+v: goal %d is reached: %t, in the graph %t", seed, opt, i, want[i],
						got[i] != nil)
				}
				if got[i] == nil {
					continue
				}
				if err := sys.Replay(got[i]); err != nil {
					t.Errorf("seed %d, %+v: goal %d: %v", seed, opt, i, err)
				}
			}
		}
	}
}
