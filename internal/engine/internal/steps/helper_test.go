package steps

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"whittle.dev/internal/testing/explore"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/ts"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
)

// reachable are the values of the variable of a goal in its states, by exploration.
func reachable(t *testing.T, s *ts.System, observed []int, depth int) []map[uint64]bool {
	out := make([]map[uint64]bool, len(s.Goals))
	for g := range out {
		out[g] = map[uint64]bool{}
	}
	_, err := explore.All(context.Background(), s, explore.Options{Depth: depth,
		Visit: func(x *ts.State, _ int) {
			for g := range s.Goals {
				if ok, _ := x.Reached(&s.Goals[g], nil); ok {
					out[g][x.Values[observed[g]].Uint64()] = true
				}
			}
		}})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// follow executes a path and returns its last state, which must be one of the goal.
func follow(s *ts.System, path ts.Path) (*ts.State, error) {
	x, err := s.Initial(path.Initial)
	if err != nil {
		return nil, err
	}
	for n, step := range path.Steps {
		if x, err = x.Next(&s.Instructions[step.Instruction], step.Inputs); err != nil || x == nil {
			return nil, fmt.Errorf("step %d of the path cannot be made: %v", n, err)
		}
	}
	if ok, err := x.Reached(path.Goal, path.Inputs); err != nil || !ok {
		return nil, fmt.Errorf("the path does not end in the goal: %v", err)
	}
	return x, nil
}

// solutions are the same by the formula: models are blocked until there is none.
func solutions(s *ts.System, observed []int, goal, depth int, v variant) (map[uint64]bool, error) {
	one := *s
	one.Goals = s.Goals[goal : goal+1]
	solver := native.New(s.Terms, native.Config{})
	e := New(&one, solver, v.Options)
	if err := e.Deepen(context.Background(), depth); err != nil {
		return nil, err
	}
	out := map[uint64]bool{}
	sym := s.Vars[observed[goal]].Sym
	for {
		switch r := e.Ask(context.Background(), Question{Kind: ts.Violation,
			Projection: v.projection}); r.Status {
		case smt.Unsat:
			return out, nil
		case smt.Unknown:
			return nil, fmt.Errorf("%v", r)
		}
		path, err := e.Path()
		if err != nil {
			return nil, err
		}
		x, err := follow(&one, path)
		if err != nil {
			return nil, err
		}
		got := x.Values[observed[goal]].Uint64()
		if out[got] {
			return nil, fmt.Errorf("value %d was found twice", got)
		}
		out[got] = true
		if err := solver.Assert(s.Terms.Not(s.Terms.Eq(e.translate(depth, sym),
			s.Terms.BV(2, got)))); err != nil {
			return nil, err
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
		add("everything", everything())
		for name, set := range switches {
			o := Options{}
			*set(&o) = true
			add("only "+name, o)
			o = everything()
			*set(&o) = false
			add("all but "+name, o)
		}
	}
	return out
}

// everything is all improvements, also those that are off by default.
func everything() Options {
	o := Improved()
	o.MPOR = true
	return o
}

var switches = map[string]func(*Options) *bool{
	"shared-deps": func(o *Options) *bool { return &o.SharedDeps },
	"sequential":  func(o *Options) *bool { return &o.Sequential },
	"elements":    func(o *Options) *bool { return &o.Elements },
	"mpor":        func(o *Options) *bool { return &o.MPOR },
	"symmetry":    func(o *Options) *bool { return &o.Symmetry },
}

// perSystem calls f for random systems, with the names of the variants to compare.
func perSystem(t *testing.T, few int, f func(t *testing.T, seed uint64, rng *rand.Rand, names []string)) {
	names := slices.Sorted(maps.Keys(variants()))
	if testing.Short() {
		few /= 10
	}
	for seed := range testflag.Seeds(few) {
		rng := rand.New(rand.NewPCG(uint64(seed), 3))
		rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		some := names[:min(testflag.Times(3), len(names))]
		f(t, uint64(seed), rng, append([]string{"improved", "improved, projected"}, some...))
	}
}

func systemOf(seed uint64) (*ts.System, []int) { return randomSystem(rand.New(rand.NewPCG(seed, 1))) }
