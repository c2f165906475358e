package steps

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"whittle.dev/internal/ts"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// randomSystem makes a small system: two or three processes over scalars of two bits
// and an array, with one goal for each value set that the tests compare.
func randomSystem(rng *rand.Rand) *ts.System {
	st := term.NewStore()
	s := &ts.System{Terms: st}
	byteSort := term.BitVec(2)
	for _, name := range []string{"x", "y", "z"} {
		s.Vars = append(s.Vars, ts.Var{Name: name, Sym: st.Symbol(name, byteSort), Kind: ts.Memory, Owner: ts.Shared, Init: st.BV(2, uint64(rng.IntN(2)))})
	}
	sort := st.ArraySort(term.BitVec(2), byteSort)
	array := st.Symbol("a", sort)
	s.Vars = append(s.Vars, ts.Var{Name: "a", Sym: array, Kind: ts.Memory, Owner: ts.Shared, Len: 4,
		Init: st.StoreArr(st.ConstArray(sort, st.BV(2, 0)), st.BV(2, 1), st.BV(2, 2))})
	value := func() term.Term {
		v := s.Vars[rng.IntN(3)].Sym
		switch rng.IntN(4) {
		case 0:
			return st.BV(2, uint64(rng.IntN(4)))
		case 1:
			return st.BVAdd(v, st.BV(2, 1))
		case 2:
			return st.Select(array, v)
		}
		return v
	}
	for p := range 2 + rng.IntN(2) {
		locs := 2 + rng.IntN(2)
		name := fmt.Sprintf("p%d", p)
		pc := ts.Var{Name: name + ".pc", Sym: st.Symbol(name+".pc", term.BitVec(2)), Kind: ts.PC, Owner: p, Init: st.BV(2, 0)}
		s.Processes = append(s.Processes, ts.Process{Name: name, PC: len(s.Vars), Locs: make([]ts.Location, locs)})
		s.Vars = append(s.Vars, pc)
		for l := range locs {
			guard := st.Eq(value(), value())
			if rng.IntN(3) == 0 {
				guard = st.True()
			}
			for _, g := range []term.Term{guard, st.Not(guard)} {
				if st.IsFalse(g) || rng.IntN(4) == 0 {
					continue
				}
				in := ts.Instruction{Process: p, From: l, To: rng.IntN(locs), Guard: g}
				if rng.IntN(4) > 0 {
					in.Updates = append(in.Updates, ts.Update{Var: rng.IntN(3), Value: value()})
				}
				if rng.IntN(3) == 0 {
					in.Updates = append(in.Updates, ts.Update{Var: 3, Value: st.StoreArr(array, value(), value())})
				}
				if rng.IntN(6) == 0 && len(s.Processes) > 1 { // a join
					other := s.Vars[s.Processes[0].PC].Sym
					in.Guard = st.And(in.Guard, st.Eq(other, st.BV(2, 1)))
				}
				s.Instructions = append(s.Instructions, in)
			}
		}
		s.Goals = append(s.Goals, ts.Goal{Process: p, At: rng.IntN(locs), Guard: st.True()})
	}
	s.Summarise()
	for g := range s.Goals {
		s.Goals[g].Reads = []int{rng.IntN(3)}
	}
	return s
}

// reachable are the values of the variable of a goal in its states, by exploration.
func reachable(t *testing.T, s *ts.System, depth int) []map[uint64]bool {
	out := make([]map[uint64]bool, len(s.Goals))
	for g := range out {
		out[g] = map[uint64]bool{}
	}
	_, err := s.Explore(context.Background(), ts.ExploreOptions{Depth: depth, Visit: func(x *ts.State, _ int) {
		for g := range s.Goals {
			if ok, _ := x.Reached(&s.Goals[g], nil); ok {
				out[g][x.Values[s.Goals[g].Reads[0]].Uint64()] = true
			}
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// solutions are the same by the formula: models are blocked until there is none.
func solutions(t *testing.T, s *ts.System, goal, depth int, opt Options, projection bool) map[uint64]bool {
	one := *s
	one.Goals = s.Goals[goal : goal+1]
	solver := native.New(s.Terms, native.Config{})
	e := New(&one, solver, opt)
	if err := e.Deepen(context.Background(), depth); err != nil {
		t.Fatal(err)
	}
	out := map[uint64]bool{}
	v := s.Vars[s.Goals[goal].Reads[0]].Sym
	for {
		r := e.Ask(context.Background(), Question{Kind: ts.Violation, Projection: projection})
		switch r.Status {
		case smt.Unsat:
			return out
		case smt.Unknown:
			t.Fatal(r)
		}
		path, err := e.Path()
		if err != nil {
			t.Fatal(err)
		}
		x, err := one.Initial(path.Initial)
		if err != nil {
			t.Fatal(err)
		}
		for n, step := range path.Steps {
			if x, err = x.Next(&one.Instructions[step.Instruction], step.Inputs); err != nil || x == nil {
				t.Fatalf("step %d of the path cannot be made: %v", n, err)
			}
		}
		if ok, _ := x.Reached(path.Goal, path.Inputs); !ok {
			t.Fatal("the path does not end in the goal")
		}
		got := x.Values[s.Goals[goal].Reads[0]].Uint64()
		if out[got] {
			t.Fatalf("value %d was found twice", got)
		}
		out[got] = true
		value := s.Terms.BV(2, got)
		if err := solver.Assert(s.Terms.Not(s.Terms.Eq(e.translate(depth, v), value))); err != nil {
			t.Fatal(err)
		}
	}
}

// variant is an encoding that must agree with all others.
type variant struct {
	Options
	projection bool
}

func variants() map[string]variant {
	out := map[string]variant{}
	for _, projection := range []bool{false, true} {
		add := func(name string, o Options) {
			if projection {
				name += ", projected"
			}
			out[name] = variant{o, projection}
		}
		add("published", Options{})
		add("improved", Improved())
		for name, set := range switches {
			o := Options{}
			*set(&o) = true
			add("only "+name, o)
			o = Improved()
			*set(&o) = false
			add("all but "+name, o)
		}
	}
	return out
}

var switches = map[string]func(*Options) *bool{
	"narrow":      func(o *Options) *bool { return &o.Narrow },
	"grouped":     func(o *Options) *bool { return &o.Grouped },
	"shared-deps": func(o *Options) *bool { return &o.SharedDeps },
	"sequential":  func(o *Options) *bool { return &o.Sequential },
	"elements":    func(o *Options) *bool { return &o.Elements },
	"mpor":        func(o *Options) *bool { return &o.MPOR },
	"per-goal":    func(o *Options) *bool { return &o.PerGoal },
}

// TestLaw compares the values that each goal's variable can have, by all encodings and
// by exploration.
func TestLaw(t *testing.T) {
	n := 100
	if testing.Short() {
		n = 10
	}
	for seed := range uint64(n) {
		rng := rand.New(rand.NewPCG(seed, 1))
		s := randomSystem(rng)
		depth := 1 + rng.IntN(5)
		want := reachable(t, s, depth)
		all := variants()
		names := slices.Sorted(maps.Keys(all))
		rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for _, name := range names[:6] {
			for g := range s.Goals {
				fresh := randomSystem(rand.New(rand.NewPCG(seed, 1))) // symbols of encodings differ in their sorts
				if got := solutions(t, fresh, g, depth, all[name].Options, all[name].projection); !maps.Equal(got, want[g]) {
					t.Fatalf("seed %d, depth %d, goal %d, %s: values %v, want %v", seed, depth, g, name, got, want[g])
				}
			}
		}
	}
}
