package ltl

import (
	"math/rand/v2"
	"slices"
	"testing"

	"whittle.dev/internal/testing/testflag"
)

// randomAutomaton has up to 6 states, 3 marks and 2 propositions.
func randomAutomaton(r *rand.Rand) *Automaton {
	n := 1 + r.IntN(6)
	a := &Automaton{Atoms: []Atom{{Text: "a"}, {Text: "b"}}, Marks: r.IntN(4), Initial: []int{r.IntN(n)}}
	if q := r.IntN(n); q > a.Initial[0] {
		a.Initial = append(a.Initial, q)
	}
	for range n {
		var list []Edge
		for range 1 + r.IntN(4) {
			e := Edge{Marks: r.Uint64N(1 << a.Marks), To: r.IntN(n)}
			for bit := range 2 {
				switch r.IntN(3) {
				case 0:
					e.Label.Pos |= 1 << bit
				case 1:
					e.Label.Neg |= 1 << bit
				}
			}
			list = append(list, e)
		}
		a.Edges = append(a.Edges, list)
	}
	return a
}

// clone is a copy that shares nothing that simplify changes.
func clone(a *Automaton) *Automaton {
	b := &Automaton{Atoms: a.Atoms, Marks: a.Marks, Initial: slices.Clone(a.Initial)}
	for _, list := range a.Edges {
		b.Edges = append(b.Edges, slices.Clone(list))
	}
	return b
}

// TestSimplifyRandom: an automaton accepts the same lassos afterwards, and has no more states and marks. One
// mark may come in: a component that does not accept must lack one.
func TestSimplifyRandom(t *testing.T) {
	for seed := range testflag.Seeds(250) {
		r := seeded(seed, 3)
		a := randomAutomaton(r)
		b, err := simplify(t.Context(), clone(a))
		if err != nil {
			t.Fatal(err)
		}
		if len(b.Edges) > len(a.Edges) || b.Marks > a.Marks {
			t.Errorf("seed %d: %d states and %d marks became %d and %d", seed, len(a.Edges), a.Marks,
				len(b.Edges), b.Marks)
		}
		for range 60 {
			w := randomLasso(r, 2)
			if accepts(a, w) != accepts(b, w) {
				t.Errorf("seed %d: %+v accepts %b (%b)^w: %v; not so %+v", seed, a, w.stem, w.loop,
					accepts(a, w), b)
				break
			}
		}
	}
}

// TestSettleMarks: what would go wrong with marks.
func TestSettleMarks(t *testing.T) {
	loop := func(pos uint64, to int, marks uint64) Edge { return Edge{Cube{Pos: pos}, marks, to} }
	for _, c := range []struct {
		name  string
		a     *Automaton
		marks int
		word  lasso
		want  bool
	}{
		{
			// State 1 is good and all of its edges have the mark; without the mark state 0 would be as well.
			name: "a mark that only good components have",
			a: &Automaton{Marks: 1, Initial: []int{0}, Edges: [][]Edge{{loop(0, 0, 0), loop(1, 1, 0)},
				{loop(1, 1, 1)}}},
			marks: 1,
			word:  lasso{nil, []uint64{0}},
		},
		{
			name:  "two equal marks",
			a:     &Automaton{Marks: 2, Initial: []int{0}, Edges: [][]Edge{{loop(0, 0, 0), loop(1, 0, 3)}}},
			marks: 1,
			word:  lasso{nil, []uint64{0}},
		},
		{
			name: "a chain of marks",
			a: &Automaton{Marks: 3, Initial: []int{0}, Edges: [][]Edge{{loop(0, 0, 4), loop(1, 0, 6),
				loop(3, 0, 7)}}},
			marks: 1,
			word:  lasso{nil, []uint64{0, 1}},
		},
		{
			name: "two components with marks of their own",
			a: &Automaton{Marks: 2, Initial: []int{0, 1}, Edges: [][]Edge{{loop(0, 0, 1), loop(1, 0, 3)},
				{loop(0, 1, 2), loop(2, 1, 3)}}},
			marks: 1,
			word:  lasso{nil, []uint64{0, 2}},
			want:  true,
		},
		{
			name: "a mark between components only",
			a: &Automaton{Marks: 1, Initial: []int{0}, Edges: [][]Edge{{loop(0, 0, 0), loop(0, 1, 1)},
				{loop(1, 1, 1)}}},
			marks: 1,
			word:  lasso{[]uint64{0}, []uint64{0}},
		},
	} {
		c.a.Atoms = []Atom{{Text: "a"}, {Text: "b"}}
		b := clone(c.a)
		settleMarks(b)
		if b.Marks != c.marks || accepts(b, c.word) != c.want || accepts(c.a, c.word) != c.want {
			t.Errorf("%s: %d marks, want %d; accepted %v, want %v: %+v", c.name, b.Marks, c.marks,
				accepts(b, c.word), c.want, b)
		}
	}
}

// TestTerminal: in a terminal automaton a finite beginning is enough.
func TestTerminal(t *testing.T) {
	for _, c := range []struct {
		formula string
		want    bool
	}{
		{"F a", true},
		{"a U (b && X c)", true},
		{"F (a && F b)", true},
		{"false", true},
		{"true", true},
		{"G a", false},
		{"a W b", false},
		{"F a && G F b", false},
		{"F a || G F b", false},
	} {
		f, err := Parse(c.formula)
		if err != nil {
			t.Fatal(err)
		}
		if a, err := Translate(t.Context(), f); err != nil || a.Terminal() != c.want {
			t.Errorf("%s is terminal: %v, %v", f, a.Terminal(), err)
		}
	}
}
