package sat

import (
	"context"
	"testing"
)

// wilful is a theory that does at random what one may do: it wishes for literals, adds
// clauses, observes variables late and gives up, in each case without regard to whether
// inprocessing has eliminated the variables.
type wilful struct {
	vars     []Lit
	solution []bool // makes all its clauses true
	clauses  [][]Lit
	seed     uint64

	inPropagate, inFinal, givesUp, decides bool

	told   []Lit // what Assign said and Backtrack has not taken back
	levels []int
	stale  bool // something of that was not true
}

func (w *wilful) random(n int) int {
	w.seed ^= w.seed << 13
	w.seed ^= w.seed >> 7
	w.seed ^= w.seed << 17
	return int(w.seed % uint64(n))
}

func (w *wilful) literal() Lit { return w.vars[w.random(len(w.vars))] ^ Lit(w.random(2)) }

// clause makes a clause that the solution satisfies, and remembers it.
func (w *wilful) clause(n int) []Lit {
	for {
		var c []Lit
		ok := false
		for range n {
			l := w.literal()
			ok = ok || w.solution[l.Var()-1] != l.Negated()
			c = append(c, l)
		}
		if ok {
			w.clauses = append(w.clauses, c)
			return c
		}
	}
}

// holds reports whether an assignment satisfies all clauses and the assumptions.
func (w *wilful) holds(value func(Lit) bool, assumptions []Lit) bool {
	for _, l := range assumptions {
		if !value(l) {
			return false
		}
	}
	for _, c := range w.clauses {
		ok := false
		for _, l := range c {
			ok = ok || value(l)
		}
		if !ok {
			return false
		}
	}
	return true
}

func (w *wilful) Assign(l Lit, level int) {
	w.told, w.levels = append(w.told, l), append(w.levels, level)
}

func (w *wilful) Backtrack(level int) {
	j := 0
	for i := range w.told {
		if w.levels[i] <= level {
			w.told[j], w.levels[j] = w.told[i], w.levels[i]
			j++
		}
	}
	w.told, w.levels = w.told[:j], w.levels[:j]
}

func (w *wilful) act(s *Search) {
	switch w.random(12) {
	case 0:
		s.AddClause(w.clause(2 + w.random(2))...)
	case 1:
		s.Observe(w.literal().Var())
	}
}

func (w *wilful) Propagate(s *Search) {
	for _, l := range w.told {
		w.stale = w.stale || s.Value(l) != True
	}
	if w.inPropagate {
		w.act(s)
	}
}

func (w *wilful) Explain(_ Lit, _ uint32, buf []Lit) []Lit { return buf }

func (w *wilful) FinalCheck(s *Search) {
	if w.inFinal {
		w.act(s)
	}
	if w.givesUp && w.random(3) == 0 {
		s.AddClause(w.clause(3)...)
		s.GiveUp()
	}
}

func (w *wilful) Decide(s *Search) Lit {
	if l := w.literal(); w.decides && s.Value(l) == Undef {
		return l
	}
	return 0
}

// TestTheoriesAndElimination lets such a theory work while variables come and go.
func TestTheoriesAndElimination(t *testing.T) {
	const n = 12
	for seed := range uint64(600) {
		s := New(Config{rush: true})
		w := &wilful{seed: (seed + 1) * 0x9e3779b97f4a7c15,
			inPropagate: seed&1 != 0, inFinal: seed&2 != 0, givesUp: seed&4 != 0, decides: seed&8 != 0}
		s.AddTheory(w)
		for range n {
			w.vars = append(w.vars, s.NewVar().Pos())
			w.solution = append(w.solution, w.random(2) == 0)
		}
		for range 30 {
			s.AddClause(w.clause(2 + w.random(2))...)
		}
		for range 6 {
			var assumptions []Lit
			for range w.random(3) {
				assumptions = append(assumptions, w.literal())
			}
			switch s.Solve(context.Background(), assumptions...) {
			case Sat:
				if !w.holds(s.Value, assumptions) {
					t.Fatalf("seed %d: no model", seed)
				}
			case Unsat:
				for m := range 1 << n {
					if w.holds(func(l Lit) bool { return m>>(l.Var()-1)&1 == 1 != l.Negated() },
						assumptions) {
						t.Fatalf("seed %d: satisfiable by %x", seed, m)
					}
				}
			}
			s.AddClause(w.clause(2)...)
		}
		if w.stale {
			t.Fatalf("seed %d: the theory believed a literal that was not true", seed)
		}
	}
}

// parting adds a clause and gives up in one of its calls of FinalCheck.
type parting struct {
	wilful
	clause []Lit
	when   int
}

func (p *parting) Propagate(*Search) {}

func (p *parting) Decide(*Search) Lit { return 0 }

func (p *parting) FinalCheck(s *Search) {
	if p.when--; p.when == 0 {
		s.AddClause(p.clause...)
		s.GiveUp()
	}
}

// TestClauseOfGivingUp eliminates the variables of a clause that waits since a theory gave up.
func TestClauseOfGivingUp(t *testing.T) {
	s := New(Config{rush: true, Phase: true})
	a, b := s.NewVar().Pos(), s.NewVar().Pos()
	p := &parting{clause: []Lit{a.Not(), b.Not()}, when: 2}
	s.AddTheory(p)
	s.AddClause(a, b)
	s.Freeze(a.Var())
	s.Freeze(b.Var())
	ctx := context.Background()
	for _, want := range []Status{Sat, Unknown} {
		if r := s.Solve(ctx); r != want {
			t.Fatal(r)
		}
	}
	s.Melt(a.Var())
	s.Melt(b.Var())
	if r := s.Solve(ctx); r != Sat || s.Value(a) == s.Value(b) {
		t.Fatal("not both clauses:", r)
	}
}
