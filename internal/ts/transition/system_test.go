package transition_test

import (
	"math/big"
	"strings"
	"testing"

	"whittle.dev/internal/ts"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// counter counts an Int from 0 in steps of a nondeterministic size below 3; beyond 4 is bad.
func counter() *transition.System {
	st := term.NewStore()
	s := &transition.System{Terms: st}
	x, size := s.AddVar("x", term.Int), s.Fresh("size", term.Int)
	sym, next := s.Vars[x].Sym, s.Vars[x].Next
	s.Init = st.Eq(sym, st.Int64(0))
	s.Transitions = []transition.Transition{
		{Name: "count", Guards: []term.Term{st.Lt(size, st.Int64(3))}, Inputs: []term.Term{size},
			Updates: []transition.Update{{Var: x, Value: st.IntAdd(sym, size)}}},
		{Name: "fall", Relations: []term.Term{st.Lt(next, sym)}},
	}
	s.Goals = []transition.Goal{{Name: "beyond", Cond: st.Gt(sym, st.Int64(4))}}
	return s
}

func intValue(v int64) term.Value { return term.IntValue(big.NewInt(v)) }

func ints(vs ...int64) []transition.State {
	out := make([]transition.State, len(vs))
	for i, v := range vs {
		out[i] = transition.State{intValue(v)}
	}
	return out
}

func TestReplay(t *testing.T) {
	s := counter()
	size := s.Transitions[0].Inputs[0]
	count := func(n int64) transition.Step { return transition.Step{Inputs: term.Map{size: intValue(n)}} }
	fall := transition.Step{Transition: 1}
	for _, c := range []struct {
		name   string
		states []transition.State
		steps  []transition.Step
		goal   int
		want   string // part of the error; empty: none
	}{
		{"counts", ints(0, 2, 4, 6), []transition.Step{count(2), count(2), count(2)}, 0, ""},
		{"falls", ints(0, 2, -1, 1, 3, 5),
			[]transition.Step{count(2), fall, count(2), count(2), count(2)}, 0, ""},
		{"starts elsewhere", ints(1, 3, 5), []transition.Step{count(2), count(2)}, 0, "initial condition"},
		{"guard", ints(0, 5), []transition.Step{count(5)}, 0, "step 1 (count)"},
		{"update", ints(0, 2, 6), []transition.Step{count(2), count(2)}, 0, "step 2 (count)"},
		{"relation", ints(0, 5), []transition.Step{fall}, 0, "step 1 (fall)"},
		{"no goal", ints(0, 2), []transition.Step{count(2)}, 0, "goal beyond"},
		{"unknown goal", ints(0), nil, 1, "no goal 1"},
		{"unknown transition", ints(0, 0), []transition.Step{{Transition: 2}}, 0, "no transition 2"},
		{"short", ints(0), []transition.Step{count(2)}, 0, "1 states with 1 steps"},
	} {
		err := s.Replay(&transition.Path{States: c.states, Steps: c.steps, Goal: c.goal})
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: error %v, want one about %q", c.name, err, c.want)
		}
	}
}

// TestFromProcesses: an instruction is taken in the transition system exactly as in the system of processes.
func TestFromProcesses(t *testing.T) {
	st := term.NewStore()
	pc := st.Symbol("pc", term.BitVec(2))
	x, y := st.Symbol("x", term.BitVec(8)), st.Symbol("y", term.BitVec(8))
	src := &ts.System{Terms: st,
		Vars: []ts.Var{{Name: "pc", Sym: pc, Counter: true, Init: st.BV(2, 0)},
			{Name: "x", Sym: x, Owner: ts.Shared, Init: st.BV(8, 7)},
			{Name: "y", Sym: y, Owner: ts.Shared, Init: st.BV(8, 9)}},
		Processes: []ts.Process{{Name: "main", Locs: make([]ts.Location, 3)}},
		Instructions: []ts.Instruction{{From: 0, To: 1, Guard: st.BVUlt(x, y),
			Updates: []ts.Update{{Var: 1, Value: st.BVAdd(x, y)}}}},
		Goals: []ts.Goal{{At: 1, Guard: st.Eq(x, st.BV(8, 16)), What: "sum"},
			{At: 0, Guard: st.Eq(x, y), Kind: ts.Unsupported, What: "recursion"}},
	}
	s := transition.FromProcesses(src)
	v := func(w int, n uint64) term.Value { return term.BVValue(w, n) }
	p := &transition.Path{Steps: []transition.Step{{}},
		States: []transition.State{{v(2, 0), v(8, 7), v(8, 9)}, {v(2, 1), v(8, 16), v(8, 9)}}}
	if err := s.Replay(p); err != nil {
		t.Fatal(err)
	}
	back, err := s.PathOf(src, p)
	if err != nil || len(back.Steps) != 1 || back.Goal != &src.Goals[0] {
		t.Fatalf("path %v, error %v", back, err)
	}
	if a, b := s.Goals[0].Name, s.Goals[1].Name; a != "sum" || b != "unsupported: recursion" {
		t.Errorf("goals %q and %q", a, b)
	}
	p.States[1][2] = v(8, 0) // y must stay
	if s.Replay(p) == nil {
		t.Error("a variable that no instruction writes has changed")
	}
}

// TestFork: a path of a system is one of its forks, which can have further terms, variables and goals.
func TestFork(t *testing.T) {
	s := counter()
	s.Terms.Freeze()
	f := s.Fork()
	y := f.AddVar("y", term.Int)
	f.Goals = append(f.Goals, transition.Goal{Cond: f.Terms.Eq(f.Vars[y].Sym, f.Vars[0].Sym)})
	if len(s.Vars) != 1 || len(s.Goals) != 1 {
		t.Error("the fork has changed the system")
	}
	p := &transition.Path{States: ints(0, 7), Steps: []transition.Step{{Inputs: term.Map{
		s.Transitions[0].Inputs[0]: intValue(7)}}}}
	if err := s.Replay(p); err == nil || !strings.Contains(err.Error(), "is false") {
		t.Errorf("got %v", err)
	}
	if err := s.Fork().Replay(&transition.Path{States: ints(0, 2, 4, 6), Steps: []transition.Step{
		{Inputs: term.Map{s.Transitions[0].Inputs[0]: intValue(2)}},
		{Inputs: term.Map{s.Transitions[0].Inputs[0]: intValue(2)}},
		{Inputs: term.Map{s.Transitions[0].Inputs[0]: intValue(2)}}}}); err != nil {
		t.Error(err)
	}
}

// TestPlainInit: an input that only names an initial value is left out, others stay.
func TestPlainInit(t *testing.T) {
	st := term.NewStore()
	s := &transition.System{Terms: st}
	x, y := s.Vars[s.AddVar("x", term.Int)].Sym, s.Vars[s.AddVar("y", term.Int)].Sym
	i, j := st.Symbol("i", term.Int), st.Symbol("j", term.Int)
	s.InitInputs = []term.Term{i, j}
	for _, c := range []struct {
		init, want term.Term
		inputs     int
	}{
		{st.And(st.Eq(x, i), st.Eq(y, j)), st.True(), 0},
		{st.Eq(x, i), st.True(), 0},
		{st.And(st.Eq(x, i), st.Eq(y, i)), st.And(st.Eq(x, i), st.Eq(y, i)), 1},
		{st.And(st.Eq(x, st.IntAdd(y, i)), st.Lt(j, y)), st.And(st.Eq(x, st.IntAdd(y, i)), st.Lt(j, y)), 2},
		{st.And(st.Eq(x, i), st.Lt(x, y)), st.Lt(x, y), 0},
		{st.True(), st.True(), 0},
	} {
		s.Init = c.init
		if got, inputs := s.PlainInit(); got != c.want || len(inputs) != c.inputs {
			t.Errorf("%s becomes %s with %d inputs, want %s", st.String(c.init), st.String(got), len(inputs),
				st.String(c.want))
		}
	}
}
