package multistate

import (
	"bytes"
	"math/rand"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// someState is a state with symbolic content and conditions on it.
func someState(t *testing.T, r *rand.Rand) (*Stepper, *State) {
	t.Helper()
	x, st := newTest(t)
	for range 1 + r.Intn(4) {
		sym := x.symbols.Fresh(&st.used, term.BitVec(16))
		if x.conditions.assume(st, x.s.BVUlt(sym, x.s.BV(16, uint64(2+r.Intn(100))))) == smt.Unsat {
			t.Fatal("an empty state")
		}
		st.write(x.p.RegionStart(1)+uint64(2*r.Intn(6)), x.s.BVAdd(sym, x.s.BV(16, r.Uint64())))
	}
	return x, st
}

// TestDecodeOfWrongBytes cuts states off and changes their bytes: an error or a state, no panic; and nothing
// that is cut off is a state.
func TestDecodeOfWrongBytes(t *testing.T) {
	for seed := range int64(10) {
		r := rand.New(rand.NewSource(seed))
		x, st := someState(t, r)
		b := x.Encode(nil, st)
		for n := range b {
			if _, err := x.Decode(b[:n:n]); err == nil {
				t.Errorf("seed %d: %d of %d bytes are a state", seed, n, len(b))
			}
		}
		if _, err := x.Decode(append(bytes.Clone(b), 0)); err == nil {
			t.Errorf("seed %d: a state with a byte after it", seed)
		}
	}
}
