package certify

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/term"
)

// TestDivide divides random states: each place that is no common constant and each conjunct of the larger
// state is in one group, and groups have no symbols in common but by conjuncts of no place.
func TestDivide(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	several := 0
	for n := range 500 {
		st := term.NewStore()
		sym := func(side string) term.Term {
			return st.Symbol(fmt.Sprint(side, r.IntN(5)), term.BitVec(4))
		}
		view := func(side string) *multistate.View {
			v := &multistate.View{}
			for range 4 {
				v.Values = append(v.Values, []term.Term{sym(side), st.BVAdd(sym(side), sym(side)),
					st.BV(4, r.Uint64N(2))}[r.IntN(3)])
			}
			for range r.IntN(3) {
				if c := st.BVUlt(sym(side), sym(side)); !st.IsConst(c) {
					v.Conjuncts = append(v.Conjuncts, c)
				}
			}
			return v
		}
		a, b := view("a"), view("b")
		groups := (&questions{st: st}).divide(a, b)
		var places []int
		var right []term.Term
		owner := map[term.Term]int{} // by symbol: the group that has it in a value
		for k, g := range groups {
			places, right = append(places, g.places...), append(right, g.right...)
			for _, i := range g.places {
				for _, s := range st.Symbols(a.Values[i], b.Values[i]) {
					if o, ok := owner[s]; ok && o != k {
						t.Fatalf("case %d: groups %d and %d share %s", n, o, k, st.Name(s))
					}
					owner[s] = k
				}
			}
		}
		if len(groups) > 1 {
			several++
		}
		var want []int
		for i := range a.Values {
			if a.Values[i] != b.Values[i] || !st.IsConst(a.Values[i]) {
				want = append(want, i)
			}
		}
		slices.Sort(places)
		slices.Sort(right)
		conj := slices.Sorted(slices.Values(b.Conjuncts))
		if !slices.Equal(places, want) || !slices.Equal(right, conj) {
			t.Fatalf("case %d: places %v, want %v; %d conjuncts, want %d", n, places, want, len(right),
				len(conj))
		}
	}
	if several == 0 {
		t.Error("nothing was divided")
	}
}
