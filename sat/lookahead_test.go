package sat

import (
	"math/rand"
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
		note := func(c []Lit) { learnt = append(learnt, append([]Lit(nil), c...)) }
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
