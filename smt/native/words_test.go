package native

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// TestStream compares the answers to the stream of small queries with those of clauses.
func TestStream(t *testing.T) {
	ctx := context.Background()
	for _, w := range []int{8, 32} {
		st := term.NewStore()
		from := newStream(st, w, 11)
		fast := New(st, Config{})
		slow := New(st, Config{NoWords: true, NoSimulation: true, NoPreprocess: true})
		n := map[smt.Status]int{}
		for i := range testflag.Times(400) {
			q := from.next()
			for _, s := range []*Solver{fast, slow} {
				s.Push()
				for _, x := range q {
					s.Assert(x)
				}
			}
			got, want := fast.Check(ctx).Status, slow.Check(ctx).Status
			if got != want {
				t.Fatalf("query %d: %v, want %v\n%s", i, got, want, script(st, q[:]))
			}
			n[got]++
			if got == smt.Sat {
				checkModel(t, st, fast, q[:], fmt.Sprint("query ", i))
			}
			fast.Pop()
			slow.Pop()
		}
		if all := n[smt.Sat] + n[smt.Unsat]; 3*n[smt.Sat] < all || 3*n[smt.Unsat] < all {
			t.Errorf("%d bits: %v", w, n)
		}
	}
}

// TestWordsAmongOthers goes up and down levels with assertions that words can
// do and some that they cannot, and checks answers, models and cores.
func TestWordsAmongOthers(t *testing.T) {
	ctx := context.Background()
	fromWords := int64(0)
	for i := range testflag.Times(60) {
		r := rand.New(rand.NewPCG(21, uint64(i)))
		st := term.NewStore()
		from := newStream(st, 1+r.IntN(12), uint64(i))
		wide := st.Symbol("wide", term.BitVec(70))
		constraint := func() term.Term {
			from.two = [2]term.Term{from.syms[r.IntN(4)], from.syms[r.IntN(4)]}
			c := from.constraint()
			switch r.IntN(12) {
			case 0:
				return st.Eq(st.Extract(from.w-1, 0, wide), from.two[0])
			case 1:
				return st.Or(c, from.constraint())
			}
			return c
		}
		s := New(st, Config{KeepGarbage: r.IntN(2) == 0})
		slow := New(st, Config{NoWords: true, NoSimulation: true, NoPreprocess: true})
		var all []term.Term
		var levels []int
		for step := range 60 {
			what := fmt.Sprint("trace ", i, " step ", step)
			switch k := r.IntN(10); {
			case k < 2:
				s.Push()
				slow.Push()
				levels = append(levels, len(all))
			case k < 4 && len(levels) > 0:
				s.Pop()
				slow.Pop()
				all = all[:levels[len(levels)-1]]
				levels = levels[:len(levels)-1]
			case k < 6 && len(levels) > 0:
				c := constraint()
				all = append(all, c)
				if s.Assert(c) != nil || slow.Assert(c) != nil {
					t.Fatal(what, ": refused")
				}
			default:
				var assumed []term.Term
				for range r.IntN(4) {
					assumed = append(assumed, constraint())
				}
				got, want := s.Check(ctx, assumed...).Status, slow.Check(ctx, assumed...).Status
				asked := append(all[:len(all):len(all)], assumed...)
				if got != want {
					t.Fatalf("%s: %v, want %v\n%s", what, got, want, script(st, asked))
				}
				if got == smt.Sat {
					checkModel(t, st, s, asked, what)
				} else if core := s.Failed(); slow.Check(ctx, core...).Status != smt.Unsat {
					t.Fatalf("%s: no core: %d of %d assumptions\n%s", what, len(core), len(assumed),
						script(st, asked))
				}
			}
		}
		fromWords += s.words.answered
	}
	if fromWords < 300 {
		t.Errorf("words answered %d checks", fromWords)
	}
}
