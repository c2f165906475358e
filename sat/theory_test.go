package sat

import (
	"context"
	"fmt"
	"math/rand"
	"slices"
	"testing"
)

// atMost is a theory for tests: at most k of its literals are true. What it
// does when is drawn at random, within the contract.
type atMost struct {
	r     *rand.Rand
	lits  []Lit
	k     int
	eager bool // propagate; otherwise wait for the final check
	trues []Lit
	level []int
	told  map[Lit]bool
	fail  func(string, ...any)
}

func (a *atMost) Assign(l Lit, level int) {
	if !slices.Contains(a.lits, l) {
		return
	}
	if a.told[l] {
		a.fail("literal %v told twice", l)
	}
	if n := len(a.level); n > 0 && a.level[n-1] > level {
		a.fail("literal %v of level %d told after one of level %d", l, level, a.level[n-1])
	}
	a.told[l] = true
	a.trues = append(a.trues, l)
	a.level = append(a.level, level)
}

func (a *atMost) Backtrack(level int) {
	for n := len(a.level); n > 0 && a.level[n-1] > level; n-- {
		delete(a.told, a.trues[n-1])
		a.trues, a.level = a.trues[:n-1], a.level[:n-1]
	}
}

func (a *atMost) clause(n int) []Lit {
	var c []Lit
	for _, l := range a.trues[:n] {
		c = append(c, l.Not())
	}
	return c
}

func (a *atMost) Propagate(s *Search) {
	for _, l := range a.trues {
		if s.Value(l) != True {
			a.fail("literal %v told and not undone, but %v", l, s.Value(l))
		}
	}
	switch {
	case !a.eager:
	case len(a.trues) > a.k && a.r.Intn(2) == 0:
		s.Conflict(a.clause(a.k + 1)...)
	case len(a.trues) > a.k:
		s.AddClause(a.clause(a.k + 1)...)
	case len(a.trues) == a.k:
		for _, l := range a.lits {
			if s.Value(l) == Undef && a.r.Intn(3) > 0 {
				s.Imply(l.Not(), uint32(len(a.trues)))
			}
		}
	}
}

func (a *atMost) Explain(l Lit, tag uint32, buf []Lit) []Lit {
	return append(buf, a.clause(int(tag))...)
}

func (a *atMost) FinalCheck(s *Search) {
	if len(a.trues) <= a.k {
		return
	}
	c := a.clause(a.k + 1)
	switch a.r.Intn(3) {
	case 0:
		s.Conflict(c...)
	case 1:
		s.AddClause(c...)
	default:
		// The same by a new variable: x or the first half, not x or the rest.
		x := s.NewVar()
		s.AddClause(append([]Lit{x.Pos()}, c[:len(c)/2]...)...)
		s.AddClause(append([]Lit{x.Neg()}, c[len(c)/2:]...)...)
	}
}

// Decide wishes for a literal now and then.
func (a *atMost) Decide(s *Search) Lit {
	if l := a.lits[a.r.Intn(len(a.lits))]; a.r.Intn(4) == 0 && s.Value(l) == Undef {
		return l
	}
	return 0
}

func TestTheories(t *testing.T) {
	n := 1500
	if testing.Short() {
		n = 150
	}
	for seed := range int64(n) {
		r := rand.New(rand.NewSource(seed))
		vars := 4 + r.Intn(7)
		checker := newRUPChecker()
		cfg := Config{rush: r.Intn(2) == 0, Debug: func([]Lit) {}}
		if seed%3 == 0 {
			cfg.Proof = checker
		}
		s := New(cfg)
		for range vars {
			s.NewVar()
		}
		fail := func(format string, args ...any) {
			t.Fatalf("seed %d: %s", seed,
				fmt.Sprintf(format, args...))
		}
		var theories []*atMost
		attach := func() {
			a := &atMost{r: r, k: r.Intn(vars / 2), eager: r.Intn(3) > 0, told: map[Lit]bool{}, fail: fail}
			for v := 1; v <= vars; v++ {
				if r.Intn(3) > 0 {
					a.lits = append(a.lits, MkLit(Var(v), r.Intn(2) == 0))
				}
			}
			if len(a.lits) == 0 {
				return
			}
			s.AddTheory(a)
			for _, l := range a.lits {
				s.Observe(a, l.Var())
			}
			theories = append(theories, a)
		}
		for range 1 + r.Intn(2) {
			attach()
		}
		f := cnf{vars: vars}
		for range 5 {
			more := randomCNF(r, vars, r.Intn(vars), 0)
			f.clauses = append(f.clauses, more.clauses...)
			load(s, more)
			var assume []int
			for range r.Intn(3) {
				assume = append(assume, (1+r.Intn(vars))*(1-2*r.Intn(2)))
			}
			got := s.Solve(context.Background(), toLits(assume)...)
			want := Unsat
			if theoryModel(f, theories, assume) {
				want = Sat
			}
			if got != want {
				fail("got %v, want %v", got, want)
			}
			if got == Sat {
				checkModel(t, s, f, assume)
				for _, a := range theories {
					n := 0
					for _, l := range a.lits {
						if s.Value(l) {
							n++
						}
					}
					if n > a.k {
						fail("model breaks a theory")
					}
				}
			} else {
				var core []int
				for _, l := range s.Failed() {
					core = append(core, l.Dimacs())
				}
				if theoryModel(f, theories, core) {
					fail("core %v of %v is satisfiable", core, assume)
				}
			}
			if checker.err != nil {
				fail("%v", checker.err)
			}
		}
	}
}

// theoryModel decides by brute force.
func theoryModel(f cnf, theories []*atMost, assume []int) bool {
	g := cnf{vars: f.vars}
	g.clauses = append(g.clauses, f.clauses...)
	for _, a := range theories {
		// All clauses of k+1 complements.
		for m := range 1 << len(a.lits) {
			var c []int
			for i, l := range a.lits {
				if m>>i&1 == 1 {
					c = append(c, l.Not().Dimacs())
				}
			}
			if len(c) == a.k+1 {
				g.clauses = append(g.clauses, c)
			}
		}
	}
	return bruteForce(g, assume)
}

// favourite is a theory that allows everything and prefers its literals to be true.
type favourite struct {
	fair
	lits []Lit
}

type fair struct{}

func (fair) Assign(Lit, int)                            {}
func (fair) Propagate(*Search)                          {}
func (fair) Explain(l Lit, tag uint32, buf []Lit) []Lit { return buf }
func (fair) Backtrack(int)                              {}
func (fair) FinalCheck(*Search)                         {}

func (f *favourite) Phase(v Var) Tri {
	for _, l := range f.lits {
		if l.Var() == v {
			if l == v.Pos() {
				return True
			}
			return False
		}
	}
	return Undef
}

func TestPhaser(t *testing.T) {
	s := New(Config{})
	f := &favourite{}
	s.AddTheory(fair{})
	s.AddTheory(f)
	for i := range 6 {
		v := s.NewVar()
		f.lits = append(f.lits, MkLit(v, i%2 == 0))
	}
	other := s.NewVar()
	f.lits = append(f.lits, other.Pos()) // not observed: not asked for
	for _, l := range f.lits[:6] {
		s.Observe(f, l.Var())
	}
	s.AddClause(f.lits[0].Not(), f.lits[1].Not())
	if got := s.Solve(context.Background()); got != Sat {
		t.Fatal(got)
	}
	for i, l := range f.lits[2:6] {
		if !s.Value(l) {
			t.Errorf("favourite literal %d is false", i+2)
		}
	}
	if s.Value(f.lits[0]) == s.Value(f.lits[1]) {
		t.Error("one of the first two literals must be false, and only one")
	}
	if s.Value(other.Pos()) {
		t.Error("a variable that is not observed has the phase that the theory prefers")
	}
}
