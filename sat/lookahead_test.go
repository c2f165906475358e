package sat

import (
	"math/rand"
	"slices"
	"testing"
)

// TestLookahead compares what follows from literals with what a fresh solver propagates, and looks whether
// the answers afterwards are those of a solver that has not looked ahead.
func TestLookahead(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for round := range 60 {
		const vars = 30
		clauses := make([][]Lit, 110)
		for i := range clauses {
			for range 3 {
				clauses[i] = append(clauses[i], MkLit(Var(1+r.Intn(vars)), r.Intn(2) == 0))
			}
		}
		build := func() *Solver {
			s := New(Config{})
			for range vars {
				s.NewVar()
			}
			for _, c := range clauses {
				s.AddClause(c...)
			}
			return s
		}
		s, plain := build(), build()
		all := make([]Var, vars)
		for i := range all {
			all[i] = Var(i + 1)
		}
		assumed := []Lit{MkLit(Var(1+r.Intn(vars)), true)}
		out, ok := s.Lookahead(t.Context(), all, assumed...)
		if ok && len(out) != vars {
			t.Fatalf("round %d: %d outlooks", round, len(out))
		}
		if ok {
			for i, o := range out {
				for _, c := range []struct{ n, negated int }{{o.True, 0}, {o.False, 1}} {
					l := MkLit(all[i], c.negated == 1)
					if c.n < 0 && build().Solve(t.Context(), assumed[0], l) != Unsat {
						t.Errorf("round %d: a contradiction of %d that has a model", round, all[i])
					}
				}
			}
		}
		for range 3 {
			l := MkLit(Var(1+r.Intn(vars)), r.Intn(2) == 0)
			if got, want := s.Solve(t.Context(), l), plain.Solve(t.Context(), l); got != want {
				t.Errorf("round %d: %v after looking ahead, want %v", round, got, want)
			}
			s.Lookahead(t.Context(), all[:5], l)
		}
	}
}

// TestLearnt looks whether clauses that are handed out follow from the clauses alone.
func TestLearnt(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	told := 0
	for round := range 30 {
		var learnt [][]Lit
		note := func(c []Lit, _ int) { learnt = append(learnt, append([]Lit(nil), c...)) }
		shared := New(Config{Learnt: note, rush: round%2 == 0})
		plain := New(Config{})
		const vars = 40
		for range vars {
			shared.NewVar()
			plain.NewVar()
		}
		for range 165 {
			c := []Lit{MkLit(Var(1+r.Intn(vars)), r.Intn(2) == 0), MkLit(Var(1+r.Intn(vars)), r.Intn(2) == 0),
				MkLit(Var(1+r.Intn(vars)), r.Intn(2) == 0)}
			shared.AddClause(c...)
			plain.AddClause(c...)
		}
		for range 4 {
			a, b := MkLit(Var(1+r.Intn(vars)), true), MkLit(Var(1+r.Intn(vars)), false)
			shared.Solve(t.Context(), a, b)
		}
		for _, c := range learnt {
			told++
			var negated []Lit
			for _, l := range c {
				negated = append(negated, l.Not())
			}
			if plain.Solve(t.Context(), negated...) != Unsat {
				t.Fatalf("round %d: %v does not follow", round, c)
			}
		}
	}
	if told == 0 {
		t.Error("nothing was learnt")
	}
}

// TestAddLearnt looks whether solvers that tell each other what they learn answer as one that is alone.
func TestAddLearnt(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	told, answers := 0, map[Status]int{}
	for round := range 30 {
		type lesson struct {
			clause []Lit
			glue   int
		}
		var learnt [2][]lesson
		var pair [2]*Solver
		for i := range pair {
			pair[i] = New(Config{rush: true, Phase: i == 0, Learnt: func(c []Lit, glue int) {
				learnt[i] = append(learnt[i], lesson{slices.Clone(c), glue})
			}})
		}
		plain := New(Config{})
		const vars = 60
		for _, s := range []*Solver{pair[0], pair[1], plain} {
			for range vars {
				s.NewVar()
			}
		}
		for range 230 + round {
			var c []Lit
			for range 3 {
				c = append(c, MkLit(Var(1+r.Intn(vars)), r.Intn(2) == 0))
			}
			for _, s := range []*Solver{pair[0], pair[1], plain} {
				s.AddClause(c...)
			}
		}
		for range 8 {
			a := MkLit(Var(1+r.Intn(vars)), r.Intn(2) == 0)
			want := plain.Solve(t.Context(), a)
			answers[want]++
			for i, s := range pair {
				for _, x := range learnt[1-i] {
					if !slices.ContainsFunc(x.clause, func(l Lit) bool { return !s.Knows(l.Var()) }) {
						s.AddLearnt(x.glue, x.clause...)
						told++
					}
				}
				learnt[1-i] = nil
				if got := s.Solve(t.Context(), a); got != want {
					t.Fatalf("round %d: solver %d answers %v, want %v", round, i, got, want)
				}
			}
		}
	}
	if told == 0 || answers[Sat] == 0 || answers[Unsat] == 0 {
		t.Errorf("%d clauses were told, and the answers were %v", told, answers)
	}
}
