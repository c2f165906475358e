package sat

import (
	"context"
	"math/rand"
	"testing"

	"whittle.dev/internal/testing/testflag"
)

// lateClauses is a theory that holds clauses and gives them away one by one, at random moments of the search:
// their variables may be eliminated by then. It observes one variable at a time, also from its callbacks.
type lateClauses struct {
	r       *rand.Rand
	clauses [][]Lit
	next    int
	reasons [][]Lit // by tag: clause of an implication
}

func (x *lateClauses) Assign(l Lit, level int) {}
func (x *lateClauses) Backtrack(level int)     {}

func (x *lateClauses) Explain(l Lit, tag uint32, buf []Lit) []Lit {
	for _, q := range x.reasons[tag] {
		if q != l {
			buf = append(buf, q)
		}
	}
	return buf
}

func (x *lateClauses) give(s *Search) {
	if x.next == len(x.clauses) {
		return
	}
	c := x.clauses[x.next]
	x.next++
	if x.r.Intn(2) == 0 {
		s.Observe(c[0].Var())
	}
	open, count := Lit(0), 0
	for _, l := range c {
		if s.Value(l) != False {
			open = l
			count++
		}
	}
	if count == 1 && s.Value(open) == Undef && x.r.Intn(2) == 0 {
		x.reasons = append(x.reasons, c)
		s.Imply(open, uint32(len(x.reasons)-1))
	}
	s.AddClause(c...)
}

func (x *lateClauses) Propagate(s *Search) {
	if x.r.Intn(3) == 0 {
		x.give(s)
	}
}

func (x *lateClauses) FinalCheck(s *Search) { x.give(s) }

func TestTheoryNamesEliminated(t *testing.T) {
	restored := int64(0)
	for seed := range testflag.Seeds(400) {
		r := rand.New(rand.NewSource(seed))
		f := randomCNF(r, 8+r.Intn(30), 20+r.Intn(80), 3)
		late := randomCNF(r, f.vars, r.Intn(40), 3)
		rec := newRUPChecker()
		s := New(Config{rush: true, Proof: rec})
		x := &lateClauses{r: r}
		s.AddTheory(x)
		load(s, f)
		for range 3 {
			// At the first search the theory gives nothing: variables go.
			var assume []int
			for range r.Intn(3) {
				assume = append(assume, 1+r.Intn(f.vars))
			}
			want := oracle(f, assume)
			if got := s.Solve(context.Background(), toLits(assume)...); got != want {
				t.Fatalf("seed %d: %v, want %v", seed, got, want)
			} else if got == Sat {
				checkModel(t, s, f, assume)
			}
			for _, c := range late.clauses {
				x.clauses = append(x.clauses, toLits(c))
			}
			f.clauses = append(f.clauses, late.clauses...)
			late = randomCNF(r, f.vars, r.Intn(20), 3)
		}
		if rec.err != nil {
			t.Fatalf("seed %d: %v", seed, rec.err)
		}
		restored += s.Statistics().Restored
	}
	if restored < 100 {
		t.Errorf("%d variables restored", restored)
	}
}

// TestValueOfEliminated asks for values in every state that has a model, after calls that keep it.
func TestValueOfEliminated(t *testing.T) {
	s := New(Config{rush: true})
	var in []Lit
	for range 20 {
		in = append(in, s.NewVar().Pos())
	}
	var f cnf
	for i := range 18 {
		c := []int{in[i].Dimacs(), -in[i+1].Dimacs(), in[i+2].Dimacs()}
		f.clauses = append(f.clauses, c)
		s.AddClause(toLits(c)...)
	}
	for i := range 4 {
		if got := s.Solve(context.Background(), in[i]); got != Sat {
			t.Fatal(got)
		}
		if i%2 == 0 {
			v := s.NewVar()
			s.Freeze(in[6].Var())
			s.Melt(in[6].Var())
			if s.Value(v.Pos()) && s.Value(v.Neg()) {
				t.Fatal("both values")
			}
		}
		checkModel(t, s, f, nil)
		for _, l := range in {
			if s.Value(l) == s.Value(l.Not()) {
				t.Fatalf("the value of %v and its complement agree", l)
			}
		}
	}
	if s.Statistics().Eliminated == 0 {
		t.Error("nothing was eliminated")
	}
}

// TestFrozenStay checks that frozen and assumed variables are not eliminated.
func TestFrozenStay(t *testing.T) {
	s := New(Config{rush: true})
	load(s, randomCNF(rand.New(rand.NewSource(5)), 30, 60, 3))
	for v := Var(1); v <= 10; v++ {
		s.Freeze(v)
	}
	for i := range 5 {
		s.Solve(context.Background(), Var(20+i).Pos())
		for v := Var(1); v <= 30; v++ {
			if (v <= 10 || v == Var(20+i)) && s.ext.eliminated(v) {
				t.Fatalf("variable %d was eliminated", v)
			}
		}
	}
	if s.Statistics().Eliminated == 0 {
		t.Error("nothing was eliminated")
	}
}
