package certify

import (
	"context"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/testing/randterm"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// randomView makes a state with two places of two bits, which may be empty, and the set of its values.
func randomView(t *testing.T, g *randterm.Generator) (*multistate.View, map[uint64]bool) {
	t.Helper()
	v := &multistate.View{Values: []term.Term{g.Vec(2, 1), g.Vec(2, 1)}}
	for range g.Pick(3) {
		v.Conjuncts = append(v.Conjuncts, g.Bool(1))
	}
	all := append([]term.Term{}, v.Values...)
	syms := g.Store.Symbols(append(all, v.Conjuncts...)...)
	width := func(sym term.Term) int { return max(1, g.Store.Sort(sym).Width()) }
	bits := 0
	for _, sym := range syms {
		bits += width(sym)
	}
	holds := g.Store.And(v.Conjuncts...)
	out := map[uint64]bool{}
	for n := range uint64(1) << bits {
		m := term.Map{}
		for _, sym := range syms {
			if w := width(sym); g.Store.Sort(sym).IsBool() {
				m[sym] = term.BoolValue(n&1 == 1)
				n >>= 1
			} else {
				m[sym] = term.BVValue(w, n)
				n >>= w
			}
		}
		ok, err := g.Store.Eval(holds, m)
		a, err1 := g.Store.Eval(v.Values[0], m)
		b, err2 := g.Store.Eval(v.Values[1], m)
		if err != nil || err1 != nil || err2 != nil {
			t.Fatal(err, err1, err2)
		}
		if ok.Bool() {
			out[a.Uint64()<<2|b.Uint64()] = true
		}
	}
	return v, out
}

// TestInside asks whether the values of random states are in one or two others, and compares with the sets of
// their values; a value that is said to be missing is.
func TestInside(t *testing.T) {
	inside := map[bool]int{}
	for seed := range testflag.Seeds(150) {
		st := term.NewStore()
		g := &randterm.Generator{Rand: rand.New(rand.NewPCG(uint64(seed), 9)), Store: st, Widths: []int{2},
			Symbols: 2}
		q := &questions{ctx: context.Background(), st: st,
			make: func(st *term.Store) (smt.Solver, error) { return native.New(st, native.Config{}), nil }}
		a, in := randomView(t, g)
		if len(in) == 0 {
			continue // states of an invariant are not empty
		}
		b, first := randomView(t, g)
		c, second := randomView(t, g)
		part := func(sets ...map[uint64]bool) bool {
			for v := range in {
				found := false
				for _, s := range sets {
					found = found || s[v]
				}
				if !found {
					return false
				}
			}
			return true
		}
		status, p := q.insideAll(a, []*multistate.View{b, c})
		if want := part(first, second); status == smt.Unknown || (status == smt.Unsat) != want {
			t.Fatalf("seed %d: in both together: %v, want %v", seed, status, want)
		} else if inside[want]++; !want {
			if v := p.vals[0].Uint64()<<2 | p.vals[1].Uint64(); !in[v] || first[v] || second[v] {
				t.Fatalf("seed %d: %d is no value that is missing", seed, v)
			}
		}
		if status, _ := q.inside(a, b); status == smt.Unknown || status == smt.Unsat && !part(first) ||
			status == smt.Sat && part(first) {
			t.Fatalf("seed %d: in one: %v, want %v", seed, status, part(first))
		}
		for v := range uint64(16) {
			at := point{[]int{0, 1}, []term.Value{term.BVValue(2, v>>2), term.BVValue(2, v)}}
			if got := q.has(a, at); (got == smt.Sat) != in[v] {
				t.Fatalf("seed %d: has %d: %v, want %v", seed, v, got, in[v])
			}
		}
	}
	if inside[true] == 0 || inside[false] == 0 {
		t.Errorf("the states are too one-sided: %v", inside)
	}
}
