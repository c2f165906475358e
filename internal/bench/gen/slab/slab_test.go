package slab_test

import (
	"fmt"
	"testing"

	"whittle.dev/internal/bench/gen/slab"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// TestDeque: the reachable states of the buffer are its segments, n places with n - 1 lengths.
func TestDeque(t *testing.T) {
	for n := 4; n <= 7; n++ {
		got, bad := reach(t, slab.Deque{Cells: n, Error: slab.TwoSegmentsAnywhere})
		if got != n*(n-1) || bad {
			t.Errorf("%d cells: %d states, error reached: %v; want %d", n, got, bad, n*(n-1))
		}
		if _, bad := reach(t, slab.Deque{Cells: n, Error: slab.TwoSegments, Broken: true}); !bad {
			t.Errorf("%d cells, broken: the error is not reached", n)
		}
	}
}

// reach counts the states that are reachable in a deque, and says whether a goal is among them.
func reach(t *testing.T, d slab.Deque) (states int, bad bool) {
	t.Helper()
	s := d.System()
	assign := func(bits int) term.Map {
		m := term.Map{}
		for i, v := range s.Vars {
			m[v.Sym] = term.BoolValue(bits>>i&1 == 1)
		}
		return m
	}
	holds := func(c term.Term, bits int) bool {
		v, err := s.Terms.Eval(c, assign(bits))
		if err != nil {
			t.Fatal(err)
		}
		return v.Bool()
	}
	seen, queue := map[int]bool{}, []int{}
	for bits := range 1 << d.Cells {
		if holds(s.Init, bits) {
			seen[bits] = true
			queue = append(queue, bits)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		bits := queue[0]
		for _, g := range s.Goals {
			bad = bad || holds(g.Cond, bits)
		}
		for i := range s.Transitions {
			tr := &s.Transitions[i]
			if !holds(s.Terms.And(tr.Guards...), bits) {
				continue
			}
			next := 0
			for _, u := range tr.Updates {
				if holds(u.Value, bits) {
					next |= 1 << u.Var
				}
			}
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return len(seen), bad
}

// TestRows: the rows have distinct names, and as many commands, variables and goals as their text says.
func TestRows(t *testing.T) {
	seen := map[string]bool{}
	rows := append(slab.Table2(), slab.Larger()...)
	rows = append(append(rows, slab.Elevators()...), slab.Broken()...)
	for _, r := range rows {
		if seen[r.Name] {
			t.Errorf("two rows %s", r.Name)
		}
		seen[r.Name] = true
		wellFormed(t, r.Name, r.System())
	}
	for _, c := range []struct {
		name               string
		sys                *transition.System
		vars, steps, goals int
	}{
		{"Bakery A", slab.Bakery{Processes: 5, AllPairs: true}.System(), 10, 15, 10},
		{"Bakery C", slab.Bakery{Processes: 3, Variant: slab.TwoSteps}.System(), 9, 15, 1},
		{"Fischer", slab.Fischer{Processes: 4, Parametric: true}.System(), 12, 21, 1},
		{"Elevator", slab.Elevator{}.System(), 5, 6, 1},
	} {
		got := fmt.Sprint(len(c.sys.Vars), len(c.sys.Transitions), len(c.sys.Goals))
		if want := fmt.Sprint(c.vars, c.steps, c.goals); got != want {
			t.Errorf("%s: %s variables, steps and goals, want %s", c.name, got, want)
		}
	}
}

// wellFormed checks that updates ascend and fit, and that terms are over the symbols that they may mention.
func wellFormed(t *testing.T, name string, s *transition.System) {
	t.Helper()
	before, both := map[term.Term]bool{}, map[term.Term]bool{}
	for _, v := range s.Vars {
		before[v.Sym], both[v.Sym], both[v.Next] = true, true, true
	}
	over := func(what string, may map[term.Term]bool, ts ...term.Term) {
		for _, sym := range s.Terms.Symbols(ts...) {
			if !may[sym] {
				t.Errorf("%s: %s mentions %s", name, what, s.Terms.Name(sym))
			}
		}
	}
	over("Init", before, s.Init)
	for _, g := range s.Goals {
		over(g.Name, before, g.Cond)
	}
	for _, tr := range s.Transitions {
		over(tr.Name, before, tr.Guards...)
		over(tr.Name, both, tr.Relations...)
		last := -1
		for _, u := range tr.Updates {
			over(tr.Name, before, u.Value)
			if u.Var <= last || s.Terms.Sort(u.Value) != s.Terms.Sort(s.Vars[u.Var].Sym) {
				t.Errorf("%s: %s updates %d after %d", name, tr.Name, u.Var, last)
			}
			last = u.Var
		}
	}
}
