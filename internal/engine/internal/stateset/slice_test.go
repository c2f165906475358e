package stateset

import (
	"context"
	"testing"

	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/term"
)

// A slice whose last slot is a truth value is not the one in which that is a condition.
func TestSlotsAreNotConditions(t *testing.T) {
	for _, cfg := range []Config{{}, {NoModels: true}, {Match: Equal}, {Match: Equal, NoModels: true}} {
		st := term.NewStore()
		v := st.Symbol("v", term.BitVec(8))
		below := func(n uint64) term.Term { return st.BVUlt(v, st.BV(8, n)) }
		set := New(cfg).View(context.Background(), st)
		add := func(key byte, slots []term.Term, conj ...term.Term) bool {
			im := multistate.Image{Key: [16]byte{key}, Slots: slots}
			if len(conj) > 0 {
				im.Parts = []multistate.Part{{Conjuncts: conj, Symbols: []term.Term{v},
					Model: term.Map{v: term.BVValue(8, 1)}}}
			}
			return set.Add(im)
		}
		if !add(1, []term.Term{v}, below(5)) || !add(2, []term.Term{v, below(7)}) ||
			!add(2, []term.Term{v, below(5)}) {
			t.Errorf("%+v: a new state counts as known", cfg)
		}
	}
}
