package native

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"whittle.dev/internal/testing/randterm"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// TestTraces makes random calls on one solver and compares each answer with a
// fresh solver that gets the assertions in force, with models and cores checked.
func TestTraces(t *testing.T) {
	n := testflag.Times(150)
	if testing.Short() {
		n = 40
	}
	counts := map[smt.Status]int{}
	for i := range n {
		r := rand.New(rand.NewPCG(77, uint64(i)))
		st := term.NewStore()
		g := &randterm.Generator{Rand: r, Store: st, Widths: []int{1, 2, 3}, Symbols: 3, NoDiv: i%3 != 0}
		if i%2 == 0 {
			g = withArrays(r, st)
		}
		tr := trace{t: t, st: st, g: g, seed: i, counts: counts}
		tr.run(Config{
			NoSimulation: r.IntN(2) == 0, NoWords: r.IntN(2) == 0, NoDefinitions: r.IntN(3) == 0,
			LazyArrays: r.IntN(2) == 0, KeepGarbage: r.IntN(3) == 0,
			NoPreprocess: r.IntN(4) == 0,
		}, 40)
	}
	t.Logf("%v", counts)
}

type trace struct {
	t      *testing.T
	st     *term.Store
	g      *randterm.Generator
	seed   int
	levels [][]term.Term
	log    []string
	counts map[smt.Status]int
}

func (tr *trace) say(format string, args ...any) {
	tr.log = append(tr.log, fmt.Sprintf(format, args...))
}

func (tr *trace) fatal(format string, args ...any) {
	tr.t.Helper()
	tr.t.Fatalf("seed %d: %s\n%s", tr.seed, fmt.Sprintf(format, args...), strings.Join(tr.log, "\n"))
}

func (tr *trace) all() (ts []term.Term) {
	for _, l := range tr.levels {
		ts = append(ts, l...)
	}
	return ts
}

func (tr *trace) run(cfg Config, steps int) {
	s := New(tr.st, cfg)
	tr.levels = [][]term.Term{nil}
	var pool []term.Term // terms that come again
	formula := func() term.Term {
		if len(pool) > 0 && tr.g.Pick(3) == 0 {
			return pool[tr.g.Pick(len(pool))]
		}
		f := tr.g.Bool(tr.g.Pick(4))
		pool = append(pool, f)
		return f
	}
	for range steps {
		switch tr.g.Pick(7) {
		case 0, 1:
			f := formula()
			tr.say("assert %s", tr.st.String(f))
			if err := s.Assert(f); err != nil {
				tr.fatal("%v", err)
			}
			top := len(tr.levels) - 1
			tr.levels[top] = append(tr.levels[top], f)
		case 2:
			tr.say("push")
			s.Push()
			tr.levels = append(tr.levels, nil)
		case 3:
			if len(tr.levels) > 1 {
				tr.say("pop")
				s.Pop()
				tr.levels = tr.levels[:len(tr.levels)-1]
			}
		case 4:
			s.enc.rebuildGates() // as after much garbage
			tr.say("rebuild")
		default:
			var as []term.Term
			for range tr.g.Pick(3) {
				f := formula()
				if tr.g.Pick(2) == 0 {
					f = tr.st.Not(f)
				}
				as = append(as, f)
				tr.say("assume %s", tr.st.String(f))
			}
			tr.check(s, as)
		}
	}
}

func (tr *trace) check(s *Solver, as []term.Term) {
	tr.t.Helper()
	ctx := context.Background()
	got := s.Check(ctx, as...)
	tr.say("check: %v", got)
	tr.counts[got.Status]++
	want := tr.fresh(as)
	if got.Status != want || got.Status == smt.Unknown {
		tr.fatal("%v, want %v", got, want)
	}
	if got.Status == smt.Sat {
		for _, f := range append(tr.all(), as...) {
			if v, ok := s.Value(f); !ok || !v.Bool() {
				tr.fatal("the model does not satisfy %s", tr.st.String(f))
			}
		}
		return
	}
	core := s.Failed()
	for _, f := range core {
		found := false
		for _, a := range as {
			found = found || a == f
		}
		if !found {
			tr.fatal("%s is in the core but was not assumed", tr.st.String(f))
		}
	}
	if tr.fresh(core) != smt.Unsat {
		tr.fatal("the core does not suffice")
	}
}

// fresh decides the assertions in force and the assumptions with a new solver.
func (tr *trace) fresh(as []term.Term) smt.Status {
	s := New(tr.st, Config{NoSimulation: true, NoWords: true, NoDefinitions: true, NoPreprocess: true})
	for _, f := range append(tr.all(), as...) {
		if err := s.Assert(f); err != nil {
			tr.fatal("%v", err)
		}
	}
	return s.Check(context.Background()).Status
}
