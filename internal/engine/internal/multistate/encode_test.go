package multistate

import (
	"bytes"
	"math/rand"
	"slices"
	"testing"

	"whittle.dev/internal/engine/internal/emptiness"
)

// TestEncode reads states that were written in the same stepper, where terms are the same, and writes them
// again.
func TestEncode(t *testing.T) {
	for seed := range int64(30) {
		x, st := someState(t, rand.New(rand.NewSource(seed)))
		b := x.Encode(nil, st)
		again, err := x.Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		v, w := st.View(), again.View()
		if v.Shape != w.Shape || !slices.Equal(v.Values, w.Values) ||
			!slices.Equal(v.Conjuncts, w.Conjuncts) {
			t.Errorf("seed %d: another state: %+v, %+v", seed, v, w)
		}
		for _, p := range again.parts {
			for _, c := range p.Conj {
				got, err := x.s.Eval(c, emptiness.Model{Store: x.s, Values: p.Model})
				if err != nil || !got.Bool() {
					t.Errorf("seed %d: the model does not satisfy %s", seed, x.s.String(c))
				}
			}
		}
		if !bytes.Equal(x.Encode(nil, again), b) {
			t.Errorf("seed %d: other bytes", seed)
		}
	}
}
