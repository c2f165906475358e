package refine_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/engine/internal/refine"
	"whittle.dev/internal/ts/flow"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/smt/process"
	"whittle.dev/term"
)

// loop is a system with one loop: variables with initial values, transitions, and what is bad.
type loop struct {
	*transition.System
	t *testing.T
}

func newLoop(t *testing.T) *loop {
	return &loop{&transition.System{Terms: term.NewStore()}, t}
}

func (l *loop) variable(name string, sort term.Sort, init term.Term) term.Term {
	v := l.Vars[l.AddVar(name, sort)].Sym
	if l.Init == term.None {
		l.Init = l.Terms.True()
	}
	if init != term.None {
		l.Init = l.Terms.And(l.Init, l.Terms.Eq(v, init))
	}
	return v
}

// step adds a transition: the next values of all variables in order.
func (l *loop) step(inputs []term.Term, guard term.Term, next ...term.Term) {
	t := transition.Transition{Name: fmt.Sprint("step", len(l.Transitions)), Inputs: inputs,
		Guards: []term.Term{guard}}
	for i, n := range next {
		t.Updates = append(t.Updates, transition.Update{Var: i, Value: n})
	}
	l.Transitions = append(l.Transitions, t)
}

func (l *loop) bad(cond term.Term) {
	l.Goals = append(l.Goals, transition.Goal{Name: "bad", Cond: cond})
}

func nativeSolver(st *term.Store) smt.Solver { return native.New(st, native.Config{}) }

// solverFor is the solver of a store, or skips the test.
func solverFor(t *testing.T, numbers bool) func(*term.Store) smt.Solver {
	if !numbers {
		return nativeSolver
	}
	return func(st *term.Store) smt.Solver {
		s, err := process.New(st, process.Config{Command: "z3"})
		if err != nil {
			t.Skip(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
}

// graph makes the graph of the system, with one location.
func (l *loop) graph(solver func(*term.Store) smt.Solver) *flow.Graph {
	g, err := flow.New(context.Background(), l.System, solver(l.Terms), flow.Options{OneLocation: true})
	if err != nil {
		l.t.Fatal(err)
	}
	return g
}

// chain is the path that takes an edge n times and then leaves to the goal.
func chain(g *flow.Graph, n int) refine.Chain {
	var c refine.Chain
	loc := 0
	for i, l := range g.Locs {
		if !g.Sys.Terms.IsFalse(l.Init) {
			loc = i
		}
	}
	for range n {
		c.Edges = append(c.Edges, g.Locs[loc].Out[0])
	}
	c.Edges = append(c.Edges, g.Locs[loc].Exits[0])
	return c
}

// abstractly reports whether a path exists in the abstraction by predicates: each step is concrete, and
// states between steps agree on the predicates of their location.
func abstractly(g *flow.Graph, solver func(*term.Store) smt.Solver, c refine.Chain,
	predicates [][]term.Term) smt.Status {
	st := g.Sys.Terms
	s := solver(st)
	assert := func(t term.Term) {
		if err := s.Assert(t); err != nil {
			panic(err)
		}
	}
	rename := func(what string, i int, syms []term.Term) map[term.Term]term.Term {
		m := map[term.Term]term.Term{}
		for _, sym := range syms {
			m[sym] = st.Symbol(fmt.Sprintf("%s %s %d", st.Name(sym), what, i), st.Sort(sym))
		}
		return m
	}
	var vars []term.Term
	for _, v := range g.Sys.Vars {
		vars = append(vars, v.Sym)
	}
	now := rename("before", 0, vars)
	assert(st.Substitute(g.Locs[g.Edges[c.Edges[0]].From].Init, now))
	for i, edge := range c.Edges {
		e := &g.Edges[edge]
		for k, v := range rename("input", i, e.Inputs) {
			now[k] = v
		}
		assert(st.Substitute(e.Guard, now))
		if e.To == flow.Goal {
			break
		}
		after := map[term.Term]term.Term{}
		for v, t := range e.Next {
			after[g.Sys.Vars[v].Sym] = st.Substitute(t, now)
		}
		next := rename("before", i+1, vars)
		for _, p := range predicates[e.To] {
			assert(st.Eq(st.Substitute(p, after), st.Substitute(p, next)))
		}
		now = next
	}
	return s.Check(context.Background()).Status
}

// examples are loops with a spurious path that takes the loop so many times.
var examples = []struct {
	name    string
	times   int
	numbers bool // needs a solver of arithmetic
	build   func(l *loop)
	// by are the sources that exclude the path alone.
	by []refine.Source
	// want is a predicate that the first of these finds; empty: any.
	want string
}{
	{"parity", 3, false, func(l *loop) {
		st := l.Terms
		x := l.variable("x", term.BitVec(8), st.BV(8, 0))
		l.step(nil, st.BVUlt(x, st.BV(8, 99)), st.BVAdd(x, st.BV(8, 2)))
		l.bad(st.Eq(st.Extract(0, 0, x), st.BV(1, 1)))
	}, []refine.Source{refine.Newton, refine.Unsliced, refine.Interpolants},
		"((_ extract 0 0) x)"},
	{"a multiple of four is added", 2, false, func(l *loop) {
		st := l.Terms
		x, y := l.variable("x", term.BitVec(8), st.BV(8, 0)), l.variable("y", term.BitVec(8), st.BV(8, 0))
		n := l.Fresh("n", term.BitVec(8))
		l.step([]term.Term{n}, st.True(), st.BVAdd(x, st.BVMul(st.BV(8, 4), n)),
			st.BVSub(y, st.BVMul(st.BV(8, 12), n)))
		l.bad(st.Eq(st.BVAdd(x, y), st.BV(8, 6)))
	}, []refine.Source{refine.Newton, refine.Interpolants}, "(_ extract 2 0)"},
	{"a bound", 2, false, func(l *loop) {
		st := l.Terms
		x := l.variable("x", term.BitVec(8), st.BV(8, 0))
		l.step(nil, st.BVSlt(x, st.BV(8, 10)), st.BVAdd(x, st.BV(8, 1)))
		l.bad(st.BVSlt(st.BV(8, 10), x))
	}, []refine.Source{refine.Newton, refine.Interpolants, refine.Integers}, ""},
	{"a difference is kept", 3, false, func(l *loop) {
		st := l.Terms
		x, y := l.variable("x", term.BitVec(8), st.BV(8, 0)), l.variable("y", term.BitVec(8), st.BV(8, 0))
		l.step(nil, st.BVSlt(x, st.BV(8, 100)), st.BVAdd(x, st.BV(8, 1)), st.BVAdd(y, st.BV(8, 1)))
		l.bad(st.BVSlt(x, y))
	}, []refine.Source{refine.Integers, refine.Newton, refine.Interpolants, refine.Postconditions},
		"(bvslt x y)"},
	{"bounds of an input", 2, false, func(l *loop) {
		st := l.Terms
		x := l.variable("x", term.BitVec(8), st.BV(8, 0))
		n := l.Fresh("n", term.BitVec(8))
		l.step([]term.Term{n}, st.And(st.BVUle(x, n), st.BVUlt(n, st.BV(8, 20))), n)
		l.bad(st.BVUlt(st.BV(8, 30), x))
	}, []refine.Source{refine.Newton, refine.Interpolants, refine.Integers}, ""},
	{"integers", 2, true, func(l *loop) {
		st := l.Terms
		x, y := l.variable("x", term.Int, st.Int64(0)), l.variable("y", term.Int, st.Int64(0))
		n := l.Fresh("n", term.Int)
		l.step([]term.Term{n}, st.Lt(st.Int64(0), n), st.IntAdd(x, n),
			st.IntAdd(y, st.IntMul(st.Int64(2), n)))
		l.bad(st.Lt(y, x))
	}, []refine.Source{refine.Interpolants, refine.Newton}, ""},
	{"an integer by congruence", 2, true, func(l *loop) {
		st := l.Terms
		x := l.variable("x", term.Int, st.Int64(0))
		n := l.Fresh("n", term.Int)
		l.step([]term.Term{n}, st.True(), st.IntAdd(x, st.IntMul(st.Int64(3), n)))
		l.bad(st.Eq(x, st.Int64(4)))
	}, []refine.Source{refine.Newton, refine.Interpolants}, "mod x 3"},
	{"branches", 2, false, func(l *loop) {
		st := l.Terms
		x, b := l.variable("x", term.BitVec(8), st.BV(8, 0)), l.variable("b", term.Bool, st.True())
		l.step(nil, st.BVUlt(x, st.BV(8, 50)),
			st.BVAdd(x, st.Ite(b, st.BV(8, 1), st.BV(8, 3))), st.Not(b))
		l.bad(st.And(b, st.Eq(x, st.BV(8, 3))))
	}, []refine.Source{refine.Newton, refine.Interpolants}, ""},
}

// TestSources: the predicates of each source exclude the path that they were found for.
func TestSources(t *testing.T) {
	for _, x := range examples {
		for i, source := range x.by {
			t.Run(fmt.Sprintf("%s/%v", x.name, source), func(t *testing.T) {
				l := newLoop(t)
				x.build(l)
				solver := solverFor(t, x.numbers)
				g := l.graph(solver)
				c := chain(g, x.times)
				if status := abstractly(g, solver, c, make([][]term.Term, len(g.Locs))); status != smt.Sat {
					t.Fatalf("without predicates the path is %v", status)
				}
				cfg := refine.Config{Solver: solver}
				for s := range cfg.Off {
					cfg.Off[s] = refine.Source(s) != source
				}
				r := refine.New(g, cfg)
				f, err := r.Refine(context.Background(), c)
				if err != nil {
					t.Fatal(err)
				}
				predicates := make([][]term.Term, len(g.Locs))
				var text []string
				for _, p := range f.Predicates {
					predicates[p.Location] = append(predicates[p.Location], p.Term)
					text = append(text, l.Terms.String(p.Term))
					if p.Source != source {
						t.Errorf("a predicate from %v", p.Source)
					}
				}
				t.Log(text)
				if status := abstractly(g, solver, c, predicates); status != smt.Unsat {
					t.Errorf("the path is %v with %v", status, text)
				}
				if i == 0 && !strings.Contains(strings.Join(text, " "), x.want) {
					t.Errorf("%v, want one with %s", text, x.want)
				}
				seen := map[term.Term]bool{}
				for again := f; !again.Empty(); {
					for _, p := range again.Predicates {
						if seen[p.Term] {
							t.Fatalf("%s comes again", l.Terms.String(p.Term))
						}
						seen[p.Term] = true
					}
					if again, err = r.Refine(context.Background(), c); err != nil {
						t.Fatal(err)
					}
				}
			})
		}
	}
}
