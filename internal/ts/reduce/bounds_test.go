package reduce

import (
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/randterm"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// boundedSystem has one process with a variable for each symbol of the terms that a generator makes, of at
// most the bound of its width.
func boundedSystem(g *randterm.Generator, most map[int]uint64) *ranges {
	s := &ts.System{Terms: g.Store}
	for _, w := range g.Widths {
		for range 20 {
			sym := g.Symbol(term.BitVec(w))
			s.Vars = append(s.Vars, ts.Var{Name: g.Store.Name(sym), Sym: sym, Owner: ts.Shared,
				Init: g.Store.BV(w, 0)})
		}
	}
	r := &ranges{s: s, st: g.Store, number: numbers(s), global: make([]uint64, len(s.Vars))}
	for v := range s.Vars {
		r.global[v] = most[g.Store.Sort(s.Vars[v].Sym).Width()]
	}
	return r
}

// TestBounds evaluates random terms, and guards with them: no value is above the bound.
func TestBounds(t *testing.T) {
	tight := 0
	for seed := range testflag.Seeds(300) {
		rng := rand.New(rand.NewPCG(uint64(seed), 7))
		g := &randterm.Generator{Rand: rng, Store: term.NewStore(), Widths: []int{3, 5}, Symbols: 2}
		most := map[int]uint64{3: rng.Uint64N(8), 5: rng.Uint64N(32)}
		r := boundedSystem(g, most)
		x, guard := g.Vec(g.Width(), 3), g.Bool(2)
		e := &bounds{r: r}
		possible := e.assume(guard)
		top := e.max(x)
		if top < 1<<g.Store.Sort(x).Width()-1 {
			tight++
		}
		for range 60 {
			m := term.Map{}
			for _, sym := range g.Store.Symbols(x, guard) {
				w := g.Store.Sort(sym).Width()
				if w == 0 {
					m[sym] = term.BoolValue(rng.IntN(2) == 0)
					continue
				}
				m[sym] = term.BVValue(w, rng.Uint64N(most[w]+1))
			}
			holds, err := g.Store.Eval(guard, m)
			if err != nil {
				t.Fatal(err)
			}
			got, err := g.Store.Eval(x, m)
			if err != nil {
				t.Fatal(err)
			}
			if holds.Bool() && (!possible || got.Uint64() > top) {
				t.Fatalf("seed %d: where %s holds (possible: %v) %s is %d, not at most %d", seed,
					g.Store.String(guard), possible, g.Store.String(x), got.Uint64(), top)
			}
		}
	}
	if tight == 0 {
		t.Error("no bound says anything")
	}
}
