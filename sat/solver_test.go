package sat

import (
	"context"
	"fmt"
	"math/rand"
	"testing"
)

// cnf is a clause set in the DIMACS convention.
type cnf struct {
	vars    int
	clauses [][]int
}

func randomCNF(r *rand.Rand, vars, clauses, size int) cnf {
	f := cnf{vars: vars}
	for range clauses {
		n := size
		if n == 0 {
			n = 1 + r.Intn(4)
		}
		var c []int
		for range n {
			l := 1 + r.Intn(vars)
			if r.Intn(2) == 0 {
				l = -l
			}
			c = append(c, l)
		}
		f.clauses = append(f.clauses, c)
	}
	return f
}

// bruteForce decides f under assumptions by trying all assignments.
func bruteForce(f cnf, assume []int) bool {
	holds := func(m, l int) bool {
		if l > 0 {
			return m>>(l-1)&1 == 1
		}
		return m>>(-l-1)&1 == 0
	}
search:
	for m := 0; m < 1<<f.vars; m++ {
		for _, l := range assume {
			if !holds(m, l) {
				continue search
			}
		}
		for _, c := range f.clauses {
			ok := false
			for _, l := range c {
				ok = ok || holds(m, l)
			}
			if !ok {
				continue search
			}
		}
		return true
	}
	return false
}

func toLits(c []int) []Lit {
	lits := make([]Lit, len(c))
	for i, l := range c {
		lits[i] = FromDimacs(l)
	}
	return lits
}

func load(s *Solver, f cnf) {
	for s.NumVars() < f.vars {
		s.NewVar()
	}
	for _, c := range f.clauses {
		s.AddClause(toLits(c)...)
	}
}

// checkModel fails if the model of s breaks a clause or an assumption.
func checkModel(t *testing.T, s *Solver, f cnf, assume []int) {
	t.Helper()
	for _, c := range f.clauses {
		ok := false
		for _, l := range c {
			ok = ok || s.Value(FromDimacs(l))
		}
		if !ok {
			t.Fatalf("model breaks clause %v", c)
		}
	}
	for _, l := range assume {
		if !s.Value(FromDimacs(l)) {
			t.Fatalf("model breaks assumption %d", l)
		}
	}
}

// checkCore fails if the core is no subset of the assumptions or not enough.
func checkCore(t *testing.T, s *Solver, f cnf, assume []int) {
	t.Helper()
	var core []int
	for _, l := range s.Failed() {
		found := false
		for _, a := range assume {
			found = found || a == l.Dimacs()
		}
		if !found {
			t.Fatalf("core has %v, not assumed in %v", l, assume)
		}
		core = append(core, l.Dimacs())
	}
	if bruteForce(f, core) {
		t.Fatalf("core %v of %v is satisfiable", core, assume)
	}
}

func TestRandomAgainstBruteForce(t *testing.T) {
	ctx := context.Background()
	for seed := range int64(3000) {
		r := rand.New(rand.NewSource(seed))
		f := randomCNF(r, 3+r.Intn(8), 0, 0)
		s := New(Config{})
		for range 4 {
			more := randomCNF(r, f.vars, r.Intn(3*f.vars), r.Intn(4))
			f.clauses = append(f.clauses, more.clauses...)
			load(s, more)
			var assume []int
			for range r.Intn(4) {
				l := 1 + r.Intn(f.vars)
				if r.Intn(2) == 0 {
					l = -l
				}
				assume = append(assume, l)
			}
			want := Unsat
			if bruteForce(f, assume) {
				want = Sat
			}
			got := s.Solve(ctx, toLits(assume)...)
			if got != want {
				t.Fatalf("seed %d: got %v, want %v", seed, got, want)
			}
			if got == Sat {
				checkModel(t, s, f, assume)
			} else {
				checkCore(t, s, f, assume)
			}
		}
	}
}

// pigeons is the clause set that puts n+1 pigeons into n holes.
func pigeons(n int) cnf {
	f := cnf{vars: n * (n + 1)}
	at := func(p, h int) int { return p*n + h + 1 }
	for p := 0; p <= n; p++ {
		var c []int
		for h := range n {
			c = append(c, at(p, h))
		}
		f.clauses = append(f.clauses, c)
	}
	for h := range n {
		for p := 0; p <= n; p++ {
			for q := range p {
				f.clauses = append(f.clauses, []int{-at(p, h), -at(q, h)})
			}
		}
	}
	return f
}

func TestPigeons(t *testing.T) {
	for n := 1; n <= 8; n++ {
		s := New(Config{})
		load(s, pigeons(n))
		if got := s.Solve(context.Background()); got != Unsat {
			t.Fatalf("%d pigeons in %d holes: %v", n+1, n, got)
		}
	}
}

func TestThreshold(t *testing.T) {
	for seed := range int64(20) {
		r := rand.New(rand.NewSource(seed))
		f := randomCNF(r, 150, 639, 3)
		s := New(Config{})
		load(s, f)
		got := s.Solve(context.Background())
		if got == Sat {
			checkModel(t, s, f, nil)
		}
		if testing.Verbose() {
			fmt.Println(seed, got, s.Statistics().Conflicts)
		}
	}
}

func TestLimits(t *testing.T) {
	s := New(Config{})
	load(s, pigeons(10))
	s.LimitConflicts(100)
	if got := s.Solve(context.Background()); got != Unknown || s.Stopped() != StopConflicts {
		t.Fatalf("got %v, %v", got, s.Stopped())
	}
	s.LimitConflicts(0)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := s.Solve(ctx); got != Unknown || s.Stopped() != StopContext {
		t.Fatalf("got %v, %v", got, s.Stopped())
	}
}

// TestNewFrom solves random formulas in fresh memory and in used memory: every
// answer, and the work that it took, is the same.
func TestNewFrom(t *testing.T) {
	r := rand.New(rand.NewSource(9))
	used := New(Config{})
	for i := range 300 {
		cfg := Config{rush: i%2 == 0, Phase: i%3 == 0}
		used = NewFrom(cfg, used)
		fresh := New(cfg)
		n := 5 + r.Intn(60)
		for range n {
			used.NewVar()
			fresh.NewVar()
		}
		for round := range 1 + r.Intn(3) {
			for range n * (42 + 4*round) / 10 / (round + 1) {
				var c []Lit
				for range 2 + r.Intn(2) {
					c = append(c, MkLit(Var(1+r.Intn(n)), r.Intn(2) == 0))
				}
				used.AddClause(c...)
				fresh.AddClause(c...)
			}
			a := MkLit(Var(1+r.Intn(n)), r.Intn(2) == 0)
			got, want := used.Solve(context.Background(), a), fresh.Solve(context.Background(), a)
			if got != want || used.Statistics() != fresh.Statistics() {
				t.Fatalf("problem %d: %v and %v, want %v and %v", i, got, used.Statistics(), want,
					fresh.Statistics())
			}
		}
	}
}

// TestWorkIsReproducible: what Config.Work receives depends on the clauses alone, and goes on over several
// solves.
func TestWorkIsReproducible(t *testing.T) {
	run := func() (sums []int64) {
		var sum int64
		s := New(Config{Work: func(ticks int64) {
			if ticks < 0 {
				t.Errorf("%d ticks", ticks)
			}
			sum += ticks
		}})
		load(s, pigeons(7))
		for range 2 {
			s.LimitConflicts(200)
			s.Solve(context.Background())
			sums = append(sums, sum)
		}
		return sums
	}
	a, b := run(), run()
	if a[0] != b[0] || a[1] != b[1] || a[0] <= 0 || a[1] <= a[0] {
		t.Errorf("ticks %v and %v", a, b)
	}
}
